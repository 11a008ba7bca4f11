//! The signals to a running search: that it is to stop, and that the move it ponders on was made.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::search::Clock;

/// The searches that were asked for and are not answered yet, the one that runs first. Shared by who reads the commands
/// and who searches.
#[derive(Default)]
pub(super) struct Unanswered(Mutex<VecDeque<Arc<Signals>>>);

impl Unanswered {
    /// One more is asked for.
    pub(super) fn ask(&self, signals: Signals) -> Arc<Signals> {
        let signals = Arc::new(signals);
        self.all().push_back(Arc::clone(&signals));
        signals
    }

    /// The one that was asked for last was not taken.
    pub(super) fn refuse(&self) {
        self.all().pop_back();
    }

    /// The first one is answered.
    pub(super) fn answered(&self) {
        self.all().pop_front();
    }

    /// Whether there is any.
    pub(super) fn any(&self) -> bool {
        !self.all().is_empty()
    }

    /// Tells all of them.
    pub(super) fn for_each(&self, what: fn(&Signals)) {
        self.all().iter().for_each(|signals| what(signals));
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Signals>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shared by who reads the commands and who searches.
pub(super) struct Signals {
    pub(super) stop: AtomicBool,
    /// When the search's own time began; none while it ponders.
    began: Mutex<Option<Instant>>,
    /// Whether only somebody's word ends the search.
    endless: bool,
    changed: Condvar,
}

impl Signals {
    /// The signals of a search that was asked for now.
    pub(super) fn new(ponders: bool, infinite: bool) -> Self {
        let began = Mutex::new((!ponders).then(Instant::now));
        Self { stop: AtomicBool::new(false), began, endless: ponders || infinite, changed: Condvar::new() }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Under the lock, so that a thread that is about to wait does not miss it.
        drop(self.began.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Nobody can say anything any more.
    pub(super) fn end_of_input(&self) {
        if self.endless {
            self.stop();
        }
    }

    /// The expected move was made: the search's own time begins.
    pub(super) fn ponder_hit(&self) {
        self.began.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    /// Waits until the move may be sent: until the search is to stop or, where that is enough, no longer ponders.
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
    fn a_search_counts_until_it_is_answered_and_one_that_was_not_taken_never_does() {
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
