//! What no search goes beyond.

/// No search is deeper, in plies.
pub const MAX_DEPTH: u16 = 250;

/// No search has more threads.
pub const MAX_THREADS: u16 = 64;
