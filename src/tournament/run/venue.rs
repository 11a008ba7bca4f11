//! The interface between a run and the place where its matches are played.

use std::sync::mpsc::SyncSender;

use super::control::Control;
use super::match_queue::MatchQueue;
use super::sink::{Batch, RunOptions};
use crate::pairing::Pairing;
use crate::plan::Plan;
use arena_games::{Diagnostic, diagnostic};

/// The place where the matches of a run are played: threads of this process, or other machines.
pub trait Venue: Sync {
    /// Takes matches from the queue and brings their results there, in any order and each once, until none is left.
    ///
    /// # Errors
    /// A failure ends the run.
    fn play(&self, handle: &RunHandle<'_>) -> Result<(), Diagnostic>;
}

/// A venue's view of a run: its matches, and the channel for their results.
pub struct RunHandle<'a> {
    pub(super) plan: &'a Plan,
    pub(super) options: RunOptions,
    pub(super) queue: &'a MatchQueue,
    pub(super) control: &'a Control,
    pub(super) collector: SyncSender<Message>,
}

/// Called when the results of a batch have been kept.
pub type Receipt = Box<dyn FnOnce() + Send>;

/// A message from a venue to the collector.
pub(super) enum Message {
    /// Finished matches.
    Played(Batch, Option<Receipt>),
    /// The arena cannot play a match.
    Failed(Diagnostic),
}

/// The run has given up and takes no more results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HungUp;

impl RunHandle<'_> {
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        self.plan
    }

    #[must_use]
    pub const fn options(&self) -> RunOptions {
        self.options
    }

    /// The controls of the run: pause, stop and number of matches at a time.
    #[must_use]
    pub const fn control(&self) -> &Control {
        self.control
    }

    /// Returns the next matches, at most `most`. Waits while they depend on matches in progress. Returns none if no
    /// match is left.
    #[must_use]
    pub fn claim(&self, most: u64) -> Vec<Pairing> {
        self.queue.claim(most)
    }

    /// True if no more results are needed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.queue.is_over()
    }

    /// Stops handing out matches. A waiting claim returns none.
    pub fn close(&self) {
        self.queue.close();
    }

    /// Brings the results of claimed matches. `kept` is called once they survive the end of this process.
    ///
    /// # Errors
    /// [`HungUp`] when the run has given up.
    pub fn bring(&self, batch: Batch, kept: Option<Receipt>) -> Result<(), HungUp> {
        self.collector.send(Message::Played(batch, kept)).map_err(|_| HungUp)
    }

    /// Ends the run because match `index` of the schedule cannot be played.
    ///
    /// # Errors
    /// [`HungUp`] when the run has given up already.
    pub fn fail(&self, index: u64, sentence: String) -> Result<(), HungUp> {
        let failure = diagnostic!(
            "tournament_unplayable",
            "cannot play match {index} of the schedule: {sentence}",
            index,
            sentence
        );
        self.collector.send(Message::Failed(failure)).map_err(|_| HungUp)
    }
}
