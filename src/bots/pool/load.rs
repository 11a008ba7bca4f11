//! The load of a pool.

/// Number of searches in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Searches that have not begun.
    pub waiting: usize,
    /// Searches that run.
    pub running: usize,
    /// Searches that have begun and wait for their next turn.
    pub suspended: usize,
}
