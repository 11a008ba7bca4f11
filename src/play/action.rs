//! Actions of a side in a match, and the reasons for refusing them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Detail, EndReason, OfferKind, Seat, Thought};
use arena_games::{GameError, MoveCode, Side};

/// The greatest number of moves that a side may take back in one match. Without a limit, two sides that repeat moves
/// and takebacks could make a match of any length.
pub const MOST_TAKEBACKS: usize = 50;

/// A claim by a side whose opponent has been away for longer than the grace time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// A win, or a draw if the side cannot win any more.
    Win,
    /// A draw.
    Draw,
}

/// An action of a side, or of the host on its behalf.
#[derive(Clone, Debug)]
pub enum Action {
    /// Takes the side's open or reserved seat.
    Sit(Seat),
    /// Makes a move. The ply detects moves that are sent twice or too late.
    Move {
        /// The ply of the move, from 0.
        ply: usize,
        /// The move.
        mv: MoveCode,
        /// The thoughts of a bot about the move.
        thought: Option<Box<Thought>>,
    },
    /// Resigns. Possible out of turn.
    Resign,
    /// Aborts the match. Possible before the second ply.
    Abort,
    /// Makes an offer.
    Offer(OfferKind),
    /// Answers the opponent's offer.
    Answer {
        /// The kind of offer.
        what: OfferKind,
        /// Whether the offer is accepted.
        accept: bool,
    },
    /// The connection of the side was lost.
    Away,
    /// The side has reconnected.
    Back,
    /// Ends a match that the opponent has left.
    Claim(Claim),
    /// The side's program failed, so the side loses.
    Fail {
        /// The kind of failure.
        by: EndReason,
        /// A description of the failure.
        detail: Detail,
    },
}

/// The reason for refusing an action. A refused action changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match has not started, because a seat is still open.
    #[error("the match has not begun: a seat is still open")]
    NotStarted,
    /// It is the other side's turn.
    #[error("it is the turn of the {turn} side")]
    NotYourTurn {
        /// The side to move.
        turn: Side,
    },
    /// The move is not for the next ply.
    #[error("the move is for ply {given}, but ply {expected} is to be played")]
    StalePly {
        /// The ply of the action.
        given: usize,
        /// The next ply.
        expected: usize,
    },
    /// The move is not legal. Boxed to keep the type small, because this case is rare.
    #[error(transparent)]
    Illegal(Box<GameError>),
    /// It is too late to abort.
    #[error("a match can be aborted before the second move only; resign instead")]
    TooLate,
    /// The seat is not free for this player.
    #[error("the seat of the {side} side is taken")]
    SeatTaken {
        /// The side of the seat.
        side: Side,
    },
    /// There is no such offer to answer.
    #[error("there is no such offer to answer")]
    NoSuchOffer,
    /// The side has already made this offer.
    #[error("you have already offered that; make a move first")]
    AlreadyOffered,
    /// The side has not made a move yet.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// The side has taken back the greatest number of moves.
    #[error("you have already taken back {} moves, the limit of a match", MOST_TAKEBACKS)]
    TooManyTakebacks,
    /// The other side is not away, or absence does not end this match.
    #[error("the other side is not away, or its absence does not end this match (no clock, or a time for each move)")]
    NothingToClaim,
    /// The other side may still return in time.
    #[error("the other side has another {} ms to reconnect", wait.as_millis())]
    TooEarly {
        /// The remaining grace time.
        wait: Duration,
    },
    /// A rematch can be offered only after the end.
    #[error("a rematch can be offered when the match is over")]
    NotOver,
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Self {
        Self::Illegal(Box::new(error))
    }
}
