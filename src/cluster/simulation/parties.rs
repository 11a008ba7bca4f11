//! The leader and the workers of the simulation, around their real states.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::Fault;
use super::world::{Acknowledgement, Event, Leader, Sender, World, pairing, result};
use crate::ledger::{Answer, Ledger};
use crate::message::{Hello, Job, Results};
use crate::shift::{Due, Ticket};
use arena_games::seed::mix;
use arena_tournament::MatchResult;

const RUN: &str = "run";
/// Maximum number of jobs that a worker holds.
const SLOTS: usize = 2;
/// Maximum number of outstanding matches.
const MOST_OUT: u64 = 12;

impl World {
    // --- the workers ---

    pub(super) fn deliver(&mut self, worker: usize, life: u32, job: &Job) {
        let now = self.now;
        let Some(it) = self.workers[worker].as_mut().filter(|it| it.life == life) else { return };
        let ticket = it.shift.take(RUN, job.job, Duration::from_millis(now - it.began));
        it.held.insert(ticket, job.pairings(2).unwrap());
        let long = if self.below(10) == 0 { 12_000 } else { 300 };
        let takes = 10 + self.below(long);
        self.at(takes, Event::Played { worker, life, ticket });
    }

    pub(super) fn played(&mut self, worker: usize, life: u32, ticket: Ticket) {
        let seed = self.seed;
        let Some(it) = self.workers[worker].as_mut().filter(|it| it.life == life) else { return };
        let Some(pairings) = it.held.get(&ticket) else { return };
        let played = pairings.iter().map(|pairing| result(seed, pairing.index)).collect();
        it.shift.played(ticket, Results { micros: 1, played, failed: None }.written());
        self.attend(worker);
    }

    /// Sends the due messages of a worker.
    pub(super) fn attend(&mut self, worker: usize) {
        let now = self.now;
        let leader_is_there = self.leader.is_some();
        let Some(it) = self.workers[worker].as_mut() else { return };
        let (life, time) = (it.life, Duration::from_millis(now - it.began));
        if leader_is_there {
            it.shift.heard(RUN, time);
        }
        for Due { ticket, part, message, .. } in it.shift.due(time) {
            let first = self.workers[worker].as_mut().unwrap().sent.insert((ticket, part));
            if first || !self.has(Fault::SentOnce) {
                let from = Sender { worker, life, ticket, part };
                self.send(|| Event::Results { from, message: message.clone() });
            }
        }
    }

    pub(super) fn say_hello(&mut self, worker: usize) {
        let Some(it) = self.workers[worker].as_ref() else { return };
        let life = it.life;
        let hello = Hello {
            worker: format!("{worker}-{life}"),
            name: String::new(),
            version: String::new(),
            signature: String::new(),
            threads: 1,
            slots: SLOTS,
            engines: Vec::new(),
            holds: it.shift.holds(),
        };
        self.send(|| Event::Hello { worker, life, hello: hello.clone() });
    }

    /// Handles the acknowledgement of the results of these matches, and checks that it reaches their job.
    pub(super) fn answered(&mut self, from: Sender, indexes: &[u64]) {
        let Sender { worker, life, ticket, part } = from;
        let past = self.has(Fault::AnswersOfThePast);
        let now = self.now;
        let Some(it) = self.workers[worker].as_mut().filter(|it| past || it.life == life) else { return };
        let own = it.held.get(&ticket).map(|held| held.iter().map(|pairing| pairing.index).collect::<Vec<_>>());
        if own.is_some_and(|own| own != indexes) {
            self.wrong = Some(format!("worker {worker} forgets results because others were kept"));
        }
        it.shift.kept(ticket, part, Duration::from_millis(now - it.began));
    }

    // --- the leader ---

    pub(super) fn start_leader(&mut self) {
        if self.leader.is_some() {
            return;
        }
        self.leader_lives += 1;
        let trusts = self.has(Fault::ResumedLeaderTrusts) && self.leader_lives > 1;
        let journaled: BTreeSet<u64> = self.journal.iter().copied().collect();
        let next = if trusts { self.claimed } else { 0 };
        let unclaimed = (next..self.matches).filter(|index| !journaled.contains(index)).collect();
        let ledger = Ledger::new(mix(u64::from(self.leader_lives)));
        self.leader = Some(Leader { life: self.leader_lives, ledger, unclaimed, inboxes: HashMap::new() });
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.now)
    }

    pub(super) fn hello(&mut self, worker: usize, life: u32, hello: &Hello) {
        let time = self.time();
        let stays = self.has(Fault::LostJobsStayLost);
        let Some(leader) = self.leader.as_mut() else { return };
        let mut hello = hello.clone();
        if stays {
            hello.holds.extend(self.granted.iter().filter(|(to, _)| *to == hello.worker).map(|(_, job)| *job));
        }
        leader.ledger.hello(&hello, time);
        leader.inboxes.insert(hello.worker, (worker, life));
        self.grant();
    }

    /// Claims matches and gives them to workers.
    pub(super) fn grant(&mut self) {
        let (most, time) = (1 + self.below(3) as usize, self.time());
        let Some(leader) = self.leader.as_mut() else { return };
        while leader.ledger.out() < MOST_OUT {
            let Some(index) = leader.unclaimed.pop_front() else { break };
            self.claimed = self.claimed.max(index + 1);
            leader.ledger.add([(pairing(index), Vec::new())]);
        }
        for (to, job) in leader.ledger.grant(most, time) {
            self.granted.push((to.clone(), job.job));
            let (worker, life) = self.leader.as_ref().unwrap().inboxes[&to];
            self.send(|| Event::Deliver { worker, life, job: job.clone() });
        }
    }

    pub(super) fn look(&mut self) {
        let (time, looks) = (self.time(), !self.has(Fault::SilentWorkersKeepJobs));
        let Some(leader) = self.leader.as_mut().filter(|_| looks) else { return };
        if let Some(index) = leader.ledger.expire(time) {
            self.wrong = Some(format!("match {index} was given up"));
        }
        self.grant();
    }

    pub(super) fn results(&mut self, from: Sender, message: &[u8]) {
        let Some(leader) = self.leader.as_mut() else { return };
        let life = leader.life;
        let Results { played, .. } = Results::read(message).unwrap();
        let all = played.clone();
        let indexes: Vec<u64> = all.iter().map(|played| played.index).collect();
        // The leader drops a result whose match it has not claimed yet. The match is played later.
        let dropped: Vec<u64> = leader.unclaimed.iter().copied().filter(|index| indexes.contains(index)).collect();
        let arrival = leader.ledger.arrive(played);
        let mut fresh: Vec<MatchResult> = arrival.fresh.into_iter().map(|(_, played)| played).collect();
        if self.has(Fault::DoubleDeliveryCounts) {
            fresh = all;
        }
        self.grant();
        let answer = Acknowledgement { from, indexes, dropped };
        if arrival.answer == Answer::Now && !self.has(Fault::DoubleDeliveryCounts) {
            return self.acknowledge(answer);
        }
        let early = self.has(Fault::AnswerBeforeKept);
        if early {
            self.acknowledge(answer.clone());
        }
        let answer = Some(answer).filter(|_| arrival.answer == Answer::WhenKept && !early);
        let takes = if self.below(10) == 0 { self.below(3_000) } else { self.below(10) };
        self.at(1 + takes, Event::Kept { life, fresh, answer });
    }

    /// Acknowledges the results of these matches, and checks that they have been stored unless they were dropped.
    fn acknowledge(&mut self, Acknowledgement { from, indexes, dropped }: Acknowledgement) {
        if let Some(lost) = indexes.iter().find(|index| !self.journal.contains(index) && !dropped.contains(index)) {
            self.wrong = Some(format!("match {lost} was acknowledged before it was kept"));
        }
        self.send(|| Event::Answered { from, indexes: indexes.clone() });
    }

    pub(super) fn kept(&mut self, life: u32, fresh: &[MatchResult], answer: Option<Acknowledgement>) {
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
        if let Some(answer) = answer {
            self.acknowledge(answer);
        }
    }
}
