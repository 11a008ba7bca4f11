//! A request to the pool: whose search it is and how urgent.

use std::net::IpAddr;

use uuid::Uuid;

/// Priority classes, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Matches with people.
    People,
    /// Matches between bots.
    Tournament,
    /// Analyses that no match waits for.
    Analysis,
}

impl Priority {
    pub(super) const ALL: [Self; 3] = [Self::People, Self::Tournament, Self::Analysis];
}

/// How many addresses each of the wider networks counts as: the /56 and the /48 of an IPv6 address.
pub(super) const SHARES: [u32; 2] = [2, 4];

/// The party that a search is charged to. All unknown addresses count as one address, and all unknown players as one
/// player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Principal {
    /// The address, or the narrowest network that is counted by the limits.
    pub address: Option<IpAddr>,
    /// The wider networks around the address, if there are any. Each gets the turns of `SHARES` addresses at most.
    pub wider: [Option<IpAddr>; SHARES.len()],
    pub player: Option<Uuid>,
}

/// Identifies a worker: another process that takes searches.
pub type WorkerId = u64;

/// Where a search may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// On the threads of this process.
    #[default]
    Here,
    /// Here or at any worker.
    Anywhere,
    /// At this worker, which has the memory of the player. If the worker is gone, anywhere.
    At(WorkerId),
}

/// A request for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The party that is charged.
    pub principal: Principal,
    /// Urgency of the search.
    pub priority: Priority,
    /// Number of threads that the search itself uses. It is charged for each.
    pub threads: u16,
    /// Where it may run.
    pub reach: Reach,
}
