//! Decides which of several nodes a match runs on, as seen by one node. Pure. A match runs on the node named in its id
//! while that node is alive, and on the leader otherwise.
//!
//! The leader does not assume that an unknown node is dead, because it may be new. On learning of such a match, the
//! leader first asks which nodes are alive: the node that made the match was alive then. It then receives all earlier
//! writes. The leader therefore knows everything that was ever stored of a match that it takes over.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::match_id::{self, NodeTag};

/// The node on which a match runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// This node.
    Here,
    /// Another node.
    Node(NodeTag),
    /// The leader, which is another node.
    Leader,
    /// The other node if it is alive, otherwise this node. The cluster must be asked.
    Unknown(NodeTag),
}

/// A node's view of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Homes {
    own: NodeTag,
    leads: bool,
    /// The other nodes that were last seen alive.
    living: BTreeSet<NodeTag>,
    /// The dead nodes whose writes have all arrived here.
    ended: BTreeSet<NodeTag>,
}

impl Homes {
    /// Creates the view of a node with this tag that is not the leader and sees these nodes alive.
    #[must_use]
    pub const fn new(own: NodeTag, living: BTreeSet<NodeTag>) -> Self {
        Self { own, leads: false, living, ended: BTreeSet::new() }
    }

    /// Makes this node the leader.
    pub const fn lead(&mut self) {
        self.leads = true;
    }

    /// Returns whether this node is the leader.
    #[must_use]
    pub const fn leads(&self) -> bool {
        self.leads
    }

    /// Returns where the match with this id runs. `None` stands for services that exist once in the cluster.
    #[must_use]
    pub fn of(&self, id: Option<Uuid>) -> Home {
        match id.and_then(match_id::home) {
            Some(home) if home == self.own => Home::Here,
            Some(home) if self.leads && self.ended.contains(&home) => Home::Here,
            Some(home) if self.living.contains(&home) => Home::Node(home),
            Some(home) if self.leads => Home::Unknown(home),
            None if self.leads => Home::Here,
            _ => Home::Leader,
        }
    }

    /// Sets the other nodes that are alive.
    pub fn see(&mut self, living: BTreeSet<NodeTag>) {
        self.living = living;
    }

    /// Adds a live node.
    pub fn lives(&mut self, node: NodeTag) {
        self.living.insert(node);
    }

    /// Marks nodes as dead whose writes have all arrived here.
    pub fn end(&mut self, nodes: impl IntoIterator<Item = NodeTag>) {
        self.ended.extend(nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_run_on_their_node_and_everything_else_on_the_leader() {
        let [own, other, third] = [1_u128, 2, 3].map(|life| NodeTag::of(Uuid::from_u128(life)));
        let mut homes = Homes::new(own, [other].into());
        let ids = [own, other, third].map(|tag| Some(match_id::new(Some(tag))));
        let at = |homes: &Homes| [ids[0], ids[1], ids[2], Some(match_id::new(None)), None].map(|id| homes.of(id));
        assert_eq!(at(&homes), [Home::Here, Home::Node(other), Home::Leader, Home::Leader, Home::Leader]);
        homes.lead();
        assert_eq!(at(&homes), [Home::Here, Home::Node(other), Home::Unknown(third), Home::Here, Home::Here]);
        // A new node.
        homes.lives(third);
        assert_eq!(homes.of(ids[2]), Home::Node(third));
        // A node that is no longer seen may be dead. It counts as dead once that is confirmed.
        homes.see([third].into());
        assert_eq!(at(&homes)[1..3], [Home::Unknown(other), Home::Node(third)]);
        homes.end([other]);
        assert_eq!(at(&homes)[1..3], [Home::Here, Home::Node(third)]);
        homes.see([other].into());
        assert_eq!(at(&homes)[1..3], [Home::Here, Home::Unknown(third)], "a dead node stays dead");
    }
}
