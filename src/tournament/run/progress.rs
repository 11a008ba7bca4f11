//! How far a run is, and how it ended.

use std::time::Duration;

use super::sink::SinkError;
use crate::tournament::results::Tally;

/// Where a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The sums so far, in the order of the schedule.
    pub tally: &'a Tally,
    /// Matches finished, also those that wait for an earlier one.
    pub finished: u64,
    /// Those of them that an earlier run played.
    pub earlier: u64,
    /// Matches in all, as far as is known: a knockout and a sequential test end when they end.
    pub total: u64,
    /// How long this run has been playing, without its pauses.
    pub elapsed: Duration,
    /// Whether it is paused.
    pub paused: bool,
    /// How many matches it plays at a time.
    pub concurrency: usize,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The sums.
    pub tally: Tally,
    /// Whether every match of the schedule was played that is needed.
    pub complete: bool,
    /// Matches in all, as far as is known.
    pub total: u64,
    /// Matches that this run played.
    pub fresh: u64,
    /// How long it took, without its pauses.
    pub elapsed: Duration,
}

/// The arena itself could not play a match, and no entrant is to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {index} of the schedule cannot be played: {problem}")]
pub struct ArenaFailure {
    /// The match's number in the schedule.
    pub index: u64,
    /// What failed.
    pub problem: String,
}

/// Why a run was given up.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The arena cannot play a match.
    #[error(transparent)]
    Arena(#[from] ArenaFailure),
    /// Results cannot be kept.
    #[error("results cannot be kept: {0}")]
    Sink(#[from] SinkError),
    /// An earlier run's results do not belong to this tournament.
    #[error("the results of an earlier run do not fit this tournament: {0}")]
    Earlier(String),
    /// The place where the matches are played cannot be used.
    #[error("{0}")]
    Venue(String),
    /// The system gave no thread.
    #[error("no thread to play on: {0}")]
    Thread(#[from] std::io::Error),
}
