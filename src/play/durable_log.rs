//! The port through which matches are kept, whoever keeps them: this program's own store, or a database that several nodes
//! share.
//!
//! A match has one owner at a time, and each ownership a number, its epoch, which grows. Every write says under which epoch
//! it is made and is refused when the match has another by then; so whoever was thought dead, and is not, changes nothing.
//! In a data directory the lock is the ownership of all its matches, and the epoch counts how often it was taken.

#[cfg(test)]
pub(crate) mod conformance;

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{EventLogError, MatchSetup, NumberedEvent};
use crate::games::GameId;

/// The number of an ownership. A later one has a greater number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epoch(pub u64);

/// What is to be kept of one match.
#[derive(Clone, Debug)]
pub struct Write {
    /// The match.
    pub id: Uuid,
    /// The ownership under which it is written.
    pub epoch: Epoch,
    /// What is new.
    pub entry: NewEntry,
}

/// What is new of a match.
#[derive(Clone, Debug)]
pub enum NewEntry {
    /// The match itself; the same twice is no error.
    Match(Box<MatchSetup>),
    /// The events after those that it has; the same twice is no error, nor are some that it has already before new ones.
    Events {
        /// Its game.
        game: GameId,
        /// The events, numbered from 1 without a gap.
        events: Vec<NumberedEvent>,
    },
}

/// Why a write was not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The match has had another owner since: whoever wrote lets it go.
    #[error("the match belongs to another by now")]
    Stale,
    /// It contradicts what is kept. Trying again does not help.
    #[error("{0}")]
    Refused(String),
    /// It is not known to be kept, though it may be. The same again does no harm, and may help later.
    #[error("{0}")]
    Unavailable(String),
}

/// A match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedMatch {
    /// Its unchanging part.
    pub setup: MatchSetup,
    /// Its events from the number on that was asked for, in order.
    pub events: Vec<NumberedEvent>,
}

/// Which of these events follow the `last` one that is kept of a match; those before them are kept already.
///
/// # Errors
/// A sentence when they leave a gap.
pub fn follow(id: Uuid, last: u64, events: &[NumberedEvent]) -> Result<&[NumberedEvent], String> {
    // They may begin among those that are kept.
    let first = events.first().map_or(1, |event| event.seq.clamp(1, last + 1));
    if let Some((next, event)) = (first..).zip(events).find(|(next, event)| event.seq != *next) {
        let seq = event.seq;
        return Err(format!("event {seq} of match {id} does not follow the one before it: {next} is to come"));
    }
    Ok(&events[events.partition_point(|event| event.seq <= last)..])
}

/// Keeps matches, each for its owner.
pub trait DurableLog: Send + Sync + 'static {
    /// Keeps what is new of several matches: an answer each, in the same order. One that is refused harms no other. What
    /// was answered with `Ok` survives processes being killed and the power being cut.
    fn append(&self, writes: Vec<Write>) -> BoxFuture<'_, Vec<Result<(), AppendError>>>;

    /// The match with its events from number `from` on, whoever owns it; none where there is no such match. Everything that
    /// was answered before is there.
    fn read(&self, id: Uuid, from: u64) -> BoxFuture<'_, Result<Option<LoggedMatch>, EventLogError>>;
}
