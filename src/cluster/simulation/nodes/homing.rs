//! Where matches live in the world of the nodes, as each node knows it by the real code, [`Homes`]; and how one that takes over
//! waits until it has everything that others wrote.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::Fault;
use super::happens::Request;
use super::world::{LOBBY, World};
use crate::cluster::leases::{Life, Neighbour};
use crate::play::homes::{Home, Homes};
use crate::play::match_id::{NodeTag, numbered};

/// What a node waits for before it does more.
#[derive(Clone, Debug, Default)]
pub(super) struct Settling {
    /// It is to serve at all: what it wrote in this life before it last stood still may still be on its way.
    opens: bool,
    /// It is to lead.
    leads: bool,
    /// It is to take over from these, who live no more.
    ended: BTreeSet<NodeTag>,
    /// Whether the write is under way after which it has everything.
    pub(super) is_asked: bool,
}

fn tags<'n>(of: impl IntoIterator<Item = &'n Neighbour>) -> BTreeSet<NodeTag> {
    of.into_iter().map(|it| NodeTag::of(it.life.0)).collect()
}

/// A life that nobody has had: `n` is another one for each of a node.
pub(super) fn life(node: usize, n: u64) -> Life {
    Life(Uuid::from_u64_pair(node as u64, n << 2 | node as u64))
}

impl World {
    /// The id of a match, once it is made.
    fn id(&self, number: u64) -> Option<Uuid> {
        let number_of_id = u32::try_from(number).expect("there are few");
        self.makers.get(&number).map(|maker| numbered(NodeTag::of(maker.0), number_of_id))
    }

    /// Whether a node that serves takes it that a match lives there.
    pub(super) fn is_here(&self, node: usize, number: u64) -> bool {
        let it = &self.nodes[node];
        it.open && it.homes.of(self.id(number)) == Home::Here
    }

    /// The node where a match lives, as another one knows; none where that one does not serve.
    pub(super) fn place(&self, node: usize, number: u64) -> Option<usize> {
        let it = &self.nodes[node];
        let node_of = |life: Life| life.0.as_u64_pair().0 as usize;
        if !it.open {
            return None;
        }
        match it.homes.of(self.id(number)) {
            Home::Here => Some(node),
            Home::Node(_) => self.makers.get(&number).map(|maker| node_of(*maker)),
            // It finds that out first.
            Home::Unknown(_) => Some(node),
            Home::Leader => {
                it.standing.leader.as_ref().map(|leader| node_of(leader.life)).filter(|leader| *leader != node)
            }
        }
    }

    /// Whether a node does not know whether the one lives at which a match was made.
    pub(super) fn is_unsure(&self, node: usize, number: u64) -> bool {
        matches!(self.nodes[node].homes.of(self.id(number)), Home::Unknown(_))
    }

    /// A node that lives notes who else does, and whether it is to lead: before it serves, or leads, it must have everything.
    pub(super) fn settles(&mut self, node: usize) {
        let leads = self.nodes[node].tenure.epoch(LOBBY, self.clock(node)).is_some();
        let it = &mut self.nodes[node];
        if it.open {
            it.homes.see(tags(&it.standing.others));
        }
        let is_to_lead = it.open && leads && !it.homes.leads();
        if (is_to_lead || !it.open) && it.settling.is_none() {
            it.settling = Some(Settling { opens: !it.open, leads: is_to_lead, ..Settling::default() });
        }
        let unread = if it.open { Fault::BeginsUnread } else { Fault::ServesUnread };
        if self.has(unread) {
            self.has_settled(node);
        }
    }

    /// A node that does not know whether the one lives at which a match was made asks that.
    pub(super) fn finds_home(&mut self, node: usize, number: u64) {
        let it = &mut self.nodes[node];
        let life = it.tenure.life();
        let Some(maker) = self.makers.get(&number).filter(|_| it.open).copied() else { return };
        let id = numbered(NodeTag::of(maker.0), u32::try_from(number).expect("there are few"));
        let Home::Unknown(tag) = it.homes.of(Some(id)) else { return };
        if self.fault == Some(Fault::UnknownIsGone) {
            it.homes.end([tag]);
        } else if it.stored.has(number) {
            self.ask(node, Request::Lives(life, maker));
        }
    }

    /// It is answered whether a node lives.
    pub(super) fn hears_of(&mut self, node: usize, other: Life, is_alive: bool) {
        let unread = self.has(Fault::TakesOverUnread);
        let it = &mut self.nodes[node];
        let tag = NodeTag::of(other.0);
        if is_alive {
            it.homes.lives(tag);
        } else if unread {
            it.homes.end([tag]);
        } else if it.open && it.settling.is_none() {
            // Where it waits already, it is asked once more.
            it.settling = Some(Settling { ended: [tag].into(), ..Settling::default() });
        }
    }

    /// A node has everything that was written before.
    pub(super) fn has_settled(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        let Some(Settling { opens, leads, ended, .. }) = it.settling.take() else { return };
        if opens {
            (it.open, it.opened) = (true, it.opened + 1);
            it.homes = Homes::new(NodeTag::of(it.tenure.life().0), tags(&it.standing.others));
        }
        if leads {
            it.homes.lead();
        }
        it.homes.end(ended);
    }
}
