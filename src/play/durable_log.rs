//! The interface of storage for matches, implemented by this program's own store and by a database that several nodes
//! share.
//!
//! A match has one owner at a time. Each ownership has a number, its epoch, which increases. Every write carries the
//! epoch of its owner and is refused if the match has a later epoch. An owner that was wrongly considered dead
//! therefore cannot change anything. In a data directory, the lock is the ownership of all its matches, and the epoch
//! counts how often it was taken.

#[cfg(test)]
pub(crate) mod conformance;

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{EventLogError, MatchSetup, NumberedEvent};
use crate::games::GameId;

/// The number of an ownership. Later ownerships have greater numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epoch(pub u64);

/// A write to one match.
#[derive(Clone, Debug)]
pub struct Write {
    /// The match.
    pub id: Uuid,
    /// The epoch of the writer.
    pub epoch: Epoch,
    /// The data to append.
    pub entry: NewEntry,
}

/// The data appended to a match.
#[derive(Clone, Debug)]
pub enum NewEntry {
    /// The match itself. Writing the same match twice is not an error.
    Match(Box<MatchSetup>),
    /// New events. Repeating stored events, alone or before new ones, is not an error.
    Events {
        /// The game of the match.
        game: GameId,
        /// The events, numbered without gaps.
        events: Vec<NumberedEvent>,
    },
}

/// The reason why a write was not stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The match has a newer owner. The writer must give it up.
    #[error("the match belongs to another by now")]
    Stale,
    /// The write contradicts the stored data. Retrying does not help.
    #[error("{0}")]
    Refused(String),
    /// The result is unknown; the write may have been stored. Retrying is harmless and may succeed later.
    #[error("{0}")]
    Unavailable(String),
}

/// A stored match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedMatch {
    /// Its unchanging part.
    pub setup: MatchSetup,
    /// The events from the requested number on, in order.
    pub events: Vec<NumberedEvent>,
}

/// Returns those of `events` that come after the stored event number `last`. Earlier ones are already stored.
///
/// # Errors
/// Returns a message if the events leave a gap.
pub fn follow(id: Uuid, last: u64, events: &[NumberedEvent]) -> Result<&[NumberedEvent], String> {
    // The events may begin with stored ones.
    let first = events.first().map_or(1, |event| event.seq.clamp(1, last + 1));
    if let Some((next, event)) = (first..).zip(events).find(|(next, event)| event.seq != *next) {
        let seq = event.seq;
        return Err(format!("event {seq} of match {id} does not follow the one before it: {next} is to come"));
    }
    Ok(&events[events.partition_point(|event| event.seq <= last)..])
}

/// Stores matches for their owners.
pub trait DurableLog: Send + Sync + 'static {
    /// Appends to several matches. Returns one answer per write, in the same order; a refused write does not affect the
    /// others. A write answered with `Ok` survives process kills and power failures.
    fn append(&self, writes: Vec<Write>) -> BoxFuture<'_, Vec<Result<(), AppendError>>>;

    /// Returns the match with its events from number `from` on, whichever node owns it, or `None` if there is no such
    /// match. All writes answered before the call are included.
    fn read(&self, id: Uuid, from: u64) -> BoxFuture<'_, Result<Option<LoggedMatch>, EventLogError>>;
}
