//! Settings of the tournaments of bots that players put together and have played.

use serde::{Deserialize, Serialize};

use crate::games::GameId;

/// Which tournaments of bots players may have played, and how much of the processors for that; the operator may have any
/// played. Engines are the operator's alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Composing {
    /// Such tournaments that are played at a time, in all; 0 where only the operator has any played.
    pub running: usize,
    /// The same from one address.
    pub running_per_address: usize,
    /// The same of one player.
    pub running_per_player: usize,
    /// Processor time that they may take within a day, in all, in milliseconds.
    pub budget_ms: u64,
    /// The same from one address.
    pub budget_ms_per_address: u64,
    /// The same of one player.
    pub budget_ms_per_player: u64,
    /// Whether guests may, who have claimed no name.
    pub guests: bool,
    /// The names of those who may; empty for everybody who has claimed a name.
    pub composers: Vec<String>,
    /// The games; empty for all.
    pub games: Vec<GameId>,
    /// Entrants of one at most.
    pub entrants: u32,
    /// Matches of one at most.
    pub matches: u64,
    /// Nodes of a move at most.
    pub nodes: u64,
    /// Matches of one at a time.
    pub concurrency: usize,
}

impl Default for Composing {
    fn default() -> Self {
        Self {
            running: 0,
            running_per_address: 1,
            running_per_player: 1,
            budget_ms: 14_400_000,
            budget_ms_per_address: 1_800_000,
            budget_ms_per_player: 600_000,
            guests: false,
            composers: Vec::new(),
            games: Vec::new(),
            entrants: 32,
            matches: 5_000,
            nodes: 1_000_000,
            concurrency: 1,
        }
    }
}
