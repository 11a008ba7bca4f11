//! What plays one seat of matches: a search of ours, or an engine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::timing::OwnClock;
use crate::games::{GameError, MoveCode};
use crate::play::{EndReason, Thought};
use crate::search::Turn;

/// Limits on one turn beyond the bot's own; the stricter one holds.
#[derive(Clone, Copy, Default)]
pub struct TurnLimits<'a> {
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so long, not counting the time in which others had their turn.
    pub time: Option<Duration>,
    /// The bot's own clock, from which its own timing takes a part for this turn.
    pub clock: Option<OwnClock>,
    /// The other side's clock, which engines are sent too.
    pub other_clock: Option<OwnClock>,
    /// How late a move may come before it counts as late.
    pub margin: Duration,
    /// Set by another thread when the move is no longer wanted.
    pub stop: Option<&'a AtomicBool>,
    /// Where the search lets other searches go first.
    pub turn: Option<&'a dyn Turn>,
}

/// A bot's move and what it thought.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: MoveCode,
    /// The thoughts that led to it.
    pub thought: Thought,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why a player makes no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The moves are not legal: they are of another game or start.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The program behind it failed, and loses the match.
    #[error("{detail}")]
    Failed {
        /// The reason of the loss.
        by: EndReason,
        /// What happened, for people.
        detail: String,
        /// How long it was waited for, where that is why.
        elapsed: Option<Duration>,
    },
}

impl PlayerError {
    /// The reason for which the seat loses the match.
    #[must_use]
    pub const fn by(&self) -> EndReason {
        match self {
            Self::Game(_) => EndReason::Crash,
            Self::Failed { by, .. } => *by,
        }
    }

    /// What everybody may be told of it: how an engine is started, and what it said last, is its owner's business.
    #[must_use]
    pub fn for_strangers(&self) -> String {
        match self {
            Self::Game(error) => format!("the bot does not follow the match: {error}"),
            Self::Failed { by: EndReason::Stall, .. } => "the bot's engine did not answer in time".to_owned(),
            Self::Failed { .. } => "the bot's engine does not work".to_owned(),
        }
    }

    /// How long the player was waited for, where it was given up for that.
    #[must_use]
    pub const fn elapsed(&self) -> Option<Duration> {
        match self {
            Self::Game(_) => None,
            Self::Failed { elapsed, .. } => *elapsed,
        }
    }
}

/// Plays one seat of one match after another.
pub trait Player: Send {
    /// Forgets everything and begins a match in which random choices come from `seed`, which should differ between
    /// the two seats.
    fn begin(&mut self, seed: u64);

    /// Matches begun from now on start from `position`, or from the game's own start when there is none.
    ///
    /// # Errors
    /// When the position is wrong; nothing has changed.
    fn set_position(&mut self, position: Option<&str>) -> Result<(), GameError>;

    /// The move after `moves`, all moves of the match so far; none when the game is over there.
    ///
    /// # Errors
    /// When one of the moves is not legal, or the program behind the player failed.
    fn choose(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError>;

    /// The match is over: nothing goes on in the background.
    fn rest(&mut self) {}
}
