//! Size limits of tournaments.

use arena_games::{Diagnostic, diagnostic};

/// The most rounds of a tournament.
pub const MAX_ROUNDS: u64 = 1_000_000;
/// The most entrants of a tournament.
pub const MAX_ENTRANTS: usize = 1_000;
/// The most matches of a tournament.
pub const MAX_MATCHES: u64 = 10_000_000;
/// The most matches that are played at the same time.
pub const MAX_CONCURRENCY: usize = 256;

/// Creates the error for too few or too many entrants.
pub(super) fn entrant_count(given: usize) -> Diagnostic {
    diagnostic!(
        "entrant_count",
        "a tournament must have between 2 and {most} entrants, got {given}",
        given,
        most = MAX_ENTRANTS
    )
}
