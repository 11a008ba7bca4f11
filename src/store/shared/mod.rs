//! A store that several nodes share: each has a database of its own, and all of them follow one log of changes.
//!
//! What somebody writes at any node, a move or an account, goes to the end of the log, which numbers it. Every node does
//! what the log says, in its order, and whoever asked is answered when his own node has done it. What a change does, and
//! whether it is refused, follows from the changes before it alone; so all the databases say the same, and each is as good
//! as any other. This is state machine replication (Schneider 1990, "Implementing fault-tolerant services using the state
//! machine approach").
//!
//! The log is a port, [`SharedLog`]; nothing here knows who keeps it.

mod change;
#[cfg(test)]
pub(crate) mod conformance;
mod copy;
#[cfg(test)]
pub(crate) mod model;
mod replica;

use futures::future::BoxFuture;
use uuid::Uuid;

pub(super) use copy::{check_own, reached};
pub(super) use replica::Replica;

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
}

/// One log for several stores.
pub trait SharedLog: Send + Sync + 'static {
    /// What the log calls itself: no other has this id.
    fn id(&self) -> BoxFuture<'_, Result<Uuid, SharedLogError>>;

    /// As whom this node may write now, if it may.
    fn writer(&self) -> Option<Uuid>;

    /// The first of so many numbers of the writer's own count, which nobody else gets, whoever opens a store on this log after.
    fn numbers(&self, count: u64) -> u64;

    /// Appends these changes, one after another, and answers when they survive whatever the log has promised to survive: the
    /// number of the first. The same batch twice is appended once.
    fn append<'a>(&'a self, batch: &'a Batch) -> BoxFuture<'a, Result<u64, SharedLogError>>;

    /// Changes after this number, in order, not all of them if they are many, and none only where there are none. What was
    /// read survives as well.
    fn read(&self, after: u64) -> BoxFuture<'_, Result<Vec<Change>, SharedLogError>>;

    /// Waits until there may be changes after this number.
    fn more(&self, after: u64) -> BoxFuture<'_, ()>;
}
