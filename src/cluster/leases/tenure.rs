//! What a node knows of its life and its leases, pure: what it has to say when, and what it may count as its own.

use std::collections::BTreeMap;
use std::time::Duration;

use uuid::Uuid;

use super::{Kind, Lease, Life};
use crate::play::Epoch;

/// A life lasts for so long after it was last said that it goes on.
pub const LASTS: Duration = Duration::from_secs(2);
/// So often it is said, and said again where no answer has come.
const RENEW_EVERY: Duration = Duration::from_millis(250);
const RENEW_AGAIN: Duration = Duration::from_millis(500);
/// So often it is looked what others have left behind.
const ADOPT_EVERY: Duration = Duration::from_millis(250);
/// An answer that has not come for so long is not waited for.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);
/// So often, and for so long after an answer was missing, it is asked what is owned.
const RECOUNT_EVERY: Duration = Duration::from_secs(1);
const RECOUNT_FOR: Duration = Duration::from_secs(6);
/// A node stops counting what it owns as its own so long before others may take it: clocks run at different rates.
const MARGIN: Duration = Duration::from_millis(300);

/// What a node has to ask of the table of leases now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// To put its life on the list, asked at this time.
    Join(Duration),
    /// To say that it goes on, asked at this time.
    Renew(Duration),
    /// To take over what others have left behind.
    Adopt,
    /// To ask what it owns: an answer is missing that may have made it an owner.
    Recount,
}

/// A node's life and leases. All times are of one clock that only runs forwards, from any one beginning.
#[derive(Debug)]
pub struct Tenure {
    life: Life,
    joined: bool,
    /// When it last asked to join or go on, and when to take over.
    asked: Option<Duration>,
    adopting: Option<Duration>,
    /// When an answer was found to be missing last, and when it has counted since.
    missed: Option<Duration>,
    recounted: Option<Duration>,
    /// When it asked for what it was last granted, and since when it has been granted without a gap.
    granted: Option<Duration>,
    since: Duration,
    leases: BTreeMap<Uuid, (Kind, Epoch)>,
}

impl Tenure {
    /// A life that nobody knows of yet.
    #[must_use]
    pub const fn new(life: Life) -> Self {
        Self {
            life,
            joined: false,
            asked: None,
            adopting: None,
            missed: None,
            recounted: None,
            granted: None,
            since: Duration::ZERO,
            leases: BTreeMap::new(),
        }
    }

    /// Whose leases these are.
    #[must_use]
    pub const fn life(&self) -> Life {
        self.life
    }

    /// What has to be asked at this time.
    pub fn due(&mut self, now: Duration) -> Vec<Duty> {
        let is_due = |last: Option<Duration>, every| last.is_none_or(|last| now.saturating_sub(last) >= every);
        let mut duties = Vec::new();
        let every = match (self.joined, self.granted >= self.asked) {
            (false, _) => ANSWER_WITHIN,
            (true, false) => RENEW_AGAIN,
            (true, true) => RENEW_EVERY,
        };
        if is_due(self.asked, every) {
            self.asked = Some(now);
            duties.push(if self.joined { Duty::Renew(now) } else { Duty::Join(now) });
        }
        if self.is_settled(now) && is_due(self.adopting, ADOPT_EVERY) {
            self.adopting = Some(now);
            duties.push(Duty::Adopt);
        }
        // What was not answered may still happen for a while.
        if self.missed.is_some_and(|missed| now.saturating_sub(missed) < RECOUNT_FOR) {
            if self.is_alive(now) && is_due(self.recounted, RECOUNT_EVERY) {
                self.recounted = Some(now);
                duties.push(Duty::Recount);
            }
        } else {
            self.missed = None;
        }
        duties
    }

    /// The life was put on the list, or goes on, as was asked at `asked`.
    pub fn granted(&mut self, asked: Duration, now: Duration) {
        if !self.is_alive(now) {
            self.since = now;
            // Whatever was asked in the gap is counted, too.
            self.missed = Some(now);
        }
        self.joined = true;
        self.granted = self.granted.max(Some(asked));
    }

    /// The life is not on the list any more: another begins, with nothing.
    pub fn ended(&mut self, next: Life) {
        *self = Self::new(next);
    }

    /// It was not answered whether something is owned now: the table has not, in time, or its answer was lost.
    pub const fn missed(&mut self, now: Duration) {
        self.missed = Some(now);
    }

    /// Something is owned from now on. What was meant for an earlier life is not.
    pub fn owns(&mut self, life: Life, lease: Lease) {
        let known = self.leases.get(&lease.id).is_some_and(|(_, epoch)| *epoch >= lease.epoch);
        if life == self.life && !known {
            self.leases.insert(lease.id, (lease.kind, lease.epoch));
        }
    }

    /// What was owned under this epoch is not any more.
    pub fn lost(&mut self, id: Uuid, epoch: Epoch) {
        if self.leases.get(&id).is_some_and(|(_, held)| *held <= epoch) {
            self.leases.remove(&id);
        }
    }

    /// Whether what it owns is its own at this time, as far as it can know.
    #[must_use]
    pub fn is_alive(&self, now: Duration) -> bool {
        self.until().is_some_and(|until| now < until)
    }

    /// How long ago it asked for what it was last granted; none before it is granted anything.
    #[must_use]
    pub fn unanswered(&self, now: Duration) -> Option<Duration> {
        self.granted.map(|asked| now.saturating_sub(asked))
    }

    /// Until when it is, unless it is granted more by then; none before it is granted anything.
    #[must_use]
    pub fn until(&self) -> Option<Duration> {
        self.granted.map(|asked| asked + LASTS - MARGIN)
    }

    /// Whether it may judge others. Who could not reach the table for a while does not at once: perhaps they could not either.
    #[must_use]
    pub fn is_settled(&self, now: Duration) -> bool {
        self.is_alive(now) && now.saturating_sub(self.since) >= LASTS
    }

    /// Since when it has been so without a gap, where it is. Whatever counted the time before counts it anew.
    #[must_use]
    pub const fn since(&self) -> Duration {
        self.since
    }

    /// The epoch under which it may act for this; none where it may not.
    #[must_use]
    pub fn epoch(&self, id: Uuid, now: Duration) -> Option<Epoch> {
        self.leases.get(&id).filter(|_| self.is_alive(now)).map(|(_, epoch)| *epoch)
    }

    /// All that it owns, or would if its life went on.
    pub fn leases(&self) -> impl Iterator<Item = Lease> + '_ {
        self.leases.iter().map(|(&id, &(kind, epoch))| Lease { id, kind, epoch })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When, in milliseconds of the first two seconds, it is said that a life goes on that was granted at once, where each time is
    /// answered after so many milliseconds, or never.
    fn said(answered_after: Option<u64>) -> Vec<u64> {
        let mut tenure = Tenure::new(Life(Uuid::nil()));
        assert_eq!(tenure.due(Duration::ZERO), [Duty::Join(Duration::ZERO)]);
        tenure.granted(Duration::ZERO, Duration::ZERO);
        let (mut said, mut waiting) = (Vec::new(), Vec::new());
        for now in (0..2_000).step_by(50) {
            let at = Duration::from_millis(now);
            if let Some(after) = answered_after {
                let answered = waiting.extract_if(.., |asked| *asked + after <= now);
                answered.for_each(|asked| tenure.granted(Duration::from_millis(asked), at));
            }
            if tenure.due(at).contains(&Duty::Renew(at)) {
                said.push(now);
                waiting.push(now);
            }
        }
        said
    }

    #[test]
    fn a_life_is_said_to_go_on_once_it_is_answered_and_again_where_it_is_not() {
        assert_eq!(said(Some(0)), [250, 500, 750, 1_000, 1_250, 1_500, 1_750]);
        assert_eq!(said(Some(400)), [250, 650, 1_050, 1_450, 1_850]);
        assert_eq!(said(None), [250, 750, 1_250, 1_750]);
    }
}
