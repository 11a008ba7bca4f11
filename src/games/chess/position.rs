//! Positions, on the board of cozy-chess.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use serde::{Deserialize, Serialize};

use super::ChessMove;
use crate::Side;

/// The Chess960 number of the standard initial position.
pub(super) const STANDARD: u32 = 518;
pub(super) const STARTS: u32 = 960;

/// The options of chess.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChessOptions {
    /// The Chess960 number of the initial position. 518 is standard chess.
    pub chess960: u32,
}

impl Default for ChessOptions {
    fn default() -> Self {
        Self { chess960: STANDARD }
    }
}

/// A position of chess. White is the first side.
#[derive(Clone, Debug)]
pub struct Chess {
    pub(super) board: Board,
    /// Whether castling is written as the king capturing its rook.
    pub(super) chess960: bool,
}

/// Equality by the rules: the move number is ignored, and so is a double step whose pawn cannot be captured en passant.
impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.chess960 == other.chess960
            && self.board.halfmove_clock() == other.board.halfmove_clock()
            && self.board.same_position(&other.board)
    }
}

impl Eq for Chess {}

pub(super) const fn color_of(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

impl Chess {
    /// Returns the board of cozy-chess.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the move of a position as cozy-chess encodes it.
    #[must_use]
    pub fn from_inner(&self, mv: Move) -> Option<ChessMove> {
        Some(self.outer(mv, self.board.piece_on(mv.from)?))
    }

    /// Returns whether castling is written as in Chess960, as the king capturing its rook.
    #[must_use]
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Returns whether a pawn that has just made a double step can be captured en passant.
    pub(super) fn can_take_passing_pawn(&self) -> bool {
        let Some(file) = self.board.en_passant() else { return false };
        let own = self.board.side_to_move();
        let to = Square::new(file, Rank::Sixth.relative_to(own));
        let takers = get_pawn_attacks(to, !own) & self.board.colored_pieces(own, Piece::Pawn);
        takers.into_iter().any(|from| self.board.is_legal(Move { from, to, promotion: None }))
    }

    /// Returns the move as encoded by cozy-chess, with castling as the king capturing its rook. `None` if the move is
    /// castling in the form of the other variant: standard chess for Chess960, or the reverse.
    pub(super) fn inner(&self, mv: ChessMove) -> Option<Move> {
        let ChessMove { from, mut to, promotion } = mv;
        if !self.chess960 && self.board.pieces(Piece::King).has(from) {
            if self.board.colors(self.board.side_to_move()).has(to) {
                return None;
            }
            if from.file() == File::E && from.rank() == to.rank() {
                to = match to.file() {
                    File::G => Square::new(File::H, from.rank()),
                    File::C => Square::new(File::A, from.rank()),
                    _ => to,
                };
            }
        }
        Some(Move { from, to, promotion })
    }

    /// Converts a move of cozy-chess.
    pub(super) fn outer(&self, mv: Move, piece: Piece) -> ChessMove {
        let Move { from, mut to, promotion } = mv;
        if !self.chess960 && piece == Piece::King && self.board.colors(self.board.side_to_move()).has(to) {
            to = Square::new(if to.file() == File::H { File::G } else { File::C }, to.rank());
        }
        ChessMove { from, to, promotion }
    }

    pub(super) fn with_flag(board: Board, chess960: bool) -> Self {
        Self { chess960: chess960 || castles_from_elsewhere(&board), board }
    }
}

/// Returns whether a side may castle with a king or rook that is not on its standard square.
fn castles_from_elsewhere(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        let some = rights.short.is_some() || rights.long.is_some();
        let usual = board.king(color).file() == File::E
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        some && !usual
    })
}
