//! The port through which a run writes its results to a file or a store.

use crate::tournament::pairing::Pairing;
use crate::tournament::plan::Plan;
use crate::tournament::results::MatchResult;

/// How a tournament is played; none of it changes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// How many matches at a time to begin with: as many threads; a [`Control`](super::Control) changes it.
    pub concurrency: usize,
    /// Whether each match's record is written out for [`ResultSink::next`].
    pub records: bool,
    /// Whether records carry milliseconds.
    pub timings: bool,
    /// Whether depth and line of each search are kept for [`Finished::played`].
    pub notes: bool,
    /// Whether each thread stays on one processor, with the engines that it starts; see [`super::affinity`].
    pub affinity: bool,
}

/// A finished match on its way to the sink.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Who met.
    pub pairing: Pairing,
    /// Its result.
    pub played: MatchResult,
    /// Its record as one line of JSON, without the line's end, when the options ask for it.
    pub record: Option<String>,
}

/// Matches that a thread finished one after another.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The matches.
    pub finished: Vec<Finished>,
}

impl Batch {
    /// Adds a match that was just finished, with its record where the options ask for it.
    pub fn add(&mut self, plan: &Plan, options: RunOptions, pairing: Pairing, played: MatchResult) {
        let record = options.records.then(|| plan.record_line(&pairing, &played, options.timings));
        self.finished.push(Finished { pairing, played, record });
    }
}

/// Nothing was kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// A place for results: what the tournament needs from a file or a store.
pub trait ResultSink {
    /// Keeps matches as they finish, in any order. What it answered with `Ok` survives the process being killed.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError>;

    /// Takes the next match in the order of the schedule, those of earlier runs included. Only when a run is stopped
    /// are matches left out.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn next(&mut self, finished: &Finished) -> Result<(), SinkError>;

    /// The tournament was over before match `from`: what was kept of it and of those after it counts for nothing.
    ///
    /// # Errors
    /// [`SinkError`] ends the run.
    fn discard(&mut self, from: u64) -> Result<(), SinkError> {
        let _ = from;
        Ok(())
    }
}

/// Keeps nothing.
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
