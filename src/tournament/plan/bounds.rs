//! How large a tournament may be, and the error that says what is wrong with its file.

use crate::games::Problem;

/// No tournament has more rounds.
pub const MAX_ROUNDS: u64 = 1_000_000;
/// No tournament has more entrants.
pub const MAX_ENTRANTS: usize = 1_000;
/// No tournament has more matches.
pub const MAX_MATCHES: u64 = 10_000_000;
/// No more matches are played at a time.
pub const MAX_CONCURRENCY: usize = 256;

/// Why a tournament is refused: the key of its file that is wrong, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct PlanError {
    /// The key.
    pub key: &'static str,
    /// What is wrong and what would be right.
    pub problem: Problem,
}
