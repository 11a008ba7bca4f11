//! State of a leader, without I/O: the matches without a result, the workers that play them, and the results that are
//! being stored. Each result counts once, even if its match was played several times.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::message::{Hello, Job};
use arena_tournament::{MatchResult, Pairing};

/// Time without a hello after which the jobs of a worker are given to others.
pub const WORKER_GONE: Duration = Duration::from_secs(5);
/// Age of a job after which its worker must list it in its hellos. Otherwise the job is lost.
const ARRIVES_WITHIN: Duration = Duration::from_secs(3);
/// Maximum number of workers that may disappear with the same match. After that, the match is reported as failed.
const MOST_LOST: u32 = 20;
/// Maximum number of workers to keep track of.
const MOST_WORKERS: usize = 10_000;

/// External engines that a match needs, by program name, sorted.
pub type Needs = Vec<String>;

/// A match without a result.
#[derive(Debug)]
struct Open {
    pairing: Pairing,
    needs: Needs,
    /// The job that contains it, unless it waits for a worker.
    job: Option<u64>,
    /// Number of workers that disappeared with it.
    lost: u32,
}

/// A job that a worker has.
#[derive(Debug)]
struct Lease {
    worker: String,
    since: Duration,
    /// Its matches without a result.
    left: BTreeSet<u64>,
}

#[derive(Debug)]
struct Worker {
    heard: Duration,
    slots: usize,
    threads: usize,
    engines: Vec<String>,
    /// Number of its jobs.
    busy: usize,
}

/// Outstanding matches of a run. All times are relative to an arbitrary start.
#[derive(Debug)]
pub struct Ledger {
    open: BTreeMap<u64, Open>,
    /// Open matches that no worker has, by their needs.
    waiting: BTreeMap<Needs, BTreeSet<u64>>,
    leases: BTreeMap<u64, Lease>,
    workers: BTreeMap<String, Worker>,
    /// Matches whose result is being stored.
    keeping: BTreeSet<u64>,
    next_job: u64,
}

/// Effect of a message with results.
#[derive(Debug, PartialEq, Eq)]
pub struct Delivery {
    /// First results of their matches, which must be stored.
    pub fresh: Vec<(Pairing, MatchResult)>,
    /// Time of the acknowledgement.
    pub answer: Answer,
}

/// Time of the acknowledgement of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// At once, because all of them are already stored or are not needed.
    Now,
    /// After the fresh results have been stored.
    WhenKept,
    /// Not for this message: it contains a result that is still being stored for another message. The worker will send
    /// it again.
    Later,
}

impl Ledger {
    /// Creates an empty ledger whose jobs are numbered from `first_job`. Two leaders of the same run must use different
    /// numbers.
    #[must_use]
    pub const fn new(first_job: u64) -> Self {
        Self {
            open: BTreeMap::new(),
            waiting: BTreeMap::new(),
            leases: BTreeMap::new(),
            workers: BTreeMap::new(),
            keeping: BTreeSet::new(),
            next_job: first_job,
        }
    }

    /// Adds matches to be played.
    pub fn add(&mut self, matches: impl IntoIterator<Item = (Pairing, Needs)>) {
        for (pairing, needs) in matches {
            self.waiting.entry(needs.clone()).or_default().insert(pairing.index);
            self.open.insert(pairing.index, Open { pairing, needs, job: None, lost: 0 });
        }
    }

    /// Handles the hello of a worker. Jobs that it should have but does not list are lost and wait again.
    pub fn hello(&mut self, hello: &Hello, now: Duration) {
        let Hello { worker, slots, threads, engines, holds, .. } = hello;
        if !self.workers.contains_key(worker) && self.workers.len() >= MOST_WORKERS {
            return;
        }
        let busy = self.workers.get(worker).map_or(0, |known| known.busy);
        let known = Worker { heard: now, slots: *slots, threads: *threads, engines: engines.clone(), busy };
        self.workers.insert(worker.clone(), known);
        let holds: BTreeSet<u64> = holds.iter().copied().collect();
        // A worker without slots is leaving. It has refused the jobs that are on their way to it.
        let is_lost = |(job, lease): (&u64, &Lease)| {
            let due = *slots == 0 || now.saturating_sub(lease.since) >= ARRIVES_WITHIN;
            (lease.worker == *worker && due && !holds.contains(job)).then_some(*job)
        };
        for job in self.leases.iter().filter_map(is_lost).collect::<Vec<_>>() {
            self.take_back(job, false);
        }
    }

    /// Takes the jobs of silent workers back. Returns the index of a match that too many workers disappeared with.
    pub fn expire(&mut self, now: Duration) -> Option<u64> {
        self.workers.retain(|_, worker| now.saturating_sub(worker.heard) < WORKER_GONE);
        let gone = |(job, lease): (&u64, &Lease)| (!self.workers.contains_key(&lease.worker)).then_some(*job);
        for job in self.leases.iter().filter_map(gone).collect::<Vec<_>>() {
            self.take_back(job, true);
        }
        self.open.iter().find(|(_, open)| open.lost > MOST_LOST).map(|(index, _)| *index)
    }

    /// Restarts all time limits after an interruption of the connection.
    pub fn reconnected(&mut self, now: Duration) {
        self.workers.values_mut().for_each(|worker| worker.heard = now);
        self.leases.values_mut().for_each(|lease| lease.since = now);
    }

    fn take_back(&mut self, job: u64, lost: bool) {
        let Some(lease) = self.leases.remove(&job) else { return };
        self.free_slot(&lease.worker);
        for index in lease.left {
            if let Some(open) = self.open.get_mut(&index) {
                open.job = None;
                open.lost += u32::from(lost);
                self.waiting.entry(open.needs.clone()).or_default().insert(index);
            }
        }
    }

    fn free_slot(&mut self, worker: &str) {
        if let Some(worker) = self.workers.get_mut(worker) {
            worker.busy = worker.busy.saturating_sub(1);
        }
    }

    /// Gives waiting matches to workers with free slots, in jobs of at most `most` matches. Returns each job with its
    /// worker.
    pub fn grant(&mut self, most: usize, now: Duration) -> Vec<(String, Job)> {
        let mut granted = Vec::new();
        // One job per worker and round, so that few matches are shared evenly.
        loop {
            let before = granted.len();
            for (name, worker) in self.workers.iter_mut().filter(|(_, worker)| worker.busy < worker.slots) {
                let can = |needs: &Needs| needs.iter().all(|engine| worker.engines.contains(engine));
                let groups = self.waiting.iter_mut().filter(|(needs, indexes)| !indexes.is_empty() && can(needs));
                let Some((_, indexes)) = groups.min_by_key(|(_, indexes)| indexes.first().copied()) else { continue };
                let left: BTreeSet<u64> = (0..most.max(1)).map_while(|_| indexes.pop_first()).collect();
                let job = self.next_job;
                self.next_job = self.next_job.wrapping_add(1);
                let mut pairings = Vec::new();
                for index in &left {
                    if let Some(open) = self.open.get_mut(index) {
                        open.job = Some(job);
                        pairings.push(open.pairing);
                    }
                }
                worker.busy += 1;
                self.leases.insert(job, Lease { worker: name.clone(), since: now, left });
                granted.push((name.clone(), Job::new(job, &pairings)));
            }
            if granted.len() == before {
                self.waiting.retain(|_, indexes| !indexes.is_empty());
                return granted;
            }
        }
    }

    /// Handles results. Results of matches that are not outstanding are dropped; such a match is played later.
    pub fn arrive(&mut self, results: Vec<MatchResult>) -> Delivery {
        let (mut fresh, mut waits) = (Vec::new(), false);
        for played in results {
            if let Some(open) = self.open.remove(&played.index) {
                self.remove_from_job(&open);
                self.keeping.insert(played.index);
                fresh.push((open.pairing, played));
            } else {
                waits |= self.keeping.contains(&played.index) && !fresh.iter().any(|it| it.0.index == played.index);
            }
        }
        let answer = match (waits, fresh.is_empty()) {
            (true, _) => Answer::Later,
            (false, true) => Answer::Now,
            (false, false) => Answer::WhenKept,
        };
        Delivery { fresh, answer }
    }

    fn remove_from_job(&mut self, open: &Open) {
        let index = open.pairing.index;
        let Some(job) = open.job else {
            // The result of a job that was taken back.
            if let Some(indexes) = self.waiting.get_mut(&open.needs) {
                indexes.remove(&index);
            }
            return;
        };
        if let Some(lease) = self.leases.get_mut(&job) {
            lease.left.remove(&index);
            if lease.left.is_empty() {
                self.take_back(job, false);
            }
        }
    }

    /// Records that the results of these matches are stored.
    pub fn kept(&mut self, indexes: &[u64]) {
        for index in indexes {
            self.keeping.remove(index);
        }
    }

    /// Returns the number of matches that are outstanding or being stored.
    #[must_use]
    pub fn out(&self) -> u64 {
        (self.open.len() + self.keeping.len()) as u64
    }

    /// True if this worker is among those that take jobs.
    #[must_use]
    pub fn knows(&self, worker: &str) -> bool {
        self.workers.contains_key(worker)
    }

    /// Returns the total number of threads of the workers.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.workers.values().map(|worker| worker.threads).sum()
    }

    /// Returns the needs of waiting matches that no worker can serve.
    #[must_use]
    pub fn unserved(&self) -> Vec<&Needs> {
        let can = |worker: &Worker, needs: &Needs| {
            worker.threads > 0 && needs.iter().all(|engine| worker.engines.contains(engine))
        };
        let waiting = self.waiting.iter().filter(|(_, indexes)| !indexes.is_empty()).map(|(needs, _)| needs);
        waiting.filter(|needs| !self.workers.values().any(|worker| can(worker, needs))).collect()
    }
}
