//! Settings for tournaments that players open.

use crate::time::WEEK_MS;
use arena_games::GameId;

settings! {
    /// Tournaments that players may open, and the sample tournaments. The operator may open any tournament.
    "tournaments" Tournaments {
        /// True if a server without other tournaments plays the samples that it has not started yet.
        samples: bool = true;
        /// Unfinished tournaments of players in total. 0 means that only the operator opens tournaments.
        open: usize = 0, in 0..=10_000;
        /// Unfinished tournaments of players from one address.
        open_per_address: usize = 10, in 1..=10_000;
        /// Unfinished tournaments of one player.
        open_per_player: usize = 1, in 1..=10_000;
        /// Tournaments that one player may open per day.
        opened_per_day: usize = 5, in 1..=10_000;
        /// Names of the permitted players. Empty permits everyone with a claimed name.
        openers: Vec<String> = Vec::new();
        /// Permitted games. Empty permits all.
        games: Vec<GameId> = Vec::new();
        /// Maximum number of entrants per tournament.
        entrants: u32 = 100, in 2..=1_000;
        /// Maximum number of entrants per address in any tournament that players can enter.
        entrants_per_address: usize = 100, in 1..=10_000;
        /// Maximum number of matches per tournament.
        matches: u64 = 10_000, in 1..=10_000_000;
        /// Time in milliseconds after which a tournament ends at the latest.
        lasts_ms: u64 = 604_800_000, in 60_000..=52 * WEEK_MS;
    }
}
