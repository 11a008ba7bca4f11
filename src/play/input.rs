//! What a match can be asked, on which terms it is played, and why it may refuse.

use std::time::Duration;

use crate::games::{BySide, GameError, MoveCode, Side};

use super::{ClockSetting, EndReason, OfferKind, Seat, Thought, Verdict};

/// How long a match waits for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// A seat is held for so long when its connection drops.
    pub grace: Duration,
    /// An open seat waits for so long to be taken.
    pub open_seat: Duration,
    /// Without a clock, a move may take so long.
    pub move_without_clock: Duration,
}

impl Timeouts {
    /// Waits for ever: for matches that no person takes part in.
    pub const ENDLESS: Self =
        Self { grace: Duration::MAX, open_seat: Duration::MAX, move_without_clock: Duration::MAX };
}

/// What both seats agreed to before the match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The clock; none for unlimited time.
    pub clock: Option<BySide<ClockSetting>>,
    /// How long the match waits for whom.
    pub timeouts: Timeouts,
    /// Moves that are played before the first input, as an opening.
    pub opening: Vec<MoveCode>,
}

/// What a seat, or the shell on its behalf, asks of the match.
#[derive(Clone, Debug)]
pub enum Input {
    /// Somebody sits down in an open or reserved seat.
    Sit {
        /// Where.
        side: Side,
        /// Who.
        seat: Seat,
    },
    /// A move; `ply` says which, so that one sent twice or late is not taken for another.
    Move {
        /// Who moves.
        side: Side,
        /// The ply that it is to be, from 0.
        ply: usize,
        /// The move.
        mv: MoveCode,
        /// What a bot thought about it.
        thought: Option<Box<Thought>>,
    },
    /// A side gives up, also out of turn.
    Resign {
        /// Who.
        side: Side,
    },
    /// A side calls the match off before the second ply.
    Abort {
        /// Who.
        side: Side,
    },
    /// A side offers something.
    Offer {
        /// Who.
        side: Side,
        /// What.
        what: OfferKind,
    },
    /// A side answers the other's offer.
    Answer {
        /// Who.
        side: Side,
        /// To what.
        what: OfferKind,
        /// Whether it agrees.
        accept: bool,
    },
    /// A side's connection was lost.
    Away {
        /// Whose.
        side: Side,
    },
    /// A side is connected again.
    Back {
        /// Who.
        side: Side,
    },
    /// A side's program failed: it loses by `by`.
    Fail {
        /// Whose.
        side: Side,
        /// How.
        by: EndReason,
        /// What happened, for people.
        detail: String,
    },
    /// Whoever runs the match ends it before the rules do.
    Adjudicate {
        /// How.
        verdict: Verdict,
    },
    /// The arena itself cannot go on: the match is void.
    Void {
        /// Why, for people.
        detail: String,
    },
    /// Nothing but the time: to be sent when [`deadline`](super::Match::deadline) has come.
    Tick,
}

/// Why an input was refused. Nothing has changed.
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
        /// The ply of the input.
        given: usize,
        /// The ply to come.
        expected: usize,
    },
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] GameError),
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
    #[error("you have taken back {} moves, the most that one match allows", super::match_core::MOST_TAKEBACKS)]
    TooManyTakebacks,
    /// A rematch can be offered after the end only.
    #[error("a rematch can be offered when the match is over")]
    NotOver,
}
