//! The rules, on two bitboards: the stones of the side to move, and all stones.
//!
//! The pair of boards, and their sum as an exact key, are as explained by Pascal Pons (blog.gamesolver.org).

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::bitboard::{BOARD, BOTTOM, COLUMNS, ROWS, TOP, cells_of_row, completions, fours, has_four, mirror, point};
use super::{ConnectFourEvaluation, notation};
use crate::conventions::{BenchCase, Conventions};
use crate::seed::mix;
use crate::{
    BadMoveText, BySide, Diagram, Game, GameError, GameInfo, GameMove, MoveCode, NoOptions, Outcome, Pieces, Side,
    encoding,
};

/// Appends the columns of `points` from the left. Each column may have at most one point.
#[inline]
pub(super) fn list(points: u64, moves: &mut Vec<Column>) {
    // The addition carries each column with a point into the bit above its top. The product gathers those bits in the
    // order of the columns: bit 7 i of one factor and bit 42 - 6 i of the other meet in bit 42 + i, and no other two
    // bits meet there.
    const GATHER: u64 = 1 << 42 | 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6;
    let held = (points + BOARD) >> ROWS & BOTTOM;
    let base = moves.len();
    // Appending all seven columns and truncating is faster than appending the actual number.
    moves.extend(LISTS[(held.wrapping_mul(GATHER) >> 42 & 0x7F) as usize]);
    moves.truncate(base + held.count_ones() as usize);
}

/// For each set of columns as bits, its columns from the left, padded with column `a`.
static LISTS: [[Column; COLUMNS as usize]; 1 << COLUMNS] = {
    let mut lists = [[Column(0); COLUMNS as usize]; 1 << COLUMNS];
    let mut set = 0;
    while set < lists.len() {
        let (mut column, mut count) = (0, 0);
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                lists[set][count] = Column(column);
                count += 1;
            }
            column += 1;
        }
        set += 1;
    }
    lists
};

/// A move: the column that a stone is dropped into, `a` to `g` from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(pub(super) u8);

impl Column {
    /// Iterates over all columns from the left.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COLUMNS).map(Self)
    }

    /// Returns the column of the point with this number, which must be below 49.
    pub(super) const fn of(point: u32) -> Self {
        // A division by seven: the product and shift give the same result for all 49 points.
        Self(((point * 37) >> 8).to_le_bytes()[0])
    }

    /// Returns the number of the column, from 0 at the left.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a' + self.0))
    }
}

impl FromStr for Column {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        match *text.as_bytes() {
            [column @ b'a'..=b'g'] => Ok(Self(column - b'a')),
            _ => Err(BadMoveText::new(ConnectFour::INFO.name, text, "a move is a column, a to g")),
        }
    }
}

impl GameMove for Column {
    fn code(self) -> MoveCode {
        MoveCode(u32::from(self.0))
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        u8::try_from(code.0).ok().filter(|&index| index < COLUMNS).map(Self)
    }

    fn put(self, text: &mut String) {
        text.push(char::from(b'a' + self.0));
    }
}

/// A position of connect four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    /// The stones of the side to move.
    pub(super) own: u64,
    /// All stones.
    pub(super) stones: u64,
    pub(super) to_move: Side,
}

impl ConnectFour {
    pub(super) const EMPTY: Self = Self { own: 0, stones: 0, to_move: Side::First };

    /// Creates the position with these stones. The caller must ensure that the rules allow it.
    pub(super) const fn of(stones: &BySide<u64>, to_move: Side) -> Self {
        let own = match to_move {
            Side::First => stones.first,
            Side::Second => stones.second,
        };
        Self { own, stones: stones.first | stones.second, to_move }
    }

    /// Returns the stones of a side as bits: seven bits per column from the left, the lowest bit at the bottom.
    #[inline]
    #[must_use]
    pub fn stones(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.own ^ self.stones }
    }

    /// Returns the points that stones can be dropped to, one for each column with room.
    #[inline]
    #[must_use]
    pub const fn playable(&self) -> u64 {
        (self.stones + BOTTOM) & BOARD
    }

    /// Returns the empty points that would give `side` four in a line, whether playable now or not.
    #[inline]
    #[must_use]
    pub fn threats(&self, side: Side) -> u64 {
        completions(self.stones(side)) & BOARD & !self.stones
    }

    /// Returns the number of stones on the board.
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.stones.count_ones()
    }

    /// Returns whether the side that moved last has four in a line.
    #[inline]
    fn is_won(&self) -> bool {
        has_four(self.own ^ self.stones)
    }

    #[inline]
    const fn has_room(&self, column: Column) -> bool {
        self.stones & point(column.0, ROWS - 1) == 0
    }

    pub(super) fn mirrored(&self) -> Self {
        Self { own: mirror(self.own), stones: mirror(self.stones), to_move: self.to_move }
    }

    /// Returns an exact number for the stones: in each column, the sum of the own and all stones determines both.
    pub(super) const fn sum(&self) -> u64 {
        self.own + self.stones
    }

    /// Returns the points that can be played without losing at once. `completions` are the opponent's winning points.
    #[inline]
    pub(super) const fn sound(&self, completions: u64) -> u64 {
        let threats = completions & !self.stones;
        let playable = self.playable();
        let stops = threats & playable;
        let sound = if stops == 0 { playable } else { stops } & !(threats >> 1);
        // With two threats, only one can be stopped, so every move loses.
        if stops & stops.wrapping_sub(1) == 0 { sound } else { 0 }
    }

    /// Returns the key for this sum. Different sums of one side have different keys.
    pub(super) fn key_of(&self, sum: u64) -> u64 {
        mix(sum | u64::from(self.to_move == Side::Second) << 49)
    }

    /// Returns `x`, `o` or nothing.
    pub(super) fn stone(&self, point: u64) -> Option<char> {
        let own = if self.to_move == Side::First { 'x' } else { 'o' };
        let other = if own == 'x' { 'o' } else { 'x' };
        match point {
            _ if self.own & point != 0 => Some(own),
            _ if self.stones & point != 0 => Some(other),
            _ => None,
        }
    }
}

impl Game for ConnectFour {
    type Move = Column;
    type Options = NoOptions;
    type Evaluation = ConnectFourEvaluation;

    const INFO: GameInfo = GameInfo {
        name: "connect4",
        title: "Connect four",
        about: "Drop stones into seven columns; four in a line win.",
        sides: BySide::new("X", "O"),
        options: &[],
    };
    const PIECES: Option<Pieces> = Pieces::STONES;
    const CONVENTIONS: Conventions<Self> = Conventions {
        bench: &[BenchCase::random(0, 7), BenchCase::random(12, 7)],
        refinements: &[BenchCase::random(0, 10), BenchCase::random(8, 10), BenchCase::random(16, 10)],
        engines: super::engines::PLAY,
        ..Conventions::NONE
    };

    fn initial(_: &NoOptions) -> Result<Self, GameError> {
        Ok(Self::EMPTY)
    }

    fn parse(_: &NoOptions, text: &str) -> Result<Self, GameError> {
        notation::parse(text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal(&self, moves: &mut Vec<Column>) {
        if !self.is_won() {
            self.legal_unchecked(moves);
        }
    }

    #[inline]
    fn legal_unchecked(&self, moves: &mut Vec<Column>) {
        list(self.playable(), moves);
    }

    fn count_legal(&self) -> usize {
        if self.is_won() { 0 } else { (!self.stones & TOP).count_ones() as usize }
    }

    fn is_legal(&self, mv: Column) -> bool {
        self.has_room(mv) && !self.is_won()
    }

    /// Solvers number the columns from 1. A cell, as `d1`, is its column if the next stone there lands on it.
    fn read_move(&self, text: &str) -> Option<Column> {
        let read = match *text.as_bytes() {
            [digit @ b'1'..=b'7'] => Some(Column(digit - b'1')),
            [letter @ (b'a'..=b'g' | b'A'..=b'G'), digit @ b'1'..=b'6'] => {
                let mv = Column(letter.to_ascii_lowercase() - b'a');
                Some(mv).filter(|mv| self.playable() & point(mv.0, digit - b'1') != 0)
            }
            _ => text.parse().ok(),
        };
        read.filter(|mv| self.is_legal(*mv))
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        self.own ^= self.stones;
        self.stones |= self.stones + point(mv.0, 0);
        self.to_move = !self.to_move;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() { Some(Outcome::win(!self.to_move)) } else { (self.stones == BOARD).then_some(Outcome::DRAW) }
    }

    /// No two positions have the same key.
    #[inline]
    fn key(&self) -> u64 {
        self.key_of(self.sum())
    }

    fn cells(&self) -> Vec<u8> {
        let first = self.stones(Side::First);
        let cell = |point: u64| match point {
            _ if self.stones & point == 0 => 0,
            _ if first & point != 0 => b'x',
            _ => b'o',
        };
        let mut cells = Vec::with_capacity(usize::from(COLUMNS) * usize::from(ROWS));
        // Internal iteration is several times as fast as `collect` here.
        notation::points().for_each(|(row, column)| cells.push(cell(point(column, row))));
        cells
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        let [first, second] = Side::BOTH.map(|side| self.stones(side));
        let rows = (0..ROWS).rev().map(|number| (cells_of_row(first, number), cells_of_row(second, number)));
        encoding::put_rows(rows, COLUMNS.into(), bytes);
        bytes.push(encoding::side(self.to_move));
    }

    fn marked(&self, last: Column) -> Vec<Cow<'static, str>> {
        // The highest stone in the column.
        let highest = (0..ROWS).rev().find(|&row| self.stones & point(last.0, row) != 0);
        highest.map(|row| notation::name((row, last.0))).into_iter().collect()
    }

    fn line(&self) -> Vec<Cow<'static, str>> {
        let line = Side::BOTH.into_iter().fold(0, |line, side| line | fours(self.stones(side)));
        if line == 0 {
            return Vec::new();
        }
        notation::points().filter(|&(row, column)| line & point(column, row) != 0).map(notation::name).collect()
    }

    fn diagram(&self, last: Option<Column>) -> Diagram {
        notation::diagram(self, last.map(|last| self.marked(last)).unwrap_or_default())
    }
}
