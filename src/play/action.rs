//! What a side of a match can do, and why the match may refuse it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{EndReason, OfferKind, Seat, Thought};
use crate::games::{GameError, MoveCode, Side};

/// A side may take back so many of its moves in one match: without a bound two sides that go to and fro would make a
/// match of any length.
pub(crate) const MOST_TAKEBACKS: usize = 50;

/// What a side claims whose opponent has stayed away for longer than the grace time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The match; a draw where the side cannot win any more.
    Win,
    /// A draw.
    Draw,
}

/// What a side does, or the host on its behalf.
#[derive(Clone, Debug)]
pub enum Action {
    /// Somebody sits down in the side's open or reserved seat.
    Sit(Seat),
    /// A move; `ply` says which, so that one sent twice or late is not taken for another.
    Move {
        /// The ply that it is to be, from 0.
        ply: usize,
        /// The move.
        mv: MoveCode,
        /// What a bot thought about it.
        thought: Option<Box<Thought>>,
    },
    /// The side gives up, also out of turn.
    Resign,
    /// The side calls the match off before the second ply.
    Abort,
    /// The side offers something.
    Offer(OfferKind),
    /// The side answers the other's offer.
    Answer {
        /// To what.
        what: OfferKind,
        /// Whether it agrees.
        accept: bool,
    },
    /// The side's connection was lost.
    Away,
    /// The side is connected again.
    Back,
    /// The side ends a match that its opponent has left.
    Claim(Claim),
    /// The side's program failed: it loses by `by`.
    Fail {
        /// How.
        by: EndReason,
        /// What happened, for people.
        detail: String,
    },
}

/// Why an action was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match has not begun: a seat is still open.
    #[error("the match has not begun: a seat is still open")]
    NotStarted,
    /// It is the other side's turn.
    #[error("it is the turn of the {turn} side")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Side,
    },
    /// The move is for another ply than the one to come.
    #[error("the move is for ply {given}, but ply {expected} is to be played")]
    StalePly {
        /// The ply of the action.
        given: usize,
        /// The ply to come.
        expected: usize,
    },
    /// The move is not legal. Boxed: it is seldom, and every answer has room for it.
    #[error(transparent)]
    Illegal(Box<GameError>),
    /// It is too late to abort.
    #[error("a match can be aborted before the second move only; resign instead")]
    TooLate,
    /// The seat is not free for this player.
    #[error("the seat of the {side} side is not free")]
    SeatTaken {
        /// Which.
        side: Side,
    },
    /// There is nothing to answer.
    #[error("there is no such offer to answer")]
    NoSuchOffer,
    /// The same was offered already.
    #[error("you have already offered that; make a move first")]
    AlreadyOffered,
    /// The side has made no move yet.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// The side has taken back as many moves as one match allows.
    #[error("you have taken back {} moves, the most that one match allows", MOST_TAKEBACKS)]
    TooManyTakebacks,
    /// The other side is not away, or the match is not lost by that.
    #[error("the other side is not away, or may be: without a clock, and by correspondence, nobody has to stay")]
    NothingToClaim,
    /// The other side may still come back.
    #[error("the other side may come back for another {} ms", wait.as_millis())]
    TooEarly {
        /// For so long.
        wait: Duration,
    },
    /// A rematch can be offered after the end only.
    #[error("a rematch can be offered when the match is over")]
    NotOver,
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Self {
        Self::Illegal(Box::new(error))
    }
}
