//! Settings for tournaments that players open.

use serde::{Deserialize, Serialize};

use arena_games::GameId;

/// Tournaments that players may open, and the sample tournaments. The operator may open any tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tournaments {
    /// True if a server without other tournaments plays the samples that it has not started yet.
    pub samples: bool,
    /// Unfinished tournaments of players in total. 0 means that only the operator opens tournaments.
    pub open: usize,
    /// Unfinished tournaments of players from one address.
    pub open_per_address: usize,
    /// Unfinished tournaments of one player.
    pub open_per_player: usize,
    /// Tournaments that one player may open per day.
    pub opened_per_day: usize,
    /// Names of the permitted players. Empty permits everyone with a claimed name.
    pub openers: Vec<String>,
    /// Permitted games. Empty permits all.
    pub games: Vec<GameId>,
    /// Maximum number of entrants per tournament.
    pub entrants: u32,
    /// Maximum number of entrants per address in any tournament that players can enter.
    pub entrants_per_address: usize,
    /// Maximum number of matches per tournament.
    pub matches: u64,
    /// Time in milliseconds after which a tournament ends at the latest.
    pub lasts_ms: u64,
}

impl Default for Tournaments {
    fn default() -> Self {
        Self {
            samples: true,
            open: 0,
            open_per_address: 10,
            open_per_player: 1,
            opened_per_day: 5,
            openers: Vec::new(),
            games: Vec::new(),
            entrants: 100,
            entrants_per_address: 100,
            matches: 10_000,
            lasts_ms: 604_800_000,
        }
    }
}
