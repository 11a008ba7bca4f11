//! The log entries of a live tournament.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use arena_games::BySide;
use arena_play::tournament::Terms;
use arena_play::{EndReason, GameResult, Seat};

/// How a match of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryEnd {
    /// The result; `None` if the match is void.
    pub outcome: Option<GameResult>,
    pub by: EndReason,
}

/// A player who opened a tournament, and its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opener {
    pub player: Uuid,
    /// No match is begun after this many results.
    pub matches: u64,
    /// No match is begun after this time, in Unix milliseconds.
    pub until_ms: u64,
}

/// An event of a tournament. Entrants are identified by their numbers, in the order in which they entered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// The tournament was opened for registration.
    Opened {
        terms: Box<Terms>,
        /// The player who opened it; absent if the operator did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Opener>,
    },
    /// A player may enter.
    Invited {
        /// The player.
        player: Uuid,
    },
    /// An entrant entered, with the next number.
    Entered {
        /// A player, or a bot with its configuration. No other entrant has its name.
        seat: Seat,
    },
    /// An entrant that had left is back.
    Returned {
        /// The entrant.
        entrant: usize,
    },
    /// An entrant reported a new version, so its strength is less certain.
    Version {
        /// The entrant.
        entrant: usize,
        /// The name of the version.
        version: String,
    },
    /// An entrant is present and ready to play.
    Came {
        /// The entrant.
        entrant: usize,
    },
    /// An entrant is no longer present or ready to play.
    Went {
        /// The entrant.
        entrant: usize,
    },
    /// An entrant has left the tournament.
    Left {
        /// The entrant.
        entrant: usize,
    },
    /// The server restarted, so no player is present.
    Restarted,
    /// Play began. In other formats than a league this ends the registration.
    Began {
        /// The time, in Unix milliseconds.
        at_ms: u64,
    },
    /// The tournament was paused or resumed.
    Paused {
        /// True if no new matches are begun.
        paused: bool,
    },
    /// A match began.
    Paired {
        /// Its number in the schedule, or in the order of pairing if there is no schedule.
        index: u64,
        /// The id of the match.
        id: Uuid,
        /// The entrants, by seat.
        seats: BySide<usize>,
        /// The time that counts as its beginning for the pace of a league, in Unix milliseconds.
        at_ms: u64,
    },
    /// A match ended, or was forfeited before it began.
    Ended {
        /// The number of the match.
        index: u64,
        /// The result.
        ending: EntryEnd,
    },
    /// A season of a league was closed.
    Season {
        /// The time, in Unix milliseconds.
        at_ms: u64,
    },
    /// No more matches will be begun.
    Closing {
        /// True if the tournament was stopped before its end.
        stopped: bool,
    },
}
