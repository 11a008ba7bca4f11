//! What a leader knows of the matches that it has given away, pure: which have no result yet, and which results are being
//! kept. Each result counts once, however often its match was played.

use std::collections::{BTreeMap, BTreeSet};

use super::message::Job;
use crate::tournament::{MatchResult, Pairing};

/// The matches of one run that are out.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Given away, without a result: what each needs.
    open: BTreeMap<u64, (Pairing, String)>,
    /// With a result that will soon be kept.
    keeping: BTreeSet<u64>,
    jobs: u64,
    /// How often in a row the queue was empty while results were missing.
    empty: u32,
}

/// So often in a row the queue has to be empty before its jobs are taken for lost: results may just be on their way from a
/// worker that another message has told that they are kept.
const EMPTY: u32 = 3;

/// What came with a message of results.
#[derive(Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The first results of their matches, to be kept.
    pub fresh: Vec<(Pairing, MatchResult)>,
    /// When whoever sent them is told that they are kept.
    pub answer: Answer,
}

/// When results are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// At once: all of them are kept already, or not wanted.
    Now,
    /// When the fresh ones are kept.
    WhenKept,
    /// Not this time: another message brought one of them, which is not kept yet. The worker will ask again.
    Later,
}

impl Ledger {
    /// Gives matches away: a job for each kind of need among them.
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

    /// Results arrive. What was not given away is dropped: its match is played when its turn comes.
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

    /// The queue holds so many jobs of this run, waiting or being played. Whether it has lost those of the matches that have
    /// no result: then they are given away [`again`](Self::again).
    pub fn has_lost(&mut self, jobs: usize) -> bool {
        let lacks = jobs == 0 && self.awaits();
        self.empty = if lacks { self.empty + 1 } else { 0 };
        self.empty >= EMPTY
    }

    /// The results of these matches will survive the leader.
    pub fn kept(&mut self, indexes: &[u64]) {
        for index in indexes {
            self.keeping.remove(index);
        }
    }

    /// How many matches are out or being kept.
    #[must_use]
    pub fn out(&self) -> u64 {
        (self.open.len() + self.keeping.len()) as u64
    }

    /// Whether a result is missing.
    #[must_use]
    pub fn awaits(&self) -> bool {
        !self.open.is_empty()
    }

    /// What is needed for the matches without a result.
    #[must_use]
    pub fn needs(&self) -> BTreeSet<&str> {
        self.open.values().map(|(_, needs)| needs.as_str()).collect()
    }

    /// New jobs for all matches without a result, at most `most` in each: for a queue that has lost them.
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
