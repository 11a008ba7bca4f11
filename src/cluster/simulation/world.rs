//! The simulated world: the event loop, the links and the checks.

use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use super::Fault;
use crate::ledger::Ledger;
use crate::message::{Hello, Job};
use crate::shift::{Shift, Ticket};
use arena_games::seed::{Rng, mix};
use arena_games::{BySide, MoveCode};
use arena_play::{EndReason, GameResult, Verdict};
use arena_tournament::{MatchResult, Pairing};

const WORKERS: usize = 3;
/// Duration of the period with failures, in milliseconds.
const TROUBLE: u64 = 60_000;
/// Time limit of the run in milliseconds.
const END: u64 = 160_000;

/// The sender of a message with results. `life` counts the worker's restarts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sender {
    pub(super) worker: usize,
    pub(super) life: u32,
    pub(super) ticket: Ticket,
    pub(super) part: usize,
}

/// An acknowledgement of results: the sender of the message, its matches, and those that the leader dropped.
#[derive(Clone, Debug)]
pub(super) struct Acknowledgement {
    pub(super) from: Sender,
    pub(super) indexes: Vec<u64>,
    pub(super) dropped: Vec<u64>,
}

#[derive(Debug)]
pub(super) enum Event {
    /// The hello of a worker arrives at the leader. `life` counts the worker's restarts.
    Hello {
        worker: usize,
        life: u32,
        hello: Hello,
    },
    /// A job arrives at a worker.
    Deliver {
        worker: usize,
        life: u32,
        job: Job,
    },
    /// A worker has played a job.
    Played {
        worker: usize,
        life: u32,
        ticket: Ticket,
    },
    /// Results arrive at the leader.
    Results {
        from: Sender,
        message: Vec<u8>,
    },
    /// The disk has stored a batch of the leader. `life` counts the leader's restarts.
    Kept {
        life: u32,
        fresh: Vec<MatchResult>,
        answer: Option<Acknowledgement>,
    },
    /// An acknowledgement of results arrives at a worker.
    Answered {
        from: Sender,
        indexes: Vec<u64>,
    },
    /// The workers send what is due.
    Tick,
    /// The workers say hello, and the leader checks which of them are gone.
    Look,
    KillLeader,
    StartLeader,
    KillWorker(usize),
    StartWorker(usize),
    /// NATS is killed and returns after this time in milliseconds. Meanwhile all messages are lost.
    KillNats(u64),
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
    pub(super) unclaimed: VecDeque<u64>,
    /// Number and life of each worker that has said hello.
    pub(super) inboxes: HashMap<String, (usize, u32)>,
}

pub(super) struct Worker {
    pub(super) life: u32,
    pub(super) began: u64,
    pub(super) shift: Shift,
    /// Matches of each job that it has received.
    pub(super) held: HashMap<Ticket, Vec<Pairing>>,
    pub(super) sent: HashSet<(Ticket, usize)>,
}

pub(super) struct World {
    pub(super) rng: Rng,
    pub(super) seed: u64,
    pub(super) now: u64,
    pub(super) order: u64,
    pub(super) events: BinaryHeap<Later>,
    pub(super) fault: Option<Fault>,
    pub(super) matches: u64,
    /// Number of matches that any leader has claimed.
    pub(super) claimed: u64,
    pub(super) leader: Option<Leader>,
    pub(super) leader_lives: u32,
    pub(super) workers: Vec<Option<Worker>>,
    pub(super) worker_lives: u32,
    /// Jobs that leaders have given, with their workers.
    pub(super) granted: Vec<(String, u64)>,
    /// End of the outage of NATS.
    pub(super) nats_returns: u64,
    pub(super) journal: Vec<u64>,
    /// First violation that was found.
    pub(super) wrong: Option<String>,
    pub(super) trace: u64,
}

pub(super) fn pairing(index: u64) -> Pairing {
    Pairing { index, round: index / 2, leg: (index % 2) as u8, seats: BySide::new(0, 1) }
}

/// Returns the result of a match, which is a function of its number.
pub(super) fn result(seed: u64, index: u64) -> MatchResult {
    let moves = vec![MoveCode((mix(seed ^ index) % 100) as u32)];
    let verdict = Verdict { outcome: Some(GameResult::Draw), by: EndReason::Stall, detail: None };
    MatchResult {
        index,
        moves,
        costs: Vec::new(),
        notes: Vec::new(),
        late_ms: None,
        tries: Default::default(),
        verdict,
        voided: 0,
    }
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
            claimed: 0,
            leader: None,
            leader_lives: 0,
            workers: (0..WORKERS).map(|_| None).collect(),
            worker_lives: 0,
            granted: Vec::new(),
            nats_returns: 0,
            journal: Vec::new(),
            wrong: None,
            trace: 0,
        };
        world.at(0, Event::StartLeader);
        (0..WORKERS).for_each(|worker| world.at(worker as u64 * 70, Event::StartWorker(worker)));
        world.at(50, Event::Tick);
        world.at(1_000, Event::Look);
        for _ in 0..14 {
            let at = world.below(TROUBLE);
            let event = match world.below(6) {
                0 | 1 => Event::KillLeader,
                2 => Event::KillNats(world.below(4_000)),
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
        if self.now < self.nats_returns {
            return;
        }
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
            let done = self.leader.as_ref().is_some_and(|it| it.unclaimed.is_empty() && it.ledger.out() == 0);
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
            Event::Hello { worker, life, hello } => self.hello(worker, life, &hello),
            Event::Deliver { worker, life, job } => self.deliver(worker, life, &job),
            Event::Played { worker, life, ticket } => self.played(worker, life, ticket),
            Event::Results { from, message } => self.results(from, &message),
            Event::Kept { life, fresh, answer } => self.kept(life, &fresh, answer),
            Event::Answered { from, indexes } => self.answered(from, &indexes),
            Event::Tick => {
                (0..WORKERS).for_each(|worker| self.attend(worker));
                self.at(200, Event::Tick);
            }
            Event::Look => {
                (0..WORKERS).for_each(|worker| self.say_hello(worker));
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
            Event::KillNats(pause) => self.nats_returns = self.now + pause,
        }
    }
}
