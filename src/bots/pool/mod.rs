//! Search threads, separate from the threads that serve connections. Few searches run at a time, and they share the
//! places fairly.
//!
//! The time of a search is charged to its [`Principal`], and the schedule decides which search runs next. A search asks
//! its [`Lease`] every few nodes whether its turn is over. If it is, the search waits on its thread for its next turn.
//! There are therefore more threads than places, in a bounded number. A suspended search costs one thread and the
//! memory that it holds.
//!
//! Workers, which are other processes, add places. A search with a place at a worker waits on its thread for the answer.
//! If the answer does not come, the search [falls back](Lease::fall_back): it waits for a place here like a search that
//! has not begun.

mod lease;
mod load;
mod request;
mod schedule;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use prometheus::{Histogram, HistogramOpts};

pub use lease::Lease;
pub use load::Load;
pub use request::{Principal, Priority, Reach, Request, WorkerId};
use schedule::{Id, Next, Now, Rules, Schedule};

/// Capacity of a pool and its time slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Number of searches that run at a time.
    pub threads: usize,
    /// Number of additional searches that may be suspended. Each of them has begun and keeps a waiting thread.
    pub suspended: usize,
    /// Number of searches of each priority that may wait to begin.
    pub waiting: usize,
    /// How long a search keeps its place while others wait.
    pub slice: Duration,
}

/// The pool is full. Returns the job, so that the caller can retry later.
#[derive(thiserror::Error)]
#[error("all search threads are busy and their queue is full")]
pub struct PoolFull<J> {
    /// The job that was rejected.
    pub job: J,
}

impl<J> std::fmt::Debug for PoolFull<J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PoolFull")
    }
}

/// Counters of a pool since its creation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolCounts {
    /// Number of searches that began.
    pub begun: u64,
    /// Total time that searches waited to begin.
    pub waited: Duration,
    pub suspensions: u64,
    /// Total time that searches were suspended.
    pub suspended: Duration,
    /// Number of searches that workers answered.
    pub answered_by_workers: u64,
    /// Number of searches that ran here because their worker did not answer.
    pub fallbacks: u64,
}

type Job = Box<dyn FnOnce(&Lease) + Send>;

struct PoolState {
    schedule: Schedule,
    /// Jobs of searches that have not begun, each with its submission time.
    jobs: HashMap<Id, (Job, Now)>,
    leases: HashMap<Id, Arc<lease::LeaseState>>,
    /// Searches that have a place but no thread yet.
    ready: VecDeque<Id>,
    threads: Vec<JoinHandle<()>>,
    counts: PoolCounts,
    closed: bool,
}

struct PoolCore {
    state: Mutex<PoolState>,
    work: Condvar,
    began: Instant,
    slice: Duration,
    /// True if a search without a place could run.
    contended: AtomicBool,
    waits: Histogram,
}

impl PoolCore {
    /// Panics of jobs are caught outside of the lock, so the state is consistent even if the lock is poisoned.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Now {
        self.began.elapsed()
    }

    /// Assigns every free place to the next search. Called after each change of the schedule.
    fn advance(self: &Arc<Self>, state: &mut PoolState) {
        if state.closed {
            return;
        }
        let now = self.now();
        while let Some(next) = state.schedule.dispatch(now) {
            match next {
                Next::Resume(id) => self.resume(state, id, now),
                Next::Begin(id) => {
                    let has_thread = state.schedule.threads() <= state.threads.len();
                    if let Err(error) = if has_thread { Ok(()) } else { self.spawn(state) } {
                        tracing::warn!(%error, threads = state.threads.len(), "no more search threads");
                        state.schedule.put_back(id, now);
                        state.schedule.limit_under_way(state.threads.len());
                        continue;
                    }
                    state.ready.push_back(id);
                    self.work.notify_one();
                }
            }
        }
        self.contended.store(state.schedule.is_contended(), Ordering::Relaxed);
    }

    /// Resumes a suspended search.
    fn resume(&self, state: &mut PoolState, id: Id, now: Now) {
        if let Some(lease) = state.leases.get(&id) {
            state.counts.suspended += lease.resume(now, self.turn_end(&state.schedule, id));
        }
    }

    fn turn_end(&self, schedule: &Schedule, id: Id) -> Now {
        schedule.since(id).unwrap_or_default() + self.slice
    }

    fn spawn(self: &Arc<Self>, state: &mut PoolState) -> std::io::Result<()> {
        let shared = Arc::clone(self);
        let name = format!("search-{}", state.threads.len());
        state.threads.push(std::thread::Builder::new().name(name).spawn(move || work(&shared))?);
        Ok(())
    }

    /// Lets a stopped search finish without waiting for its next turn.
    fn stop(self: &Arc<Self>, id: Id) {
        let mut state = self.lock();
        let now = self.now();
        if state.schedule.leave(id, now) {
            self.resume(&mut state, id, now);
        }
        self.advance(&mut state);
    }
}

/// Threads that run jobs in the order of the schedule. Dropping the pool lets running jobs finish and drops the waiting
/// ones.
pub struct Pool {
    shared: Arc<PoolCore>,
}

impl Pool {
    /// Creates a pool.
    ///
    /// # Errors
    /// If the system cannot start the threads.
    pub fn new(sharing: Sharing) -> std::io::Result<Self> {
        let Sharing { threads, suspended, waiting, slice } = sharing;
        let at_once = threads.max(1);
        let rules = Rules { at_once, under_way: at_once + suspended, waiting, slice };
        let state = PoolState {
            schedule: Schedule::new(rules),
            jobs: HashMap::new(),
            leases: HashMap::new(),
            ready: VecDeque::new(),
            threads: Vec::new(),
            counts: PoolCounts::default(),
            closed: false,
        };
        let (work, contended) = (Condvar::new(), AtomicBool::new(false));
        let began = Instant::now();
        let shared = Arc::new(PoolCore { state: Mutex::new(state), work, began, slice, contended, waits: waits() });
        let pool = Self { shared };
        // Further threads are started on demand.
        let mut state = pool.shared.lock();
        for _ in 0..at_once {
            pool.shared.spawn(&mut state)?;
        }
        drop(state);
        Ok(pool)
    }

    /// Queues a job. A panic ends only that job: its result channel closes.
    ///
    /// # Errors
    /// [`PoolFull`] with the job if there is no room for another search of this principal.
    pub fn submit<J: FnOnce(&Lease) + Send + 'static>(&self, request: Request, job: J) -> Result<Search, PoolFull<J>> {
        let mut state = self.shared.lock();
        let now = self.shared.now();
        let Some(id) = state.schedule.submit(request, now) else { return Err(PoolFull { job }) };
        let lease = Arc::new(lease::LeaseState::default());
        state.jobs.insert(id, (Box::new(job), now));
        state.leases.insert(id, Arc::clone(&lease));
        self.shared.advance(&mut state);
        if let Some(worse) = state.schedule.outranked(now).and_then(|id| state.leases.get(&id)) {
            worse.look();
        }
        drop(state);
        Ok(Search { shared: Arc::clone(&self.shared), id, lease })
    }

    /// Sets the number of searches that a worker takes at a time. 0 removes the worker; its searches then fall back.
    pub fn set_worker(&self, worker: WorkerId, slots: usize) {
        let mut state = self.shared.lock();
        state.schedule.set_worker(worker, slots);
        self.shared.advance(&mut state);
    }

    /// Returns the number of searches that all workers take at a time.
    #[must_use]
    pub fn worker_slots(&self) -> usize {
        self.shared.lock().schedule.worker_slots()
    }

    /// Returns the current number of searches in each state.
    #[must_use]
    pub fn load(&self) -> Load {
        self.shared.lock().schedule.load()
    }

    /// Returns the counters since the start.
    #[must_use]
    pub fn counts(&self) -> PoolCounts {
        self.shared.lock().counts
    }

    /// Returns the histogram of the times that searches waited to begin.
    #[must_use]
    pub fn waits(&self) -> &Histogram {
        &self.shared.waits
    }
}

/// Creates the histogram of waiting times, in seconds.
fn waits() -> Histogram {
    let options = HistogramOpts::new("arena_search_wait_seconds", "how long a search waits to begin");
    let bounds = vec![0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0];
    Histogram::with_opts(options.buckets(bounds)).expect("the name is valid and the bounds are increasing")
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let jobs = std::mem::take(&mut state.jobs);
        state.ready.clear();
        let threads = std::mem::take(&mut state.threads);
        // Suspended searches run to their end without further turns.
        self.shared.contended.store(false, Ordering::Relaxed);
        state.leases.values().for_each(|lease| lease.release());
        drop(state);
        // Dropping a job may take the pool's lock, so the lock is released first.
        drop(jobs);
        self.shared.work.notify_all();
        for thread in threads {
            // A job may hold the last reference to the pool. In that case this code runs on one of the pool's threads,
            // which cannot join itself.
            if thread.thread().id() != std::thread::current().id() {
                thread.join().ok();
            }
        }
    }
}

/// A submitted search. Dropping it stops the search.
pub struct Search {
    shared: Arc<PoolCore>,
    id: Id,
    lease: Arc<lease::LeaseState>,
}

impl Search {
    /// Stops the search at once, even if it is suspended.
    pub fn stop(&self) {
        if !self.lease.stop.swap(true, Ordering::Relaxed) {
            self.shared.stop(self.id);
        }
    }

    /// True if the search was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.lease.stop.load(Ordering::Relaxed)
    }

    /// Returns the total time for which the search has been suspended so far.
    #[must_use]
    pub fn suspended(&self) -> Duration {
        let state = self.shared.lock();
        let waits = state.schedule.is_suspended(self.id) || state.schedule.waits_again(self.id);
        let since = state.schedule.since(self.id).filter(|_| waits);
        let now = since.map_or(Duration::ZERO, |since| self.shared.now().saturating_sub(since));
        self.lease.suspended() + now
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(shared: &Arc<PoolCore>) {
    let mut state = shared.lock();
    loop {
        if let Some(id) = state.ready.pop_front() {
            state = run(shared, state, id);
        } else if state.closed {
            return;
        } else {
            state = shared.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Runs a search that has a place, from beginning to end.
fn run<'a>(shared: &'a Arc<PoolCore>, mut state: MutexGuard<'a, PoolState>, id: Id) -> MutexGuard<'a, PoolState> {
    let job = state.jobs.remove(&id);
    let inner = state.leases.get(&id).map(Arc::clone);
    if let (Some((job, asked)), Some(inner)) = (job, inner) {
        state.counts.begun += 1;
        let waited = shared.now().saturating_sub(asked);
        state.counts.waited += waited;
        shared.waits.observe(waited.as_secs_f64());
        inner.begin(shared.turn_end(&state.schedule, id));
        drop(state);
        let lease = Lease::new(Arc::clone(shared), id, inner);
        catch_unwind(AssertUnwindSafe(move || job(&lease))).ok();
        state = shared.lock();
    }
    state.schedule.finish(id, shared.now());
    state.leases.remove(&id);
    shared.advance(&mut state);
    state
}
