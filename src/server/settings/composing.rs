//! Settings for tournaments of bots that players compose and start.

use arena_games::GameId;

settings! {
    /// Tournaments of bots that players may start, and their budget of processor time. The operator may start any
    /// tournament. Only the operator may use engines.
    "composing" Composing {
        /// Tournaments of players that are played at a time. 0 means that only the operator starts tournaments.
        running: usize = 2, in 0..=1_000;
        /// Further tournaments of players that wait for their turn.
        waiting: usize = 10, in 0..=1_000;
        /// Time in milliseconds for which a tournament is played while others wait.
        turn_ms: u64 = 10_000, in 1..=3_600_000;
        /// Tournaments of players from one address that run or wait.
        running_per_address: usize = 1, in 1..=1_000;
        /// Tournaments of one player that run or wait.
        running_per_player: usize = 1, in 1..=1_000;
        /// Processor time of players' tournaments per day in total, in milliseconds.
        budget_ms: u64 = 14_400_000, in 1_000..=1 << 40;
        /// Processor time of players' tournaments from one address per day, in milliseconds.
        budget_ms_per_address: u64 = 1_800_000, in 1_000..=1 << 40;
        /// Processor time of one player's tournaments per day, in milliseconds.
        budget_ms_per_player: u64 = 600_000, in 1_000..=1 << 40;
        /// Matches of guests' tournaments from one address per day. 0 means that guests start none.
        guest_matches: u64 = 200, in 0..=10_000_000;
        /// Names of the permitted players. Empty permits everyone with a claimed name, and guests.
        composers: Vec<String> = Vec::new();
        /// Permitted games. Empty permits all.
        games: Vec<GameId> = Vec::new();
        /// Maximum number of entrants per tournament.
        entrants: u32 = 32, in 2..=1_000;
        /// Maximum number of matches per tournament.
        matches: u64 = 5_000, in 2..=10_000_000;
        /// Maximum number of nodes per move.
        nodes: u64 = 1_000_000, in 1..=1 << 50;
        /// Maximum number of concurrent matches per tournament.
        concurrency: usize = 1, in 1..=1_000;
    }
}
