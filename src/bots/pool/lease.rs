//! The place in the pool that a search holds during its turn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, PoisonError};
use std::time::Duration;

use super::request::WorkerId;
use super::schedule::{Id, Now};
use super::{PoolCore, PoolState};
use arena_search::Turn;

/// State shared by the pool and a search.
#[derive(Default)]
pub(super) struct LeaseState {
    /// The search is no longer needed.
    pub(super) stop: AtomicBool,
    /// Makes the search ask whether its turn is over before its slice ends.
    look: AtomicBool,
    /// End of its turn, in nanoseconds since the pool was created.
    turn_end: AtomicU64,
    /// Total suspended time, in nanoseconds.
    suspended: AtomicU64,
    /// Suspended time before the search began here, in nanoseconds. It waited for a worker.
    before: AtomicU64,
    /// Start of the current suspension, in nanoseconds since the pool was created.
    since: AtomicU64,
    wake: Condvar,
}

/// 64 bits last for centuries.
fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl LeaseState {
    pub(super) fn begin(&self, turn_end: Now) {
        self.turn_end.store(nanos(turn_end), Ordering::Relaxed);
    }

    /// Resumes the search after a suspension. Returns how long the suspension lasted.
    pub(super) fn resume(&self, now: Now, turn_end: Now) -> Duration {
        let waited = nanos(now).saturating_sub(self.since.load(Ordering::Relaxed));
        self.suspended.fetch_add(waited, Ordering::Relaxed);
        self.look.store(false, Ordering::Relaxed);
        self.begin(turn_end);
        self.wake.notify_all();
        Duration::from_nanos(waited)
    }

    /// Makes the search check soon whether its turn is over.
    pub(super) fn look(&self) {
        self.look.store(true, Ordering::Relaxed);
    }

    /// Wakes the search when the pool closes; there are no further turns.
    pub(super) fn release(&self) {
        self.look.store(false, Ordering::Relaxed);
        self.wake.notify_all();
    }

    pub(super) fn suspended(&self) -> Duration {
        Duration::from_nanos(self.suspended.load(Ordering::Relaxed))
    }
}

/// A search's place in the pool.
pub struct Lease {
    shared: Arc<PoolCore>,
    id: Id,
    inner: Arc<LeaseState>,
}

impl Lease {
    pub(super) const fn new(shared: Arc<PoolCore>, id: Id, inner: Arc<LeaseState>) -> Self {
        Self { shared, id, inner }
    }

    /// Returns the flag that is set when the search is no longer needed.
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.inner.stop
    }

    /// Returns the worker that the search has a place at. `None` if its place is in this process.
    #[must_use]
    pub fn worker(&self) -> Option<WorkerId> {
        self.shared.lock().schedule.worker_of(self.id)
    }

    /// Records that the worker has answered.
    pub fn answered(&self) {
        self.shared.lock().counts.answered_by_workers += 1;
    }

    /// Gives up the place at a worker that did not answer, and waits for a place here. Returns at once if the search is
    /// stopped. The time at the worker counts as suspended.
    pub fn fall_back(&self) {
        let mut state = self.shared.lock();
        let now = self.shared.now();
        let began = state.schedule.since(self.id).unwrap_or(now);
        if state.closed || !state.schedule.fall_back(self.id, now) {
            return;
        }
        state.counts.fallbacks += 1;
        self.inner.since.store(nanos(began), Ordering::Relaxed);
        if self.is_stopped() && state.schedule.leave(self.id, now) {
            self.shared.resume(&mut state, self.id, now);
        }
        self.shared.advance(&mut state);
        while state.schedule.waits_again(self.id) && !state.closed {
            state = self.inner.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.inner.before.store(self.inner.suspended.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.inner.stop.load(Ordering::Relaxed)
    }

    /// Returns true if the search has to wait now.
    fn is_to_wait(&self, state: &mut PoolState, now: Now, time_is_up: bool) -> bool {
        let was_suspended = state.schedule.is_suspended(self.id);
        // A search that ran out of time gave up its place. It may still continue, for example if that time was only
        // half of a limit and another attempt follows.
        let suspends = !was_suspended && {
            self.inner.look.store(false, Ordering::Relaxed);
            !time_is_up && state.schedule.rejoin(self.id, now) || state.schedule.give_way(self.id, now)
        };
        if suspends {
            state.counts.suspensions += 1;
            self.inner.since.store(nanos(now), Ordering::Relaxed);
            // Makes its other threads wait as well.
            self.inner.look();
            self.shared.advance(state);
        } else if let Some(since) = state.schedule.since(self.id) {
            self.inner.begin(since + self.shared.slice);
        }
        state.schedule.is_suspended(self.id)
    }
}

impl Turn for Lease {
    fn may_be_over(&self) -> bool {
        self.inner.look.load(Ordering::Relaxed)
            || (self.shared.contended.load(Ordering::Relaxed)
                && nanos(self.shared.now()) >= self.inner.turn_end.load(Ordering::Relaxed))
    }

    fn give_way(&self, left: Option<Duration>) {
        let mut state = self.shared.lock();
        let mut now = self.shared.now();
        let until = left.map(|left| now + left);
        if state.closed || self.is_stopped() || !self.is_to_wait(&mut state, now, left == Some(Duration::ZERO)) {
            return;
        }
        while state.schedule.is_suspended(self.id) && !state.closed {
            if until.is_some_and(|until| now >= until) {
                state.schedule.leave(self.id, now);
                self.shared.resume(&mut state, self.id, now);
                self.inner.look();
                self.shared.advance(&mut state);
                return;
            }
            state = match until {
                None => self.inner.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let waited = self.inner.wake.wait_timeout(state, until.saturating_sub(now));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
            now = self.shared.now();
        }
    }

    fn suspended(&self) -> Duration {
        let before = Duration::from_nanos(self.inner.before.load(Ordering::Relaxed));
        self.inner.suspended().saturating_sub(before)
    }
}
