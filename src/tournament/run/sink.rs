//! The interface through which a run writes its results to a file or a store.

use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::results::MatchResult;
use arena_games::{Diagnostic, diagnostic};

/// How a tournament is played. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// The number of matches at a time, and of threads, at the beginning. A [`Control`](super::Control) can change it.
    pub concurrency: usize,
    /// Whether each match's record is written out for [`ResultSink::next`].
    pub records: bool,
    /// Whether records contain milliseconds.
    pub timings: bool,
    /// Whether the depth and the expected line of each search are kept for [`Finished::played`].
    pub notes: bool,
    /// Whether each thread stays on one processor, with the engines that it starts; see [`super::affinity`].
    pub affinity: bool,
}

/// A finished match on its way to the sink.
#[derive(Clone, Debug)]
pub struct Finished {
    pub pairing: Pairing,
    pub played: MatchResult,
    /// Its record as one line of JSON without a line break, if the options ask for it.
    pub record: Option<String>,
}

/// Matches that a thread finished one after another.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The matches.
    pub finished: Vec<Finished>,
}

impl Batch {
    /// Adds a finished match, with its record if the options ask for it.
    pub fn add(&mut self, plan: &Plan, options: RunOptions, pairing: Pairing, played: MatchResult) {
        let record = options.records.then(|| plan.record_line(&pairing, &played, options.timings));
        self.finished.push(Finished { pairing, played, record });
    }
}

/// Results could not be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SinkError(pub String);

impl From<SinkError> for Diagnostic {
    fn from(SinkError(sentence): SinkError) -> Self {
        diagnostic!("tournament_unkept", "cannot store results: {sentence}", sentence)
    }
}

/// Stores results, for example in a file or a database.
pub trait ResultSink {
    /// Keeps matches as they finish, in any order. After it has returned `Ok`, they survive if the process is killed.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError>;

    /// Takes the next match in the order of the schedule, including those of earlier runs. Matches are left out only if
    /// a run is stopped.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn next(&mut self, finished: &Finished) -> Result<(), SinkError>;

    /// Discards the results of match `from` and all later ones, because the tournament was over before it.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn discard(&mut self, from: u64) -> Result<(), SinkError> {
        let _ = from;
        Ok(())
    }
}

/// A sink that keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSink;

impl ResultSink for NoSink {
    fn keep(&mut self, _: &Batch) -> Result<(), SinkError> {
        Ok(())
    }

    fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
        Ok(())
    }
}
