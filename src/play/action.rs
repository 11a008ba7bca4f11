//! Actions of a side in a match, and the reasons for refusing them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::end_detail::millis;
use super::{Detail, EndReason, OfferKind, Seat, Thought};
use arena_games::{Diagnostic, GameError, MoveCode, Side, diagnostic};

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
#[error("{}", self.diagnostic())]
pub enum Refusal {
    /// The match is over.
    Over,
    /// The match has not started, because a seat is still open.
    NotStarted,
    /// It is the other side's turn.
    NotYourTurn {
        /// The side to move.
        turn: Side,
    },
    /// The move is not for the next ply.
    StalePly {
        /// The ply of the action.
        given: usize,
        /// The next ply.
        expected: usize,
    },
    /// The move is not legal. Boxed to keep the type small, because this case is rare.
    Illegal(Box<GameError>),
    /// It is too late to abort.
    TooLate,
    /// The seat is not free for this player.
    SeatTaken,
    /// There is no such offer to answer.
    NoSuchOffer,
    /// The side has already made this offer.
    AlreadyOffered,
    /// The side has not made a move yet.
    NothingToTakeBack,
    /// The side has taken back the greatest number of moves.
    TooManyTakebacks,
    /// The other side is not away, or absence does not end this match.
    NothingToClaim,
    /// The other side may still return in time.
    TooEarly {
        /// The remaining grace time.
        wait: Duration,
    },
    /// A rematch can be offered only after the end.
    NotOver,
}

impl Refusal {
    /// Returns the message for clients.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Illegal(error) => (&**error).into(),
            Self::TooEarly { wait } => diagnostic!(
                "may_come_back",
                "your opponent has another {wait_ms} ms to reconnect before you can claim the match",
                wait_ms = millis(*wait)
            ),
            Self::Over => diagnostic!("match_over", "the match is over"),
            Self::NotStarted => diagnostic!("not_started", "the match has not started; a seat is still open"),
            Self::NotYourTurn { turn } => diagnostic!("not_your_turn", "it is the {turn} side's turn", turn),
            Self::StalePly { given, expected } => {
                diagnostic!("stale_ply", "the move is for ply {given}, but the next ply is {expected}", given, expected)
            }
            Self::TooLate => {
                diagnostic!("too_late", "a match can be aborted only before its second move; resign instead")
            }
            Self::SeatTaken => {
                diagnostic!("seat_taken", "no seat of this match is free for you; you can watch it")
            }
            Self::NoSuchOffer => diagnostic!("no_such_offer", "there is no such offer to answer"),
            Self::AlreadyOffered => {
                diagnostic!("already_offered", "you have already made this offer; make a move before repeating it")
            }
            Self::NothingToTakeBack => diagnostic!("nothing_to_take_back", "you have no move to take back"),
            Self::TooManyTakebacks => diagnostic!(
                "takebacks",
                "you have already taken back {most} moves, the limit of a match",
                most = MOST_TAKEBACKS
            ),
            Self::NothingToClaim => diagnostic!(
                "nothing_to_claim",
                "your opponent is connected, or absence does not end this match, because it has no running clock"
            ),
            Self::NotOver => diagnostic!("rematch_early", "you can offer a rematch only after the match"),
        }
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Self {
        Self::Illegal(Box::new(error))
    }
}
