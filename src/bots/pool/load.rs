//! What a pool tells of its work.

/// How many searches there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Searches that have not begun.
    pub waiting: usize,
    /// Searches that run.
    pub running: usize,
    /// Searches that have begun and wait for their next turn.
    pub suspended: usize,
}
