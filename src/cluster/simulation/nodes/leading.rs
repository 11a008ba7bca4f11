//! What a node does in the world of the nodes: it leads when that is its turn, writes, and hears what has become of it.

use super::Fault;
use super::world::{Answer, LOBBY, Request, TROUBLE, World, Written};
use crate::cluster::leases::Neighbour;

/// A write that was not answered is sent again after so many milliseconds.
const AGAIN: u64 = 1_000;
/// So many changes a node has done may be missing on its own disk when it is killed.
const NOT_ON_DISK: usize = 3;

impl World {
    pub(super) fn lead(&mut self, node: usize) {
        let writer = self.nodes[node].tenure.life();
        match self.nodes[node].write {
            None => {
                self.texts += 1;
                let now = self.began + self.clock(node);
                let it = &mut self.nodes[node];
                if it.open {
                    self.said.insert(self.texts, it.stored.goes_on(&mut it.core, &mut self.rng, now));
                }
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
                let next = super::world::life(node, it.start, self.order);
                it.tenure.ended(next);
            }
            Answer::Owns(life, leases) => leases.into_iter().for_each(|lease| it.tenure.owns(life, lease)),
            Answer::Seen(life, leases, owner, lives) => {
                leases.into_iter().for_each(|lease| it.tenure.owns(life, lease));
                let other = |life| Neighbour { life, inner: String::new(), address: String::new() };
                it.standing.leader = owner.map(other);
                it.standing.others = lives.into_iter().filter(|life| *life != own).map(other).collect();
            }
            Answer::Appended(written, None) => {
                // Nothing was kept, and nothing under this number ever will be.
                it.write = it.write.filter(|(under_way, _, _)| *under_way != written);
                it.closes();
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
                let awaits = matches!(it.write, Some((_, _, None))) && it.tenure.epoch(LOBBY, now).is_some();
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
        let it = &mut self.nodes[node];
        if it.open {
            self.acked.push(written.text);
            self.acked_in_calm |= self.now > TROUBLE + 10_000;
        } else {
            self.opens(node);
        }
    }

    /// A node begins to lead: it must know all that was acknowledged.
    fn opens(&mut self, node: usize) {
        if std::mem::replace(&mut self.nodes[node].open, true) {
            return;
        }
        let now = self.began + self.clock(node);
        let stored = &self.nodes[node].stored;
        let back = stored.back(now);
        let is_known = |text: &u64| self.numbers.get(text).is_some_and(|number| *number <= stored.noted());
        let lacks = self.acked.iter().find(|text| !is_known(text));
        let lacks = lacks.map(|lacks| format!("node {node} leads without knowing {lacks}, which was acknowledged"));
        lacks.into_iter().for_each(|wrong| self.finds(wrong));
        match back {
            Ok(core) => self.nodes[node].core = core,
            Err(wrong) => self.finds(wrong),
        }
    }
}
