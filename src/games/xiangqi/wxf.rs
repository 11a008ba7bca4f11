//! Moves in the notation of the World Xiangqi Federation: `C2=5`, `H8+7`.
//!
//! A piece is named by its letter and its file, counted from the right of its side. If two are on one file, `R+` is
//! the front one and `R-` the rear one. Soldiers that this does not tell apart, because three are on one file or several on two
//! files, are named by their place from the front and their file: `17=8`. Then follow the direction (`+` forwards, `-`
//! backwards, `=` or `.` sideways) and a number: the steps along a file, otherwise the file that is reached.

use super::board::{FILES, Kind, Point, Set, points, size};
use super::{Xiangqi, XiangqiMove};
use crate::{Game, Side};

/// How a piece is told apart from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// By its file.
    File(usize),
    /// By its place from the front, from 0, among those on its file.
    Place { place: usize, of: usize, file: usize },
    /// By its place and its file, because another file has several soldiers, too.
    PlaceAndFile { place: usize, of: usize, file: usize },
}

/// The direction of a move for its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forwards,
    Backwards,
    Sideways,
}

/// The parts of a move's name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub kind: Kind,
    pub which: Which,
    pub direction: Direction,
    /// The steps along a file, or the file that is reached.
    pub number: usize,
}

/// Returns the number of a file, from 1 at the right of `side`.
fn file_number(side: Side, point: Point) -> usize {
    match side {
        Side::First => FILES - point.file(),
        Side::Second => point.file() + 1,
    }
}

fn on_file(set: Set, file: usize) -> Set {
    points(set).filter(|point| point.file() == file).fold(0, |all, point| all | point.set())
}

impl Name {
    /// Names a legal move.
    pub(super) fn new(position: &Xiangqi, mv: XiangqiMove) -> Self {
        let (side, XiangqiMove { from, to }) = (position.to_move, mv);
        let kind = position.pieces.at(from).expect("a legal move moves a piece");
        let own = position.pieces.own(side, kind);
        let file = file_number(side, from);
        let (place, count) = Self::place(own, side, from);
        let several = (0..FILES).filter(|file| size(on_file(own, *file)) > 1).count();
        let which = match kind {
            // Of two on one file only one can go in each direction.
            _ if count == 1 || matches!(kind, Kind::Advisor | Kind::Elephant) => Which::File(file),
            Kind::Soldier if several > 1 => Which::PlaceAndFile { place, of: count, file },
            _ => Which::Place { place, of: count, file },
        };
        let (start, end) = (from.seen_by(side).rank(), to.seen_by(side).rank());
        let direction = match end.cmp(&start) {
            std::cmp::Ordering::Greater => Direction::Forwards,
            std::cmp::Ordering::Less => Direction::Backwards,
            std::cmp::Ordering::Equal => Direction::Sideways,
        };
        let number = if from.file() == to.file() { start.abs_diff(end) } else { file_number(side, to) };
        Self { kind, which, direction, number }
    }

    /// Returns the place of a piece from the front among those on its file, and their number.
    fn place(own: Set, side: Side, piece: Point) -> (usize, usize) {
        let file = on_file(own, piece.file());
        let rank = |point: Point| point.seen_by(side).rank();
        let before = points(file).filter(|other| rank(*other) > rank(piece)).count();
        (before, size(file))
    }

    /// Returns another name that people use for the same move: by the place of an advisor or elephant.
    pub(super) fn other(self, position: &Xiangqi, mv: XiangqiMove) -> Option<Self> {
        let own = position.pieces.own(position.to_move, self.kind);
        let (place, count) = Self::place(own, position.to_move, mv.from);
        match self.which {
            Which::File(file) if count == 2 => Some(Self { which: Which::Place { place, of: count, file }, ..self }),
            _ => None,
        }
    }

    fn written(self) -> String {
        let letter = match self.kind {
            Kind::General => 'K',
            Kind::Advisor => 'A',
            Kind::Elephant => 'E',
            Kind::Horse => 'H',
            Kind::Rook => 'R',
            Kind::Cannon => 'C',
            Kind::Soldier => 'P',
        };
        let piece = match self.which {
            Which::File(file) => format!("{letter}{file}"),
            Which::Place { place, of: 2, .. } => format!("{letter}{}", if place == 0 { '+' } else { '-' }),
            Which::Place { place, file, .. } | Which::PlaceAndFile { place, file, .. } => {
                format!("{}{file}", place + 1)
            }
        };
        let sign = match self.direction {
            Direction::Forwards => '+',
            Direction::Backwards => '-',
            Direction::Sideways => '=',
        };
        format!("{piece}{sign}{}", self.number)
    }
}

/// Returns the legal move with a name for which `fits` is true, if there is exactly one.
pub(super) fn only(position: &Xiangqi, fits: impl Fn(Name) -> bool) -> Option<XiangqiMove> {
    let legal = position.moves();
    let named = |mv: &XiangqiMove| {
        let name = Name::new(position, *mv);
        fits(name) || name.other(position, *mv).is_some_and(&fits)
    };
    let mut found = legal.into_iter().filter(named);
    let mv = found.next()?;
    found.next().is_none().then_some(mv)
}

impl Xiangqi {
    /// Returns a legal move in the notation of the World Xiangqi Federation: `C2=5`.
    #[must_use]
    pub fn wxf(&self, mv: XiangqiMove) -> String {
        write(self, mv)
    }
}

/// Writes a legal move.
fn write(position: &Xiangqi, mv: XiangqiMove) -> String {
    Name::new(position, mv).written()
}

/// Reads a move. Letters may be small, `N` and `B` are horse and elephant, and the sign of a pair may come first.
pub(super) fn read(position: &Xiangqi, text: &str) -> Option<XiangqiMove> {
    let mut letters: Vec<char> = text.trim().chars().map(|letter| letter.to_ascii_uppercase()).collect();
    if letters.len() != 4 {
        return None;
    }
    if matches!(letters[0], '+' | '-') {
        letters.swap(0, 1);
    }
    let plain = |letter: char| match letter {
        'N' => 'H',
        'B' => 'E',
        '.' => '=',
        letter => letter,
    };
    let text: String = letters.into_iter().map(plain).collect();
    only(position, |name| name.written() == text)
}
