//! The progress and the outcome of a run.

use std::time::Duration;

use super::sink::SinkError;
use crate::results::Tally;
use arena_play::tournament::Failure;

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

/// The outcome of a run.
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

/// The arena could not play a match, through no fault of an entrant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot play match {index} of the schedule: {problem}")]
pub struct ArenaFailure {
    /// The match's number in the schedule.
    pub index: u64,
    /// The problem.
    pub problem: String,
}

/// Why a run was given up.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The arena cannot play a match.
    #[error(transparent)]
    Arena(#[from] ArenaFailure),
    /// Results cannot be stored.
    #[error("cannot store results: {0}")]
    Sink(#[from] SinkError),
    /// An earlier run's results do not belong to this tournament.
    #[error("the results of an earlier run belong to another tournament: {0}")]
    Earlier(String),
    /// The venue of the matches cannot be used.
    #[error("{0}")]
    Venue(String),
    /// The system did not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

impl From<&RunError> for Failure {
    fn from(error: &RunError) -> Self {
        match error {
            RunError::Arena(failure) => Self::Unplayable { index: failure.index, sentence: failure.problem.clone() },
            RunError::Sink(error) => Self::Unkept { sentence: error.to_string() },
            RunError::Earlier(sentence) => Self::Earlier { sentence: sentence.clone() },
            RunError::Venue(sentence) => Self::Venue { sentence: sentence.clone() },
            RunError::Thread(error) => Self::NoThread { sentence: error.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_have_the_texts_of_run_errors() {
        let errors = [
            RunError::Venue("no queue".to_owned()),
            RunError::Earlier("match 3 is missing".to_owned()),
            RunError::Thread(std::io::Error::other("none left")),
        ];
        for error in errors {
            assert_eq!(Failure::from(&error).to_string(), error.to_string());
        }
    }
}
