//! The rules, on two bitboards of nine points in reading order: bit 0 is a3, bit 8 is c1.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::TicTacToeEvaluation;
use crate::conventions::{BenchCase, BenchMoves, Conventions};
use crate::hints::images_of_a_square;
use crate::seed::mix;
use crate::{
    BadMoveText, BySide, Diagnostic, Diagram, ExactEndgame, Game, GameError, GameInfo, GameMove, Grid, MoveCode,
    MoveOrdering, NoOptions, Outcome, Pieces, Side, Symmetry, Tactics, cell_name, letters, position_error,
};

const FULL: u16 = 0b1_1111_1111;

/// The eight lines: rows, columns, diagonals.
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A bit for each set of points: whether it contains a line.
static WON: [u64; 8] = {
    let mut won = [0; 8];
    let mut stones = 0;
    while stones <= FULL {
        let mut line = 0;
        while line < LINES.len() {
            if stones & LINES[line] == LINES[line] {
                won[stones as usize / 64] |= 1 << (stones % 64);
            }
            line += 1;
        }
        stones += 1;
    }
    won
};

/// Iterates over the points of a set in reading order.
#[inline]
fn points(mut set: u16) -> impl Iterator<Item = Point> {
    (0..set.count_ones()).map(move |_| {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        Point(first.to_le_bytes()[0])
    })
}

/// A point of the board, named by column letter and row number: `a1` is at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point(u8);

impl Point {
    /// Iterates over all points in reading order, from a3 to c1.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..9).map(Self)
    }

    /// Returns the canonical text.
    fn name(self) -> &'static str {
        cell_name::name(usize::from(self.0 % 3), usize::from(2 - self.0 / 3))
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Point {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        match *text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Ok(Self((b'3' - row) * 3 + (column - b'a'))),
            _ => {
                Err(BadMoveText::new(TicTacToe::INFO.name, text, "a point is a column a to c and a row 1 to 3, as b2"))
            }
        }
    }
}

impl GameMove for Point {
    fn code(self) -> MoveCode {
        MoveCode(u32::from(self.0))
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        u8::try_from(code.0).ok().filter(|&index| index < 9).map(Self)
    }

    fn put(self, text: &mut String) {
        text.push_str(self.name());
    }
}

/// A position of tic-tac-toe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    stones: BySide<u16>,
    to_move: Side,
}

impl TicTacToe {
    /// Returns the points of a side as bits in reading order.
    #[inline]
    #[must_use]
    pub fn stones(&self, side: Side) -> u16 {
        self.stones[side]
    }

    #[inline]
    const fn empty(&self) -> u16 {
        FULL & !(self.stones.first | self.stones.second)
    }

    #[inline]
    fn line_of(&self, side: Side) -> Option<u16> {
        LINES.into_iter().find(|line| self.stones[side] & line == *line)
    }

    /// Returns whether the side that moved last has a line.
    #[inline]
    fn is_won(&self) -> bool {
        let stones = self.stones[!self.to_move];
        WON[usize::from(stones) / 64] >> (stones % 64) & 1 == 1
    }

    /// Returns the empty points where a stone of `side` would complete a line.
    #[inline]
    fn completing(&self, side: Side) -> u16 {
        let (own, empty) = (self.stones[side], self.empty());
        // A complete line has no point left that could complete it.
        let lacks_one = |line: &u16| (line & !own).count_ones() == 1;
        LINES.into_iter().filter(lacks_one).fold(0, |points, line| points | line & empty)
    }

    /// Moves each point to where `to` says.
    fn moved(&self, to: impl Fn(u8) -> u8) -> Self {
        let map =
            |stones: u16| (0..9).filter(|index| stones >> index & 1 == 1).fold(0, |all, index| all | 1 << to(index));
        Self { stones: self.stones.map(map), to_move: self.to_move }
    }
}

impl Game for TicTacToe {
    type Move = Point;
    type Options = NoOptions;
    type Evaluation = TicTacToeEvaluation;

    const INFO: GameInfo = GameInfo {
        name: "tictactoe",
        title: "Tic-tac-toe",
        about: "Three in a row on a board of nine points.",
        sides: BySide::new("X", "O"),
        options: &[],
    };
    const PIECES: Option<Pieces> = Pieces::STONES;
    const CONVENTIONS: Conventions<Self> = Conventions {
        small: true,
        bench: &[
            BenchCase { name: Some("empty board"), position: None, moves: BenchMoves::Given(&[]), depth: 9 },
            BenchCase { name: Some("an opening"), position: None, moves: BenchMoves::Given(&["a1", "b2"]), depth: 6 },
            BenchCase {
                name: Some("a fork"),
                position: Some(|| "x../.o./..x o".to_owned()),
                moves: BenchMoves::Given(&[]),
                depth: 6,
            },
        ],
        refinements: &[BenchCase::random(0, 9), BenchCase::random(1, 9), BenchCase::random(2, 9)],
        engines: super::engines::PLAY,
        ..Conventions::NONE
    };

    fn initial(_: &NoOptions) -> Result<Self, GameError> {
        Ok(Self { stones: BySide::new(0, 0), to_move: Side::First })
    }

    fn parse(_: &NoOptions, text: &str) -> Result<Self, GameError> {
        parse(text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        let mut text = String::with_capacity(13);
        for point in Point::all() {
            if point.0 > 0 && point.0 % 3 == 0 {
                text.push('/');
            }
            text.push(match point.bit() {
                bit if self.stones.first & bit != 0 => 'x',
                bit if self.stones.second & bit != 0 => 'o',
                _ => '.',
            });
        }
        text.push_str(if self.to_move == Side::First { " x" } else { " o" });
        text
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal(&self, moves: &mut Vec<Point>) {
        if !self.is_won() {
            self.legal_unchecked(moves);
        }
    }

    #[inline]
    fn legal_unchecked(&self, moves: &mut Vec<Point>) {
        moves.extend(points(self.empty()));
    }

    fn count_legal(&self) -> usize {
        if self.is_won() { 0 } else { self.empty().count_ones() as usize }
    }

    fn is_legal(&self, mv: Point) -> bool {
        self.empty() & mv.bit() != 0 && self.outcome().is_none()
    }

    #[inline]
    fn play(&mut self, mv: Point) {
        self.stones[self.to_move] |= mv.bit();
        self.to_move = !self.to_move;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() { Some(Outcome::win(!self.to_move)) } else { (self.empty() == 0).then_some(Outcome::DRAW) }
    }

    #[inline]
    fn key(&self) -> u64 {
        let side = u64::from(self.to_move == Side::Second);
        mix(u64::from(self.stones.first) | u64::from(self.stones.second) << 9 | side << 18)
    }

    fn cells(&self) -> Vec<u8> {
        let cell = |point: Point| match point.bit() {
            bit if self.stones.first & bit != 0 => b'x',
            bit if self.stones.second & bit != 0 => b'o',
            _ => 0,
        };
        Point::all().map(cell).collect()
    }

    fn marked(&self, last: Point) -> Vec<Cow<'static, str>> {
        vec![last.name().into()]
    }

    fn line(&self) -> Vec<Cow<'static, str>> {
        let line = Side::BOTH.into_iter().find_map(|side| self.line_of(side));
        line.map_or_else(Vec::new, |line| {
            Point::all().filter(|point| line & point.bit() != 0).map(|point| point.name().into()).collect()
        })
    }

    fn diagram(&self, last: Option<Point>) -> Diagram {
        Diagram::Grid {
            grid: Grid {
                columns: 3,
                rows: 3,
                cells: letters(&self.cells()),
                last: last.map(|last| self.marked(last)).unwrap_or_default(),
            },
            points: Point::all().map(|point| point.name().into()).collect(),
            line: self.line(),
            check: None,
        }
    }
}

impl MoveOrdering for TicTacToe {
    /// Prefers points with more lines through them: the centre, then the corners, then the edges.
    #[inline]
    fn rank(&self, mv: Point) -> i32 {
        LINES.iter().filter(|&line| line & mv.bit() != 0).fold(0, |lines, _| lines + 1)
    }
}

impl Tactics for TicTacToe {
    const FINDS_WINS: bool = true;

    #[inline]
    fn winning_move(&self) -> Option<Point> {
        points(self.completing(self.to_move)).next()
    }

    /// If the opponent threatens a line, every move that does not stop it loses. If there are two such points, every
    /// move loses.
    #[inline]
    fn non_losing_moves(&self, moves: &mut Vec<Point>) {
        let stops = self.completing(!self.to_move);
        match points(stops).next() {
            Some(_) if self.is_won() || stops.count_ones() > 1 => {}
            Some(only) => moves.push(only),
            None => self.legal(moves),
        }
    }
}

impl ExactEndgame for TicTacToe {
    #[inline]
    fn empties(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }
}

impl Symmetry for TicTacToe {
    fn canonical_key(&self) -> u64 {
        let mut least = u64::MAX;
        let (mut first, mut second) = (self.stones.first, self.stones.second);
        for _ in 0..4 {
            for (first, second) in [(first, second), (mirror(first), mirror(second))] {
                least = least.min(Self { stones: BySide::new(first, second), to_move: self.to_move }.key());
            }
            (first, second) = (turn(first), turn(second));
        }
        least
    }

    fn colour_flipped(&self) -> Option<Self> {
        Some(Self { stones: self.stones.exchanged(), to_move: !self.to_move })
    }

    fn symmetric_positions(&self) -> Vec<Self> {
        let turned = |position: &Self| position.moved(|index| (index % 3) * 3 + (2 - index / 3));
        images_of_a_square(self, self.moved(|index| index / 3 * 3 + (2 - index % 3)), turned)
    }
}

/// Mirrors a bitboard: exchanges the left and the right column.
const fn mirror(points: u16) -> u16 {
    (points & 0o111) << 2 | points & 0o222 | (points & 0o444) >> 2
}

/// Turns a bitboard by a quarter: exchanges rows and columns, then mirrors it.
const fn turn(points: u16) -> u16 {
    let exchanged =
        points & 0o421 | (points & 0o042) << 2 | (points & 0o004) << 4 | (points & 0o210) >> 2 | (points & 0o100) >> 4;
    mirror(exchanged)
}

/// Parses `xo./.x./... o`: three rows from the top, then the side to move, which must match the numbers of stones.
fn parse(text: &str) -> Result<TicTacToe, Diagnostic> {
    const FORM: &str = "three rows of x, o or . from the top, as xo./.x./... o";
    let (board, turn) = match text.split_once(' ') {
        Some((board, turn)) => (board, Some(turn)),
        None => (text, None),
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
        return Err(position_error::form(FORM));
    }
    let mut stones = BySide::new(0_u16, 0_u16);
    for (index, cell) in rows.concat().chars().enumerate() {
        match cell {
            'x' | 'X' => stones.first |= 1 << index,
            'o' | 'O' => stones.second |= 1 << index,
            '.' | '-' | '_' => {}
            given => {
                let at = Point::all().nth(index).map_or_else(String::new, |point| point.to_string());
                return Err(position_error::unknown_letter(given, at, "x, o, ."));
            }
        }
    }
    let counts = stones.map(|of| of.count_ones() as usize);
    let to_move = match (counts.first, counts.second) {
        (x, o) if x == o => Side::First,
        (x, o) if x == o + 1 => Side::Second,
        (x, o) => return Err(position_error::stone_count(x, o)),
    };
    let side = if to_move == Side::First { 'x' } else { 'o' };
    if turn.is_some_and(|turn| turn.trim().chars().ne([side])) {
        return Err(position_error::wrong_turn(side));
    }
    let position = TicTacToe { stones, to_move };
    if position.line_of(to_move).is_some() {
        return Err(position_error::won_to_move(side, 3));
    }
    Ok(position)
}
