//! What one search is told while it runs: to stop, and that the move it ponders on was made.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::search::Clock;

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
        // Under the lock, so that whoever is about to wait does not miss it.
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

    /// Waits until the move may be told: it was told to stop or, where that is enough, does not ponder any more.
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
