//! The port between a run and the place where its matches are played.

use std::sync::mpsc::SyncSender;

use super::control::Control;
use super::match_queue::MatchQueue;
use super::progress::{ArenaFailure, RunError};
use super::sink::{Batch, RunOptions};
use crate::tournament::pairing::Pairing;
use crate::tournament::plan::Plan;

/// Where the matches of a run are played: on threads of this process, or on other machines.
pub trait Venue: Sync {
    /// Takes matches from the desk and brings their results there, in any order and each once, until none is left.
    ///
    /// # Errors
    /// [`RunError`] ends the run.
    fn play(&self, desk: &Desk<'_>) -> Result<(), RunError>;
}

/// What a venue has from a run: its matches, and the place for their results.
pub struct Desk<'a> {
    pub(super) plan: &'a Plan,
    pub(super) options: RunOptions,
    pub(super) queue: &'a MatchQueue,
    pub(super) control: &'a Control,
    pub(super) collector: SyncSender<Message>,
}

/// What is called when the results of a batch have been kept.
pub type Receipt = Box<dyn FnOnce() + Send>;

/// A message from a venue to the collector.
pub(super) enum Message {
    /// Matches are over.
    Played(Batch, Option<Receipt>),
    /// The arena cannot play a match.
    Failed(ArenaFailure),
}

/// The run takes no more results: it has given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HungUp;

impl Desk<'_> {
    /// What is played.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        self.plan
    }

    /// How it is played.
    #[must_use]
    pub const fn options(&self) -> RunOptions {
        self.options
    }

    /// Whether to pause, to stop, and how many matches are to be played at a time.
    #[must_use]
    pub const fn control(&self) -> &Control {
        self.control
    }

    /// The next matches, at most `most`. Waits while the next ones depend on others that are being played; empty when
    /// there are none left.
    #[must_use]
    pub fn claim(&self, most: u64) -> Vec<Pairing> {
        self.queue.claim(most)
    }

    /// Whether no result is needed any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.queue.is_over()
    }

    /// Hands no more matches out: whoever waits for some gets none.
    pub fn close(&self) {
        self.queue.close();
    }

    /// Brings the results of matches that were claimed; `kept` is called once they will survive this process.
    ///
    /// # Errors
    /// [`HungUp`] when the run has given up.
    pub fn bring(&self, batch: Batch, kept: Option<Receipt>) -> Result<(), HungUp> {
        self.collector.send(Message::Played(batch, kept)).map_err(|_| HungUp)
    }

    /// Ends the run: a match cannot be played.
    ///
    /// # Errors
    /// [`HungUp`] when the run has given up already.
    pub fn fail(&self, failure: ArenaFailure) -> Result<(), HungUp> {
        self.collector.send(Message::Failed(failure)).map_err(|_| HungUp)
    }
}
