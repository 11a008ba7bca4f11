//! The leader and the workers of the simulation, around their real states.

use std::collections::BTreeSet;
use std::time::Duration;

use super::Fault;
use super::world::{Event, Leader, World, pairing, result};
use crate::cluster::ledger::{Answer, Ledger};
use crate::cluster::message::{Job, Results};
use crate::cluster::shift::{Action, Ticket};
use crate::games::seed::mix;
use crate::tournament::MatchResult;

const RUN: &str = "run";
/// Maximum number of jobs that a worker holds.
const SLOTS: usize = 2;
/// Maximum number of outstanding matches.
const MOST_OUT: u64 = 12;

impl World {
    // --- the workers ---

    pub(super) fn deliver(&mut self, worker: usize, life: u32, sequence: u64, job: &[u8]) {
        let now = self.now;
        let Some(it) = self.workers[worker].as_mut().filter(|it| it.life == life) else { return };
        let pairings = Job::read(job).unwrap().pairings(2).unwrap();
        let ticket = it.shift.take(RUN, Duration::from_millis(now - it.began));
        it.held.insert(ticket, (sequence, pairings));
        if self.has(Fault::DoneWhenTaken) {
            self.send(|| Event::Acked { sequence });
        }
        let long = if self.below(10) == 0 { 12_000 } else { 300 };
        let takes = 10 + self.below(long);
        self.at(takes, Event::Played { worker, life, ticket });
    }

    pub(super) fn played(&mut self, worker: usize, life: u32, ticket: Ticket) {
        let seed = self.seed;
        let Some(it) = self.workers[worker].as_mut().filter(|it| it.life == life) else { return };
        let Some((sequence, pairings)) = it.held.get(&ticket) else { return };
        let sequence = *sequence;
        let played = pairings.iter().map(|pairing| result(seed, pairing.index)).collect();
        it.shift.played(ticket, Results { micros: 1, played, failed: None }.written());
        if self.has(Fault::DoneWhenPlayed) {
            self.send(|| Event::Acked { sequence });
        }
        self.attend(worker);
    }

    /// Performs the due actions of a worker and takes more jobs.
    pub(super) fn attend(&mut self, worker: usize) {
        let now = self.now;
        let leader_is_there = self.leader.is_some();
        let Some(it) = self.workers[worker].as_mut() else { return };
        let (life, time) = (it.life, Duration::from_millis(now - it.began));
        if leader_is_there {
            it.shift.heard(RUN, time);
        }
        for action in it.shift.due(time) {
            let it = self.workers[worker].as_mut().unwrap();
            match action {
                Action::Extend(ticket) => {
                    let sequence = it.held[&ticket].0;
                    self.send(|| Event::Extended { sequence });
                }
                Action::Send { ticket, part, message, .. } => {
                    let first = it.sent.insert((ticket, part));
                    if first || !self.has(Fault::SentOnce) {
                        self.send(|| Event::Results { worker, life, ticket, part, message: message.clone() });
                    }
                }
                Action::Done(ticket) => {
                    let sequence = it.held.remove(&ticket).unwrap().0;
                    self.send(|| Event::Acked { sequence });
                }
            }
        }
        while self.workers[worker].as_ref().unwrap().shift.held() < SLOTS {
            let Some(sequence) = self.queue.waiting.pop_front() else { return };
            let job = self.queue.jobs[&sequence].clone();
            self.hand_out(sequence);
            self.send(|| Event::Deliver { worker, life, sequence, job: job.clone() });
            if self.below(3) == 0 {
                return;
            }
        }
    }

    // --- the leader ---

    pub(super) fn start_leader(&mut self) {
        if self.leader.is_some() {
            return;
        }
        self.leader_lives += 1;
        let trusts = self.has(Fault::ResumedLeaderTrusts) && self.leader_lives > 1;
        if !trusts {
            self.queue.jobs.clear();
            self.queue.waiting.clear();
            self.queue.out.clear();
        }
        let kept: BTreeSet<u64> = self.journal.iter().copied().collect();
        let next = if trusts { self.publications.min(self.matches) } else { 0 };
        let given = (next..self.matches).filter(|index| !kept.contains(index)).collect();
        self.leader = Some(Leader { life: self.leader_lives, ledger: Ledger::default(), next: 0, given });
        self.give();
    }

    pub(super) fn give(&mut self) {
        loop {
            let size = 1 + self.below(3);
            let Some(leader) = self.leader.as_mut() else { return };
            if leader.given.is_empty() {
                leader.next = self.matches;
                return;
            }
            if leader.ledger.out() >= MOST_OUT {
                return;
            }
            let claimed: Vec<_> = leader.given.drain(..leader.given.len().min(size as usize)).collect();
            self.publications = self.publications.max(claimed.last().map_or(0, |last| last + 1));
            let jobs = leader.ledger.give(claimed.into_iter().map(|index| (pairing(index), String::new())).collect());
            self.publish_all(jobs);
        }
    }

    /// Publishes jobs. Every job eventually arrives at the queue exactly once, because lost messages are sent again
    /// with the same id.
    fn publish_all(&mut self, jobs: Vec<(String, Job)>) {
        for (_, job) in jobs {
            let (life, text) = (u64::from(self.leader_lives), job.written());
            let id = mix(life << 32 | job.job);
            let (again, late) = (text.clone(), 500 + self.below(2_000));
            self.send(|| Event::Publish { id, job: text.clone() });
            self.at(late, Event::Publish { id, job: again });
        }
    }

    pub(super) fn look(&mut self) {
        let held = self.queue.jobs.len();
        let looks = !self.has(Fault::LostJobsStayLost);
        if let Some(leader) = self.leader.as_mut()
            && looks
            && leader.ledger.has_lost(held)
        {
            let jobs = leader.ledger.again(2);
            self.publish_all(jobs);
        }
    }

    pub(super) fn results(&mut self, from: (usize, u32, Ticket, usize), message: &[u8]) {
        let Some(leader) = self.leader.as_mut() else { return };
        let life = leader.life;
        let Results { played, .. } = Results::read(message).unwrap();
        let all = played.clone();
        let arrival = leader.ledger.arrive(played);
        let mut fresh: Vec<MatchResult> = arrival.fresh.into_iter().map(|(_, played)| played).collect();
        if self.has(Fault::DoubleDeliveryCounts) {
            fresh = all;
        }
        if arrival.answer == Answer::Now && !self.has(Fault::DoubleDeliveryCounts) {
            return self.answer(from);
        }
        let early = self.has(Fault::AnswerBeforeKept);
        if early {
            self.answer(from);
        }
        let answer = Some(from).filter(|_| arrival.answer == Answer::WhenKept && !early);
        let takes = if self.below(10) == 0 { self.below(3_000) } else { self.below(10) };
        self.at(1 + takes, Event::Kept { life, fresh, answer });
    }

    fn answer(&mut self, (worker, life, ticket, part): (usize, u32, Ticket, usize)) {
        self.send(|| Event::Answered { worker, life, ticket, part });
    }

    pub(super) fn kept(&mut self, life: u32, fresh: &[MatchResult], answer: Option<(usize, u32, Ticket, usize)>) {
        // Pending writes of a killed leader are lost.
        let late = self.has(Fault::LateWriteOfTheDead);
        if self.leader.as_ref().is_none_or(|leader| leader.life != life) && !late {
            return;
        }
        for played in fresh {
            if self.journal.contains(&played.index) {
                self.wrong = Some(format!("match {} counted twice", played.index));
            }
            if *played != result(self.seed, played.index) {
                self.wrong = Some(format!("match {} has another result", played.index));
            }
            self.journal.push(played.index);
        }
        if let Some(leader) = self.leader.as_mut() {
            leader.ledger.kept(&fresh.iter().map(|played| played.index).collect::<Vec<_>>());
        }
        if let Some(from) = answer {
            self.answer(from);
        }
    }
}
