//! Thread usage per person and address. It decays with a half-life of [`HALF_LIFE`].

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use super::{Id, Now, PriorityQueue, Schedule, SearchPhase};
use crate::pool::request::{Principal, SHARES};

/// Half-life of usage.
pub(super) const HALF_LIFE: Duration = Duration::from_secs(5);
/// Initial usage of an unknown address, unless the lowest usage among the active addresses is less. Without it, a
/// client could go first by using new addresses all the time.
const NEWCOMER: Duration = Duration::from_millis(250);
/// Interval after which the reference time moves to the present and negligible usage is dropped.
const REBASE: Duration = Duration::from_secs(100);
/// Negligible usage, in seconds.
const NEGLIGIBLE: f64 = 1e-4;

impl Schedule {
    /// Removes a person from `queued` if none of that person's searches could get a turn.
    pub(super) fn forget_unless_queued(&mut self, who: Principal) {
        let queued = |queue: &PriorityQueue| !queue.waiting.is_empty() || !queue.suspended.is_empty();
        if !self.people[&who].queues.iter().any(queued) {
            self.queued.remove(&who);
        }
    }

    /// Charges every running search.
    pub(super) fn charge_all(&mut self, now: Now) {
        for id in self.running.union(&self.remote).copied().collect::<Vec<_>>() {
            self.charge(id, now);
        }
    }

    /// Charges a search for its running time since the last charge, once for each of its threads.
    pub(super) fn charge(&mut self, id: Id, now: Now) {
        self.rebase(now);
        let weight = self.weight(now);
        let Some(search) = self.searches.get_mut(&id) else { return };
        if !matches!(search.state, SearchPhase::Running | SearchPhase::Remote | SearchPhase::Leaving) {
            return;
        }
        let ran = now.saturating_sub(search.charged);
        search.charged = now;
        search.attained += ran;
        let used = ran.as_secs_f64() * f64::from(search.request.threads) * weight;
        let principal = search.request.principal;
        self.person_mut(principal).used += used;
        self.address_mut(principal).used += used;
        for (level, network) in self.wider.iter_mut().zip(principal.wider) {
            if let Some(network) = network {
                *level.entry(network).or_default() += used;
            }
        }
    }

    /// Returns the usage of an address, or more if a wider network around it has used more than its share.
    pub(super) fn network_used(&self, who: Principal) -> f64 {
        let levels = self.wider.iter().zip(who.wider).zip(SHARES);
        let wider = levels.filter_map(|((level, network), share)| Some(level.get(&network?)? / f64::from(share)));
        wider.fold(self.addresses[&who.address].used, f64::max)
    }

    /// Returns the initial usage of a new address.
    pub(super) fn newcomer(&self, now: Now) -> f64 {
        let wants = self
            .queued
            .iter()
            .chain(self.running.iter().chain(&self.remote).map(|id| &self.searches[id].request.principal));
        let least = wants.map(|who| self.addresses[&who.address].used).fold(f64::INFINITY, f64::min);
        if least.is_finite() { least.min(NEWCOMER.as_secs_f64() * self.weight(now)) } else { 0.0 }
    }

    /// Returns the weight of a second used now, relative to one at the reference time.
    pub(super) fn weight(&self, now: Now) -> f64 {
        (now.saturating_sub(self.reference).as_secs_f64() / HALF_LIFE.as_secs_f64()).exp2()
    }

    /// Moves the reference time to the present now and then, and forgets people and addresses without searches and with
    /// negligible usage.
    pub(super) fn rebase(&mut self, now: Now) {
        if now.saturating_sub(self.reference) < REBASE {
            return;
        }
        let weight = self.weight(now);
        self.reference = now;
        self.people.retain(|_, person| {
            person.used /= weight;
            person.used > NEGLIGIBLE || person.queues.iter().any(|queue| queue.all > 0)
        });
        for level in &mut self.wider {
            level.retain(|_, used| {
                *used /= weight;
                *used > NEGLIGIBLE
            });
        }
        let known: BTreeSet<Option<IpAddr>> = self.people.keys().map(|who| who.address).collect();
        self.addresses.retain(|address, node| {
            node.used /= weight;
            node.used > NEGLIGIBLE || known.contains(address)
        });
    }
}
