//! What the database does in the world of the nodes: the list of lives, the lease of the lobby, the log of changes.

use std::collections::BTreeSet;

use super::Fault;
use super::world::{Answer, LOBBY, Request, World, Written};
use crate::cluster::leases::{Kind, LASTS, Lease};
use crate::play::Epoch;

impl World {
    /// What the database does.
    pub(super) fn asked(&mut self, node: usize, request: Request) -> Option<Answer> {
        let lasts = u64::try_from(LASTS.as_millis()).unwrap();
        Some(match request {
            Request::Join(life, at) => {
                self.lives.insert(life, (self.now + lasts, self.now));
                Answer::Granted(life, at)
            }
            Request::Renew(life, at) => {
                let is_on = self.lives.contains_key(&life) || self.has(Fault::LifeComesBack);
                if !is_on {
                    return Some(Answer::Ended(life));
                }
                self.lives.insert(life, (self.now + lasts, self.now));
                Answer::Granted(life, at)
            }
            Request::Adopt(life) => {
                let skew = if self.has(Fault::ClockOfTheLooker) { self.nodes[node].skew } else { 0 };
                let seen = self.now.saturating_add_signed(skew);
                let over: Vec<_> =
                    self.lives.iter().filter(|(_, (until, _))| *until <= seen).map(|(life, _)| *life).collect();
                for gone in over {
                    let (_, said) = self.lives.remove(&gone).unwrap();
                    if self.now < said + lasts {
                        self.finds(format!(
                            "{gone:?} was thought dead {} ms after it said that it lives",
                            self.now - said
                        ));
                    }
                }
                let alive = |owner: &crate::cluster::leases::Life| self.lives.contains_key(owner);
                match self.lease {
                    Some((owner, epoch))
                        if owner != life && (!alive(&owner) || self.has(Fault::TakenFromTheLiving)) =>
                    {
                        self.lease = Some((life, epoch + 1));
                        Answer::Owns(life, vec![lease(epoch + 1)])
                    }
                    _ => Answer::Owns(life, Vec::new()),
                }
            }
            Request::Count(life) | Request::Look(life) => {
                if self.lease.is_none() && matches!(request, Request::Look(_)) {
                    self.lease = Some((life, 1));
                }
                let held = self.lease.filter(|(owner, _)| *owner == life).map(|(_, epoch)| lease(epoch));
                Answer::Owns(life, held.into_iter().collect())
            }
            Request::Append(written) => Answer::Appended(written, self.append(written)),
            Request::Read => Answer::Read(self.log.iter().map(|(written, _)| *written).collect()),
        })
    }

    fn append(&mut self, written: Written) -> Option<usize> {
        let key = (written.writer, written.own);
        let known = self.log.iter().position(|(there, _)| (there.writer, there.own) == key);
        if let Some(known) = known.filter(|_| !self.has(Fault::KeptAgain)) {
            return Some(known);
        }
        if !self.lives.contains_key(&written.writer) && !self.has(Fault::NoFence) {
            return None;
        }
        if self.log.iter().any(|(there, _)| there.text == written.text) {
            self.finds(format!("{} is kept twice", written.text));
        }
        let mut others = BTreeSet::new();
        for (there, _) in self.log.iter().rev().skip_while(|(there, _)| there.writer == written.writer) {
            others.insert(there.writer);
        }
        if others.contains(&written.writer) {
            self.finds(format!("{:?} writes after another has begun to", written.writer));
        }
        self.log.push((written, self.now));
        Some(self.log.len() - 1)
    }
}

const fn lease(epoch: u64) -> Lease {
    Lease { id: LOBBY, kind: Kind::Lobby, epoch: Epoch(epoch) }
}
