//! Hands out the schedule to the threads, in order, and puts what they bring back into order again.

use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::schedule::{Pairing, Schedule};

/// No match is handed out so far ahead of the first one that is still missing; so what waits for it stays bounded.
const WINDOW: u64 = 16_384;

struct State {
    next: u64,
    /// The first match whose result is missing.
    low: u64,
    /// Matches above `low` that are finished already, from an earlier run.
    finished: HashSet<u64>,
    closed: bool,
}

/// The one place where the threads of a run get their matches from.
pub(super) struct Dispenser {
    schedule: Schedule,
    threads: u64,
    state: Mutex<State>,
    moved_on: Condvar,
}

impl Dispenser {
    /// Everything from `low` on but what is `finished` already.
    pub(super) fn new(schedule: Schedule, threads: usize, low: u64, finished: HashSet<u64>) -> Self {
        let state = State { next: low, low, finished, closed: false };
        Self { schedule, threads: threads as u64, state: Mutex::new(state), moved_on: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next matches, at most `most`, fewer towards the end so that all threads end together. Waits while too much
    /// is out of order; empty when there are none left.
    pub(super) fn claim(&self, most: u64) -> Vec<Pairing> {
        let mut state = self.lock();
        while !state.closed && state.next >= state.low.saturating_add(WINDOW) {
            state = self.moved_on.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let left = self.schedule.len().saturating_sub(state.next);
        let most = most.min(left / (4 * self.threads) + 1);
        let mut claimed = Vec::new();
        while !state.closed && (claimed.len() as u64) < most {
            let Some(pairing) = self.schedule.get(state.next) else { break };
            state.next += 1;
            if !state.finished.remove(&pairing.index) {
                claimed.push(pairing);
            }
        }
        claimed
    }

    /// Everything below `low` has its result.
    pub(super) fn move_on(&self, low: u64) {
        self.lock().low = low;
        self.moved_on.notify_all();
    }

    /// Whether there is nothing to wait for any more: every result is there, or it was closed.
    pub(super) fn is_over(&self) -> bool {
        let state = self.lock();
        state.closed || state.low >= self.schedule.len()
    }

    /// Hands nothing out any more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.moved_on.notify_all();
    }
}

/// Results that wait for earlier ones.
pub(super) struct Reorder<T> {
    low: u64,
    waiting: VecDeque<Option<T>>,
}

impl<T> Default for Reorder<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Reorder<T> {
    pub(super) const fn new() -> Self {
        Self { low: 0, waiting: VecDeque::new() }
    }

    /// The first number that is missing.
    pub(super) const fn low(&self) -> u64 {
        self.low
    }

    /// Takes in number `index`; gives it back when it was there already.
    pub(super) fn insert(&mut self, index: u64, item: T) -> Result<(), T> {
        let Some(place) = index.checked_sub(self.low).and_then(|place| usize::try_from(place).ok()) else {
            return Err(item);
        };
        if self.waiting.len() <= place {
            self.waiting.resize_with(place + 1, || None);
        }
        match &mut self.waiting[place] {
            Some(_) => Err(item),
            empty @ None => {
                *empty = Some(item);
                Ok(())
            }
        }
    }

    /// The next one in order, if it is there.
    pub(super) fn pop(&mut self) -> Option<T> {
        let item = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.low += 1;
        Some(item)
    }

    /// Those that wait, in order.
    pub(super) fn into_waiting(self) -> impl Iterator<Item = T> {
        self.waiting.into_iter().flatten()
    }

    /// The numbers of those that wait.
    pub(super) fn waiting(&self) -> HashSet<u64> {
        (self.low..).zip(&self.waiting).filter(|(_, item)| item.is_some()).map(|(index, _)| index).collect()
    }
}

/// How far ahead of the first missing result another can be.
pub(super) const fn furthest() -> u64 {
    // A claim may begin right below the window and is at most as long as the schedule's largest share.
    2 * WINDOW
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_the_order_of_arrival_it_leaves_in_order(
            order in Just((0_u64..40).collect::<Vec<_>>()).prop_shuffle()
        ) {
            let mut reorder = Reorder::new();
            let mut left = Vec::new();
            for index in order {
                prop_assert!(reorder.insert(index, index).is_ok());
                prop_assert!(reorder.insert(index, index).is_err());
                while let Some(item) = reorder.pop() {
                    left.push(item);
                }
                prop_assert_eq!(reorder.low(), left.len() as u64);
            }
            prop_assert_eq!(left, (0..40).collect::<Vec<_>>());
        }

        #[test]
        fn every_match_is_handed_out_once_but_the_finished_ones(
            low in 0_u64..30, finished in proptest::collection::hash_set(0_u64..60, 0..10), most in 1_u64..9
        ) {
            let finished: HashSet<u64> = finished.into_iter().filter(|&index| index >= low).collect();
            let schedule = Schedule::round_robin(4, 5).unwrap();
            let dispenser = Dispenser::new(schedule, 2, low, finished.clone());
            let mut seen = Vec::new();
            loop {
                let claimed = dispenser.claim(most);
                if claimed.is_empty() {
                    break;
                }
                seen.extend(claimed.iter().map(|pairing| pairing.index));
            }
            prop_assert_eq!(seen, (low..60).filter(|index| !finished.contains(index)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nobody_runs_ahead_of_the_window() {
        let schedule = Schedule::round_robin(2, WINDOW).unwrap();
        let dispenser = Dispenser::new(schedule, 1, 0, HashSet::new());
        let mut claimed = 0;
        while claimed < WINDOW {
            claimed += dispenser.claim(256).len() as u64;
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| dispenser.claim(1));
            dispenser.move_on(1);
            let next = waiting.join().unwrap();
            assert_eq!(next[0].index, claimed);
        });
        dispenser.close();
        assert!(dispenser.claim(1).is_empty());
    }
}
