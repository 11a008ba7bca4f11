//! Decides which search runs next. A pure state machine: it gets the time as an argument and knows nothing of threads.
//!
//! The policy is least attained service (Kleinrock, "Queueing Systems" II, section 4.7) over a hierarchy: first the
//! most urgent priority, then the address with the least usage, then the person. Usage decays with a half-life of
//! [`usage::HALF_LIFE`]. Within an address, the order is
//!
//! 1. people with fewer searches at once: twenty matches at a time do not get twenty shares;
//! 2. searches in their first slice, so that a short search never waits for long ones;
//! 3. people with less usage.
//!
//! One turn in [`order::TURNS_BY_AGE`] goes to the person who has waited longest, so that no search starves.

mod order;
mod remote;
mod usage;

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::time::Duration;

use super::load::Load;
use super::request::{Principal, Priority, Reach, Request, SHARES, WorkerId};

/// Identifies a search. Ids are assigned in order of submission.
pub(super) type Id = u64;

/// Time since the pool was created.
pub(super) type Now = Duration;

/// Limits of a schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Number of searches that run at once.
    pub at_once: usize,
    /// Number of searches that may have begun and not ended, including suspended ones. At least `at_once`.
    pub under_way: usize,
    /// Number of searches of each priority that may wait to begin.
    pub waiting: usize,
    /// Length of a turn while others wait.
    pub slice: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchPhase {
    /// Has not begun.
    Waiting,
    /// Holds one of the places.
    Running,
    /// Runs at this worker, until it ends or falls back.
    Remote,
    /// Has begun and waits for its next turn.
    Suspended,
    /// Was stopped or is out of time. It only unwinds and needs no place.
    Leaving,
}

#[derive(Clone, Debug)]
struct Search {
    request: Request,
    state: SearchPhase,
    /// Total running time.
    attained: Duration,
    /// Time up to which it has been charged.
    charged: Now,
    /// Start of its current turn or of its current wait.
    since: Now,
    /// True if a search with a better rank has arrived.
    outranked: bool,
    /// True if it has a thread: it has begun, here or at a worker.
    threaded: bool,
    /// The worker that it runs at.
    worker: Option<WorkerId>,
}

/// The searches of one person with one priority.
#[derive(Clone, Debug, Default)]
struct PriorityQueue {
    waiting: BTreeSet<Id>,
    suspended: BTreeSet<Id>,
    /// Number of all searches, including running ones.
    all: u32,
    /// Time since which none of them has had a turn.
    since: Now,
}

#[derive(Clone, Debug, Default)]
struct Person {
    /// Seconds, weighted relative to the schedule's reference time.
    used: f64,
    begun: usize,
    queues: [PriorityQueue; Priority::ALL.len()],
}

#[derive(Clone, Debug, Default)]
struct Address {
    /// Seconds, weighted relative to the schedule's reference time.
    used: f64,
    begun: usize,
    /// Number of searches that wait to begin, by priority.
    waiting: [usize; Priority::ALL.len()],
}

/// The next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Start this search.
    Begin(Id),
    /// Resume this suspended search.
    Resume(Id),
}

/// All searches, and the usage of every person and address.
#[derive(Debug)]
pub(super) struct Schedule {
    rules: Rules,
    searches: BTreeMap<Id, Search>,
    people: BTreeMap<Principal, Person>,
    addresses: BTreeMap<Option<IpAddr>, Address>,
    /// Usage of the wider networks, like that of addresses.
    wider: [BTreeMap<IpAddr, f64>; SHARES.len()],
    /// People with a search that could get a turn.
    queued: BTreeSet<Principal>,
    running: BTreeSet<Id>,
    /// Searches that run at workers.
    remote: BTreeSet<Id>,
    workers: BTreeMap<WorkerId, remote::Slots>,
    /// Number of searches that have a thread.
    threads: usize,
    /// Searches that were stopped before they began. They begin as soon as a thread is free.
    stopped: BTreeSet<Id>,
    waiting: [usize; Priority::ALL.len()],
    begun: usize,
    suspended: usize,
    next_id: Id,
    /// Turns since the last one that went by age.
    turns: u32,
    /// Reference time: a second used then has the weight 1, and a later second weighs more. Decay therefore never
    /// changes earlier entries.
    reference: Now,
}

impl Schedule {
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            searches: BTreeMap::new(),
            people: BTreeMap::new(),
            addresses: BTreeMap::new(),
            wider: Default::default(),
            queued: BTreeSet::new(),
            running: BTreeSet::new(),
            remote: BTreeSet::new(),
            workers: BTreeMap::new(),
            threads: 0,
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
        Load { waiting, running: self.running.len() + self.remote.len(), suspended: self.suspended }
    }

    /// Returns the number of searches that have begun and not ended, including those at workers. Each needs a thread.
    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// Limits the searches under way after the system has refused another thread.
    pub(super) fn limit_under_way(&mut self, threads: usize) {
        self.rules.under_way = threads.max(1);
        self.rules.at_once = self.rules.at_once.min(self.rules.under_way);
    }

    /// Adds a search, unless too many already wait.
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
        let (state, attained) = (SearchPhase::Waiting, Duration::ZERO);
        let (charged, since, outranked, threaded, worker) = (now, now, false, false, None);
        let search = Search { request, state, attained, charged, since, outranked, threaded, worker };
        self.searches.insert(id, search);
        Some(id)
    }

    /// Assigns a free place, or a thread for a search that only has to finish. Call it until it returns `None`.
    pub(super) fn dispatch(&mut self, now: Now) -> Option<Next> {
        if self.begun < self.rules.under_way
            && let Some(id) = self.stopped.pop_first()
        {
            self.begin(id, SearchPhase::Leaving, now);
            return Some(Next::Begin(id));
        }
        if let Some(id) = self.dispatch_remote(now) {
            return Some(Next::Begin(id));
        }
        if self.running.len() >= self.rules.at_once {
            return None;
        }
        let (_, id) = self.first()?;
        let by_age = self.goes_by_age() && self.best() != Some((self.rank(id), id));
        self.count_turn();
        let search = &self.searches[&id];
        let (suspended, threaded) = (search.state == SearchPhase::Suspended, search.threaded);
        if suspended {
            self.take_up(id, SearchPhase::Running, now);
        } else {
            self.leave_queue(id);
            self.begin(id, SearchPhase::Running, now);
        }
        if by_age {
            self.search_mut(id).since = now.saturating_sub(self.rules.slice / 2);
        }
        Some(if threaded { Next::Resume(id) } else { Next::Begin(id) })
    }

    /// Returns a running search that should yield to a waiting search of better rank. Each search is returned once.
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

    /// Suspends a running search if its turn is over and another search goes first. Otherwise its next turn begins.
    pub(super) fn give_way(&mut self, id: Id, now: Now) -> bool {
        let slice = self.rules.slice;
        let Some(search) = self.searches.get(&id).filter(|search| search.state == SearchPhase::Running) else {
            return false;
        };
        if !search.outranked && now.saturating_sub(search.since) < slice {
            return false;
        }
        self.charge(id, now);
        self.suspend(id, now);
        if self.first().is_some_and(|(_, first)| first == id) {
            self.count_turn();
            self.take_up(id, SearchPhase::Running, now);
            return false;
        }
        true
    }

    /// Lets a search finish that was stopped or is out of time. Returns true if it was suspended and now resumes.
    pub(super) fn leave(&mut self, id: Id, now: Now) -> bool {
        match self.searches.get(&id).map(|search| search.state) {
            Some(SearchPhase::Suspended) => {
                self.take_up(id, SearchPhase::Leaving, now);
                true
            }
            Some(SearchPhase::Waiting) if self.searches[&id].threaded => {
                self.leave_queue(id);
                self.begin(id, SearchPhase::Leaving, now);
                true
            }
            Some(SearchPhase::Waiting) if !self.stopped.contains(&id) => {
                self.leave_queue(id);
                self.stopped.insert(id);
                false
            }
            _ => false,
        }
    }

    /// Puts a search that ran out of time back into the schedule, because it continues after all. Returns false if it
    /// still has its place.
    pub(super) fn rejoin(&mut self, id: Id, now: Now) -> bool {
        let leaves = self.searches.get(&id).is_some_and(|search| search.state == SearchPhase::Leaving);
        if leaves {
            self.charge(id, now);
            self.suspend(id, now);
        }
        leaves
    }

    /// Removes a finished search in any state. One of its threads may have yielded while the others finished.
    pub(super) fn finish(&mut self, id: Id, now: Now) {
        self.charge(id, now);
        if self.is_suspended(id) {
            self.take_up(id, SearchPhase::Leaving, now);
        } else if self.waits_again(id) {
            self.leave(id, now);
        }
        let Some(search) = self.searches.remove(&id) else { return };
        self.threads -= 1;
        if search.state == SearchPhase::Remote {
            self.remote.remove(&id);
            self.free_slot(search.worker);
            self.person_mut(search.request.principal).queues[search.request.priority as usize].all -= 1;
            return;
        }
        self.running.remove(&id);
        self.begun -= 1;
        let Request { principal, priority, .. } = search.request;
        self.address_mut(principal).begun -= 1;
        let person = self.person_mut(principal);
        person.begun -= 1;
        person.queues[priority as usize].all -= 1;
    }

    /// Puts a search back into the queue because no thread could be started for it.
    pub(super) fn put_back(&mut self, id: Id, now: Now) {
        let Some(search) = self.searches.get_mut(&id) else { return };
        let was = std::mem::replace(&mut search.state, SearchPhase::Waiting);
        search.since = now;
        search.threaded = false;
        self.threads -= 1;
        if was == SearchPhase::Remote {
            self.leave_worker(id);
            self.queue_up(id);
            return;
        }
        let Request { principal, .. } = search.request;
        self.running.remove(&id);
        self.begun -= 1;
        self.person_mut(principal).begun -= 1;
        let address = self.address_mut(principal);
        address.begun -= 1;
        if was == SearchPhase::Leaving {
            self.stopped.insert(id);
            return;
        }
        self.queue_up(id);
    }

    /// Adds a search to those that wait to begin.
    fn queue_up(&mut self, id: Id) {
        let Request { principal, priority, .. } = self.searches[&id].request;
        self.address_mut(principal).waiting[priority as usize] += 1;
        self.waiting[priority as usize] += 1;
        self.person_mut(principal).queues[priority as usize].waiting.insert(id);
        self.queued.insert(principal);
    }

    /// True if a search without a place could run.
    pub(super) fn is_contended(&self) -> bool {
        self.queued.iter().any(|who| self.candidates(*who).next().is_some())
    }

    /// True if the search is suspended.
    pub(super) fn is_suspended(&self, id: Id) -> bool {
        self.searches.get(&id).is_some_and(|search| search.state == SearchPhase::Suspended)
    }

    /// Returns the start of the search's current turn or wait.
    pub(super) fn since(&self, id: Id) -> Option<Now> {
        self.searches.get(&id).map(|search| search.since)
    }

    fn begin(&mut self, id: Id, state: SearchPhase, now: Now) {
        let search = self.search_mut(id);
        (search.state, search.since, search.charged) = (state, now, now);
        let principal = search.request.principal;
        self.threads += usize::from(!std::mem::replace(&mut search.threaded, true));
        self.begun += 1;
        self.address_mut(principal).begun += 1;
        self.person_mut(principal).begun += 1;
        if state == SearchPhase::Running {
            self.running.insert(id);
        }
    }

    /// Removes a search from those that wait to begin.
    fn leave_queue(&mut self, id: Id) {
        let Request { principal, priority, .. } = self.searches[&id].request;
        self.address_mut(principal).waiting[priority as usize] -= 1;
        self.waiting[priority as usize] -= 1;
        self.person_mut(principal).queues[priority as usize].waiting.remove(&id);
        self.forget_unless_queued(principal);
    }

    fn suspend(&mut self, id: Id, now: Now) {
        let search = self.search_mut(id);
        (search.state, search.since, search.outranked) = (SearchPhase::Suspended, now, false);
        let Request { principal, priority, .. } = search.request;
        self.running.remove(&id);
        self.suspended += 1;
        let queue = &mut self.person_mut(principal).queues[priority as usize];
        queue.suspended.insert(id);
        queue.since = now;
        self.queued.insert(principal);
    }

    /// Resumes a suspended search.
    fn take_up(&mut self, id: Id, state: SearchPhase, now: Now) {
        let search = self.search_mut(id);
        (search.state, search.since, search.charged) = (state, now, now);
        let Request { principal, priority, .. } = search.request;
        self.suspended -= 1;
        self.person_mut(principal).queues[priority as usize].suspended.remove(&id);
        if state == SearchPhase::Running {
            self.running.insert(id);
        }
        self.forget_unless_queued(principal);
    }

    /// Returns how many searches of a person have begun and not ended, if the person is known.
    #[cfg(test)]
    pub(super) fn begun_of(&self, who: Principal) -> Option<usize> {
        self.people.get(&who).map(|person| person.begun)
    }

    fn search_mut(&mut self, id: Id) -> &mut Search {
        self.searches.get_mut(&id).expect("a search is known until it ends")
    }

    fn person_mut(&mut self, who: Principal) -> &mut Person {
        self.people.get_mut(&who).expect("the owner of a search is known")
    }

    fn address_mut(&mut self, who: Principal) -> &mut Address {
        self.addresses.get_mut(&who.address).expect("the owner of a search is known")
    }
}

/// True if one more search fits when `free` are left and the address holds `own`. An address may hold at most as many
/// as it leaves free. People at that address who hold none yet may continue until a quarter is left. Based on the
/// dynamic thresholds of Choudhury and Hahne (IEEE/ACM Transactions on Networking 6:2, 1998).
const fn fits(own: usize, holds_none: bool, free: usize) -> bool {
    free > 0 && (own <= free || (holds_none && own <= 3 * free))
}
