//! The world of the nodes: what happens when, the database, the links and the checks.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::time::Duration;

use uuid::Uuid;

use super::Fault;
use crate::cluster::leases::{Duty, Lease, Life, Tenure};
use crate::cluster::simulation::world::Later;
use crate::games::seed::Rng;

const NODES: usize = 3;
/// So long the world goes on failing, in milliseconds; then it is calm until the end.
const TROUBLE: u64 = 60_000;
const END: u64 = 90_000;
const TICK: u64 = 50;
const AGAIN: u64 = 1_000;
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
    Read,
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Granted(Life, Duration),
    Ended(Life),
    Owns(Life, Vec<Lease>),
    /// The number of the write; none where its writer may not write.
    Appended(Written, Option<usize>),
    Read(Vec<Written>),
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

pub(super) struct Node {
    pub(super) start: u32,
    pub(super) up: bool,
    pub(super) still_until: u64,
    pub(super) cut_until: u64,
    /// How fast its clock runs, in thousandths, and how far its wall clock is off, in milliseconds.
    pub(super) rate: u64,
    pub(super) skew: i64,
    pub(super) tenure: Tenure,
    /// All that it has done of the log.
    pub(super) done: Vec<Written>,
    /// Whether it has opened what it leads.
    pub(super) open: bool,
    /// The write under way, when it was sent last, and its number once that is known.
    pub(super) write: Option<(Written, u64, Option<usize>)>,
    pub(super) own: u64,
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
    pub(super) log: Vec<(Written, u64)>,
    /// Texts that were acknowledged.
    pub(super) acked: Vec<u64>,
    pub(super) texts: u64,
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
            log: Vec::new(),
            acked: Vec::new(),
            texts: 0,
            acked_in_calm: false,
            wrong: None,
        };
        for node in 0..NODES {
            let (rate, skew) = (970 + world.rng.below(60) as u64, world.rng.below(8_000) as i64 - 4_000);
            world.nodes.push(Node {
                start: 0,
                up: true,
                still_until: 0,
                cut_until: 0,
                rate,
                skew,
                tenure: Tenure::new(life(node, 0, 0)),
                done: Vec::new(),
                open: false,
                write: None,
                own: 1,
            });
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

    /// Runs until the end or until something is wrong; what that is, and what the log says in the end.
    pub(super) fn run(mut self) -> (Option<String>, Vec<u64>) {
        while let Some(Later(when, _, happens)) = self.events.pop() {
            if when > END || self.wrong.is_some() {
                break;
            }
            self.now = when;
            self.happens(happens);
        }
        let kept: Vec<u64> = self.log.iter().map(|(written, _)| written.text).collect();
        if let Some(lost) = self.acked.iter().find(|text| !kept.contains(text)) {
            let lost = format!("{lost} was acknowledged and is not kept");
            self.finds(lost);
        }
        if !self.acked_in_calm {
            self.finds("nobody leads in the end".to_owned());
        }
        (self.wrong, kept)
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
                let kept = self.nodes[node].done.len();
                // Of what it had done, its own disk may lack the end.
                let kept = kept - self.rng.below(kept.min(3) + 1);
                let it = &mut self.nodes[node];
                it.done.truncate(kept);
                (it.up, it.open, it.write) = (false, false, None);
                self.at(self.now + 500, Happens::Start(node));
            }
            Happens::Kill(_) => {}
            Happens::Start(node) => {
                let it = &mut self.nodes[node];
                it.start += 1;
                it.up = true;
                it.tenure = Tenure::new(life(node, it.start, 0));
            }
            Happens::Pause(node, long) => self.nodes[node].still_until = self.now + long,
            Happens::Cut(node, long) => self.nodes[node].cut_until = self.now + long,
            Happens::Crash => {
                if self.has(Fault::AnswerBeforeDisk) {
                    let on_disk = self.now.saturating_sub(50);
                    self.log.retain(|(_, when)| *when <= on_disk);
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

    fn ask(&mut self, node: usize, request: Request) {
        if let Some(delay) = self.link(node) {
            let start = self.nodes[node].start;
            self.at(self.now + delay, Happens::Asked(node, start, request));
        }
    }

    fn clock(&self, node: usize) -> Duration {
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
        if self.nodes[node].tenure.epoch(LOBBY, now).is_some() {
            self.lead(node);
        } else {
            self.nodes[node].open = false;
            if !self.has(Fault::WriteOutlivesLife) {
                self.nodes[node].write = None;
            }
        }
    }

    fn lead(&mut self, node: usize) {
        let writer = self.nodes[node].tenure.life();
        match self.nodes[node].write {
            None => {
                self.texts += 1;
                let it = &mut self.nodes[node];
                let written = Written { writer, own: it.own, text: self.texts };
                it.own += 1;
                it.write = Some((written, self.now, None));
                if self.has(Fault::BeginsUnread) {
                    self.opens(node);
                }
                if self.has(Fault::AcknowledgedUnanswered) && self.nodes[node].open {
                    self.acked.push(written.text);
                }
                self.ask(node, Request::Append(written));
            }
            Some((mut written, sent, number)) if self.now >= sent + AGAIN => {
                if self.has(Fault::WriteOutlivesLife) {
                    written.writer = writer;
                }
                self.nodes[node].write = Some((written, self.now, number));
                self.ask(node, if number.is_some() { Request::Read } else { Request::Append(written) });
            }
            Some(_) => {}
        }
    }

    fn answered(&mut self, node: usize, answer: Answer) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        let own = it.tenure.life();
        match answer {
            Answer::Granted(life, at) if life == own => it.tenure.granted(at, now),
            Answer::Ended(life) if life == own => {
                let next = self::life(node, it.start, self.order);
                it.tenure.ended(next);
            }
            Answer::Owns(life, leases) => leases.into_iter().for_each(|lease| it.tenure.owns(life, lease)),
            Answer::Appended(written, None) => {
                // Nothing was kept, and nothing under this number ever will be.
                it.write = it.write.filter(|(under_way, _, _)| *under_way != written);
            }
            Answer::Appended(written, Some(number)) => {
                let Some((under_way, sent, None)) = it.write else { return };
                if under_way != written {
                    return;
                }
                it.write = Some((written, sent, Some(number)));
                if it.done.len() == number || self.fault == Some(Fault::GapsUnread) {
                    it.done.push(written);
                    self.kept(node);
                } else {
                    self.ask(node, Request::Read);
                }
            }
            Answer::Read(log) => {
                if log.len() > it.done.len() {
                    let known = it.done.len();
                    it.done.extend_from_slice(&log[known..]);
                }
                self.kept(node);
            }
            Answer::Granted(..) | Answer::Ended(_) => {}
        }
    }

    /// Looks whether the write under way is done at its node, which is what acknowledges it.
    fn kept(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        let Some((written, _, Some(_))) = it.write else { return };
        if !it.done.contains(&written) {
            return;
        }
        it.write = None;
        let is_same = it.done.iter().zip(&self.log).all(|(done, (there, _))| done == there);
        if !is_same && !self.has(Fault::AnswerBeforeDisk) {
            self.finds(format!("node {node} has done something else than the log says"));
        }
        if self.nodes[node].open {
            self.acked.push(written.text);
            self.acked_in_calm |= self.now > TROUBLE + 10_000;
        } else {
            self.opens(node);
        }
    }

    /// A node begins to lead: it must know all that was acknowledged.
    fn opens(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        if std::mem::replace(&mut it.open, true) {
            return;
        }
        let known: BTreeSet<u64> = it.done.iter().map(|written| written.text).collect();
        if let Some(lacks) = self.acked.iter().find(|text| !known.contains(text)) {
            let lacks = format!("node {node} leads without knowing {lacks}, which was acknowledged");
            self.finds(lacks);
        }
    }
}

fn life(node: usize, start: u32, n: u64) -> Life {
    Life(Uuid::from_u64_pair(node as u64, u64::from(start) << 32 | n))
}
