//! What a pool is asked for: whose search it is, and how urgent.

use std::net::IpAddr;

use uuid::Uuid;

/// Whose searches go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Matches with people: before all others.
    People,
    /// Matches of bots alone.
    Tournament,
    /// Questions that no match waits for: after all others.
    Analysis,
}

impl Priority {
    pub(super) const ALL: [Self; 3] = [Self::People, Self::Tournament, Self::Analysis];
}

/// Who a search is charged to. All whose address is unknown count as one address, and all whose player is unknown as
/// one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Principal {
    /// The address, as the limits count it.
    pub address: Option<IpAddr>,
    /// The player.
    pub player: Option<Uuid>,
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who is charged.
    pub principal: Principal,
    /// How urgent it is.
    pub priority: Priority,
    /// The threads of its own that it uses; it is charged for each.
    pub threads: u16,
}
