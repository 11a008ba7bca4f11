//! Size limits of tournaments, and the error for an invalid tournament.

use arena_games::{Diagnostic, diagnostic};

/// The most rounds of a tournament.
pub const MAX_ROUNDS: u64 = 1_000_000;
/// The most entrants of a tournament.
pub const MAX_ENTRANTS: usize = 1_000;
/// The most matches of a tournament.
pub const MAX_MATCHES: u64 = 10_000_000;
/// The most matches that are played at the same time.
pub const MAX_CONCURRENCY: usize = 256;

/// Why a tournament is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct PlanError {
    /// The key in the tournament's file.
    pub key: &'static str,
    /// The problem, with what would be valid.
    pub problem: Diagnostic,
}

/// Creates the error for too few or too many entrants.
pub(super) fn entrant_count(given: usize) -> Diagnostic {
    diagnostic!(
        "entrant_count",
        "a tournament must have between 2 and {most} entrants, got {given}",
        given,
        most = MAX_ENTRANTS
    )
}
