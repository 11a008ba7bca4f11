//! The simulated world: the event loop, the queue, the links and the checks.

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, VecDeque};
use std::time::Duration;

use super::Fault;
use crate::cluster::ledger::Ledger;
use crate::cluster::message::Job;
use crate::cluster::shift::{ACK_WAIT, Shift, Ticket};
use crate::games::seed::{Rng, mix};
use crate::games::{BySide, MoveCode};
use crate::play::{EndReason, GameResult, Verdict};
use crate::tournament::{MatchResult, Pairing};

const WORKERS: usize = 3;
/// Duration of the period with failures, in milliseconds.
const TROUBLE: u64 = 60_000;
/// Time limit of the run in milliseconds.
const END: u64 = 160_000;

#[derive(Debug)]
pub(super) enum Event {
    /// A job arrives at the queue, which discards duplicate ids.
    Publish {
        id: u64,
        job: Vec<u8>,
    },
    /// A job arrives at a worker. `life` counts the worker's restarts.
    Deliver {
        worker: usize,
        life: u32,
        sequence: u64,
        job: Vec<u8>,
    },
    /// The time limit for acknowledging a delivery ends.
    AckWait {
        sequence: u64,
        delivery: u64,
    },
    /// An acknowledgement arrives at the queue.
    Acked {
        sequence: u64,
    },
    Extended {
        sequence: u64,
    },
    /// A worker has played a job.
    Played {
        worker: usize,
        life: u32,
        ticket: Ticket,
    },
    /// Results arrive at the leader.
    Results {
        worker: usize,
        life: u32,
        ticket: Ticket,
        part: usize,
        message: Vec<u8>,
    },
    /// The disk has stored a batch of the leader. `life` counts the leader's restarts.
    Kept {
        life: u32,
        fresh: Vec<MatchResult>,
        answer: Option<(usize, u32, Ticket, usize)>,
    },
    /// An acknowledgement of results arrives at a worker.
    Answered {
        worker: usize,
        life: u32,
        ticket: Ticket,
        part: usize,
    },
    /// All parties perform their due actions.
    Tick,
    /// The leader checks the queue for lost jobs.
    Look,
    KillLeader,
    StartLeader,
    KillWorker(usize),
    StartWorker(usize),
    /// The queue is killed and loses some of its latest jobs.
    KillQueue,
}

/// An event with its time and a sequence number that breaks ties.
pub(super) struct Later(u64, u64, Event);

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        (self.0, self.1) == (other.0, other.1)
    }
}
impl Eq for Later {}
impl PartialOrd for Later {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Later {
    /// Reversed, because the heap yields the greatest element first and the earliest event must come first.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (other.0, other.1).cmp(&(self.0, self.1))
    }
}

pub(super) struct Leader {
    pub(super) life: u32,
    pub(super) ledger: Ledger,
    /// The next match that was not published.
    pub(super) next: u64,
    pub(super) given: VecDeque<u64>,
}

pub(super) struct Worker {
    pub(super) life: u32,
    pub(super) began: u64,
    pub(super) shift: Shift,
    /// Sequence number and matches of each job that it holds.
    pub(super) held: HashMap<Ticket, (u64, Vec<Pairing>)>,
    pub(super) sent: HashSet<(Ticket, usize)>,
}

#[derive(Default)]
pub(super) struct Queue {
    pub(super) sequence: u64,
    pub(super) jobs: BTreeMap<u64, Vec<u8>>,
    pub(super) ids: HashSet<u64>,
    pub(super) waiting: VecDeque<u64>,
    /// Number of the current delivery of each job.
    pub(super) out: HashMap<u64, u64>,
    pub(super) deliveries: u64,
}

pub(super) struct World {
    pub(super) rng: Rng,
    pub(super) seed: u64,
    pub(super) now: u64,
    pub(super) order: u64,
    pub(super) events: BinaryHeap<Later>,
    pub(super) fault: Option<Fault>,
    pub(super) matches: u64,
    pub(super) leader: Option<Leader>,
    pub(super) leader_lives: u32,
    pub(super) workers: Vec<Option<Worker>>,
    pub(super) worker_lives: u32,
    pub(super) queue: Queue,
    pub(super) journal: Vec<u64>,
    /// First violation that was found.
    pub(super) wrong: Option<String>,
    pub(super) trace: u64,
    pub(super) publications: u64,
}

pub(super) fn pairing(index: u64) -> Pairing {
    Pairing { index, round: index / 2, leg: (index % 2) as u8, seats: BySide::new(0, 1) }
}

/// Returns the result of a match, which is a function of its number.
pub(super) fn result(seed: u64, index: u64) -> MatchResult {
    let moves = vec![MoveCode((mix(seed ^ index) % 100) as u32)];
    let verdict = Verdict { outcome: Some(GameResult::Draw), by: EndReason::Stall, detail: None };
    MatchResult { index, moves, costs: Vec::new(), notes: Vec::new(), late_ms: None, verdict, voided: 0 }
}

impl World {
    pub(super) fn new(seed: u64, fault: Option<Fault>) -> Self {
        let mut world = Self {
            rng: Rng::new(seed),
            seed,
            now: 0,
            order: 0,
            events: BinaryHeap::new(),
            fault,
            matches: 20,
            leader: None,
            leader_lives: 0,
            workers: (0..WORKERS).map(|_| None).collect(),
            worker_lives: 0,
            queue: Queue::default(),
            journal: Vec::new(),
            wrong: None,
            trace: 0,
            publications: 0,
        };
        world.at(0, Event::StartLeader);
        (0..WORKERS).for_each(|worker| world.at(worker as u64 * 70, Event::StartWorker(worker)));
        world.at(50, Event::Tick);
        world.at(1_000, Event::Look);
        for _ in 0..14 {
            let at = world.below(TROUBLE);
            let event = match world.below(6) {
                0 | 1 => Event::KillLeader,
                2 => Event::KillQueue,
                _ => Event::KillWorker(world.below(WORKERS as u64) as usize),
            };
            world.at(at, event);
        }
        world
    }

    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.rng.below(usize::try_from(most).unwrap()) as u64
    }

    pub(super) fn at(&mut self, delay: u64, event: Event) {
        self.order += 1;
        self.events.push(Later(self.now + delay, self.order, event));
    }

    /// Sends an event over a link that may delay, duplicate or lose it.
    pub(super) fn send(&mut self, event: impl Fn() -> Event) {
        let troubled = self.now < TROUBLE;
        if troubled && self.below(12) == 0 {
            return;
        }
        let times = if troubled && self.below(12) == 0 { 2 } else { 1 };
        for _ in 0..times {
            let late = if troubled && self.below(6) == 0 { self.below(9_000) } else { self.below(20) };
            self.at(1 + late, event());
        }
    }

    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    pub(super) fn run(mut self) -> (Option<String>, u64) {
        while let Some(Later(at, _, event)) = self.events.pop() {
            self.now = at;
            self.trace = mix(self.trace ^ mix(at) ^ std::mem::size_of_val(&event) as u64 ^ self.journal.len() as u64);
            self.happens(event);
            if self.wrong.is_some() {
                break;
            }
            let done =
                self.leader.as_ref().is_some_and(|leader| leader.next == self.matches && leader.ledger.out() == 0);
            if done && self.now > TROUBLE {
                break;
            }
            if self.now > END {
                self.wrong = Some(format!("{} of {} matches have counted", self.journal.len(), self.matches));
            }
        }
        let missing = (0..self.matches).find(|index| !self.journal.contains(index));
        if let (None, Some(missing)) = (&self.wrong, missing) {
            self.wrong = Some(format!("match {missing} never counted"));
        }
        (self.wrong, self.trace)
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Publish { id, job } => self.publish(id, job),
            Event::Deliver { worker, life, sequence, job } => self.deliver(worker, life, sequence, &job),
            Event::AckWait { sequence, delivery } => {
                if self.queue.out.get(&sequence) == Some(&delivery) {
                    self.queue.out.remove(&sequence);
                    self.queue.waiting.push_back(sequence);
                }
            }
            Event::Acked { sequence } => self.acked(sequence),
            Event::Extended { sequence } => {
                if self.queue.out.contains_key(&sequence) {
                    self.hand_out(sequence);
                }
            }
            Event::Played { worker, life, ticket } => self.played(worker, life, ticket),
            Event::Results { worker, life, ticket, part, message } => {
                self.results((worker, life, ticket, part), &message);
            }
            Event::Kept { life, fresh, answer } => self.kept(life, &fresh, answer),
            Event::Answered { worker, life, ticket, part } => {
                let past = self.has(Fault::AnswersOfThePast);
                let now = self.now;
                if let Some(worker) = self.workers[worker].as_mut().filter(|it| past || it.life == life) {
                    worker.shift.kept(ticket, part, Duration::from_millis(now - worker.began));
                }
            }
            Event::Tick => {
                self.give();
                (0..WORKERS).for_each(|worker| self.attend(worker));
                self.at(200, Event::Tick);
            }
            Event::Look => {
                self.look();
                self.at(1_000, Event::Look);
            }
            Event::KillLeader => {
                self.leader = None;
                let pause = 200 + self.below(8_000);
                self.at(pause, Event::StartLeader);
            }
            Event::StartLeader => self.start_leader(),
            Event::KillWorker(worker) => {
                self.workers[worker] = None;
                let pause = 100 + self.below(3_000);
                self.at(pause, Event::StartWorker(worker));
            }
            Event::StartWorker(worker) => {
                if self.workers[worker].is_none() {
                    self.worker_lives += 1;
                    let (life, began) = (self.worker_lives, self.now);
                    let (held, sent) = (HashMap::new(), HashSet::new());
                    self.workers[worker] = Some(Worker { life, began, shift: Shift::default(), held, sent });
                }
            }
            Event::KillQueue => {
                // The latest jobs were not yet on disk.
                let forgets = self.below(4);
                for _ in 0..forgets {
                    if let Some((sequence, _)) = self.queue.jobs.pop_last() {
                        self.queue.waiting.retain(|it| *it != sequence);
                        self.queue.out.remove(&sequence);
                    }
                }
            }
        }
    }

    // --- the queue ---

    fn publish(&mut self, id: u64, job: Vec<u8>) {
        if self.queue.ids.insert(id) {
            self.queue.sequence += 1;
            self.queue.jobs.insert(self.queue.sequence, job);
            self.queue.waiting.push_back(self.queue.sequence);
        }
    }

    pub(super) fn hand_out(&mut self, sequence: u64) {
        self.queue.deliveries += 1;
        let delivery = self.queue.deliveries;
        self.queue.out.insert(sequence, delivery);
        self.at(ACK_WAIT.as_millis() as u64, Event::AckWait { sequence, delivery });
    }

    /// Removes a job from the queue and checks that its results have been stored.
    fn acked(&mut self, sequence: u64) {
        self.queue.out.remove(&sequence);
        self.queue.waiting.retain(|it| *it != sequence);
        let Some(job) = self.queue.jobs.remove(&sequence) else { return };
        let pairings = Job::read(&job).unwrap().pairings(2).unwrap();
        if let Some(lost) = pairings.iter().find(|pairing| !self.journal.contains(&pairing.index)) {
            self.wrong = Some(format!("job {sequence} left the queue before match {} was kept", lost.index));
        }
    }
}
