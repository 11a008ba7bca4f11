//! The world of the nodes: what happens when, the database, the links and the checks.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Fault;
use super::game::{Said, Stored};
use super::keeping::{Copied, Taking};
use crate::cluster::leases::{Duty, Lease, Life, Tenure};
use crate::cluster::node::Standing;
use crate::cluster::simulation::world::Later;
use crate::games::seed::Rng;
use crate::play::Match;
use crate::store::shared::model::Kept;
use crate::store::shared::{Change, Growth, SharedLogError, Snapshot};

const NODES: usize = 3;
/// So long the world goes on failing, in milliseconds; then it is calm until the end.
pub(super) const TROUBLE: u64 = 60_000;
const END: u64 = 90_000;
const TICK: u64 = 50;
pub(super) const LOBBY: Uuid = Uuid::from_u64_pair(1, 1);

/// A write, by its writer, the number by the writer's own count, and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) writer: Life,
    pub(super) own: u64,
    pub(super) text: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Request {
    Join(Life, Duration),
    Renew(Life, Duration),
    Adopt(Life),
    Count(Life),
    Look(Life),
    Append(Written),
    /// What comes after this change.
    Read(u64),
    /// A life has everything up to this change, and wants to know by how much the log has grown.
    Passed(Life, u64),
    Begin(Life, Copied),
    Put(Life, Copied, u64),
    Finish(Life, Copied),
    Shorten(Life),
    Newest,
    Part(u64, u64),
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Granted(Life, Duration),
    Ended(Life),
    Owns(Life, Vec<Lease>),
    /// The same, with who leads and who lives.
    Seen(Life, Vec<Lease>, Option<Life>, Vec<Life>),
    /// The number of the write; none where its writer may not write.
    Appended(Written, Option<u64>),
    Read(Result<Vec<Change>, SharedLogError>),
    Grown(Growth),
    Begun(Copied, bool),
    Put(Copied, u64),
    Newest(Option<Snapshot>),
    /// A part, and the copy of which it is one; none where it is not there any more.
    Part(u64, Option<Copied>),
}

#[derive(Debug)]
pub(super) enum Happens {
    Tick(usize),
    /// It arrives at the database, from a node in its so-manieth start.
    Asked(usize, u32, Request),
    Answered(usize, u32, Answer),
    Kill(usize),
    Start(usize),
    /// A node stands still for so long.
    Pause(usize, u64),
    /// The links of a node are cut for so long.
    Cut(usize, u64),
    /// The database crashes and is back at once.
    Crash,
}

/// How a history went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    digest: u64,
    /// So many changes were kept.
    pub(super) kept: u64,
    /// So often somebody took a snapshot.
    pub(super) taken: u64,
}

pub(super) struct Node {
    pub(super) start: u32,
    pub(super) up: bool,
    pub(super) still_until: u64,
    pub(super) cut_until: u64,
    /// How fast its clock runs, in thousandths, and how far its wall clock is off, in milliseconds.
    pub(super) rate: u64,
    pub(super) skew: i64,
    pub(super) tenure: Tenure,
    /// Where it stands, as it last saw.
    pub(super) standing: Standing,
    /// What its store has of what it has done of the log.
    pub(super) stored: Stored,
    /// What its own disk has of that for certain, and the texts that come after.
    pub(super) disk: Stored,
    pub(super) tail: Vec<u64>,
    /// The copy that it puts up, and when it asked for that last.
    pub(super) putting: Option<(Copied, u64)>,
    /// What it takes, where the log begins after what it has.
    pub(super) taking: Option<Taking>,
    /// When it last read the log, and looked after it.
    pub(super) read: u64,
    pub(super) looked: u64,
    /// The match that it plays, where it leads.
    pub(super) core: Option<Match>,
    /// Whether it has opened what it leads.
    pub(super) open: bool,
    /// The write under way, when it was sent last, and its number once that is known.
    pub(super) write: Option<(Written, u64, Option<u64>)>,
    pub(super) own: u64,
}

impl Node {
    /// One that is new.
    fn new(node: usize, rng: &mut Rng) -> Self {
        Self {
            start: 0,
            up: true,
            still_until: 0,
            cut_until: 0,
            rate: 970 + rng.below(60) as u64,
            skew: rng.below(8_000) as i64 - 4_000,
            tenure: Tenure::new(life(node, 0, 0)),
            standing: Standing::default(),
            stored: Stored::default(),
            disk: Stored::default(),
            tail: Vec::new(),
            putting: None,
            taking: None,
            read: 0,
            looked: 0,
            core: None,
            open: false,
            write: None,
            own: 1,
        }
    }

    /// Leads nothing any more.
    pub(super) fn closes(&mut self) {
        (self.open, self.core) = (false, None);
    }
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
    pub(super) last_writer: Option<Life>,
    /// Those after whom another one has written.
    pub(super) past_writers: BTreeSet<Life>,
    /// What was copied to be put up, and how often somebody has taken such a copy.
    pub(super) copies: Vec<Stored>,
    pub(super) taken: u64,
    /// Texts that were acknowledged.
    pub(super) acked: Vec<u64>,
    pub(super) texts: u64,
    /// What writes say of matches, by their texts.
    pub(super) said: BTreeMap<u64, Said>,
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
            last_writer: None,
            past_writers: BTreeSet::new(),
            copies: Vec::new(),
            taken: 0,
            acked: Vec::new(),
            texts: 0,
            said: BTreeMap::new(),
            began: Instant::now(),
            acked_in_calm: false,
            wrong: None,
        };
        for node in 0..NODES {
            let new = Node::new(node, &mut world.rng);
            world.nodes.push(new);
            world.at(node as u64, Happens::Tick(node));
        }
        let mut when = 5_000;
        while when < TROUBLE {
            let node = world.rng.below(NODES);
            let long = 200 + world.rng.below(9_000) as u64;
            let happens = match world.rng.below(5) {
                0 => Happens::Kill(node),
                1 => Happens::Pause(node, long),
                2 | 3 => Happens::Cut(node, long),
                _ => Happens::Crash,
            };
            world.at(when, happens);
            when += 300 + world.rng.below(5_000) as u64;
        }
        world
    }

    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn at(&mut self, when: u64, happens: Happens) {
        self.order += 1;
        self.events.push(Later(when, self.order, happens));
    }

    pub(super) fn finds(&mut self, wrong: String) {
        self.wrong.get_or_insert(wrong);
    }

    /// Runs until the end or until something is wrong; what that is, and how it went.
    pub(super) fn run(mut self) -> (Option<String>, Course) {
        while let Some(Later(when, _, happens)) = self.events.pop() {
            if when > END || self.wrong.is_some() {
                break;
            }
            self.now = when;
            self.happens(happens);
        }
        if let Some(lost) = self.acked.iter().find(|text| !self.numbers.contains_key(text)) {
            let lost = format!("{lost} was acknowledged and is not kept");
            self.finds(lost);
        }
        self.all_follow();
        if !self.acked_in_calm {
            self.finds("nobody leads in the end".to_owned());
        }
        (self.wrong, Course { digest: self.truth.digest(), kept: self.truth.noted(), taken: self.taken })
    }

    fn happens(&mut self, happens: Happens) {
        match happens {
            Happens::Tick(node) | Happens::Answered(node, _, _) if self.nodes[node].still_until > self.now => {
                let until = self.nodes[node].still_until;
                self.at(until, happens);
            }
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
                it.closes();
                (it.up, it.write, it.putting, it.taking) = (false, None, None, None);
                self.at(self.now + 500, Happens::Start(node));
            }
            Happens::Kill(_) => {}
            Happens::Start(node) => {
                let it = &mut self.nodes[node];
                it.start += 1;
                it.up = true;
                it.tenure = Tenure::new(life(node, it.start, 0));
                it.standing = Standing::default();
            }
            Happens::Pause(node, long) => self.nodes[node].still_until = self.now + long,
            Happens::Cut(node, long) => self.nodes[node].cut_until = self.now + long,
            Happens::Crash => {
                if self.has(Fault::AnswerBeforeDisk) {
                    let on_disk = self.appended.partition_point(|(when, _)| when + 50 <= self.now);
                    self.kept.changes().truncate(on_disk);
                    self.appended.truncate(on_disk);
                    self.numbers.retain(|_, number| *number <= on_disk as u64);
                }
            }
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
        if self.nodes[node].taking.is_some() {
            return;
        }
        if self.nodes[node].tenure.epoch(LOBBY, now).is_some() {
            self.lead(node);
        } else {
            self.nodes[node].closes();
            if !self.has(Fault::WriteOutlivesLife) {
                self.nodes[node].write = None;
            }
        }
    }
}

pub(super) fn life(node: usize, start: u32, n: u64) -> Life {
    Life(Uuid::from_u64_pair(node as u64, u64::from(start) << 32 | n))
}
