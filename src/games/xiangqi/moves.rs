//! Moves, and the names of points: files `a` to `i` and ranks `0` to `9` from Red's left corner, as in ICCS.

use std::fmt;
use std::str::FromStr;

use super::NAME;
use super::board::{POINTS, Point};
use crate::{BadMoveText, GameMove, MoveCode};

/// A move: its two points, as in `h2e2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct XiangqiMove {
    pub(super) from: Point,
    pub(super) to: Point,
}

impl XiangqiMove {
    /// Reads two names of points with ranks from `first_rank`, which is 0 in ICCS and 1 in UCI.
    pub(super) fn read(text: &str, first_rank: usize) -> Option<Self> {
        let end = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
        let (from, to) = (read_point(&text[..end], first_rank)?, read_point(&text[end..], first_rank)?);
        (from != to).then_some(Self { from, to })
    }

    /// Writes the two points with ranks from `first_rank`.
    pub(super) fn written(self, first_rank: usize) -> String {
        let name = |point: Point| format!("{}{}", file_letter(point), point.rank() + first_rank);
        name(self.from) + &name(self.to)
    }
}

fn file_letter(point: Point) -> char {
    char::from(b"abcdefghi"[point.file()])
}

fn read_point(name: &str, first_rank: usize) -> Option<Point> {
    let (&letter, digits) = name.as_bytes().split_first()?;
    let is_plain = digits == b"0" || !digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit);
    let rank: usize = std::str::from_utf8(digits).ok().filter(|_| is_plain)?.parse().ok()?;
    Point::at(usize::from(letter.checked_sub(b'a')?), rank.checked_sub(first_rank)?)
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_letter(*self), self.rank())
    }
}

impl GameMove for XiangqiMove {
    fn code(self) -> MoveCode {
        MoveCode((self.from.index() + POINTS * self.to.index()) as u32)
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        let code = code.0 as usize;
        let (from, to) = (Point::new(code % POINTS)?, Point::new(code / POINTS)?);
        (from != to).then_some(Self { from, to })
    }
}

impl fmt::Display for XiangqiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for XiangqiMove {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        const FORM: &str = "a move is from and to, with ranks 0 to 9, as h2e2";
        Self::read(text, 0).ok_or_else(|| BadMoveText::new(NAME, text, FORM))
    }
}
