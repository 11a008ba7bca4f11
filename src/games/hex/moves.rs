//! Moves: a cell, named by its column's letter and its row's number, or `swap`.

use std::fmt;
use std::str::FromStr;

use super::NAME;
use crate::{BadMoveText, GameMove, MoveCode, cell_name};

/// The greatest board size.
pub(super) const MAX_SIZE: usize = 19;

/// A move: a stone on a cell, or the swap after the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexMove(u16);

impl HexMove {
    /// The second side takes over the first stone, mirrored to its own edges.
    pub const SWAP: Self = Self(1 << 10);

    /// Returns the cell of this row and column, both from 0 at the acute corner `a1`.
    ///
    /// # Panics
    /// Panics if no board has such a cell.
    pub(super) const fn cell(row: usize, column: usize) -> Self {
        assert!(row < MAX_SIZE && column < MAX_SIZE);
        Self((row << 5 | column) as u16)
    }

    /// Returns the row, from 0 at the top.
    pub(super) const fn row(self) -> usize {
        self.0 as usize >> 5
    }

    /// Returns the column, from 0 at the left.
    pub(super) const fn column(self) -> usize {
        self.0 as usize & 31
    }

    /// Returns the canonical text.
    pub(super) fn name(self) -> &'static str {
        if self == Self::SWAP { "swap" } else { cell_name::name(self.column(), self.row()) }
    }

    /// Returns a number below 512 that identifies the move.
    pub(super) const fn number(self) -> usize {
        if self.0 == Self::SWAP.0 { MAX_SIZE * MAX_SIZE } else { self.row() * MAX_SIZE + self.column() }
    }
}

impl fmt::Display for HexMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for HexMove {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        if text == "swap" {
            return Ok(Self::SWAP);
        }
        let on_board = |(column, row): &(usize, usize)| *column < MAX_SIZE && *row < MAX_SIZE;
        let (column, row) = cell_name::read(text).filter(on_board).ok_or_else(|| {
            BadMoveText::new(NAME, text, "a move is a column a to s and a row 1 to 19, as f6, or swap")
        })?;
        Ok(Self::cell(row, column))
    }
}

impl GameMove for HexMove {
    fn code(self) -> MoveCode {
        MoveCode(u32::from(self.0))
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        let mv = Self(u16::try_from(code.0).ok()?);
        (mv == Self::SWAP || (mv.row() < MAX_SIZE && mv.column() < MAX_SIZE)).then_some(mv)
    }

    fn put(self, text: &mut String) {
        text.push_str(self.name());
    }

    fn put_quoted(moves: &[Self], text: &mut String) {
        // The swap is the last move of a position that has it.
        let (cells, swap) = match moves {
            [cells @ .., Self::SWAP] => (cells, ",\"swap\""),
            cells => (cells, ""),
        };
        cell_name::put_quoted(cells, |mv| cell_name::index(mv.column(), mv.row()), text);
        text.push_str(swap);
    }
}
