//! The progress and the outcome of a run.

use std::time::Duration;

use crate::results::Tally;

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The sums so far, in the order of the schedule.
    pub tally: &'a Tally,
    /// The number of finished matches, including those that wait for an earlier one.
    pub finished: u64,
    /// The number of finished matches that an earlier run played.
    pub earlier: u64,
    /// The number of all matches, as known so far. In a knockout or a sequential test it depends on the results.
    pub total: u64,
    /// The playing time of this run, without pauses.
    pub elapsed: Duration,
    /// Whether it is paused.
    pub paused: bool,
    /// The number of matches at a time.
    pub concurrency: usize,
}

#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The sums.
    pub tally: Tally,
    /// Whether all matches that are needed were played.
    pub complete: bool,
    /// The number of all matches, as known so far.
    pub total: u64,
    /// The number of matches that this run played.
    pub fresh: u64,
    /// The playing time of this run, without pauses.
    pub elapsed: Duration,
}
