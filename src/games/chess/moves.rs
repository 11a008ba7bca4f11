//! Moves in UCI notation.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{Piece, Square};

use super::NAME;
use crate::{BadMoveText, GameMove, MoveCode, cell_name};

/// A move. Its text consists of the start and target squares and the piece of a promotion: `e2e4`, `e7e8q`.
///
/// Castling is the king's move, `e1g1`. In Chess960 it is the king capturing its own rook, `e1h1`, as in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessMove {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Piece>,
}

const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl ChessMove {
    /// Returns the text, and its length.
    fn bytes(self) -> ([u8; 5], usize) {
        let [from, to] = [self.from, self.to].map(|square| [b'a' + square.file() as u8, b'1' + square.rank() as u8]);
        let promotion = self.promotion.map_or(0, |piece| char::from(piece) as u8);
        ([from[0], from[1], to[0], to[1], promotion], if promotion == 0 { 4 } else { 5 })
    }
}

impl GameMove for ChessMove {
    fn code(self) -> MoveCode {
        let promotion = self.promotion.map_or(0, |piece| piece as u32);
        MoveCode(self.from as u32 | (self.to as u32) << 6 | promotion << 12)
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        let square = |bits: u32| Square::try_index((bits & 63) as usize);
        let promotion = match (code.0 >> 12) as usize {
            0 => None,
            index => Some(PROMOTIONS.into_iter().find(|piece| *piece as usize == index)?),
        };
        let mv = Self { from: square(code.0)?, to: square(code.0 >> 6)?, promotion };
        (mv.from != mv.to).then_some(mv)
    }

    fn put(self, text: &mut String) {
        text.push_str(name(self.from));
        text.push_str(name(self.to));
        if let Some(piece) = self.promotion {
            text.push(piece.into());
        }
    }
}

impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, length) = self.bytes();
        f.write_str(std::str::from_utf8(&bytes[..length]).expect("letters and digits are ASCII"))
    }
}

impl FromStr for ChessMove {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        const FORM: &str = "a move is from and to, and what a pawn becomes, as e2e4 or e7e8q";
        let read = || {
            let square = |range| text.get(range).and_then(|name: &str| name.parse().ok());
            let promotion = match text.get(4..)? {
                "" => None,
                letter => Some(PROMOTIONS.into_iter().find(|piece| piece.to_string() == letter)?),
            };
            let mv = Self { from: square(0..2)?, to: square(2..4)?, promotion };
            (mv.from != mv.to).then_some(mv)
        };
        read().ok_or_else(|| BadMoveText::new(NAME, text, FORM))
    }
}

/// Returns the name of a square.
pub(super) fn name(square: Square) -> &'static str {
    cell_name::name(square.file() as usize, square.rank() as usize)
}
