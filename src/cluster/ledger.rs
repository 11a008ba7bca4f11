//! State of a leader, without I/O: the matches without a result, and the results that are being stored. Each result
//! counts once, even if its match was played several times.

use std::collections::{BTreeMap, BTreeSet};

use super::message::Job;
use crate::tournament::{MatchResult, Pairing};

/// Outstanding matches of a run.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Published matches without a result, with their needs.
    open: BTreeMap<u64, (Pairing, String)>,
    /// Matches whose result is being stored.
    keeping: BTreeSet<u64>,
    jobs: u64,
    /// Number of consecutive checks that found the queue empty while results were missing.
    empty: u32,
}

/// Number of consecutive checks with an empty queue after which jobs count as lost. A single check is not enough,
/// because results may be on their way from a worker that has already acknowledged its job.
const EMPTY: u32 = 3;

/// Effect of a message with results.
#[derive(Debug, PartialEq, Eq)]
pub struct Arrival {
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
    /// Publishes matches, with one job per distinct need.
    pub fn give(&mut self, pairings: Vec<(Pairing, String)>) -> Vec<(String, Job)> {
        let mut by_need: BTreeMap<String, Vec<Pairing>> = BTreeMap::new();
        for (pairing, needs) in pairings {
            by_need.entry(needs.clone()).or_default().push(pairing);
            self.open.insert(pairing.index, (pairing, needs));
        }
        by_need.into_iter().map(|(needs, pairings)| (needs, self.job(&pairings))).collect()
    }

    fn job(&mut self, pairings: &[Pairing]) -> Job {
        self.jobs += 1;
        Job::new(self.jobs, pairings)
    }

    /// Handles results. Results of matches that were not published are dropped; these matches are played later.
    pub fn arrive(&mut self, results: Vec<MatchResult>) -> Arrival {
        self.empty = 0;
        let (mut fresh, mut waits) = (Vec::new(), false);
        for played in results {
            if let Some((pairing, _)) = self.open.remove(&played.index) {
                self.keeping.insert(played.index);
                fresh.push((pairing, played));
            } else {
                waits |= self.keeping.contains(&played.index) && !fresh.iter().any(|it| it.0.index == played.index);
            }
        }
        let answer = match (waits, fresh.is_empty()) {
            (true, _) => Answer::Later,
            (false, true) => Answer::Now,
            (false, false) => Answer::WhenKept,
        };
        Arrival { fresh, answer }
    }

    /// Records the number of jobs of this run that are in the queue or with workers. Returns true if the jobs of
    /// matches without a result are lost and must be published [`again`](Self::again).
    pub fn has_lost(&mut self, jobs: usize) -> bool {
        let lacks = jobs == 0 && self.awaits();
        self.empty = if lacks { self.empty + 1 } else { 0 };
        self.empty >= EMPTY
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

    /// Returns true if a result is missing.
    #[must_use]
    pub fn awaits(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns the needs of the matches without a result.
    #[must_use]
    pub fn needs(&self) -> BTreeSet<&str> {
        self.open.values().map(|(_, needs)| needs.as_str()).collect()
    }

    /// Creates new jobs for all matches without a result, with at most `most` matches each. Used when the queue has
    /// lost them.
    pub fn again(&mut self, most: usize) -> Vec<(String, Job)> {
        self.empty = 0;
        let mut by_need: BTreeMap<String, Vec<Pairing>> = BTreeMap::new();
        for (pairing, needs) in self.open.values() {
            by_need.entry(needs.clone()).or_default().push(*pairing);
        }
        let mut jobs = Vec::new();
        for (needs, pairings) in by_need {
            for some in pairings.chunks(most.max(1)) {
                jobs.push((needs.clone(), self.job(some)));
            }
        }
        jobs
    }
}
