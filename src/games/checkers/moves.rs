//! Squares, directions and moves.
//!
//! A set of squares is a word in which bits 8, 17 and 26 have no square. A diagonal direction is therefore the same
//! shift in every row, and a step off the board ends on one of those bits or beyond. This is the board of A. L. Samuel,
//! "Some studies in machine learning using the game of checkers", IBM Journal of Research and Development 3 (1959).

use std::fmt;
use std::str::FromStr;

use super::NAME;
use crate::{BadMoveText, GameMove, MoveCode, Side};

/// All 32 squares.
pub(super) const BOARD: u64 = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;

/// The greatest number of pieces in one capture. The squares on which a piece can land form two grids of four by four
/// squares of one colour with nine jumps each, and no jump can be made twice in a move.
const MOST_JUMPS: u32 = 9;

/// The bits of a move code: five for the start, four for the number of jumps, then two for each direction.
const JUMPS_AT: u32 = 5;
const PATH_AT: u32 = 9;

/// Returns the square with this number, 1 to 32, as a set.
pub(super) const fn square(number: u32) -> u64 {
    1 << (number - 1 + (number - 1) / 8)
}

/// The number of each square as text, and an empty text for 0.
pub(super) const NUMBERS: [&str; 33] = [
    "", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32",
];

/// Returns the number of the only square in a set.
pub(super) const fn number(square: u64) -> u32 {
    let bit = square.trailing_zeros();
    bit - bit / 9 + 1
}

/// The squares 1 to 4, where the second side's men are crowned.
const TOP_ROW: u64 = 0b1111;
/// The squares 29 to 32, where the first side's men are crowned.
const BOTTOM_ROW: u64 = 0b1111 << 31;

/// The row where a side's men are crowned.
pub(super) const fn king_row(side: Side) -> u64 {
    match side {
        Side::First => BOTTOM_ROW,
        Side::Second => TOP_ROW,
    }
}

/// Compresses a set to 32 bits by removing the bits without a square.
pub(super) const fn dense(set: u64) -> u64 {
    set & 0xff | set >> 1 & 0xff00 | set >> 2 & 0xff_0000 | set >> 3 & 0xff00_0000
}

/// Returns the set seen from the other end of the board.
pub(super) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> 29
}

/// Iterates over the squares of a set by number.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// One of the four diagonal directions, with the squares 1 to 4 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    DownLeft,
    DownRight,
    UpRight,
    UpLeft,
}

impl Direction {
    pub(super) const ALL: [Self; 4] = [Self::DownLeft, Self::DownRight, Self::UpRight, Self::UpLeft];

    /// Moves all squares of `set` one step. Squares that leave the board are dropped.
    #[inline]
    pub(super) const fn step(self, set: u64) -> u64 {
        BOARD
            & match self {
                Self::DownLeft => set << 4,
                Self::DownRight => set << 5,
                Self::UpRight => set >> 4,
                Self::UpLeft => set >> 5,
            }
    }

    /// Returns the squares from which a step leads to `set`.
    #[inline]
    pub(super) const fn back(self, set: u64) -> u64 {
        match self {
            Self::DownLeft => Self::UpRight.step(set),
            Self::DownRight => Self::UpLeft.step(set),
            Self::UpRight => Self::DownLeft.step(set),
            Self::UpLeft => Self::DownRight.step(set),
        }
    }

    /// Returns whether the direction leads to higher numbers, where the first side's men move.
    pub(super) const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight)
    }
}

/// A step, or a capture with its whole path: `11-15`, `22x15x8`. Captures by different paths are different moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckersMove(u32);

impl CheckersMove {
    /// Creates one step from `start`.
    pub(super) const fn step(start: u64, direction: Direction) -> Self {
        Self((number(start) - 1) | ((direction as u32) << PATH_AT))
    }

    /// Creates a capture without jumps, which are added by [`CheckersMove::then`].
    pub(super) const fn capture(start: u64) -> Self {
        Self(number(start) - 1)
    }

    /// Adds one jump to the capture.
    pub(super) const fn then(self, direction: Direction) -> Self {
        let jumps = self.jumps();
        Self((self.0 + (1 << JUMPS_AT)) | ((direction as u32) << (PATH_AT + 2 * jumps)))
    }

    /// Returns the number of captured pieces.
    #[must_use]
    pub const fn jumps(self) -> u32 {
        self.0 >> JUMPS_AT & 0xf
    }

    /// Returns the start square as a set.
    pub(super) const fn start(self) -> u64 {
        square((self.0 & 0x1f) + 1)
    }

    /// Returns the end square of a step.
    #[inline]
    pub(super) const fn stepped(self) -> u64 {
        Direction::ALL[(self.0 >> PATH_AT & 3) as usize].step(self.start())
    }

    /// Returns the directions of the step or the jumps.
    pub(super) fn directions(self) -> impl Iterator<Item = Direction> {
        let path = self.0 >> PATH_AT;
        (0..self.jumps().max(1)).map(move |at| Direction::ALL[(path >> (2 * at) & 3) as usize])
    }

    /// Returns the end square and the captured squares. Both sets are empty if the move leaves the board.
    pub(super) fn walk(self) -> (u64, u64) {
        let (mut at, mut captured) = (self.start(), 0);
        for direction in self.directions() {
            at = direction.step(at);
            if self.jumps() > 0 {
                captured |= at;
                at = direction.step(at);
            }
        }
        (at, captured)
    }

    /// Returns the squares that the piece visits, from first to last.
    pub(super) fn stops(self) -> impl Iterator<Item = u64> {
        let length = if self.jumps() > 0 { 2 } else { 1 };
        let mut at = self.start();
        let further = self.directions().map(move |direction| {
            (0..length).for_each(|_| at = direction.step(at));
            at
        });
        std::iter::once(self.start()).chain(further)
    }
}

impl GameMove for CheckersMove {
    fn code(self) -> MoveCode {
        MoveCode(self.0)
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        let mv = Self(code.0);
        let jumps = mv.jumps();
        let used = PATH_AT + 2 * jumps.max(1);
        if jumps > MOST_JUMPS || code.0 >> used != 0 {
            return None;
        }
        let (end, captured) = mv.walk();
        (end != 0 && captured.count_ones() == jumps).then_some(mv)
    }

    fn put(self, text: &mut String) {
        let mark = if self.jumps() > 0 { 'x' } else { '-' };
        for (index, stop) in self.stops().map(number).enumerate() {
            if index > 0 {
                text.push(mark);
            }
            text.push_str(NUMBERS[stop as usize]);
        }
    }
}

impl fmt::Display for CheckersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.put(&mut text);
        f.write_str(&text)
    }
}

impl FromStr for CheckersMove {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        const FORM: &str = "a move is a step as 11-15 or a capture with every square of its path as 22x15x8";
        read(text)
            .and_then(|mv| Self::from_code(mv.code()))
            .filter(|mv| mv.to_string() == text)
            .ok_or_else(|| BadMoveText::new(NAME, text, FORM))
    }
}

/// Parses the squares of `text` into a move if each leads to the next. Does not check whether the move is legal.
fn read(text: &str) -> Option<CheckersMove> {
    let mut stops = text.split(['-', 'x']).map(|word| word.parse().ok().filter(|number| (1..=32).contains(number)));
    let start = square(stops.next()??);
    let leads = |from: u64, to: u64, length: usize| {
        let reaches = |direction: &Direction| (0..length).fold(from, |at, _| direction.step(at)) == to;
        Direction::ALL.into_iter().find(reaches)
    };
    if text.contains('-') {
        return Some(CheckersMove::step(start, leads(start, square(stops.next()??), 1)?));
    }
    let (mut mv, mut at) = (CheckersMove::capture(start), start);
    for stop in stops {
        let to = square(stop?);
        if mv.jumps() == MOST_JUMPS {
            return None;
        }
        (mv, at) = (mv.then(leads(at, to, 2)?), to);
    }
    (mv.jumps() > 0).then_some(mv)
}
