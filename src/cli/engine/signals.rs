//! Signals to a running search: to stop, and that the expected move was played.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::search::Clock;

/// Requested searches without an answer yet, the running one first. Shared by the thread that reads commands and the
/// search thread.
#[derive(Default)]
pub(super) struct Unanswered(Mutex<VecDeque<Arc<Signals>>>);

impl Unanswered {
    /// Adds a search.
    pub(super) fn ask(&self, signals: Signals) -> Arc<Signals> {
        let signals = Arc::new(signals);
        self.all().push_back(Arc::clone(&signals));
        signals
    }

    /// Removes the last search, because it was not accepted.
    pub(super) fn refuse(&self) {
        self.all().pop_back();
    }

    /// Removes the first search, because it has been answered.
    pub(super) fn answered(&self) {
        self.all().pop_front();
    }

    /// True if a search is pending.
    pub(super) fn any(&self) -> bool {
        !self.all().is_empty()
    }

    /// Signals all pending searches.
    pub(super) fn for_each(&self, what: fn(&Signals)) {
        self.all().iter().for_each(|signals| what(signals));
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Signals>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The signals of one search, shared by the thread that reads commands and the search thread.
pub(super) struct Signals {
    pub(super) stop: AtomicBool,
    /// Start of the search's own time; `None` while it ponders.
    began: Mutex<Option<Instant>>,
    /// True if only a command can end the search.
    endless: bool,
    changed: Condvar,
}

impl Signals {
    /// Creates the signals of a search that was requested now.
    pub(super) fn new(ponders: bool, infinite: bool) -> Self {
        let began = Mutex::new((!ponders).then(Instant::now));
        Self { stop: AtomicBool::new(false), began, endless: ponders || infinite, changed: Condvar::new() }
    }

    /// Stops the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Taking the lock ensures that a thread that is about to wait does not miss the signal.
        drop(self.began.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Stops an endless search, because no further command can arrive.
    pub(super) fn end_of_input(&self) {
        if self.endless {
            self.stop();
        }
    }

    /// The expected move was played, so the search's own time begins.
    pub(super) fn ponder_hit(&self) {
        self.began.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    /// Waits until the move may be sent: until the search is stopped or, unless `only_stop` is set, no longer ponders.
    pub(super) fn wait(&self, only_stop: bool) {
        let mut began = self.began.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stop.load(Ordering::Relaxed) && (only_stop || began.is_none()) {
            began = self.changed.wait(began).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Clock for Signals {
    fn elapsed(&self) -> Duration {
        self.began.lock().unwrap_or_else(PoisonError::into_inner).map_or(Duration::ZERO, |began| began.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_pending_until_answered_or_refused() {
        let unanswered = Unanswered::default();
        let [first, second, refused] = [(); 3].map(|()| unanswered.ask(Signals::new(false, true)));
        unanswered.refuse();
        unanswered.for_each(Signals::stop);
        let stopped = [&first, &second, &refused].map(|signals| signals.stop.load(Ordering::Relaxed));
        assert_eq!(stopped, [true, true, false]);
        unanswered.answered();
        assert!(unanswered.any(), "the second one runs now");
        unanswered.answered();
        assert!(!unanswered.any());
    }
}
