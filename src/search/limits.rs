//! Limits of every search.

/// The greatest search depth in plies.
pub const MAX_DEPTH: u16 = 250;

/// The greatest number of threads of one search.
pub const MAX_THREADS: u16 = 64;
