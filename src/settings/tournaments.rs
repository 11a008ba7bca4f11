//! Settings of the tournaments that players open.

use serde::{Deserialize, Serialize};

use crate::games::GameId;

/// Which tournaments players may open; the operator may open any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tournaments {
    /// Tournaments of players that are not over, in all; 0 where only the operator opens any.
    pub open: usize,
    /// The same of one address.
    pub open_per_address: usize,
    /// The same of one player.
    pub open_per_player: usize,
    /// Tournaments that a player may open within a day.
    pub opened_per_day: usize,
    /// The names of those who may; empty for everybody who has claimed a name.
    pub openers: Vec<String>,
    /// The games; empty for all.
    pub games: Vec<GameId>,
    /// Entrants of one at most.
    pub entrants: u32,
    /// Entrants of any open tournament from one address at most.
    pub entrants_per_address: usize,
    /// Matches of one at most.
    pub matches: u64,
    /// How long after its opening one ends at the latest.
    pub lasts_ms: u64,
}

impl Default for Tournaments {
    fn default() -> Self {
        Self {
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
