//! How a node keeps the log short in the world of the nodes: it says up to where it has it, puts up a copy of what it has when
//! that is due, and takes a copy of another where the log begins after what it has.

use super::Fault;
use super::happens::{Answer, Request};
use super::world::{TROUBLE, World};
use crate::cluster::keeper::{before, is_due};
use crate::cluster::node::Standing;
use crate::store::shared::{Growth, Snapshot};

/// So often a node looks after the log, and reads what others have appended, in milliseconds.
const LOOK_EVERY: u64 = 1_000;
const READ_EVERY: u64 = 1_500;
/// After so many changes there is to be a snapshot.
const AFTER: u64 = 12;
/// A snapshot is in so many parts.
const PARTS: u64 = 3;
/// What was asked for a snapshot and is not answered for so long is asked anew.
const AGAIN: u64 = 3_000;

/// A copy of what a node has, by the change that it is said to reach to and its place in the world's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Copied {
    pub(super) reached: u64,
    place: u64,
    digest: u64,
}

impl Copied {
    /// What each part of it says.
    pub(super) fn part(self) -> Vec<u8> {
        [self.place.to_le_bytes(), self.digest.to_le_bytes()].concat()
    }

    /// The copy of which this is a part.
    pub(super) fn of(reached: u64, part: &[u8]) -> Option<Self> {
        let (place, digest) = part.split_at_checked(8)?;
        let number = |bytes: &[u8]| Some(u64::from_le_bytes(bytes.try_into().ok()?));
        Some(Self { reached, place: number(place)?, digest: number(digest)? })
    }

    pub(super) fn whole(self) -> Snapshot {
        let mut digest = [0; 32];
        digest[..8].copy_from_slice(&self.digest.to_le_bytes());
        Snapshot { reached: self.reached, parts: PARTS, bytes: PARTS * 16, digest }
    }
}

/// What a node takes because it was left behind.
#[derive(Debug, Default)]
pub(super) struct Taking {
    /// When it asked last.
    asked: Option<u64>,
    whole: Option<Snapshot>,
    part: u64,
}

impl World {
    /// Reads what others have appended, and looks after the log, when that is due.
    pub(super) fn keeps(&mut self, node: usize) {
        let (now, life) = (self.now, self.nodes[node].tenure.life());
        let it = &mut self.nodes[node];
        let reached = it.stored.noted();
        if let Some(taking) = &mut it.taking {
            if taking.asked.is_none_or(|asked| now >= asked + AGAIN) {
                *taking = Taking { asked: Some(now), ..Taking::default() };
                self.ask(node, Request::Newest);
            }
            return;
        }
        let reads = now >= it.read + READ_EVERY;
        let looks = now >= it.looked + LOOK_EVERY;
        if reads {
            it.read = now;
            self.ask(node, Request::Read(reached));
        }
        if looks {
            self.nodes[node].looked = now;
            self.ask(node, Request::Passed(life, reached));
            if self.nodes[node].tenure.epoch(super::world::LOBBY, self.clock(node)).is_some() {
                self.ask(node, Request::Shorten(life));
            }
        }
    }

    /// The log has grown by so much: perhaps this node makes a copy.
    pub(super) fn grown(&mut self, node: usize, growth: Growth) {
        let life = self.nodes[node].tenure.life();
        let it = &self.nodes[node];
        let leads = it.tenure.epoch(super::world::LOBBY, self.clock(node)).is_some();
        let standing = Standing { leads, ..it.standing.clone() };
        let is_about = it.putting.is_some_and(|(_, asked)| self.now < asked + AGAIN);
        if is_about || it.taking.is_some() || !is_due(growth, AFTER, before(&standing, life)) {
            return;
        }
        // It says up to where it has everything in what is copied, not beside it.
        let late = if self.has(Fault::CopyOlderThanItSays) { 2 } else { 0 };
        let copied =
            Copied { reached: it.stored.noted() + late, place: self.copies.len() as u64, digest: it.stored.digest() };
        self.copies.push(it.stored.clone());
        self.puts(node, copied, Request::Begin(life, copied));
    }

    /// A node asks for the next step with the copy that it puts up.
    fn puts(&mut self, node: usize, copied: Copied, request: Request) {
        self.nodes[node].putting = Some((copied, self.now));
        self.ask(node, request);
    }

    /// What the database has answered about a copy that this node puts up, or takes.
    pub(super) fn goes_on(&mut self, node: usize, answer: Answer) {
        let life = self.nodes[node].tenure.life();
        let putting = self.nodes[node].putting.map(|(copied, _)| copied);
        match answer {
            // Of one that was given up.
            Answer::Begun(copied, _) | Answer::Put(copied, _) if putting != Some(copied) => {}
            Answer::Begun(copied, true) => {
                self.puts(node, copied, Request::Put(life, copied, 0));
            }
            Answer::Put(copied, part) if part + 1 < PARTS => {
                self.puts(node, copied, Request::Put(life, copied, part + 1));
            }
            Answer::Put(copied, _) => self.puts(node, copied, Request::Finish(life, copied)),
            Answer::Newest(newest) => {
                let Some(taking) = &mut self.nodes[node].taking else { return };
                match newest {
                    None => self.finds(format!("node {node} was left behind, and there is no snapshot")),
                    Some(newest) => {
                        let reached = newest.reached;
                        (taking.whole, taking.part) = (Some(newest), 0);
                        self.ask(node, Request::Part(reached, 0));
                    }
                }
            }
            Answer::Part(part, Some(copied)) => self.takes(node, part, copied),
            _ => {}
        }
    }

    /// A node has a part of a snapshot: the next one, or all of it.
    fn takes(&mut self, node: usize, part: u64, copied: Copied) {
        let Some(taking) = &mut self.nodes[node].taking else { return };
        let is_of = |whole: &Snapshot| *whole == copied.whole();
        if taking.part != part || !taking.whole.as_ref().is_some_and(is_of) {
            return;
        }
        taking.part += 1;
        if taking.part < PARTS {
            return self.ask(node, Request::Part(copied.reached, part + 1));
        }
        let mut taken = self.copies[copied.place as usize].clone();
        taken.reaches(copied.reached);
        self.taken += 1;
        let it = &mut self.nodes[node];
        (it.disk, it.tail) = (taken.clone(), Vec::new());
        (it.stored, it.taking) = (taken, None);
        self.is_known(node);
    }

    /// The log begins after what this node has: nothing more can be done before it has taken a snapshot.
    pub(super) fn is_left_behind(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        it.taking.get_or_insert_default();
        it.write = None;
        self.closes(node);
    }

    /// Looks whether what a node has is what the log says up to there.
    pub(super) fn is_known(&mut self, node: usize) {
        let stored = &self.nodes[node].stored;
        let said =
            stored.noted().checked_sub(1).map(|last| self.appended.get(last as usize).map(|(_, digest)| *digest));
        if said.is_some_and(|said| said != Some(stored.digest())) {
            let wrong = format!("node {node} has something else up to {} than the log says", stored.noted());
            self.finds(wrong);
        }
    }

    /// Looks in the end whether everybody who is up has what the log says, but for the last of it.
    pub(super) fn all_follow(&mut self) {
        let done = self.appended.iter().take_while(|(at, _)| at + 5_000 < self.now).count() as u64;
        let behind = |it: &super::node::Node| it.up && it.stored.noted() < done;
        if let Some(node) = self.nodes.iter().position(behind).filter(|_| self.now > TROUBLE) {
            let wrong = format!("node {node} has {} of {done} changes in the end", self.nodes[node].stored.noted());
            self.finds(wrong);
        }
    }
}
