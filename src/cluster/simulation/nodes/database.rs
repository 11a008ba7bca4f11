//! What the database does in the world of the nodes: the list of lives, the lease of the lobby, the log of changes and the
//! snapshots beside it.

use std::sync::Arc;

use futures::FutureExt;

use super::Fault;
use super::happens::{Answer, Request, Written};
use super::keeping::Copied;
use super::world::{LOBBY, World};
use crate::cluster::leases::{Kind, LASTS, Lease, Life};
use crate::play::Epoch;
use crate::store::shared::model::Model;
use crate::store::shared::{Batch, Change, SharedLog, SharedLogError, Snapshots};

/// What the model of a log answers, which is never late.
fn at_once<T>(answer: impl Future<Output = T>) -> T {
    answer.now_or_never().expect("the model of a log answers at once")
}

impl World {
    /// What the database does; none where it does not answer.
    pub(super) fn asked(&mut self, node: usize, request: Request) -> Option<Answer> {
        let lasts = u64::try_from(LASTS.as_millis()).unwrap();
        Some(match request {
            Request::Join(life, at) => {
                self.lives.insert(life, (self.now + lasts, self.now));
                if !self.kept.knows(life.0) {
                    self.kept.begins(life.0);
                }
                Answer::Granted(life, at)
            }
            Request::Renew(life, at) => {
                if self.has(Fault::LifeComesBack) {
                    self.kept.begins(life.0);
                } else if !self.lives.contains_key(&life) {
                    return Some(Answer::Ended(life));
                }
                self.lives.insert(life, (self.now + lasts, self.now));
                Answer::Granted(life, at)
            }
            Request::Adopt(life) => self.adopt(node, life, lasts),
            Request::Count(life) => Answer::Owns(life, self.held(life)),
            Request::Look(life) => {
                if self.lease.is_none() {
                    self.lease = Some((life, 1));
                }
                let owner = self.lease.map(|(owner, _)| owner);
                Answer::Seen(life, self.held(life), owner, self.lives.keys().copied().collect())
            }
            Request::Lives(life, other) => Answer::Lives(life, other, self.lives.contains_key(&other)),
            Request::Append(written) => Answer::Appended(written, self.append(written)),
            Request::Read(after) => Answer::Read(self.read(after)),
            Request::Passed(life, reached) => {
                at_once(self.way(life).passed(reached)).ok()?;
                Answer::Grown(at_once(self.way(life).growth()).ok()?)
            }
            Request::Begin(life, copied) => {
                let begun = at_once(self.way(life).begin(copied.reached)).ok()?;
                if begun && self.has(Fault::CountsUnfinished) {
                    self.kept.counts(copied.whole());
                }
                Answer::Begun(copied, begun)
            }
            Request::Put(life, copied, part) => {
                at_once(self.way(life).put(copied.reached, part, copied.part())).ok()?;
                Answer::Put(copied, part)
            }
            Request::Finish(life, copied) => {
                at_once(self.way(life).finish(&copied.whole())).ok()?;
                return None;
            }
            Request::Shorten(life) => {
                self.shorten(life);
                return None;
            }
            Request::Newest => Answer::Newest(at_once(self.way(Life(LOBBY)).newest()).ok()?),
            Request::Part(reached, part) => self.part(reached, part)?,
        })
    }

    fn adopt(&mut self, node: usize, life: Life, lasts: u64) -> Answer {
        let skew = if self.has(Fault::ClockOfTheLooker) { self.nodes[node].skew } else { 0 };
        let seen = self.now.saturating_add_signed(skew);
        let over: Vec<_> = self.lives.iter().filter(|(_, (until, _))| *until <= seen).map(|(life, _)| *life).collect();
        for gone in over {
            let (_, said) = self.lives.remove(&gone).unwrap();
            self.kept.ends(gone.0);
            if self.now < said + lasts {
                self.finds(format!("{gone:?} was thought dead {} ms after it said that it lives", self.now - said));
            }
        }
        match self.lease {
            Some((owner, epoch))
                if owner != life && (!self.lives.contains_key(&owner) || self.has(Fault::TakenFromTheLiving)) =>
            {
                self.lease = Some((life, epoch + 1));
                Answer::Owns(life, vec![lease(epoch + 1)])
            }
            _ => Answer::Owns(life, Vec::new()),
        }
    }

    fn held(&self, life: Life) -> Vec<Lease> {
        self.lease.filter(|(owner, _)| *owner == life).map(|(_, epoch)| lease(epoch)).into_iter().collect()
    }

    fn way(&self, life: Life) -> Model {
        Model::of(&self.kept, life.0)
    }

    /// The number of a write in the log; none where its writer may not write.
    fn append(&mut self, written: Written) -> Option<u64> {
        let Written { writer, mut own, text } = written;
        if self.has(Fault::KeptAgain) {
            own = self.order;
        }
        if self.has(Fault::NoFence) {
            self.kept.begins(writer.0);
        }
        let mut batch = Batch { writer: writer.0, own, bodies: vec![text.to_string()] };
        let mut answer = at_once(self.way(writer).append(&batch));
        // What was kept and is gone, and what was never kept and has been overtaken.
        let fault = if self.numbers.contains_key(&text) { Fault::ForgottenWithTheCut } else { Fault::OvertakenKept };
        if answer.is_err() && self.kept.knows(writer.0) && self.has(fault) {
            batch.own = self.order;
            answer = at_once(self.way(writer).append(&batch));
        }
        let number = answer.ok()?;
        if number == self.truth.noted() + 1 {
            self.is_appended(written);
        }
        Some(number)
    }

    /// Notes what the log says now, and looks whether it may.
    fn is_appended(&mut self, Written { writer, text, .. }: Written) {
        if let Some(number) = self.said.get(&text).map(|said| said.number) {
            let last = self.last_writers.insert(number, writer);
            self.past_writers.extend(last.filter(|last| *last != writer).map(|last| (number, last)));
            if self.past_writers.contains(&(number, writer)) {
                self.finds(format!("{writer:?} writes to match {number} after another has begun to"));
            }
        }
        if let Some(said) = self.said.get(&text).cloned() {
            self.is_meant(&said);
            if self.truth.gains(&said) {
                self.finds(format!("a clock of match {} has gained time", said.number));
            }
        }
        if !self.truth.note(text, self.said.get(&text)) {
            self.finds(format!("{text} does not follow what the log says before it"));
        }
        self.appended.push((self.now, self.truth.digest()));
        if self.numbers.insert(text, self.truth.noted()).is_some() {
            self.finds(format!("{text} is kept twice"));
        }
    }

    /// All changes after this one; an error where they are not there any more.
    fn read(&self, mut after: u64) -> Result<Vec<Change>, SharedLogError> {
        let log = self.way(Life(LOBBY));
        let mut all = Vec::new();
        loop {
            let more = match at_once(log.read(after)) {
                // It takes what is there.
                Err(SharedLogError::Shortened) if self.has(Fault::LeftBehindGoesOn) => {
                    after += 1;
                    continue;
                }
                more => more?,
            };
            let Some(last) = more.last() else { return Ok(all) };
            after = last.number;
            all.extend(more);
        }
    }

    /// Takes from the log what nobody needs.
    fn shorten(&mut self, life: Life) {
        let log = self.way(life);
        let mut cut = at_once(log.shorten()).expect("the model of a log is there");
        if let Some(begun) = self.kept.begun().filter(|_| self.has(Fault::ShortenedTooSoon)) {
            self.kept.cut_to(begun);
            cut = cut.max(begun);
        }
        let whole = at_once(log.newest()).expect("the model of a log is there").map_or(0, |whole| whole.reached);
        if cut > whole {
            self.finds(format!("the log begins after {cut}, and snapshots go up to {whole}"));
        }
        // Who has not done what is gone counts as gone.
        let kept = Arc::clone(&self.kept);
        self.lives.retain(|life, _| kept.knows(life.0));
    }

    /// A part of a snapshot, with the newest that there is.
    fn part(&mut self, reached: u64, part: u64) -> Option<Answer> {
        let log = self.way(Life(LOBBY));
        let body = at_once(log.part(reached, part)).ok()?;
        let newest = at_once(log.newest()).ok()?;
        if body.is_none() && newest.as_ref().is_some_and(|newest| newest.reached == reached) {
            self.finds(format!("the newest snapshot, up to {reached}, has no part {part}"));
        }
        Some(Answer::Part(part, body.and_then(|body| Copied::of(reached, &body))))
    }
}

const fn lease(epoch: u64) -> Lease {
    Lease { id: LOBBY, kind: Kind::Lobby, epoch: Epoch(epoch) }
}
