//! A store that several nodes share: each has a database of its own, and all of them follow one log of changes.
//!
//! What somebody writes at any node, a move or an account, goes to the end of the log, which numbers it. Every node does
//! what the log says, in its order, and whoever asked is answered when his own node has done it. What a change does, and
//! whether it is refused, follows from the changes before it alone; so all the databases say the same, and each is as good
//! as any other. This is state machine replication (Schneider 1990, "Implementing fault-tolerant services using the state
//! machine approach").
//!
//! The log need not be kept from its first change on: beside it stand [`Snapshots`], copies of a node's database, each with
//! everything up to some change. Who is new, or was away for longer than the log goes back, takes the newest of them and
//! follows from there.
//!
//! The log is a port, [`SharedLog`]; nothing here knows who keeps it.

mod change;
#[cfg(test)]
pub(crate) mod conformance;
mod copy;
#[cfg(test)]
pub(crate) mod model;
mod replica;
mod snapshot;

use futures::future::BoxFuture;
use uuid::Uuid;

pub(super) use copy::{check_own, reached};
pub(super) use replica::Replica;
pub use snapshot::{PutUp, SnapshotError, place_of, put_up};
pub(super) use snapshot::{take, tidy};

/// Changes that a writer wants to append together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Who appends them.
    pub writer: Uuid,
    /// The number of the first by this writer's own count, in which nothing comes twice.
    pub own: u64,
    /// The changes; their form is the store's.
    pub bodies: Vec<String>,
}

/// A change as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its number in the log, from 1 without a gap.
    pub number: u64,
    /// Who appended it.
    pub writer: Uuid,
    /// Its number by that writer's own count.
    pub own: u64,
    /// What it says.
    pub body: String,
}

/// Why changes were not appended, or not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SharedLogError {
    /// The writer may write no more: others count it as gone.
    #[error("this node may write no more: it was away for too long, and others have taken over")]
    Ended,
    /// It is not known to be done, though it may be. The same again does no harm, and may help later.
    #[error("{0}")]
    Unavailable(String),
    /// What was asked for is not in the log any more: it begins later.
    #[error("the shared log begins after what this node knows; it has to take a snapshot")]
    Shortened,
}

/// A copy of a node's database that stands beside the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// It has what the log says up to this change, and nothing of what comes after.
    pub reached: u64,
    /// It is in so many parts, numbered from 0.
    pub parts: u64,
    /// They have so many bytes together.
    pub bytes: u64,
    /// Their SHA-256.
    pub digest: [u8; 32],
}

/// How much the log has grown since the newest snapshot, or since its beginning where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Changes.
    pub changes: u64,
    /// What they take, roughly, in bytes.
    pub bytes: u64,
    /// The bytes of the newest snapshot.
    pub snapshot: u64,
}

/// Where snapshots stand, and how the log is made shorter with them.
pub trait Snapshots: Send + Sync + 'static {
    /// The newest that is whole.
    fn newest(&self) -> BoxFuture<'_, Result<Option<Snapshot>, SharedLogError>>;

    /// A part of the snapshot that reaches to this change; none where there is none, or none any more.
    fn part(&self, reached: u64, part: u64) -> BoxFuture<'_, Result<Option<Vec<u8>>, SharedLogError>>;

    /// Begins to put one up, as the present writer of the log. False where another node that lives is about it, or one that
    /// reaches as far is there. What a node that died, or this one, has left unfinished goes.
    fn begin(&self, reached: u64) -> BoxFuture<'_, Result<bool, SharedLogError>>;

    /// Puts up one part of what was begun.
    fn put(&self, reached: u64, part: u64, body: Vec<u8>) -> BoxFuture<'_, Result<(), SharedLogError>>;

    /// Says that all parts of it are there: it counts from now on, unless some are not, as when this comes late and it was begun
    /// anew. The one before it stays, for those who are taking it.
    fn finish<'a>(&'a self, whole: &'a Snapshot) -> BoxFuture<'a, Result<(), SharedLogError>>;

    /// How much the log has grown.
    fn growth(&self) -> BoxFuture<'_, Result<Growth, SharedLogError>>;

    /// Says, as the present writer, that this node's database has everything up to this change.
    fn passed(&self, reached: u64) -> BoxFuture<'_, Result<(), SharedLogError>>;

    /// Takes changes from the log that are in the newest snapshot and in the databases of all nodes that live. Those that
    /// the snapshot before it has go in any case: a node that has not done them by then counts as gone. The last change
    /// that may be missing.
    fn shorten(&self) -> BoxFuture<'_, Result<u64, SharedLogError>>;
}

/// One log for several stores.
pub trait SharedLog: Snapshots {
    /// What the log calls itself: no other has this id.
    fn id(&self) -> BoxFuture<'_, Result<Uuid, SharedLogError>>;

    /// As whom this node may write now, if it may.
    fn writer(&self) -> Option<Uuid>;

    /// The first of so many numbers of the writer's own count, which nobody else gets, whoever opens a store on this log after.
    fn numbers(&self, count: u64) -> u64;

    /// Appends these changes, one after another, and answers when they survive whatever the log has promised to survive: the
    /// number of the first. The same batch twice is appended once, also where it comes late and was taken from the log since: of
    /// a writer nothing is appended whose number is not greater than all of its own before.
    fn append<'a>(&'a self, batch: &'a Batch) -> BoxFuture<'a, Result<u64, SharedLogError>>;

    /// Changes after this number, in order, not all of them if they are many, and none only where there are none. What was
    /// read survives as well. Where the log does not go back so far, they begin later, or it is
    /// [`SharedLogError::Shortened`].
    fn read(&self, after: u64) -> BoxFuture<'_, Result<Vec<Change>, SharedLogError>>;

    /// Waits until there may be changes after this number.
    fn more(&self, after: u64) -> BoxFuture<'_, ()>;
}
