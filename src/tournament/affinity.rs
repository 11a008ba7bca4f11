//! Threads that stay on one processor, with the engines that they start.
//!
//! A match between engines is a conversation: only one of three processes has anything to do at a time, and each wakes
//! the next. Where the system wakes them on different processors, the waking costs more than a short search. Bound to
//! one processor they take turns there, and nothing is lost, as long as an engine searches with one thread.

use super::plan::Plan;
use crate::bots::BotSpec;

/// Whether a run gains by binding its threads without harm to anybody: engines play, all of them are told to search with
/// one thread, and the matches at a time keep every processor that this process may use busy. (With fewer, two runs on
/// one computer might choose the same processor while another idles.)
#[must_use]
pub fn advisable(plan: &Plan, concurrency: usize) -> bool {
    let specs = || plan.entrants.iter().map(|entrant| &entrant.spec);
    specs().any(|spec| spec.engine.is_some())
        && specs().all(has_one_thread)
        && processors().is_some_and(|processors| processors.len() == concurrency)
}

/// An engine has one where its option Threads says so: what it does otherwise is not known.
fn has_one_thread(spec: &BotSpec) -> bool {
    match &spec.engine {
        Some(engine) => {
            let threads = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
            threads.is_some_and(|(_, value)| value.to_string() == "1")
        }
        None => spec.search.threads == 1,
    }
}

/// Binds the calling thread, and whatever it starts from now on, to one of the processors that this process may use:
/// the one with that number, counted round. Where the system cannot, nothing changes.
pub(super) fn bind(number: usize) {
    if let Some(processors) = processors().filter(|processors| !processors.is_empty()) {
        bind_to(processors[number % processors.len()]);
    }
}

/// The processors that the calling thread may use; none where the system does not tell.
#[cfg(target_os = "linux")]
fn processors() -> Option<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).ok()?;
    Some((0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)).collect())
}

#[cfg(target_os = "linux")]
fn bind_to(processor: usize) {
    let mut one = rustix::thread::CpuSet::new();
    one.set(processor);
    rustix::thread::sched_setaffinity(None, &one).ok();
}

#[cfg(not(target_os = "linux"))]
const fn processors() -> Option<Vec<usize>> {
    None
}

#[cfg(not(target_os = "linux"))]
const fn bind_to(_: usize) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_bound_thread_has_one_processor_and_the_others_keep_theirs() {
        let all = processors().unwrap();
        for number in [0, 1, all.len(), 7 * all.len() + 1] {
            let bound = std::thread::spawn(move || {
                bind(number);
                let own = processors().unwrap();
                // What it starts inherits that.
                (own.clone(), std::thread::spawn(processors).join().unwrap().unwrap() == own)
            });
            assert_eq!(bound.join().unwrap(), (vec![all[number % all.len()]], true));
        }
        assert_eq!(processors().unwrap(), all);
    }
}
