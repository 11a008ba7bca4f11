//! The world of the nodes: what happens when, the database, the links and the checks.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Fault;
use super::carrying::Connection;
use super::game::{Said, Stored};
use super::happens::{Happens, Request};
use super::homing::life;
use super::lines::Line;
use super::node::Node;
use super::people::{Client, Moves};
use super::sessions::{Delivered, Session};
use super::speech::Outbox;
use crate::cluster::leases::{Duty, Life, Tenure};
use crate::cluster::node::Standing;
use crate::cluster::simulation::world::Later;
use crate::games::seed::Rng;
use crate::store::shared::model::Kept;

pub(super) const NODES: usize = 3;
/// So long the world goes on failing, in milliseconds; then it is calm until the end.
pub(super) const TROUBLE: u64 = 30_000;
pub(super) const END: u64 = 48_000;
const TICK: u64 = 100;
pub(super) const LOBBY: Uuid = Uuid::from_u64_pair(1, 1);

/// How a history went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    digest: u64,
    /// So many changes were kept.
    pub(super) kept: u64,
    /// So often somebody took a snapshot.
    pub(super) taken: u64,
    /// So often a node said something again for a client.
    pub(super) said_again: u64,
}

pub(super) struct World {
    pub(super) rng: Rng,
    pub(super) fault: Option<Fault>,
    pub(super) now: u64,
    pub(super) order: u64,
    pub(super) events: BinaryHeap<Later<Happens>>,
    pub(super) nodes: Vec<Node>,
    pub(super) lives: BTreeMap<Life, (u64, u64)>,
    pub(super) lease: Option<(Life, u64)>,
    /// The log, and the snapshots beside it.
    pub(super) kept: Arc<Kept>,
    /// What the log says, whoever has read it; and for each of its changes when it was appended and the digest up to there.
    pub(super) truth: Stored,
    pub(super) appended: Vec<(u64, u64)>,
    /// The numbers of texts in the log.
    pub(super) numbers: HashMap<u64, u64>,
    /// Who has made which match, as its id says.
    pub(super) makers: BTreeMap<u64, Life>,
    /// Who wrote to which match last, and those after whom another one has written to it.
    pub(super) last_writers: BTreeMap<u64, Life>,
    pub(super) past_writers: BTreeSet<(u64, Life)>,
    /// What was copied to be put up, and how often somebody has taken such a copy.
    pub(super) copies: Vec<Stored>,
    pub(super) taken: u64,
    pub(super) said_again: u64,
    /// Texts that were acknowledged.
    pub(super) acked: Vec<u64>,
    pub(super) texts: u64,
    /// What writes say of matches, by their texts.
    pub(super) said: BTreeMap<u64, Said>,
    pub(super) clients: Vec<Client>,
    pub(super) moves: Moves,
    pub(super) sessions: BTreeMap<u64, Session>,
    pub(super) connections: BTreeMap<u64, Connection>,
    pub(super) lines: BTreeMap<u64, Line>,
    pub(super) outbox: Outbox,
    pub(super) delivered: Delivered,
    /// The last number that was given to a connection, a line or a link.
    pub(super) ids: u64,
    /// Where all clocks begin; nothing depends on when that is.
    pub(super) began: Instant,
    pub(super) acked_in_calm: bool,
    pub(super) wrong: Option<String>,
}

impl World {
    pub(super) fn new(seed: u64, fault: Option<Fault>) -> Self {
        let mut world = Self {
            rng: Rng::new(seed),
            fault,
            now: 0,
            order: 0,
            events: BinaryHeap::new(),
            nodes: Vec::new(),
            lives: BTreeMap::new(),
            lease: None,
            kept: Arc::default(),
            truth: Stored::default(),
            appended: Vec::new(),
            numbers: HashMap::new(),
            makers: BTreeMap::new(),
            last_writers: BTreeMap::new(),
            past_writers: BTreeSet::new(),
            copies: Vec::new(),
            taken: 0,
            said_again: 0,
            acked: Vec::new(),
            texts: 0,
            said: BTreeMap::new(),
            clients: Client::all(),
            moves: Moves::default(),
            sessions: BTreeMap::new(),
            connections: BTreeMap::new(),
            lines: BTreeMap::new(),
            outbox: Outbox::default(),
            delivered: Delivered::default(),
            ids: 0,
            began: Instant::now(),
            acked_in_calm: false,
            wrong: None,
        };
        for node in 0..NODES {
            let new = Node::new(node, &mut world.rng);
            world.nodes.push(new);
            world.at(node as u64, Happens::Tick(node));
        }
        for who in 0..world.clients.len() {
            world.at(1_000 + who as u64, Happens::Looks(who));
        }
        let mut when = 4_000;
        while when < TROUBLE {
            let node = world.rng.below(NODES);
            let long = (200 + world.rng.below(9_000) as u64).min(TROUBLE + 500 - when);
            let happens = match world.rng.below(5) {
                0 => Happens::Kill(node),
                1 => Happens::Pause(node, long),
                2 | 3 => Happens::Cut(node, long),
                _ => Happens::Crash,
            };
            world.at(when, happens);
            when += 300 + world.rng.below(3_500) as u64;
        }
        world
    }

    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    pub(super) fn at(&mut self, when: u64, happens: Happens) {
        self.order += 1;
        self.events.push(Later(when, self.order, happens));
    }

    pub(super) fn finds(&mut self, wrong: String) {
        self.wrong.get_or_insert(wrong);
    }

    /// Runs until the end or until something is wrong; what that is, and how it went.
    pub(super) fn run(mut self) -> (Option<String>, Course) {
        while let Some(Later(when, order, happens)) = self.events.pop() {
            if when > END || self.wrong.is_some() {
                break;
            }
            self.now = when;
            let Some(node) = self.node_of(&happens) else {
                self.happens(happens);
                continue;
            };
            let until = self.nodes[node].still_until;
            if until > when {
                // It keeps its place among what comes then.
                self.events.push(Later(until, order, happens));
                continue;
            }
            self.judges(node);
            self.happens(happens);
        }
        if let Some(lost) = self.acked.iter().find(|text| !self.numbers.contains_key(text)) {
            let lost = format!("{lost} was acknowledged and is not kept");
            self.finds(lost);
        }
        self.all_follow();
        self.all_go_on();
        if !self.acked_in_calm {
            self.finds("nobody leads in the end".to_owned());
        }
        let (digest, kept) = (self.truth.digest(), self.truth.noted());
        (self.wrong, Course { digest, kept, taken: self.taken, said_again: self.said_again })
    }

    /// The node that does something about it, if it does not stand still.
    fn node_of(&self, happens: &Happens) -> Option<usize> {
        match happens {
            Happens::Tick(node) | Happens::Answered(node, _, _) => Some(*node),
            Happens::Comes(id, _) => self.sessions.get(id).map(|it| it.front),
            Happens::Said(id, _) | Happens::Left(id) => self.connections.get(id).map(|it| it.target),
            Happens::Carried(id, _) | Happens::Lost(id) => self.connections.get(id).map(|it| it.front),
            Happens::Told(line, _) => self.lines.get(line).map(|it| it.front),
            Happens::Beats(line) => self.lines.get(line).map(|it| it.target),
            _ => None,
        }
    }

    /// A node that does not live any more serves nobody.
    fn judges(&mut self, node: usize) {
        if self.nodes[node].open && !self.nodes[node].tenure.is_alive(self.clock(node)) {
            self.closes(node);
        }
    }

    fn happens(&mut self, happens: Happens) {
        match happens {
            Happens::Tick(node) => {
                if self.nodes[node].up {
                    self.tick(node);
                }
                self.at(self.now + TICK, Happens::Tick(node));
            }
            Happens::Asked(node, start, request) => {
                let answer = self.asked(node, request);
                if let (Some(answer), Some(delay)) = (answer, self.link(node)) {
                    self.at(self.now + delay, Happens::Answered(node, start, answer));
                }
            }
            Happens::Answered(node, start, answer) => {
                if self.nodes[node].up && self.nodes[node].start == start {
                    self.answered(node, answer);
                }
            }
            Happens::Kill(node) if self.nodes[node].up => {
                let (kept, is_lost) = (self.rng.below(4), self.rng.below(5) == 0);
                let it = &mut self.nodes[node];
                // Of what it had done, its own disk may lack the end; or it is a new one.
                if is_lost {
                    it.disk = Stored::default();
                } else {
                    let texts: Vec<u64> = it.tail.drain(..).take(kept).collect();
                    for text in texts {
                        it.disk.note(text, self.said.get(&text));
                    }
                }
                it.tail.clear();
                it.stored = it.disk.clone();
                (it.up, it.write, it.putting, it.taking) = (false, None, None, None);
                self.closes(node);
                self.at(self.now + 500, Happens::Start(node));
            }
            Happens::Kill(_) => {}
            Happens::Start(node) => {
                let next = life(node, self.order);
                let it = &mut self.nodes[node];
                it.start += 1;
                it.up = true;
                it.tenure = Tenure::new(next);
                it.standing = Standing::default();
            }
            Happens::Pause(node, long) => {
                // It does not end a longer one: what waits for the end of that would be overtaken by what comes sooner.
                let it = &mut self.nodes[node];
                it.still_until = it.still_until.max(self.now + long);
            }
            Happens::Cut(node, long) => self.nodes[node].cut_until = self.now + long,
            Happens::Crash => {
                if self.has(Fault::AnswerBeforeDisk) {
                    let on_disk = self.appended.partition_point(|(when, _)| when + 50 <= self.now);
                    self.kept.changes().truncate(on_disk);
                    self.appended.truncate(on_disk);
                    self.numbers.retain(|_, number| *number <= on_disk as u64);
                }
            }
            Happens::Looks(who) => self.looks_round(who),
            Happens::Comes(id, up) => self.comes(id, up),
            Happens::Said(id, up) => self.is_told(id, up),
            Happens::Carried(id, down) => self.is_carried(id, down),
            Happens::Heard(id, down) => self.hears(id, down),
            Happens::Gone(id) => self.is_gone(id),
            Happens::Lost(id) => self.is_lost(id),
            Happens::Left(id) => self.drops(id),
            Happens::Told(line, told) => self.is_heard(line, told),
            Happens::Beats(line) => self.beats(line),
        }
    }

    /// How long something takes between a node and the database; none where it is lost.
    fn link(&mut self, node: usize) -> Option<u64> {
        let trouble = self.now < TROUBLE;
        if self.nodes[node].cut_until > self.now || trouble && self.rng.below(20) == 0 {
            return None;
        }
        let long = trouble && self.rng.below(10) == 0;
        Some(1 + self.rng.below(if long { 4_000 } else { 10 }) as u64)
    }

    pub(super) fn ask(&mut self, node: usize, request: Request) {
        if let Some(delay) = self.link(node) {
            let start = self.nodes[node].start;
            self.at(self.now + delay, Happens::Asked(node, start, request));
        }
    }

    pub(super) fn clock(&self, node: usize) -> Duration {
        Duration::from_millis(self.now * self.nodes[node].rate / 1_000)
    }

    fn tick(&mut self, node: usize) {
        let now = self.clock(node);
        let own = self.nodes[node].tenure.life();
        for duty in self.nodes[node].tenure.due(now) {
            self.ask(
                node,
                match duty {
                    Duty::Join(at) => Request::Join(own, at),
                    Duty::Renew(at) => Request::Renew(own, at),
                    Duty::Adopt => Request::Adopt(own),
                    Duty::Recount => Request::Count(own),
                },
            );
        }
        if self.now % 200 < TICK && self.nodes[node].tenure.is_alive(now) {
            self.ask(node, Request::Look(own));
        }
        self.keeps(node);
        self.keeps_lines(node);
        self.keeps_sessions(node);
        if self.nodes[node].taking.is_some() {
            return;
        }
        if self.nodes[node].tenure.is_alive(now) {
            self.settles(node);
            self.writes(node);
        } else {
            self.closes(node);
            if !self.has(Fault::WriteOutlivesLife) {
                self.nodes[node].write = None;
            }
        }
    }
}
