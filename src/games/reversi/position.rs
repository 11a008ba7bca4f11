//! Two bitboards: the discs of the side to move and those of the opponent.

use std::fmt;
use std::str::FromStr;

use super::NAME;
use super::flips::mobility;
use crate::{BadMoveText, BySide, GameMove, MoveCode, Side, cell_name};

/// A move: a disc on one of the 64 squares, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(pub(super) u8);

impl Turn {
    /// A pass, which is legal only if no disc can be placed.
    pub const PASS: Self = Self(64);

    /// Returns the canonical text.
    pub(super) fn name(self) -> &'static str {
        if self == Self::PASS { "pass" } else { cell_name::name(usize::from(self.0 % 8), usize::from(self.0 / 8)) }
    }

    pub(super) const fn square(self) -> Option<u64> {
        if self.0 < 64 { Some(1 << self.0) } else { None }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Turn {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok(Self((row - b'1') * 8 + (column - b'a'))),
            _ if text == "pass" => Ok(Self::PASS),
            _ => Err(BadMoveText::new(NAME, text, "a move is a column a to h and a row 1 to 8, as d3, or pass")),
        }
    }
}

impl GameMove for Turn {
    fn code(self) -> MoveCode {
        MoveCode(u32::from(self.0))
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        u8::try_from(code.0).ok().filter(|&index| index <= 64).map(Self)
    }

    fn put(self, text: &mut String) {
        text.push_str(self.name());
    }
}

/// A position of reversi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversi {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// The discs of the other side.
    pub(super) other: u64,
    /// The squares where the side to move can place a disc. Cached because almost every method needs them.
    pub(super) moves: u64,
    pub(super) to_move: Side,
}

impl Reversi {
    /// Creates the position with these discs.
    pub(super) fn of(discs: &BySide<u64>, to_move: Side) -> Self {
        let (own, other) = (discs[to_move], discs[!to_move]);
        Self { own, other, moves: mobility(own, other), to_move }
    }

    /// Returns the discs of a side as bits, row by row: bit 0 is a1, bit 7 h1, bit 63 h8.
    #[must_use]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.other }
    }

    /// Returns the squares where `side` could place a disc if it were to move.
    #[must_use]
    pub fn mobility(&self, side: Side) -> u64 {
        if side == self.to_move { self.moves } else { mobility(self.other, self.own) }
    }

    /// Returns the number of empty squares.
    #[must_use]
    pub const fn empties(&self) -> u32 {
        (self.own | self.other).count_zeros()
    }

    /// Returns whether the side to move cannot place a disc but its opponent can.
    pub(super) fn must_pass(&self) -> bool {
        self.moves == 0 && mobility(self.other, self.own) != 0
    }

    /// Returns `X`, `O` or nothing for a square.
    pub(super) fn disc(&self, square: u64) -> Option<char> {
        match square {
            _ if self.discs(Side::First) & square != 0 => Some('X'),
            _ if self.discs(Side::Second) & square != 0 => Some('O'),
            _ => None,
        }
    }

    pub(super) fn moved(&self, to: impl Fn(u64) -> u64) -> Self {
        Self { own: to(self.own), other: to(self.other), moves: to(self.moves), to_move: self.to_move }
    }
}
