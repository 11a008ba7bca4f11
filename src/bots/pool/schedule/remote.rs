//! Searches at workers, which are other processes. The schedule decides which search goes to a worker, in the same order
//! as for its own places. A search at a worker keeps its place until it ends, because it cannot be suspended there.

use super::{Id, Now, Reach, Schedule, SearchPhase, WorkerId};

/// Maximum number of searches at workers. Each holds a thread that waits for the answer.
const MOST_REMOTE: usize = 2_048;

/// Places of a worker.
#[derive(Debug)]
pub(super) struct Slots {
    all: usize,
    busy: usize,
}

impl Schedule {
    /// Sets the number of searches that a worker takes at a time. 0 removes the worker.
    pub(in crate::pool) fn set_worker(&mut self, worker: WorkerId, slots: usize) {
        if slots == 0 {
            self.workers.remove(&worker);
            return;
        }
        self.workers.entry(worker).or_insert(Slots { all: 0, busy: 0 }).all = slots;
    }

    /// Returns the number of searches that all workers take at a time.
    pub(in crate::pool) fn worker_slots(&self) -> usize {
        self.workers.values().map(|slots| slots.all).sum::<usize>().min(MOST_REMOTE)
    }

    /// Returns the worker that a search runs at.
    pub(in crate::pool) fn worker_of(&self, id: Id) -> Option<WorkerId> {
        self.searches.get(&id)?.worker
    }

    /// True if the search fell back from a worker and waits for a place here.
    pub(in crate::pool) fn waits_again(&self, id: Id) -> bool {
        self.searches.get(&id).is_some_and(|search| search.state == SearchPhase::Waiting && search.threaded)
    }

    /// True if a waiting search may take a place of this process.
    pub(super) fn may_run_here(&self, id: Id) -> bool {
        match self.searches[&id].request.reach {
            Reach::Here | Reach::Anywhere => true,
            Reach::At(worker) => !self.workers.contains_key(&worker),
        }
    }

    /// Returns a worker with a free place for a waiting search: the one that it needs, or the least busy one.
    fn place_at_worker(&self, id: Id) -> Option<WorkerId> {
        let search = &self.searches[&id];
        if search.threaded {
            return None;
        }
        let is_free = |slots: &&Slots| slots.busy < slots.all;
        match search.request.reach {
            Reach::Here => None,
            Reach::At(worker) if self.workers.contains_key(&worker) => {
                self.workers.get(&worker).filter(is_free).map(|_| worker)
            }
            Reach::At(_) | Reach::Anywhere => {
                let free = self.workers.iter().filter(|(_, slots)| is_free(slots));
                free.max_by_key(|(_, slots)| slots.all - slots.busy).map(|(worker, _)| *worker)
            }
        }
    }

    /// Begins the best waiting search that a worker has a place for.
    pub(super) fn dispatch_remote(&mut self, now: Now) -> Option<Id> {
        if self.remote.len() >= MOST_REMOTE || self.workers.values().all(|slots| slots.busy >= slots.all) {
            return None;
        }
        let next = |who| {
            let queues = self.people[who].queues.iter();
            queues.filter_map(|queue| queue.waiting.iter().find(|id| self.place_at_worker(**id).is_some()))
        };
        let id = self.queued.iter().flat_map(next).min_by_key(|id| self.rank(**id)).copied()?;
        let worker = self.place_at_worker(id)?;
        self.leave_queue(id);
        self.workers.get_mut(&worker).expect("the worker has a place").busy += 1;
        let search = self.search_mut(id);
        (search.state, search.worker, search.threaded) = (SearchPhase::Remote, Some(worker), true);
        (search.since, search.charged) = (now, now);
        self.threads += 1;
        self.remote.insert(id);
        Some(id)
    }

    /// Lets a search that its worker does not answer wait for a place here. Returns false if it is at no worker.
    pub(in crate::pool) fn fall_back(&mut self, id: Id, now: Now) -> bool {
        if !self.remote.contains(&id) {
            return false;
        }
        self.charge(id, now);
        self.leave_worker(id);
        let search = self.search_mut(id);
        (search.state, search.since) = (SearchPhase::Waiting, now);
        self.queue_up(id);
        true
    }

    /// Releases the place of a search at its worker. The search may run only here from now on.
    pub(super) fn leave_worker(&mut self, id: Id) {
        self.remote.remove(&id);
        let search = self.search_mut(id);
        search.request.reach = Reach::Here;
        let worker = search.worker.take();
        self.free_slot(worker);
    }

    pub(super) fn free_slot(&mut self, worker: Option<WorkerId>) {
        if let Some(slots) = worker.and_then(|worker| self.workers.get_mut(&worker)) {
            slots.busy = slots.busy.saturating_sub(1);
        }
    }
}
