//! What a node does in the world of the nodes: it leads when that is its turn, writes, and hears what has become of it.

use std::collections::BTreeSet;

use super::Fault;
use super::world::{Answer, Request, TROUBLE, World, Written};

/// A write that was not answered is sent again after so many milliseconds.
const AGAIN: u64 = 1_000;

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
                self.ask(node, if number.is_some() { Request::Read } else { Request::Append(written) });
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
            Answer::Ended(life) if life == own => {
                let next = super::world::life(node, it.start, self.order);
                it.tenure.ended(next);
            }
            Answer::Owns(life, leases) => leases.into_iter().for_each(|lease| it.tenure.owns(life, lease)),
            Answer::Appended(written, None) => {
                // Nothing was kept, and nothing under this number ever will be.
                it.write = it.write.filter(|(under_way, _, _)| *under_way != written);
                (it.open, it.core) = (false, None);
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
        self.notes(node);
        let it = &mut self.nodes[node];
        if it.open && it.stored.has_refused(written.text) && self.fault != Some(Fault::RefusedAcknowledged) {
            // The match is not what it was taken for: it is brought back once more.
            (it.open, it.core) = (false, None);
        } else if it.open {
            self.acked.push(written.text);
            self.acked_in_calm |= self.now > TROUBLE + 10_000;
        } else {
            self.opens(node);
        }
    }

    /// A node's store notes what the node has done of the log.
    fn notes(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        for written in &it.done[it.stored.noted()..] {
            it.stored.note(written.text, self.said.get(&written.text));
        }
    }

    /// A node begins to lead: it must know all that was acknowledged.
    fn opens(&mut self, node: usize) {
        if std::mem::replace(&mut self.nodes[node].open, true) {
            return;
        }
        self.notes(node);
        let now = self.began + self.clock(node);
        let it = &mut self.nodes[node];
        let back = it.stored.back(now);
        let refused = self.acked.iter().find(|text| it.stored.has_refused(**text)).copied();
        let known: BTreeSet<u64> = it.done.iter().map(|written| written.text).collect();
        if let Some(lacks) = self.acked.iter().find(|text| !known.contains(text)) {
            let lacks = format!("node {node} leads without knowing {lacks}, which was acknowledged");
            self.finds(lacks);
        }
        if let Some(refused) = refused {
            self.finds(format!("{refused} was acknowledged and does not count at node {node}"));
        }
        match back {
            Ok(core) => self.nodes[node].core = core,
            Err(wrong) => self.finds(wrong),
        }
    }
}
