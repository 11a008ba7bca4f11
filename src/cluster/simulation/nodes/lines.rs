//! The lines between nodes in the world of the nodes: over one of them a node hears once, from the one that leads, what happens
//! in the matches that are watched there, and either finds out by its silence that the other is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::Fault;
use super::happens::Happens;
use super::world::{NODES, World};
use crate::play::feeds::Feeds;
use crate::play::link::LinkId;

/// A line on which nothing was heard for so long has ended, for either side; and so often each says that it is there.
const SILENT: u64 = 2_000;
const BEAT_EVERY: u64 = 500;
/// What a line carries to a node.
#[derive(Clone, Debug)]
pub(super) enum Told {
    Beat,
    Line(String),
}

/// A node that another one which leads can be reached from.
pub(super) struct Line {
    pub(super) front: usize,
    pub(super) leader: usize,
    pub(super) opened: u64,
    is_broken: bool,
    pub(super) feeds: Arc<Feeds>,
    /// When the front heard the leader last, and the leader the front; none for who has given it up.
    pub(super) heard: [Option<u64>; 2],
    arrives: u64,
    beats: u64,
    /// The matches that are watched there, by whom, and with which link.
    pub(super) watched: BTreeMap<u64, (LinkId, BTreeSet<u64>)>,
}

impl World {
    /// Somebody watches a match over a line: the link of all who do.
    pub(super) fn watches(&mut self, line: u64, number: u64, id: u64) -> LinkId {
        let link = LinkId(self.next_id());
        let watched = &mut self.lines.get_mut(&line).expect("it is there").watched;
        let is_new = !watched.contains_key(&number);
        let (link, by) = watched.entry(number).or_insert_with(|| (link, BTreeSet::new()));
        by.insert(id);
        let link = *link;
        if is_new {
            self.tells(line, Told::Line(format!("open {number}")));
        }
        link
    }

    /// Tells a node something over its line.
    pub(super) fn tells(&mut self, id: u64, told: Told) {
        let Some(line) = self.lines.get(&id) else { return };
        let way = self.way_between(line.leader, line.front);
        let line = self.lines.get_mut(&id).expect("it is there");
        line.is_broken |= way.is_none();
        if let (Some(way), false) = (way, line.is_broken) {
            line.arrives = line.arrives.max(self.now + way) + 1;
            let at = line.arrives;
            self.at(at, Happens::Told(id, told));
        }
    }

    /// What was told over a line arrives at its node.
    pub(super) fn is_heard(&mut self, id: u64, told: Told) {
        let Some(line) = self.lines.get_mut(&id).filter(|line| line.heard[0].is_some()) else { return };
        line.heard[0] = Some(self.now);
        if let Told::Line(text) = told {
            let now = self.began + Duration::from_millis(self.now);
            line.feeds.hear(&text, now).expect("it makes sense");
            let over: Vec<u64> =
                self.connections.iter().filter(|(_, it)| it.line == Some(id)).map(|(id, _)| *id).collect();
            over.into_iter().for_each(|id| self.delivers(id));
        }
    }

    /// Keeps up the lines of a node: to whoever leads, and from the others where it leads itself.
    pub(super) fn keeps_lines(&mut self, node: usize) {
        let mut over = Vec::new();
        let ids: Vec<u64> = self.lines.keys().copied().collect();
        for id in ids {
            let line = &self.lines[&id];
            let (leads, carries) = (line.leader == node, line.front == node);
            if carries && line.heard[0].is_some() && line.beats + BEAT_EVERY <= self.now {
                self.lines.get_mut(&id).expect("it is there").beats = self.now;
                let (front, leader) = (self.lines[&id].front, self.lines[&id].leader);
                match self.way_between(front, leader) {
                    Some(way) => self.at(self.now + way, Happens::Beats(id)),
                    None => self.lines.get_mut(&id).expect("it is there").is_broken = true,
                }
            }
            let (now, is_open) = (self.now, self.is_open(self.lines[&id].leader, self.lines[&id].opened));
            let leads_again = carries && self.nodes[node].open;
            let line = self.lines.get_mut(&id).expect("it is there");
            let unheard = self.fault == Some(Fault::SilenceUnheard);
            let is_silent = |heard: Option<u64>| !unheard && heard.is_some_and(|heard| heard + SILENT <= now);
            for (side, is_here) in [(0, carries), (1, leads)] {
                if is_here && (is_silent(line.heard[side]) || leads_again || side == 1 && !is_open) {
                    line.heard[side] = None;
                    over.push((id, side));
                }
            }
        }
        for (id, side) in over {
            let ended: Vec<u64> =
                self.connections.iter().filter(|(_, it)| it.line == Some(id)).map(|(id, _)| *id).collect();
            for connection in ended {
                // The node says why; the one that leads just lets go of it.
                if side == 0 { self.ends(connection) } else { self.is_gone(connection) }
            }
        }
        self.lines.retain(|_, line| line.heard != [None, None]);
        self.finds_leader(node);
    }

    /// A node that carries nothing makes a line to whoever it has seen to lead.
    fn finds_leader(&mut self, front: usize) {
        let leader = self.nodes[front].standing.leader.as_ref().map(|it| it.life.0.as_u64_pair().0 as usize);
        let Some(leader) = leader.filter(|leader| *leader != front && *leader < NODES) else { return };
        let opened = self.nodes[leader].opened;
        let has_one = self.lines.values().any(|line| line.front == front && line.heard[0].is_some());
        if has_one || self.nodes[front].open || !self.reaches(front, leader) || !self.is_open(leader, opened) {
            return;
        }
        let id = self.next_id();
        let (heard, feeds) = ([Some(self.now); 2], Arc::default());
        let (arrives, beats, watched) = (self.now, self.now, BTreeMap::new());
        let line = Line { front, leader, opened, is_broken: false, feeds, heard, arrives, beats, watched };
        self.lines.insert(id, line);
    }

    /// The one that leads hears that the node of a line is there, and says the same.
    pub(super) fn beats(&mut self, id: u64) {
        let Some(line) = self.lines.get_mut(&id) else { return };
        if line.is_broken || line.heard[1].is_none() {
            return;
        }
        line.heard[1] = Some(self.now);
        self.tells(id, Told::Beat);
    }
}
