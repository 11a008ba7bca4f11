//! Settings for agents that play by the Model Context Protocol.

use arena_bots::engine::Fallback;

settings! {
    /// Agents that play by the Model Context Protocol, in builds that have it.
    "agents" Agents {
        /// Illegal moves that an agent may try in one turn. 0 means any number.
        attempts: u32 = 10, in 0..=1_000;
        /// What follows the last attempt.
        fallback: Fallback = Fallback::Forfeit;
        /// Time in milliseconds without a call after which the seat of an agent counts as left.
        away_ms: u64 = 900_000, in 1_000..=86_400_000;
    }
}
