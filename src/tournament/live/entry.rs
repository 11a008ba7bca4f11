//! The entries of a tournament's log.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::terms::Terms;
use crate::games::BySide;
use crate::play::{EndReason, GameResult, Seat};

/// How a match of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; none where it is void.
    pub outcome: Option<GameResult>,
    /// What decided it.
    pub by: EndReason,
}

/// A player who opened a tournament, and how far it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opener {
    /// Who.
    pub player: Uuid,
    /// After so many results no other match is begun.
    pub matches: u64,
    /// From then on no other match is begun, in Unix milliseconds.
    pub until_ms: u64,
}

/// Something that happened in a tournament. Entrants are named by their numbers, in the order in which they entered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// The tournament was opened for registration.
    Opened {
        /// What it is played by.
        terms: Box<Terms>,
        /// The player who opened it; none where the operator did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Opener>,
    },
    /// A player may enter.
    Invited {
        /// Who.
        player: Uuid,
    },
    /// Somebody entered: the next number.
    Entered {
        /// A player, or a bot with its configuration, under a name that no other entrant has.
        seat: Seat,
    },
    /// Somebody who had left is an entrant again.
    Returned {
        /// Who.
        entrant: usize,
    },
    /// An entrant has handed in a new version; what was known of its strength is less certain.
    Version {
        /// Who.
        entrant: usize,
        /// What it is called.
        version: String,
    },
    /// An entrant is here, ready to play.
    Came {
        /// Who.
        entrant: usize,
    },
    /// An entrant is not here any more, or does not want to play.
    Went {
        /// Who.
        entrant: usize,
    },
    /// An entrant has left the tournament.
    Left {
        /// Who.
        entrant: usize,
    },
    /// The server started again: nobody is here.
    Restarted,
    /// Registration is over, or in a league: play begins.
    Began {
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// Whether new matches are begun.
    Paused {
        /// Whether not.
        paused: bool,
    },
    /// A match was begun.
    Paired {
        /// Its place in the schedule; where there is none, its number in the order of pairing.
        index: u64,
        /// The match.
        id: Uuid,
        /// The entrants.
        seats: BySide<usize>,
    },
    /// A match is over, or was forfeited without having begun.
    Ended {
        /// Its place.
        index: u64,
        /// How.
        ending: Ending,
    },
    /// A season of a league was closed.
    Season {
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// No other match will be begun.
    Closing {
        /// Whether somebody stopped it.
        stopped: bool,
    },
}
