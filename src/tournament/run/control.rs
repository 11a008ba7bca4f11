//! The controls of a run that goes on: pause it, change how many matches it plays at a time, let it end.
//!
//! None of them changes a result: what is being played is always finished.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::onlookers::Onlookers;
use crate::bots::SearchMemory;
use crate::tournament::plan::MAX_CONCURRENCY;

/// How often a thread that waits for the end of a pause checks whether the run has ended meanwhile.
const LOOK_UP_EVERY: Duration = Duration::from_millis(100);

/// Steers a run from outside. Threads look at it between matches.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    paused: AtomicBool,
    /// Matches at a time; 0 before anybody said so.
    concurrency: AtomicUsize,
    /// What the searches of the run share with others.
    memory: SearchMemory,
    /// What is being played, for those who look on.
    onlookers: Onlookers,
    /// Only waited on: the state is in the atomics.
    gate: Mutex<()>,
    moved: Condvar,
}

impl Control {
    /// The controls of a run whose searches take their memory from this budget. By default a run takes what it needs.
    #[must_use]
    pub fn within(memory: SearchMemory) -> Self {
        Self { memory, ..Self::default() }
    }

    /// What the searches of the run share with others.
    #[must_use]
    pub const fn memory(&self) -> &SearchMemory {
        &self.memory
    }

    /// What is being played, for those who look on.
    #[must_use]
    pub const fn onlookers(&self) -> &Onlookers {
        &self.onlookers
    }

    /// The matches that are being played are finished, and no other is begun. Ends a pause.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Whether [`Control::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The matches that are being played are finished; others are begun after [`Control::go_on`].
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Relaxed);
    }

    /// Ends a pause.
    pub fn go_on(&self) {
        self.paused.store(false, Ordering::Relaxed);
        self.wake();
    }

    /// Pauses, or ends the pause; returns whether it is paused now.
    pub fn toggle_pause(&self) -> bool {
        let paused = !self.paused.fetch_xor(true, Ordering::Relaxed);
        self.wake();
        paused
    }

    /// Whether no match is begun at the moment, though the run is not over.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed) && !self.is_stopped()
    }

    /// Plays so many matches at a time from now on, within 1 to [`MAX_CONCURRENCY`]; returns the number that was set.
    pub fn set_concurrency(&self, matches: usize) -> usize {
        let matches = matches.clamp(1, MAX_CONCURRENCY);
        self.concurrency.store(matches, Ordering::Relaxed);
        self.wake();
        matches
    }

    /// How many matches are to be played at a time; 0 before the run began.
    #[must_use]
    pub fn concurrency(&self) -> usize {
        self.concurrency.load(Ordering::Relaxed)
    }

    /// Sets the number of matches at a time, unless it was set already.
    pub(super) fn begin_with(&self, matches: usize) {
        let matches = matches.clamp(1, MAX_CONCURRENCY);
        let _ = self.concurrency.compare_exchange(0, matches, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Waits while the run is paused, unless it is over.
    pub(super) fn wait(&self, is_over: impl Fn() -> bool) {
        while self.is_paused() && !is_over() {
            let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
            // Ending a pause takes the lock of the gate before it wakes others, so it cannot come between this check
            // and the waiting.
            if self.is_paused() {
                let _woken = self.moved.wait_timeout(gate, LOOK_UP_EVERY).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn wake(&self) {
        drop(self.gate.lock().unwrap_or_else(PoisonError::into_inner));
        self.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levers_move_and_stay_within_their_range() {
        let control = Control::default();
        control.begin_with(3);
        control.begin_with(5);
        assert_eq!(control.concurrency(), 3);
        assert_eq!((control.set_concurrency(0), control.set_concurrency(1_000)), (1, MAX_CONCURRENCY));
        assert!(control.toggle_pause() && control.is_paused());
        assert!(!control.toggle_pause() && !control.is_paused());
        control.pause();
        control.stop();
        assert!(control.is_stopped() && !control.is_paused());
    }

    #[test]
    fn whoever_waits_goes_on_when_the_pause_or_the_run_ends() {
        let (control, over) = (Control::default(), AtomicBool::new(false));
        let ends: [&(dyn Fn() + Sync); 3] =
            [&|| control.go_on(), &|| control.stop(), &|| over.store(true, Ordering::Relaxed)];
        for end in ends {
            control.pause();
            std::thread::scope(|scope| {
                let waiting = scope.spawn(|| control.wait(|| over.load(Ordering::Relaxed)));
                end();
                waiting.join().unwrap();
            });
        }
    }
}
