//! Binds threads, and the engines that they start, to one processor each.
//!
//! In a match between engines, only one of three processes is active at a time, and each wakes the next. If the system
//! wakes them on different processors, that costs more than a short search. Bound to one processor they take turns
//! there. Nothing is lost, as long as each engine searches with one thread.

use std::sync::{Mutex, PoisonError};

use crate::plan::Plan;
use arena_bots::BotSpec;

/// True if binding the threads of a run to processors helps and does no harm. Engines must play, all entrants must use
/// one thread without pondering, and each match at a time needs a processor of its own.
#[must_use]
pub fn advisable(plan: &Plan, concurrency: usize) -> bool {
    let specs = || plan.entrants.iter().map(|entrant| &entrant.spec);
    specs().any(|spec| spec.engine.is_some())
        && specs().all(has_one_thread)
        && processors().is_some_and(|processors| processors.len() >= concurrency)
}

/// An engine counts only if its option Threads is set to 1. Otherwise its number of threads is unknown.
fn has_one_thread(spec: &BotSpec) -> bool {
    match &spec.engine {
        Some(engine) => {
            let threads = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
            !engine.ponder && threads.is_some_and(|(_, value)| value.to_string() == "1")
        }
        None => spec.search.threads == 1,
    }
}

/// The processors that the threads of one run have taken, with one entry per thread.
#[derive(Debug, Default)]
pub(super) struct ReservedCores(Mutex<Vec<usize>>);

/// A bound thread. Dropping it frees its processor.
pub(super) struct BoundThread<'a> {
    taken: &'a ReservedCores,
    processor: usize,
}

impl ReservedCores {
    /// Binds the calling thread, and everything that it starts later, to one processor. It prefers the processor on
    /// which the thread runs: the system has just found room there, so several runs on one computer avoid each other.
    /// It takes another one if more threads of this run have taken that. Returns `None` if the system cannot bind
    /// threads.
    pub(super) fn bind(&self) -> Option<BoundThread<'_>> {
        let allowed = processors()?;
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let times = |processor: usize| taken.iter().filter(|&&other| other == processor).count();
        let here = current();
        let processor = allowed.into_iter().min_by_key(|&it| (times(it), Some(it) != here))?;
        bind_to(processor).then(|| {
            taken.push(processor);
            BoundThread { taken: self, processor }
        })
    }
}

impl Drop for BoundThread<'_> {
    fn drop(&mut self) {
        let mut taken = self.taken.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = taken.iter().position(|&processor| processor == self.processor) {
            taken.swap_remove(place);
        }
    }
}

/// The processors that the calling thread may use; `None` if the system does not tell.
#[cfg(target_os = "linux")]
fn processors() -> Option<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).ok()?;
    Some((0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)).collect())
}

/// The processor on which the calling thread runs.
#[cfg(target_os = "linux")]
fn current() -> Option<usize> {
    Some(rustix::thread::sched_getcpu())
}

/// Binds the calling thread. Returns whether that worked.
#[cfg(target_os = "linux")]
fn bind_to(processor: usize) -> bool {
    let mut one = rustix::thread::CpuSet::new();
    one.set(processor);
    rustix::thread::sched_setaffinity(None, &one).is_ok()
}

#[cfg(not(target_os = "linux"))]
const fn processors() -> Option<Vec<usize>> {
    None
}

#[cfg(not(target_os = "linux"))]
const fn current() -> Option<usize> {
    None
}

#[cfg(not(target_os = "linux"))]
const fn bind_to(_: usize) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn binds_threads_evenly_and_leaves_others_unbound() {
        let all = processors().unwrap();
        let taken = ReservedCores::default();
        // All threads are bound at the same time.
        let barrier = std::sync::Barrier::new(2 * all.len());
        let mut found = std::thread::scope(|scope| {
            let work = || {
                let bound = taken.bind().unwrap();
                barrier.wait();
                // Threads that it starts inherit the binding.
                let inherited = std::thread::spawn(processors).join().unwrap().unwrap();
                assert_eq!((processors().unwrap(), &inherited), (vec![bound.processor], &vec![bound.processor]));
                inherited[0]
            };
            let threads: Vec<_> = (0..2 * all.len()).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        found.sort_unstable();
        assert_eq!(found, all.iter().flat_map(|&processor| [processor, processor]).collect::<Vec<_>>());
        assert_eq!(processors().unwrap(), all);
        assert!(taken.0.lock().unwrap().is_empty());
    }
}
