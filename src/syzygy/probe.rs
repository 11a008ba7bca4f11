//! Looks positions up. A table's value of a position may be wrong if a capture is best, and knows nothing of en
//! passant, so captures are played and looked up as well.

use cozy_chess::{Board, Color, Move, Piece};

use crate::table::Kind;
use crate::{ProbeError, Problem, Tablebases, may_castle};

/// The result for the side to move with best play, if the counter of the fifty-move rule is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    Loss,
    /// A loss that the fifty-move rule makes a draw.
    BlessedLoss,
    Draw,
    /// A win that the fifty-move rule makes a draw.
    CursedWin,
    Win,
}

impl Wdl {
    /// Returns 1 for a win, -1 for a loss, and 0 for a draw under the fifty-move rule.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => 0,
            Self::Win => 1,
        }
    }
}

/// A legal move of a position in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    pub mv: Move,
    /// Greater for better moves. All moves that surely win in time are equal, and so are those that surely lose.
    pub rank: i32,
}

impl RankedMove {
    /// Returns 1 if the move wins under the fifty-move rule, -1 if it loses, and 0 if it draws.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self.rank {
            SURE_WIN_RANK.. => 1,
            ..=LOSS_RANK => -1,
            _ => 0,
        }
    }
}

/// The rank of a move that surely wins.
const WIN_RANK: i32 = 1 << 16;
/// Moves of at least this rank win under the fifty-move rule, and moves of at most the other lose.
const SURE_WIN_RANK: i32 = WIN_RANK - QUIET_LIMIT;
const LOSS_RANK: i32 = -SURE_WIN_RANK;
/// The game is drawn after this many plies without a capture or a pawn move.
const QUIET_LIMIT: i32 = 100;

/// A result between -2, a loss, and 2, a win.
type Value = i32;
const LOSS: Value = -2;
const WIN: Value = 2;
/// Below every result.
const UNKNOWN: Value = LOSS - 1;

/// Returns the distance if the next move is a capture or a pawn move that keeps the result.
const fn distance_before_zeroing(value: Value) -> i32 {
    match value {
        WIN.. => 1,
        1 => QUIET_LIMIT + 1,
        0 => 0,
        -1 => -QUIET_LIMIT - 1,
        ..=LOSS => -1,
    }
}

impl Tablebases {
    /// Returns the result of a position as if the counter of the fifty-move rule were zero.
    ///
    /// # Errors
    /// [`ProbeError`] if a table that is needed is missing or damaged, or a side may castle.
    pub fn wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        Ok(match self.checked_value(board)?.0 {
            ..=LOSS => Wdl::Loss,
            -1 => Wdl::BlessedLoss,
            0 => Wdl::Draw,
            1 => Wdl::CursedWin,
            WIN.. => Wdl::Win,
        })
    }

    /// Returns the plies to the next capture or pawn move that keeps the result, or to mate: positive for a win, negative
    /// for a loss, 0 for a draw, and beyond 100 for a draw by the fifty-move rule. It can be one too low.
    ///
    /// # Errors
    /// As [`Tablebases::wdl`].
    pub fn dtz(&self, board: &Board) -> Result<i32, ProbeError> {
        self.distance(board, true)
    }

    /// Returns the legal moves with their ranks, in no particular order. `repeated` tells that a position since the last
    /// capture or pawn move has occurred twice; then only the shortest way is a sure win.
    ///
    /// # Errors
    /// As [`Tablebases::wdl`].
    pub fn rank_moves(&self, board: &Board, repeated: bool) -> Result<Vec<RankedMove>, ProbeError> {
        let counter = i32::from(board.halfmove_clock());
        let ranked = moves(board).into_iter().map(|mv| {
            let child = after(board, mv);
            let mut distance = if child.halfmove_clock() == 0 {
                distance_before_zeroing(-self.checked_value(&child)?.0)
            } else {
                let distance = -self.distance(&child, true)?;
                distance + distance.signum()
            };
            if distance == 2 && is_mate(&child) {
                distance = 1;
            }
            let end = distance.abs() + counter;
            let rank = match distance.signum() {
                1 if end < QUIET_LIMIT && !repeated => WIN_RANK,
                1 => WIN_RANK - end,
                -1 if end - distance < QUIET_LIMIT => -WIN_RANK,
                -1 => end - WIN_RANK,
                _ => 0,
            };
            Ok(RankedMove { mv, rank })
        });
        ranked.collect()
    }

    /// Returns the result, and whether a capture, perhaps en passant, is known to keep it.
    fn checked_value(&self, board: &Board) -> Result<(Value, bool), ProbeError> {
        if may_castle(board) {
            return Err(ProbeError::Castling);
        }
        self.value(board)
    }

    fn value(&self, board: &Board) -> Result<(Value, bool), ProbeError> {
        let (mut best, mut best_en_passant) = (UNKNOWN, UNKNOWN);
        let legal = moves(board);
        for &mv in legal.iter().filter(|mv| is_capture(board, **mv)) {
            let value = -self.value_after_capture(&after(board, mv), LOSS, -best)?;
            if value == WIN {
                return Ok((WIN, true));
            }
            let best = if is_en_passant(board, mv) { &mut best_en_passant } else { &mut best };
            *best = value.max(*best);
        }
        let quiet = self.table_value(board)?;
        if best_en_passant > best.max(quiet) {
            return Ok((best_en_passant, true));
        }
        best = best.max(best_en_passant);
        if best >= quiet {
            return Ok((best, best > 0));
        }
        // The table sees a stalemate if en passant is the only move.
        let stalemate = quiet == 0 && best_en_passant > UNKNOWN && board.checkers().is_empty();
        if stalemate && legal.iter().all(|mv| is_en_passant(board, *mv)) {
            return Ok((best_en_passant, true));
        }
        Ok((quiet, false))
    }

    /// Returns the result of a position without en passant if it is between `alpha` and `beta`, else a bound.
    fn value_after_capture(&self, board: &Board, mut alpha: Value, beta: Value) -> Result<Value, ProbeError> {
        for mv in moves(board).into_iter().filter(|mv| is_capture(board, *mv)) {
            let value = -self.value_after_capture(&after(board, mv), -beta, -alpha)?;
            if value >= beta {
                return Ok(value);
            }
            alpha = alpha.max(value);
        }
        Ok(alpha.max(self.table_value(board)?))
    }

    fn table_value(&self, board: &Board) -> Result<Value, ProbeError> {
        if board.occupied().len() == 2 {
            return Ok(0);
        }
        let value = self.read(Kind::Wdl, board, |table, flipped| table.wdl(&self.cache, board, flipped))?;
        Ok(Value::from(value) - 2)
    }

    /// Returns the signed distance. If the table only has the positions with the other side to move, those after each
    /// move are looked up, unless they are missing as well (`looks_ahead`).
    fn distance(&self, board: &Board, looks_ahead: bool) -> Result<i32, ProbeError> {
        let (value, by_capture) = self.checked_value(board)?;
        let zeroing = distance_before_zeroing(value);
        if value == 0 || by_capture {
            return Ok(zeroing);
        }
        let legal = moves(board);
        let is_pawn_move = |mv: Move| board.pieces(Piece::Pawn).has(mv.from);
        if value > 0 {
            for &mv in legal.iter().filter(|mv| is_pawn_move(**mv) && !is_capture(board, **mv)) {
                if -self.value(&after(board, mv))?.0 == value {
                    return Ok(zeroing);
                }
            }
        }
        let found = self.read(Kind::Dtz, board, |table, flipped| table.dtz(&self.cache, board, flipped, value))?;
        if let Some(distance) = found {
            return Ok(zeroing + value.signum() * distance);
        }
        let contradiction = || {
            let problem = Problem("its distances contradict the results");
            self.read(Kind::Dtz, board, |_, _| Err(problem.into()))
        };
        if !looks_ahead {
            return contradiction();
        }
        // A losing side may have to capture or to move a pawn.
        let mut best = if value < 0 { Some(zeroing) } else { None };
        for &mv in legal.iter().filter(|mv| !is_pawn_move(**mv) && !is_capture(board, **mv)) {
            let child = after(board, mv);
            let distance = -self.distance(&child, false)?;
            if distance == 1 && is_mate(&child) {
                best = Some(1);
            } else if value > 0 && distance > 0 {
                best = Some(best.unwrap_or(i32::MAX).min(distance + 1));
            } else if value < 0 {
                best = best.map(|best| best.min(distance - 1));
            }
        }
        best.map_or_else(contradiction, Ok)
    }
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    moves
}

fn after(board: &Board, mv: Move) -> Board {
    let mut child = board.clone();
    child.play_unchecked(mv);
    child
}

fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.pieces(Piece::Pawn).has(mv.from) && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to)
}

fn is_capture(board: &Board, mv: Move) -> bool {
    let opponent: Color = !board.side_to_move();
    board.colors(opponent).has(mv.to) || is_en_passant(board, mv)
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}
