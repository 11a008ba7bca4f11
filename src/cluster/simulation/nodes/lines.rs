//! The lines between nodes in the world of the nodes: over one of them a node hears once, from another one, what happens in those
//! of its matches that are watched there, and either finds out by its silence that the other is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::Fault;
use super::happens::Happens;
use super::speech::topic;
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

/// The way from a node to another one.
pub(super) struct Line {
    pub(super) front: usize,
    pub(super) target: usize,
    pub(super) opened: u64,
    is_broken: bool,
    pub(super) feeds: Arc<Feeds>,
    /// When the front heard the other node last, and that one the front; none for who has given it up.
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
            self.tells(line, Told::Line(format!("open {}", topic(number))));
        }
        link
    }

    /// Tells a node something over its line.
    pub(super) fn tells(&mut self, id: u64, told: Told) {
        let Some(line) = self.lines.get(&id) else { return };
        let way = self.way_between(line.target, line.front);
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
            self.reads();
        }
    }

    /// Keeps up the lines of a node, to the others and from them.
    pub(super) fn keeps_lines(&mut self, node: usize) {
        let mut over = Vec::new();
        let ids: Vec<u64> = self.lines.keys().copied().collect();
        for id in ids {
            let line = &self.lines[&id];
            let (tells, carries) = (line.target == node, line.front == node);
            if carries && line.heard[0].is_some() && line.beats + BEAT_EVERY <= self.now {
                self.lines.get_mut(&id).expect("it is there").beats = self.now;
                let (front, target) = (self.lines[&id].front, self.lines[&id].target);
                match self.way_between(front, target) {
                    Some(way) => self.at(self.now + way, Happens::Beats(id)),
                    None => self.lines.get_mut(&id).expect("it is there").is_broken = true,
                }
            }
            let (now, is_open) = (self.now, self.is_open(self.lines[&id].target, self.lines[&id].opened));
            let line = self.lines.get_mut(&id).expect("it is there");
            let unheard = self.fault == Some(Fault::SilenceUnheard);
            let is_silent = |heard: Option<u64>| !unheard && heard.is_some_and(|heard| heard + SILENT <= now);
            for (side, is_here) in [(0, carries), (1, tells)] {
                if is_here && (is_silent(line.heard[side]) || side == 1 && !is_open) {
                    line.heard[side] = None;
                    over.push((id, side));
                }
            }
        }
        for (id, side) in over {
            let ended: Vec<u64> =
                self.connections.iter().filter(|(_, it)| it.line == Some(id)).map(|(id, _)| *id).collect();
            for connection in ended {
                // A node that only carries it says why; the other just lets go of it.
                match (self.connections.get(&connection).and_then(|it| it.session), side) {
                    (Some(_), 0) => self.is_lost(connection),
                    (Some(_), _) => self.drops(connection),
                    (None, 0) => self.ends(connection),
                    (None, _) => self.is_gone(connection),
                }
            }
        }
        self.lines.retain(|_, line| line.heard != [None, None]);
        (0..NODES).filter(|target| *target != node).for_each(|target| self.finds_way(node, target));
    }

    /// A node makes a line to another one that serves, where it has none.
    fn finds_way(&mut self, front: usize, target: usize) {
        let opened = self.nodes[target].opened;
        let is_one = |line: &Line| (line.front, line.target) == (front, target) && line.heard[0].is_some();
        if self.lines.values().any(is_one) || !self.reaches(front, target) || !self.is_open(target, opened) {
            return;
        }
        let id = self.next_id();
        let (heard, feeds) = ([Some(self.now); 2], Arc::default());
        let (arrives, beats, watched) = (self.now, self.now, BTreeMap::new());
        let line = Line { front, target, opened, is_broken: false, feeds, heard, arrives, beats, watched };
        self.lines.insert(id, line);
    }

    /// A node hears that the one at the other end of a line is there, and says the same.
    pub(super) fn beats(&mut self, id: u64) {
        let Some(line) = self.lines.get_mut(&id) else { return };
        if line.is_broken || line.heard[1].is_none() {
            return;
        }
        line.heard[1] = Some(self.now);
        self.tells(id, Told::Beat);
    }
}
