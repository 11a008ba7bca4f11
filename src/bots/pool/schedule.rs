//! Which search goes next: a pure state machine that is told the time and knows nothing of threads.
//!
//! Least attained service (Kleinrock, "Queueing Systems" II, section 4.7) over a hierarchy: the most urgent priority goes
//! first, then the address that has used least, then the person. Half of what was used is forgotten every
//! [`usage::HALF_LIFE`]. Within an address the order is
//!
//! 1. who asks for fewer searches at once: twenty matches at a time do not get twenty shares;
//! 2. searches in their first slice, so that a short one never waits for long ones;
//! 3. who used less.
//!
//! One turn in [`order::TURNS_BY_AGE`] goes to who has waited longest, so that nobody is put off for ever.

mod order;
mod usage;

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::time::Duration;

use super::load::Load;
use super::request::{Principal, Priority, Request};

/// A search, in the order in which they came.
pub(super) type Id = u64;

/// Time since the pool was made.
pub(super) type Now = Duration;

/// What a schedule keeps to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// How many searches run at once.
    pub at_once: usize,
    /// How many may have begun and not ended, suspended ones included; at least `at_once`.
    pub under_way: usize,
    /// How many of each priority may wait to begin.
    pub waiting: usize,
    /// How long a turn is while others wait.
    pub slice: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has not begun.
    Waiting,
    /// It has one of the places.
    Running,
    /// It has begun, and others have their turn.
    Suspended,
    /// It was stopped or its time is up: it only unwinds, which needs no place.
    Leaving,
}

#[derive(Clone, Debug)]
struct Search {
    request: Request,
    state: State,
    /// How long it has run.
    attained: Duration,
    /// Until when it was charged.
    charged: Now,
    /// When its turn began, or its waiting.
    since: Now,
    /// A search has come that goes before it.
    outranked: bool,
}

/// The searches of one person and one priority.
#[derive(Clone, Debug, Default)]
struct PriorityQueue {
    waiting: BTreeSet<Id>,
    suspended: BTreeSet<Id>,
    /// Those and the ones that run.
    all: u32,
    /// Since when none has had a turn.
    since: Now,
}

#[derive(Clone, Debug, Default)]
struct Person {
    /// Seconds, in terms of the schedule's reference time.
    used: f64,
    begun: usize,
    queues: [PriorityQueue; Priority::ALL.len()],
}

#[derive(Clone, Debug, Default)]
struct Address {
    /// Seconds, in terms of the schedule's reference time.
    used: f64,
    begun: usize,
    /// By priority: those that wait to begin.
    waiting: [usize; Priority::ALL.len()],
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A search begins.
    Begin(Id),
    /// A suspended search goes on.
    Resume(Id),
}

/// The searches that wait, run and are suspended, and what everybody used.
#[derive(Debug)]
pub(super) struct Schedule {
    rules: Rules,
    searches: BTreeMap<Id, Search>,
    people: BTreeMap<Principal, Person>,
    addresses: BTreeMap<Option<IpAddr>, Address>,
    /// Whoever has a search that could have a turn.
    queued: BTreeSet<Principal>,
    running: BTreeSet<Id>,
    /// Searches that were stopped before they began; they begin as soon as there is a thread.
    stopped: BTreeSet<Id>,
    waiting: [usize; Priority::ALL.len()],
    begun: usize,
    suspended: usize,
    next_id: Id,
    /// Turns since one went by age.
    turns: u32,
    /// The reference time: a second used then has the weight 1, and one used later more. So decay needs no change of what
    /// was noted earlier.
    reference: Now,
}

impl Schedule {
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            searches: BTreeMap::new(),
            people: BTreeMap::new(),
            addresses: BTreeMap::new(),
            queued: BTreeSet::new(),
            running: BTreeSet::new(),
            stopped: BTreeSet::new(),
            waiting: [0; Priority::ALL.len()],
            begun: 0,
            suspended: 0,
            next_id: 0,
            turns: 0,
            reference: Duration::ZERO,
        }
    }

    pub(super) fn load(&self) -> Load {
        let waiting = self.waiting.iter().sum::<usize>() + self.stopped.len();
        Load { waiting, running: self.running.len(), suspended: self.suspended }
    }

    /// Searches that have begun and not ended; each needs a thread.
    pub(super) const fn begun(&self) -> usize {
        self.begun
    }

    /// The system gives no more threads, so at most this many searches may be under way from now on.
    pub(super) fn limit_under_way(&mut self, threads: usize) {
        self.rules.under_way = threads.max(1);
        self.rules.at_once = self.rules.at_once.min(self.rules.under_way);
    }

    /// Takes a search in, unless too many wait already.
    pub(super) fn submit(&mut self, request: Request, now: Now) -> Option<Id> {
        self.rebase(now);
        let (who, class) = (request.principal, request.priority as usize);
        if !self.addresses.contains_key(&who.address) {
            let used = self.newcomer(now);
            self.addresses.insert(who.address, Address { used, ..Address::default() });
        }
        let address = self.addresses.entry(who.address).or_default();
        let person = self.people.entry(who).or_default();
        let queue = &mut person.queues[class];
        let free = self.rules.waiting.saturating_sub(self.waiting[class]);
        if !fits(address.waiting[class], queue.all == 0, free) {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        address.waiting[class] += 1;
        self.waiting[class] += 1;
        if queue.waiting.is_empty() && queue.suspended.is_empty() {
            queue.since = now;
        }
        queue.all += 1;
        queue.waiting.insert(id);
        self.queued.insert(who);
        let (state, attained) = (State::Waiting, Duration::ZERO);
        self.searches.insert(id, Search { request, state, attained, charged: now, since: now, outranked: false });
        Some(id)
    }

    /// Gives a free place, or a thread to what has only to end; to be asked until there is nothing more to do.
    pub(super) fn dispatch(&mut self, now: Now) -> Option<Next> {
        if self.begun < self.rules.under_way
            && let Some(id) = self.stopped.pop_first()
        {
            self.begin(id, State::Leaving, now);
            return Some(Next::Begin(id));
        }
        if self.running.len() >= self.rules.at_once {
            return None;
        }
        let (_, id) = self.first()?;
        let by_age = self.goes_by_age() && self.best() != Some((self.rank(id), id));
        self.count_turn();
        let suspended = self.searches[&id].state == State::Suspended;
        if suspended {
            self.take_up(id, State::Running, now);
        } else {
            self.leave_queue(id);
            self.begin(id, State::Running, now);
        }
        if by_age {
            self.search_mut(id).since = now.saturating_sub(self.rules.slice / 2);
        }
        Some(if suspended { Next::Resume(id) } else { Next::Begin(id) })
    }

    /// A running search that should give way, because one that goes before it waits; each is returned once.
    pub(super) fn outranked(&mut self, now: Now) -> Option<Id> {
        self.charge_all(now);
        let (best, _) = self.best()?;
        let rank = |id: &Id| (self.rank(*id), *id);
        let (worst, id) = self.running.iter().filter(|id| !self.searches[*id].outranked).map(rank).max()?;
        if best >= worst {
            return None;
        }
        self.search_mut(id).outranked = true;
        Some(id)
    }

    /// Suspends a running search if its turn is over and others go before it. Otherwise its next turn begins.
    pub(super) fn give_way(&mut self, id: Id, now: Now) -> bool {
        let slice = self.rules.slice;
        let Some(search) = self.searches.get(&id).filter(|search| search.state == State::Running) else { return false };
        if !search.outranked && now.saturating_sub(search.since) < slice {
            return false;
        }
        self.charge(id, now);
        self.suspend(id, now);
        if self.first().is_some_and(|(_, first)| first == id) {
            self.count_turn();
            self.take_up(id, State::Running, now);
            return false;
        }
        true
    }

    /// A search has only to end: it was stopped, or its time is up. Whether it was suspended, and goes on.
    pub(super) fn leave(&mut self, id: Id, now: Now) -> bool {
        match self.searches.get(&id).map(|search| search.state) {
            Some(State::Suspended) => {
                self.take_up(id, State::Leaving, now);
                true
            }
            Some(State::Waiting) if !self.stopped.contains(&id) => {
                self.leave_queue(id);
                self.stopped.insert(id);
                false
            }
            _ => false,
        }
    }

    /// A search whose time was up goes on after all, and needs a place again. Whether it does.
    pub(super) fn rejoin(&mut self, id: Id, now: Now) -> bool {
        let leaves = self.searches.get(&id).is_some_and(|search| search.state == State::Leaving);
        if leaves {
            self.charge(id, now);
            self.suspend(id, now);
        }
        leaves
    }

    /// A search has ended, wherever it was: one of its threads may have given way as the others came to their end.
    pub(super) fn finish(&mut self, id: Id, now: Now) {
        self.charge(id, now);
        if self.is_suspended(id) {
            self.take_up(id, State::Leaving, now);
        }
        let Some(search) = self.searches.remove(&id) else { return };
        self.running.remove(&id);
        self.begun -= 1;
        let Request { principal, priority, .. } = search.request;
        self.address_mut(principal).begun -= 1;
        let person = self.person_mut(principal);
        person.begun -= 1;
        person.queues[priority as usize].all -= 1;
    }

    /// A search that was to begin found no thread; it waits again.
    pub(super) fn put_back(&mut self, id: Id, now: Now) {
        let Some(search) = self.searches.get_mut(&id) else { return };
        let was = std::mem::replace(&mut search.state, State::Waiting);
        search.since = now;
        let Request { principal, priority, .. } = search.request;
        self.running.remove(&id);
        self.begun -= 1;
        self.person_mut(principal).begun -= 1;
        let address = self.address_mut(principal);
        address.begun -= 1;
        if was == State::Leaving {
            self.stopped.insert(id);
            return;
        }
        address.waiting[priority as usize] += 1;
        self.waiting[priority as usize] += 1;
        self.person_mut(principal).queues[priority as usize].waiting.insert(id);
        self.queued.insert(principal);
    }

    /// Whether some search could have a turn that has none.
    pub(super) fn is_contended(&self) -> bool {
        self.queued.iter().any(|who| self.candidates(*who).next().is_some())
    }

    /// Whether a search is kept waiting.
    pub(super) fn is_suspended(&self, id: Id) -> bool {
        self.searches.get(&id).is_some_and(|search| search.state == State::Suspended)
    }

    /// Since when a search has been kept waiting, or has had its turn.
    pub(super) fn since(&self, id: Id) -> Option<Now> {
        self.searches.get(&id).map(|search| search.since)
    }

    fn begin(&mut self, id: Id, state: State, now: Now) {
        let search = self.search_mut(id);
        (search.state, search.since, search.charged) = (state, now, now);
        let principal = search.request.principal;
        self.begun += 1;
        self.address_mut(principal).begun += 1;
        self.person_mut(principal).begun += 1;
        if state == State::Running {
            self.running.insert(id);
        }
    }

    /// A search that waits to begin does so no more.
    fn leave_queue(&mut self, id: Id) {
        let Request { principal, priority, .. } = self.searches[&id].request;
        self.address_mut(principal).waiting[priority as usize] -= 1;
        self.waiting[priority as usize] -= 1;
        self.person_mut(principal).queues[priority as usize].waiting.remove(&id);
        self.forget_unless_queued(principal);
    }

    fn suspend(&mut self, id: Id, now: Now) {
        let search = self.search_mut(id);
        (search.state, search.since, search.outranked) = (State::Suspended, now, false);
        let Request { principal, priority, .. } = search.request;
        self.running.remove(&id);
        self.suspended += 1;
        let queue = &mut self.person_mut(principal).queues[priority as usize];
        queue.suspended.insert(id);
        queue.since = now;
        self.queued.insert(principal);
    }

    /// A suspended search goes on.
    fn take_up(&mut self, id: Id, state: State, now: Now) {
        let search = self.search_mut(id);
        (search.state, search.since, search.charged) = (state, now, now);
        let Request { principal, priority, .. } = search.request;
        self.suspended -= 1;
        self.person_mut(principal).queues[priority as usize].suspended.remove(&id);
        if state == State::Running {
            self.running.insert(id);
        }
        self.forget_unless_queued(principal);
    }

    /// How many searches of a person have begun and not ended, if the person is known.
    #[cfg(test)]
    pub(super) fn begun_of(&self, who: Principal) -> Option<usize> {
        self.people.get(&who).map(|person| person.begun)
    }

    fn search_mut(&mut self, id: Id) -> &mut Search {
        self.searches.get_mut(&id).expect("a search is known until it has ended")
    }

    fn person_mut(&mut self, who: Principal) -> &mut Person {
        self.people.get_mut(&who).expect("whoever has a search is known")
    }

    fn address_mut(&mut self, who: Principal) -> &mut Address {
        self.addresses.get_mut(&who.address).expect("whoever has a search is known")
    }
}

/// Whether one more fits where `free` are left and the address holds `own`: an address takes no more than it leaves to
/// others, but for those of its people who hold none yet, who may go on until a quarter is left. After the dynamic
/// thresholds of Choudhury and Hahne (IEEE/ACM Transactions on Networking 6:2, 1998).
const fn fits(own: usize, holds_none: bool, free: usize) -> bool {
    free > 0 && (own <= free || (holds_none && own <= 3 * free))
}
