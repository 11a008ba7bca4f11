//! Settings for tournaments of bots that players compose and start.

use serde::{Deserialize, Serialize};

use arena_games::GameId;

/// Tournaments of bots that players may start, and their budget of processor time. The operator may start any
/// tournament. Only the operator may use engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Composing {
    /// Tournaments of players that are played at a time. 0 means that only the operator starts tournaments.
    pub running: usize,
    /// Further tournaments of players that wait for their turn.
    pub waiting: usize,
    /// Time in milliseconds for which a tournament is played while others wait.
    pub turn_ms: u64,
    /// Tournaments of players from one address that run or wait.
    pub running_per_address: usize,
    /// Tournaments of one player that run or wait.
    pub running_per_player: usize,
    /// Processor time of players' tournaments per day in total, in milliseconds.
    pub budget_ms: u64,
    /// Processor time of players' tournaments from one address per day, in milliseconds.
    pub budget_ms_per_address: u64,
    /// Processor time of one player's tournaments per day, in milliseconds.
    pub budget_ms_per_player: u64,
    /// Matches of guests' tournaments from one address per day. 0 means that guests start none.
    pub guest_matches: u64,
    /// Names of the permitted players. Empty permits everyone with a claimed name, and guests.
    pub composers: Vec<String>,
    /// Permitted games. Empty permits all.
    pub games: Vec<GameId>,
    /// Maximum number of entrants per tournament.
    pub entrants: u32,
    /// Maximum number of matches per tournament.
    pub matches: u64,
    /// Maximum number of nodes per move.
    pub nodes: u64,
    /// Maximum number of concurrent matches per tournament.
    pub concurrency: usize,
}

impl Default for Composing {
    fn default() -> Self {
        Self {
            running: 2,
            waiting: 10,
            turn_ms: 10_000,
            running_per_address: 1,
            running_per_player: 1,
            budget_ms: 14_400_000,
            budget_ms_per_address: 1_800_000,
            budget_ms_per_player: 600_000,
            guest_matches: 200,
            composers: Vec::new(),
            games: Vec::new(),
            entrants: 32,
            matches: 5_000,
            nodes: 1_000_000,
            concurrency: 1,
        }
    }
}
