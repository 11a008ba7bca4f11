//! What a node does in the world of the nodes: it runs the matches that live there, writes, and hears what has become of it.

use super::Fault;
use super::game::Said;
use super::happens::{Answer, Request, Written};
use super::world::{NODES, TROUBLE, World};
use crate::cluster::leases::Neighbour;
use crate::play::handle::Command;
use crate::play::host::Host;

/// A write that was not answered is sent again after so many milliseconds.
const AGAIN: u64 = 1_000;
/// So many changes a node has done may be missing on its own disk when it is killed.
const NOT_ON_DISK: usize = 3;

impl World {
    pub(super) fn writes(&mut self, node: usize) {
        let writer = self.nodes[node].tenure.life();
        match self.nodes[node].write {
            None => {
                self.makes_match(node);
                let it = &mut self.nodes[node];
                if it.write.is_some() {
                    return;
                }
                let settles = it.settling.as_mut().is_some_and(|it| !std::mem::replace(&mut it.is_asked, true));
                let said = if settles { None } else { it.unwritten.pop_front() };
                if !settles && said.is_none() {
                    return;
                }
                self.texts += 1;
                if let Some(said) = said {
                    self.said.insert(self.texts, said);
                }
                let it = &mut self.nodes[node];
                let written = Written { writer, own: it.own, text: self.texts };
                it.own += 1;
                it.write = Some((written, self.now, None));
                if self.has(Fault::AcknowledgedUnanswered) && self.nodes[node].open {
                    self.acked.push(written.text);
                }
                self.ask(node, Request::Append(written));
                if self.has(Fault::AcknowledgedUnanswered) {
                    self.is_stored(node, written.text);
                }
            }
            Some((mut written, sent, number)) if self.now >= sent + AGAIN => {
                if self.has(Fault::WriteOutlivesLife) {
                    written.writer = writer;
                }
                self.nodes[node].write = Some((written, self.now, number));
                let known = self.nodes[node].stored.noted();
                let request = if number.is_some() { Request::Read(known) } else { Request::Append(written) };
                self.ask(node, request);
            }
            Some(_) => {}
        }
    }

    pub(super) fn answered(&mut self, node: usize, answer: Answer) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        let own = it.tenure.life();
        match answer {
            Answer::Granted(life, at) if life == own => it.tenure.granted(at, now),
            Answer::Granted(..) => {}
            Answer::Ended(life) if life != own => {}
            Answer::Ended(_) => {
                let next = super::homing::life(node, self.order);
                it.tenure.ended(next);
            }
            Answer::Owns(life, leases) => leases.into_iter().for_each(|lease| it.tenure.owns(life, lease)),
            Answer::Seen(life, leases, owner, lives) => {
                leases.into_iter().for_each(|lease| it.tenure.owns(life, lease));
                let other = |life| Neighbour { life, inner: String::new(), address: String::new() };
                it.standing.leader = owner.map(other);
                it.standing.others = lives.into_iter().filter(|life| *life != own).map(other).collect();
            }
            Answer::Lives(life, other, is_alive) if life == own => self.hears_of(node, other, is_alive),
            Answer::Lives(..) => {}
            Answer::Appended(written, None) => {
                // Nothing was kept, and nothing under this number ever will be.
                it.write = it.write.filter(|(under_way, _, _)| *under_way != written);
                self.closes(node);
            }
            Answer::Appended(written, Some(number)) => {
                let Some((under_way, sent, None)) = it.write else { return };
                if under_way != written {
                    return;
                }
                it.write = Some((written, sent, Some(number)));
                let known = it.stored.noted();
                if known + 1 == number || self.has(Fault::GapsUnread) {
                    self.does(node, &[written.text]);
                    self.keeps_write(node);
                } else {
                    self.ask(node, Request::Read(known));
                }
            }
            Answer::Read(Err(_)) => self.is_left_behind(node),
            Answer::Read(Ok(changes)) => {
                // What others have appended is read when it is known where the own write stands.
                let awaits = matches!(it.write, Some((_, _, None))) && it.tenure.is_alive(now);
                if awaits || it.taking.is_some() {
                    return;
                }
                let (known, goes_on) = (it.stored.noted(), self.has(Fault::LeftBehindGoesOn));
                let it = &self.nodes[node];
                if changes.first().is_some_and(|first| first.number > known + 1) && !goes_on {
                    return self.is_left_behind(node);
                }
                let new = changes.iter().filter(|change| change.number > it.stored.noted());
                let texts: Vec<u64> = new.map(|change| change.body.parse().unwrap()).collect();
                self.does(node, &texts);
                self.keeps_write(node);
            }
            Answer::Grown(growth) => self.grown(node, growth),
            other => self.goes_on(node, other),
        }
    }

    /// A node does what the log says next.
    fn does(&mut self, node: usize, texts: &[u64]) {
        let it = &mut self.nodes[node];
        for text in texts {
            it.stored.note(*text, self.said.get(text));
            it.tail.push(*text);
            if it.tail.len() > NOT_ON_DISK {
                let sure = it.tail.remove(0);
                it.disk.note(sure, self.said.get(&sure));
            }
        }
        self.is_known(node);
    }

    /// Looks whether the write under way is done at its node, which is what acknowledges it.
    fn keeps_write(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        let Some((written, _, Some(number))) = it.write else { return };
        if it.stored.noted() < number {
            return;
        }
        it.write = None;
        if !self.said.contains_key(&written.text) {
            self.has_settled(node);
        } else if it.open {
            self.acked.push(written.text);
            self.acked_in_calm |= self.now > TROUBLE + 8_000;
            self.is_stored(node, written.text);
        }
    }

    /// A node begins to run a match that it did not make, or does not know any more: it must know all that was acknowledged.
    fn knows_all(&mut self, node: usize, number: u64) {
        let stored = &self.nodes[node].stored;
        let is_known = |text: &u64| self.numbers.get(text).is_some_and(|number| *number <= stored.noted());
        let of_it = |text: &&u64| self.said.get(text).is_some_and(|said| said.number == number);
        if let Some(lacks) = self.acked.iter().filter(of_it).find(|text| !is_known(text)) {
            self.finds(format!("node {node} runs match {number} without knowing {lacks}, which was acknowledged"));
        }
    }

    /// A node serves no more: its matches are let go, and who came to it is.
    pub(super) fn closes(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        it.unwritten.clear();
        it.hosts.clear();
        it.settling = None;
        if std::mem::replace(&mut it.open, false) || !it.up {
            self.lets_go(node);
        }
    }

    /// Makes the next match, where one is to be made.
    fn makes_match(&mut self, node: usize) {
        let now = self.began + self.clock(node);
        let it = &mut self.nodes[node];
        let Some(number) = it.stored.next().filter(|number| it.open && !it.hosts.contains_key(number)) else { return };
        let is_kept = self.truth.has(number);
        let maker = self.makers.get(&number);
        let is_its_turn = match maker {
            None => number % NODES as u64 == node as u64 || it.homes.leads() && self.now % 3_000 < 100,
            // What somebody made who is gone, and nobody has kept, was never there.
            Some(maker) => *maker == it.tenure.life() || it.homes.leads() && !self.lives.contains_key(maker),
        };
        if is_its_turn && !is_kept {
            self.makers.insert(number, it.tenure.life());
            it.hosts.insert(number, super::game::new(number, now));
            self.hands_on(node, number);
        }
    }

    /// What a write says stands in the node's store: its match may go on.
    fn is_stored(&mut self, node: usize, text: u64) {
        let now = self.began + self.clock(node);
        let Some(number) = self.said.get(&text).map(|said| said.number) else { return };
        if let Some(host) = self.nodes[node].hosts.get_mut(&number) {
            host.stored(Ok(()), now);
            self.hands_on(node, number);
        }
    }

    /// What has happened in a match goes to the log, and what it notifies of to whom it is for.
    fn hands_on(&mut self, node: usize, number: u64) {
        let it = &mut self.nodes[node];
        if let Some(events) = it.hosts.get_mut(&number).and_then(Host::take_unasked) {
            let said = Said { number, events: events.to_vec() };
            it.unwritten.push_back(said);
        }
        self.sends_what_waits();
        if self.nodes[node].open && self.nodes[node].write.is_none() && !self.nodes[node].unwritten.is_empty() {
            self.writes(node);
        }
    }

    /// Whether a node has a match: one that lives there and does not run is brought back.
    pub(super) fn has_match(&mut self, node: usize, number: u64) -> bool {
        let now = self.began + self.clock(node);
        if self.nodes[node].hosts.contains_key(&number) {
            return true;
        }
        if !self.is_here(node, number) {
            self.finds_home(node, number);
        }
        let runs = self.is_here(node, number) || self.has(Fault::RunsElsewhere);
        if !runs || !self.nodes[node].stored.has(number) {
            return false;
        }
        self.knows_all(node, number);
        let it = &mut self.nodes[node];
        match it.stored.back(number, now) {
            Ok(host) => drop(it.hosts.insert(number, host)),
            Err(wrong) => self.finds(wrong),
        }
        self.nodes[node].hosts.contains_key(&number)
    }

    /// Asks a match that runs for something.
    pub(super) fn in_match(&mut self, node: usize, number: u64, command: Command) {
        let now = self.began + self.clock(node);
        if let Some(host) = self.nodes[node].hosts.get_mut(&number) {
            // Who finds no room is not answered, and asks again.
            host.send(command, now).ok();
            self.hands_on(node, number);
        }
    }

    /// The matches that run at a node.
    pub(super) fn matches_of(&self, node: usize) -> Vec<u64> {
        self.nodes[node].hosts.keys().copied().collect()
    }

    /// So many moves were made in a match, as far as everybody may know.
    pub(super) fn plies(&self, node: usize, number: u64) -> Option<usize> {
        Some(self.nodes[node].hosts.get(&number)?.overview().plies)
    }
}
