//! What a server is told of itself and of the other nodes, where it is one of several.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Instant;

use futures::future::BoxFuture;
use tokio::sync::watch;
use uuid::Uuid;

use crate::play::match_id::NodeTag;

/// Where nodes reach a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeAddress {
    /// The address.
    pub inner: SocketAddr,
    /// What proves to it that one is a node.
    pub token: String,
}

/// What has to be known of the other nodes, as it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// Who leads, if anybody else is known to.
    pub leader: Option<NodeAddress>,
    /// Those that live, by the ids of their lives.
    pub living: Vec<(Uuid, NodeAddress)>,
    /// The other nodes that were ever known, also where it cannot be looked up who lives.
    pub nodes: Vec<NodeAddress>,
    /// Where clients reach the other nodes.
    pub addresses: Vec<String>,
}

impl Others {
    /// Where else clients may connect, at the end of a sentence.
    pub(in crate::server) fn at_which(&self) -> String {
        self.addresses.iter().map(|address| format!(" or at {address}")).collect()
    }

    /// What clients are told whose connection ends with one to another node.
    pub(in crate::server) fn farewell(&self) -> String {
        let others = self.at_which();
        format!("the matches are out of reach, or taken over by another node; connect again, here{others}")
    }
}

/// Whether this node lives at this time, as far as it can know. One that stood still does not, before anybody has told it so.
pub type Lives = Box<dyn Fn(Instant) -> bool + Send + Sync>;

/// The other nodes that live, by the ids of their lives; a sentence when that cannot be asked.
pub type Look = Box<dyn Fn() -> BoxFuture<'static, Result<Vec<(Uuid, NodeAddress)>, String>> + Send + Sync>;

/// What makes a server one of several nodes.
pub struct Membership {
    /// The life as which it writes.
    pub life: Uuid,
    /// Whether it lives.
    pub lives: Lives,
    /// Asks who else does, of what nodes share.
    pub look: Look,
    /// The others, as they were last seen.
    pub others: watch::Receiver<Others>,
}

/// Where nodes are reached, by their tags.
pub(super) type Addresses = HashMap<NodeTag, NodeAddress>;

/// Where those are reached that live.
pub(super) fn addresses(others: &Others) -> Addresses {
    others.living.iter().map(|(life, node)| (NodeTag::of(*life), node.clone())).collect()
}
