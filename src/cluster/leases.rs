//! Who owns what: the port to the table of leases, and what a node knows of its own.
//!
//! What must have one owner, a live match or a running tournament, has a row with its owner and an epoch that grows with
//! every change of hands. An owner is the life of a node: it is on a list for as long as it says, often enough, that it
//! lives; whoever looks takes those from the list that have not, and what they owned is taken over. A life that was taken
//! from the list does not come back: the node begins another one, with nothing. So the clock of the database decides when a
//! life ends, and nothing else; that two own the same at a time is ruled out by the epochs.

#[cfg(test)]
pub(crate) mod conformance;
mod tenure;

use std::time::Duration;

use futures::future::BoxFuture;
use uuid::Uuid;

pub use tenure::{Duty, LASTS, Tenure};

use crate::play::Epoch;

/// One life of a node: from a start, or from the end of its last life, to its own end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Life(pub Uuid);

/// What kind of thing is owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A match that is not over.
    Match,
    /// A tournament that runs.
    Tournament,
    /// The lobby: whoever has it leads, with all of which there is one, and the matches of nodes that live no more.
    Lobby,
}

/// What is owned, and under which epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The match or tournament.
    pub id: Uuid,
    /// Which of the two.
    pub kind: Kind,
    /// The number of this ownership.
    pub epoch: Epoch,
}

/// A lease and who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owned {
    /// The lease.
    pub lease: Lease,
    /// Its owner; none when it was given up.
    pub owner: Option<Life>,
}

/// A node on the list of lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its life.
    pub life: Life,
    /// Where other nodes reach it, and what proves to it that they are nodes.
    pub inner: String,
    /// Where clients do.
    pub address: String,
}

/// The table of leases cannot be asked, or has not answered in time: what was asked may have happened or not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unanswered(pub String);

/// Who owns what, as all nodes see it.
pub trait LeaseTable: Send + Sync + 'static {
    /// Puts a life on the list, for `lasts` from now on. Doing it twice is no error.
    fn join(&self, life: Life, lasts: Duration) -> BoxFuture<'_, Result<(), Unanswered>>;

    /// Says that a life goes on, for `lasts` from now on; false where it is not on the list any more.
    fn renew(&self, life: Life, lasts: Duration) -> BoxFuture<'_, Result<bool, Unanswered>>;

    /// Takes lives from the list that have not said in time that they go on, and makes `life` the owner of at most `most`
    /// of the things whose owners are not on the list.
    fn adopt(&self, life: Life, most: usize) -> BoxFuture<'_, Result<Vec<Lease>, Unanswered>>;

    /// Ends a life at once: what it owns is taken over at the next look.
    fn leave(&self, life: Life) -> BoxFuture<'_, Result<(), Unanswered>>;

    /// All that a life owns.
    fn held(&self, life: Life) -> BoxFuture<'_, Result<Vec<Lease>, Unanswered>>;

    /// Makes `life` the first owner of something new; none where it has, or had, an owner.
    fn make(&self, life: Life, kind: Kind, id: Uuid) -> BoxFuture<'_, Result<Option<Lease>, Unanswered>>;

    /// Changes the owner of what is still owned under the epoch that was `seen`: the new lease, or none where something else
    /// has happened to it. With no new owner it is given up, until somebody needs it again.
    fn pass(&self, id: Uuid, seen: Epoch, to: Option<Life>) -> BoxFuture<'_, Result<Option<Lease>, Unanswered>>;

    /// Who owns it; none where nobody ever did.
    fn find(&self, id: Uuid) -> BoxFuture<'_, Result<Option<Owned>, Unanswered>>;
}
