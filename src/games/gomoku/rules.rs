//! The rules, on two sets of points.
//!
//! Each side's set holds its stones and every cell that is off the board. So a cell in neither is empty, one in both is
//! off the board, and exchanging the sets exchanges the sides.

use super::points::Points;
use super::shape::{GomokuOptions, MAX_SIZE, MIN_SIZE, STEPS, Shape};
use super::{GomokuEvaluation, Point, notation};
use crate::games::seed::mix;
use crate::games::{BySide, Diagram, Game, GameError, GameInfo, Grid, Hints, OptionInfo, OptionKind, Outcome, Side};

const SIZES: OptionKind = OptionKind::Integer { min: 0, max: MAX_SIZE as i64, default: 0 };

/// A position of gomoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    /// Each side's stones, and the cells off the board.
    taken: BySide<Points>,
    hash: u64,
    shape: Shape,
    /// Empty points.
    left: u16,
    to_move: Side,
    /// Whether the last move made a row.
    won: bool,
}

impl Gomoku {
    /// An empty board.
    pub(super) fn empty(shape: Shape) -> Self {
        let mut off = Points::ALL;
        shape.top_down().for_each(|point| off.remove(point.index()));
        let rule = [shape.columns, shape.rows, shape.row, u8::from(shape.exact)];
        Self {
            taken: BySide::new(off, off),
            hash: mix(u64::from(u32::from_le_bytes(rule))),
            shape,
            left: u16::from(shape.columns) * u16::from(shape.rows),
            to_move: Side::First,
            won: false,
        }
    }

    /// The position with these stones on an empty board. Whoever calls sees to it that the rules allow it.
    pub(super) fn of(shape: Shape, stones: impl IntoIterator<Item = (Point, Side)>, to_move: Side) -> Self {
        let mut position = Self { to_move, ..Self::empty(shape) };
        stones.into_iter().for_each(|(point, side)| position.put(point, side));
        position.won = position.stones(!to_move).iter().any(|point| position.completes(point, !to_move));
        position
    }

    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// The empty points.
    pub(super) fn empties(&self) -> Points {
        Points::ALL.without(self.taken.first.or(self.taken.second))
    }

    /// The stones of a side.
    pub(super) fn stones(&self, side: Side) -> Points {
        self.taken[side].without(self.taken[!side])
    }

    /// Whose stone stands on the cell, if there is one.
    pub(super) fn stone(&self, index: usize) -> Option<Side> {
        match (self.taken.first.has(index), self.taken.second.has(index)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        }
    }

    fn is_empty(&self, index: usize) -> bool {
        index < super::shape::CELLS && !self.taken.first.has(index) && !self.taken.second.has(index)
    }

    fn put(&mut self, point: Point, side: Side) {
        self.taken[side].insert(point.index());
        self.hash ^= mix((1 << 32) | u64::from(side == Side::Second) << 16 | point.index() as u64);
        self.left -= 1;
    }

    /// How many stones of `side` follow each other from the point on, itself not included, and the cell after them;
    /// forwards or backwards.
    fn run(&self, point: Point, side: Side, step: usize, forwards: bool) -> (usize, usize) {
        // A step back over the first cell wraps to an index that no set has.
        let next = |at: usize| if forwards { at.wrapping_add(step) } else { at.wrapping_sub(step) };
        let mut at = next(point.index());
        let mut stones = 0;
        while self.taken[side].has(at) && !self.taken[!side].has(at) {
            stones += 1;
            at = next(at);
        }
        (stones, at)
    }

    /// How many of `side` stand in line with the point in the direction of `step`, if one of them is on the point.
    fn row_through(&self, point: Point, side: Side, step: usize) -> usize {
        1 + self.run(point, side, step, true).0 + self.run(point, side, step, false).0
    }

    fn is_winning_row(&self, stones: usize) -> bool {
        let row = usize::from(self.shape.row);
        if self.shape.exact { stones == row } else { stones >= row }
    }

    /// Whether a stone of `side` on the point makes a row that wins.
    pub(super) fn completes(&self, point: Point, side: Side) -> bool {
        STEPS.into_iter().any(|step| self.is_winning_row(self.row_through(point, side, step)))
    }

    /// The same stones elsewhere.
    fn moved(&self, to: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        let moved = |(point, side): (Point, Side)| {
            let (column, row) = to(point.column(), point.row());
            (Point::of(column, row), side)
        };
        Self { won: self.won, ..Self::of(self.shape, self.all_stones().map(moved), self.to_move) }
    }

    fn all_stones(&self) -> impl Iterator<Item = (Point, Side)> {
        Side::BOTH.into_iter().flat_map(|side| self.stones(side).iter().map(move |point| (point, side)))
    }

    /// What the stones of `side` in line with an empty point promise to a stone there.
    fn promise(&self, point: Point, side: Side, step: usize) -> i32 {
        let (ahead, end) = self.run(point, side, step, true);
        let (behind, start) = self.run(point, side, step, false);
        if ahead + behind == 0 {
            return 0;
        }
        let open = i32::from(self.is_empty(end)) + i32::from(self.is_empty(start));
        match usize::from(self.shape.row).saturating_sub(ahead + behind + 1) {
            0 => 16_384,
            missing => open * (4_096 >> (3 * missing.min(4))),
        }
    }
}

impl Game for Gomoku {
    type Move = Point;
    type Options = GomokuOptions;
    type Evaluation = GomokuEvaluation;

    const INFO: GameInfo = GameInfo {
        name: "gomoku",
        title: "Gomoku",
        about: "Five in a row, or as many as you choose, on a board of your size.",
        sides: BySide::new("X", "O"),
        options: &[
            OptionInfo {
                name: "size",
                about: "columns and rows of the board",
                kind: OptionKind::Integer { min: MIN_SIZE as i64, max: MAX_SIZE as i64, default: 15 },
            },
            OptionInfo { name: "columns", about: "columns, 0 for as many as size", kind: SIZES },
            OptionInfo { name: "rows", about: "rows, 0 for as many as size", kind: SIZES },
            OptionInfo {
                name: "row",
                about: "how many in a row win",
                kind: OptionKind::Integer { min: MIN_SIZE as i64, max: MAX_SIZE as i64, default: 5 },
            },
            OptionInfo {
                name: "exact",
                about: "whether more than that in a row do not win",
                kind: OptionKind::Boolean { default: false },
            },
        ],
    };

    fn initial(options: &GomokuOptions) -> Result<Self, GameError> {
        Shape::new(options).map(Self::empty).map_err(|problem| GameError::Options { game: Self::INFO.name, problem })
    }

    fn parse(options: &GomokuOptions, text: &str) -> Result<Self, GameError> {
        let shape = Self::initial(options)?.shape;
        notation::parse(shape, text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<Point>) {
        if !self.won {
            moves.extend(self.empties().iter());
        }
    }

    fn count_legal(&self) -> usize {
        if self.won { 0 } else { usize::from(self.left) }
    }

    fn is_legal(&self, mv: Point) -> bool {
        !self.won && self.is_empty(mv.index())
    }

    fn play(&mut self, mv: Point) {
        self.put(mv, self.to_move);
        self.won = self.completes(mv, self.to_move);
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.won { Some(Outcome::win(!self.to_move)) } else { (self.left == 0).then_some(Outcome::DRAW) }
    }

    fn key(&self) -> u64 {
        match self.to_move {
            Side::First => self.hash,
            Side::Second => !self.hash,
        }
    }

    fn diagram(&self, last: Option<Point>) -> Diagram {
        let cell = |point: Point| match self.stone(point.index()) {
            Some(Side::First) => "x".to_owned(),
            Some(Side::Second) => "o".to_owned(),
            None => String::new(),
        };
        let in_row = |point: &Point| {
            self.won && self.stone(point.index()) == Some(!self.to_move) && self.completes(*point, !self.to_move)
        };
        Diagram::Grid {
            grid: Grid {
                columns: self.shape.columns.into(),
                rows: self.shape.rows.into(),
                cells: self.shape.top_down().map(cell).collect(),
                last: last.iter().map(ToString::to_string).collect(),
            },
            points: self.shape.top_down().map(|point| point.to_string()).collect(),
            line: self.shape.top_down().filter(in_row).map(|point| point.to_string()).collect(),
        }
    }
}

impl Hints for Gomoku {
    /// What makes or stops the longest rows first; where there are none, near the centre.
    fn rank(&self, mv: Point) -> i32 {
        let promises = STEPS.into_iter().map(|step| {
            let own = self.promise(mv, self.to_move, step);
            own + own / 2 + self.promise(mv, !self.to_move, step)
        });
        promises.sum::<i32>() - self.shape.off_centre(mv)
    }

    fn swapped(&self) -> Option<Self> {
        let exchanged = self.all_stones().map(|(point, side)| (point, !side));
        Some(Self { won: self.won, ..Self::of(self.shape, exchanged, !self.to_move) })
    }

    fn images(&self) -> Vec<Self> {
        let Shape { columns, rows, .. } = self.shape;
        let (right, top) = (usize::from(columns) - 1, usize::from(rows) - 1);
        let mut images = vec![
            self.moved(|column, row| (right - column, row)),
            self.moved(|column, row| (column, top - row)),
            self.moved(|column, row| (right - column, top - row)),
        ];
        if columns == rows {
            images.push(self.moved(|column, row| (row, column)));
            images.push(self.moved(|column, row| (top - row, column)));
            images.push(self.moved(|column, row| (row, right - column)));
            images.push(self.moved(|column, row| (top - row, right - column)));
        }
        images
    }
}
