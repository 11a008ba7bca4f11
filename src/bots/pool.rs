//! Threads that search: bounded in number and queue, apart from the threads that serve connections.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Whose searches go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Matches with people: before all others.
    People,
    /// Matches of bots alone.
    Tournament,
    /// Questions that no match waits for: after all others.
    Analysis,
}

/// The queue is full; the job was not taken. Try again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("all search threads are busy and their queue is full")]
pub struct PoolFull;

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    people: VecDeque<Job>,
    tournament: VecDeque<Job>,
    analysis: VecDeque<Job>,
    closed: bool,
}

impl Queue {
    /// The job that goes first.
    fn next(&mut self) -> Option<Job> {
        [&mut self.people, &mut self.tournament, &mut self.analysis].into_iter().find_map(VecDeque::pop_front)
    }
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    room: usize,
}

impl Shared {
    /// A job that panicked was caught outside the lock, so a poisoned lock still guards a sound queue.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A fixed number of threads that run jobs in order of priority, then of arrival. Dropping it lets running jobs end
/// and drops the waiting ones.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// `threads` threads, with room for `room` waiting jobs of each priority.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn new(threads: usize, room: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new(), room });
        let spawn = |number: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("search-{number}")).spawn(move || work(&shared))
        };
        let threads = (0..threads.max(1)).map(spawn).collect::<Result<_, _>>()?;
        Ok(Self { shared, threads })
    }

    /// Queues a job. A job that panics ends alone; whoever waits for its answer sees its channel close.
    ///
    /// # Errors
    /// [`PoolFull`] when there is no room.
    pub fn submit(&self, priority: Priority, job: impl FnOnce() + Send + 'static) -> Result<(), PoolFull> {
        let mut queue = self.shared.lock();
        let line = match priority {
            Priority::People => &mut queue.people,
            Priority::Tournament => &mut queue.tournament,
            Priority::Analysis => &mut queue.analysis,
        };
        if line.len() >= self.shared.room {
            return Err(PoolFull);
        }
        line.push_back(Box::new(job));
        drop(queue);
        self.shared.wake.notify_one();
        Ok(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.people.clear();
        queue.tournament.clear();
        queue.analysis.clear();
        drop(queue);
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // A job may hold the last reference to the pool; a thread cannot wait for itself.
            if thread.thread().id() != std::thread::current().id() {
                thread.join().ok();
            }
        }
    }
}

fn work(shared: &Shared) {
    loop {
        let mut queue = shared.lock();
        let job = loop {
            if let Some(job) = queue.next() {
                break job;
            }
            if queue.closed {
                return;
            }
            queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        catch_unwind(AssertUnwindSafe(job)).ok();
    }
}
