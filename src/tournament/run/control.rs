//! Controls a run in progress: pauses it, changes the number of matches at a time, or stops it.
//!
//! Controls do not change results. A match in progress is always finished.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::spectators::Spectators;
use crate::plan::MAX_CONCURRENCY;
use arena_bots::SearchMemory;
use arena_syzygy::Tablebases;

/// The interval at which a thread in a pause checks whether the run has ended.
const LOOK_UP_EVERY: Duration = Duration::from_millis(100);

/// Controls a run from outside. Threads check it between matches.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    paused: AtomicBool,
    /// True while other runs have their turn.
    held: AtomicBool,
    /// The number of matches at a time; 0 until it is set.
    concurrency: AtomicUsize,
    /// The memory that the searches of the run share with others.
    memory: SearchMemory,
    /// The matches in progress, for spectators.
    spectators: Spectators,
    /// Tables of endings, for adjudication.
    tablebases: Option<Arc<Tablebases>>,
    /// Only used for waiting: the state is in the atomics.
    gate: Mutex<()>,
    moved: Condvar,
}

impl Control {
    /// Creates the controls of a run whose searches take their memory from this budget. The default has no limit.
    #[must_use]
    pub fn within(memory: SearchMemory) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Sets the tables of endings by which matches are adjudicated.
    #[must_use]
    pub fn with_tablebases(self, tablebases: Option<Arc<Tablebases>>) -> Self {
        Self { tablebases, ..self }
    }

    /// The tables of endings by which matches are adjudicated.
    #[must_use]
    pub const fn tablebases(&self) -> Option<&Arc<Tablebases>> {
        self.tablebases.as_ref()
    }

    /// The memory that the searches of the run share with others.
    #[must_use]
    pub const fn memory(&self) -> &SearchMemory {
        &self.memory
    }

    /// The matches in progress, for spectators.
    #[must_use]
    pub const fn spectators(&self) -> &Spectators {
        &self.spectators
    }

    /// Stops the run: matches in progress finish, and no others begin. Ends a pause.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// True if [`Control::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Pauses the run: matches in progress finish, and others begin after [`Control::go_on`].
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Relaxed);
    }

    /// Ends a pause.
    pub fn go_on(&self) {
        self.paused.store(false, Ordering::Relaxed);
        self.wake();
    }

    /// Begins or ends a pause. Returns whether the run is paused now.
    pub fn toggle_pause(&self) -> bool {
        let paused = !self.paused.fetch_xor(true, Ordering::Relaxed);
        self.wake();
        paused
    }

    /// True if the run is paused and has not been stopped.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed) && !self.is_stopped()
    }

    /// Holds the run back while others have their turn, or lets it go on: matches in progress finish, and no others begin.
    /// Unlike a pause, this is not part of the run's state.
    pub fn hold(&self, held: bool) {
        self.held.store(held, Ordering::Relaxed);
        self.wake();
    }

    /// True if the run is held back.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held.load(Ordering::Relaxed)
    }

    /// True if no further match may begin for now, because the run is paused or held back.
    pub(super) fn rests(&self) -> bool {
        (self.paused.load(Ordering::Relaxed) || self.is_held()) && !self.is_stopped()
    }

    /// Sets the number of matches at a time, limited to 1 to [`MAX_CONCURRENCY`]. Returns the number that was set.
    pub fn set_concurrency(&self, matches: usize) -> usize {
        let matches = matches.clamp(1, MAX_CONCURRENCY);
        self.concurrency.store(matches, Ordering::Relaxed);
        self.wake();
        matches
    }

    /// The number of matches at a time; 0 before the run begins.
    #[must_use]
    pub fn concurrency(&self) -> usize {
        self.concurrency.load(Ordering::Relaxed)
    }

    /// Sets the number of matches at a time, unless it was set already.
    pub(super) fn begin_with(&self, matches: usize) {
        let matches = matches.clamp(1, MAX_CONCURRENCY);
        let _ = self.concurrency.compare_exchange(0, matches, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Waits while the run is paused or held back and not over.
    pub(super) fn wait(&self, is_over: impl Fn() -> bool) {
        while self.rests() && !is_over() {
            let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
            // A wake-up takes the lock of the gate, so it cannot happen between this check and the wait.
            if self.rests() {
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
    fn settings_change_and_stay_within_their_range() {
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
    fn waiting_ends_with_the_pause_or_the_run() {
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
