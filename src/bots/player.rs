//! Players: each plays one seat of a match, by the built-in search or by an engine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::module::{ModuleFailure, WALL_CLOCK};
use super::timing::OwnClock;
use arena_games::{Diagnostic, GameError, MoveCode, diagnostic};
use arena_play::end_detail::millis;
use arena_play::{Detail, EndDetail, EndReason, Thought};
use arena_search::{RootMove, Turn};

/// Limits on one turn, in addition to the bot's own. The stricter limit applies.
#[derive(Clone, Copy, Default)]
pub struct TurnLimits<'a> {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time, not counting the time in which the search was suspended for others.
    pub time: Option<Duration>,
    /// The bot's own clock, from which its time management allots a part to this turn.
    pub clock: Option<OwnClock>,
    /// The other side's clock, which is also sent to engines.
    pub other_clock: Option<OwnClock>,
    /// Time after the deadline at which a move is still accepted.
    pub margin: Duration,
    /// Set by another thread when the move is no longer needed.
    pub stop: Option<&'a AtomicBool>,
    /// Where the search yields to other searches.
    pub turn: Option<&'a dyn Turn>,
    /// Who sees the results of the search after each depth. Observing changes neither the move nor the node count.
    pub observer: Option<&'a dyn ThinkingObserver>,
}

/// The results of a search after a completed depth. A greater depth may follow. Values are for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkingUpdate {
    /// The results in the form of a thought. Its line is the principal variation so far.
    pub thought: Thought,
    /// The searched root moves: the best one first, then by their values.
    pub root: Vec<RootMove<MoveCode>>,
}

/// Sees the results of a search while it goes on. It is called on the thread of the search, so it must not wait.
pub trait ThinkingObserver: Sync {
    /// Whether somebody wants to see the results now. If not, none are built.
    fn is_watched(&self) -> bool;
    /// A depth was completed.
    fn deepened(&self, update: ThinkingUpdate);
}

/// A bot's move and its thoughts.
#[derive(Clone, Debug)]
pub struct Choice {
    pub mv: MoveCode,
    /// The thoughts that led to the move.
    pub thought: Thought,
    /// Time taken.
    pub elapsed: Duration,
    /// Further figures of the search.
    pub figures: SearchFigures,
}

/// Figures of a search that only PGN comments show, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchFigures {
    /// The greatest distance of a searched position from the root, in plies.
    pub selective_depth: Option<u16>,
    /// The share of the transposition table in use, in thousandths.
    pub table_per_mille: Option<u16>,
    /// The time that an engine says it took, in milliseconds.
    pub told_ms: Option<u64>,
}

/// The illegal moves that a player tried, where these are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct IllegalTries {
    /// Illegal moves.
    pub illegal: u32,
    /// Moves that were played for it at random after the last attempt.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u32>"))]
    pub replaced: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Reasons why a player makes no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The moves are not legal: they belong to another game or start position.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The module of the player failed and loses the match.
    #[error(transparent)]
    Module(#[from] ModuleFailure),
    /// The machine is too slow for the module. The match is void.
    #[error("the module took more than {} s of the machine's time for a move", WALL_CLOCK.as_secs())]
    TooSlow,
    /// Other searches have the memory that the module needs. The turn must be tried again later.
    #[error("other searches have the memory that the module needs")]
    NoMemory,
    /// The program behind the player failed and loses the match.
    #[error("{detail}")]
    Failed {
        /// Reason of the loss.
        by: EndReason,
        /// Description of the failure for people.
        detail: Detail,
        /// Time waited for the answer, if the wait ended the match.
        elapsed: Option<Duration>,
    },
}

impl PlayerError {
    /// Returns what is wrong with the question of an analysis, or else why it cannot be answered now.
    ///
    /// # Errors
    /// The reason, if the question is not wrong.
    pub fn of_question(self) -> Result<GameError, Diagnostic> {
        match self {
            Self::Game(error) => Ok(error),
            _ => Err(diagnostic!("searches_memory", "other searches have the memory that the module needs; try again")),
        }
    }
}

impl PlayerError {
    /// Returns the details for the verdict.
    #[must_use]
    pub fn detail(&self) -> Detail {
        match self {
            Self::Game(error) => error.into(),
            Self::Module(failure) => failure.detail.clone().into(),
            Self::TooSlow | Self::NoMemory => self.to_string().into(),
            Self::Failed { detail, .. } => detail.clone(),
        }
    }

    /// Returns the reason for which the seat loses the match.
    #[must_use]
    pub const fn by(&self) -> EndReason {
        match self {
            Self::Game(_) | Self::TooSlow | Self::NoMemory => EndReason::Crash,
            Self::Module(failure) => failure.by,
            Self::Failed { by, .. } => *by,
        }
    }

    /// Returns a public description. An engine's command and last output are shown only to its owner.
    #[must_use]
    pub fn for_strangers(&self) -> Detail {
        match self {
            Self::Game(error) => format!("the bot rejected the moves of the match: {error}").into(),
            Self::Module(_) | Self::TooSlow | Self::NoMemory => self.detail(),
            Self::Failed { by: EndReason::Stall, .. } => "the bot's engine did not answer in time".into(),
            Self::Failed { .. } => "the bot's engine failed".into(),
        }
    }

    /// Returns the time waited for the player, if the wait ended the match.
    #[must_use]
    pub const fn elapsed(&self) -> Option<Duration> {
        match self {
            Self::Game(_) | Self::Module(_) | Self::TooSlow | Self::NoMemory => None,
            Self::Failed { elapsed, .. } => *elapsed,
        }
    }
}

/// Returns why a move that took `elapsed` loses on time, if it does. Tournaments and live matches enforce a time per move
/// alike, for bots as for engines.
#[must_use]
pub fn overtime(elapsed: Duration, allowed: Option<Duration>, margin: Duration) -> Option<EndDetail> {
    let allowed = allowed.filter(|allowed| elapsed > *allowed + margin)?;
    Some(EndDetail::OverTime { took_ms: millis(elapsed), allowed_ms: millis(allowed) })
}

/// Plays one seat, one match after another.
pub trait Player: Send {
    /// Discards all state and begins a match. Random choices derive from `seed`, which should differ between the two
    /// seats.
    fn begin(&mut self, seed: u64);

    /// Makes later matches start from `position`, or from the game's own start if it is `None`.
    ///
    /// # Errors
    /// If the position is invalid; nothing changes in that case.
    fn set_position(&mut self, position: Option<&str>) -> Result<(), GameError>;

    /// Returns the move after `moves`, which are all moves of the match so far, or `None` if the game is over there.
    ///
    /// # Errors
    /// If one of the moves is not legal, or if the program behind the player failed.
    fn choose(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError>;

    /// Returns the illegal moves that it tried since the last call, where these are counted.
    fn take_tries(&mut self) -> IllegalTries {
        IllegalTries::default()
    }

    /// Ends all background work after a match.
    fn rest(&mut self) {}
}
