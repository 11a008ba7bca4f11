//! What everybody has used of the threads, of which half is forgotten every [`HALF_LIFE`].

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use super::{Id, Now, PriorityQueue, Schedule, State};
use crate::bots::pool::request::Principal;

/// After so long half of what was used is forgotten.
pub(super) const HALF_LIFE: Duration = Duration::from_secs(5);
/// An address that is not known counts as if it had used this much, or as much as the least of those that want a turn:
/// coming from ever new addresses must not be a way to go first.
const NEWCOMER: Duration = Duration::from_millis(250);
/// After this time the reference time is moved to the present, and negligible uses are dropped.
const REBASE: Duration = Duration::from_secs(100);
/// Seconds of use that are negligible.
const NEGLIGIBLE: f64 = 1e-4;

impl Schedule {
    /// A person who has no search any more that could have a turn is looked at no more.
    pub(super) fn forget_unless_queued(&mut self, who: Principal) {
        let queued = |queue: &PriorityQueue| !queue.waiting.is_empty() || !queue.suspended.is_empty();
        if !self.people[&who].queues.iter().any(queued) {
            self.queued.remove(&who);
        }
    }

    /// Charges every search that runs.
    pub(super) fn charge_all(&mut self, now: Now) {
        for id in self.running.clone() {
            self.charge(id, now);
        }
    }

    /// Charges a search for what it has run: once for each of its threads.
    pub(super) fn charge(&mut self, id: Id, now: Now) {
        self.rebase(now);
        let weight = self.weight(now);
        let Some(search) = self.searches.get_mut(&id) else { return };
        if !matches!(search.state, State::Running | State::Leaving) {
            return;
        }
        let ran = now.saturating_sub(search.charged);
        search.charged = now;
        search.attained += ran;
        let used = ran.as_secs_f64() * f64::from(search.request.threads) * weight;
        let principal = search.request.principal;
        self.person_mut(principal).used += used;
        self.address_mut(principal).used += used;
    }

    /// What an address has used that comes now for the first time.
    pub(super) fn newcomer(&self, now: Now) -> f64 {
        let wants = self.queued.iter().chain(self.running.iter().map(|id| &self.searches[id].request.principal));
        let least = wants.map(|who| self.addresses[&who.address].used).fold(f64::INFINITY, f64::min);
        if least.is_finite() { least.min(NEWCOMER.as_secs_f64() * self.weight(now)) } else { 0.0 }
    }

    /// The weight of a second used now, where one at the reference time has 1.
    pub(super) fn weight(&self, now: Now) -> f64 {
        (now.saturating_sub(self.reference).as_secs_f64() / HALF_LIFE.as_secs_f64()).exp2()
    }

    /// From time to time moves the reference time to the present, and forgets those who used next to nothing and have no
    /// search.
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
        let known: BTreeSet<Option<IpAddr>> = self.people.keys().map(|who| who.address).collect();
        self.addresses.retain(|address, node| {
            node.used /= weight;
            node.used > NEGLIGIBLE || known.contains(address)
        });
    }
}
