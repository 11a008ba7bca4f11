//! At which of several nodes a match lives, as one of them knows, pure: at the node that its id names, for as long as that one
//! lives, and at the node that leads otherwise.
//!
//! Who leads does not take it that a node lives no more because it has not heard of it: it may be new. First it asks who lives,
//! when it has heard of the match, since who made that lived then; and then it gets everything that was written before. So of a
//! match that it takes over it knows all that was ever kept.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::match_id::{self, NodeTag};

/// Where a match lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// At this node.
    Here,
    /// At this other one.
    Node(NodeTag),
    /// At the node that leads, which is not this one.
    Leader,
    /// At this other node, if it lives, and here otherwise: it has to be asked.
    Unknown(NodeTag),
}

/// What a node knows of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Homes {
    own: NodeTag,
    leads: bool,
    /// The others that were last seen to live.
    living: BTreeSet<NodeTag>,
    /// Those that live no more, and everything that they wrote is here.
    ended: BTreeSet<NodeTag>,
}

impl Homes {
    /// What a node with this tag knows that does not lead, and sees that these live.
    #[must_use]
    pub const fn new(own: NodeTag, living: BTreeSet<NodeTag>) -> Self {
        Self { own, leads: false, living, ended: BTreeSet::new() }
    }

    /// The node leads from now on.
    pub const fn lead(&mut self) {
        self.leads = true;
    }

    /// Whether it leads.
    #[must_use]
    pub const fn leads(&self) -> bool {
        self.leads
    }

    /// Where the match with this id lives; without one, where everything does of which there is one.
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

    /// The others that live, as was last seen.
    pub fn see(&mut self, living: BTreeSet<NodeTag>) {
        self.living = living;
    }

    /// This one lives as well.
    pub fn lives(&mut self, node: NodeTag) {
        self.living.insert(node);
    }

    /// These live no more, and everything is here that they have written.
    pub fn end(&mut self, nodes: impl IntoIterator<Item = NodeTag>) {
        self.ended.extend(nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_lives_where_it_was_made_and_everything_else_with_whoever_leads() {
        let [own, other, third] = [1_u128, 2, 3].map(|life| NodeTag::of(Uuid::from_u128(life)));
        let mut homes = Homes::new(own, [other].into());
        let ids = [own, other, third].map(|tag| Some(match_id::new(Some(tag))));
        let at = |homes: &Homes| [ids[0], ids[1], ids[2], Some(match_id::new(None)), None].map(|id| homes.of(id));
        assert_eq!(at(&homes), [Home::Here, Home::Node(other), Home::Leader, Home::Leader, Home::Leader]);
        homes.lead();
        assert_eq!(at(&homes), [Home::Here, Home::Node(other), Home::Unknown(third), Home::Here, Home::Here]);
        // It is new.
        homes.lives(third);
        assert_eq!(homes.of(ids[2]), Home::Node(third));
        // Who is not seen any more may have ended, and has when that is known.
        homes.see([third].into());
        assert_eq!(at(&homes)[1..3], [Home::Unknown(other), Home::Node(third)]);
        homes.end([other]);
        assert_eq!(at(&homes)[1..3], [Home::Here, Home::Node(third)]);
        homes.see([other].into());
        assert_eq!(at(&homes)[1..3], [Home::Here, Home::Unknown(third)], "nobody lives again");
    }
}
