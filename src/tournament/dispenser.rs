//! Hands out the schedule to the threads, in order, and puts what they bring back into order again.

use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::course::{Course, Ready};
use super::schedule::Pairing;

/// No match is handed out so far ahead of the first one that is still missing; so what waits for it stays bounded.
const WINDOW: u64 = 16_384;

struct State {
    next: u64,
    /// The first match whose result is missing.
    low: u64,
    /// Matches above `low` that are finished already, from an earlier run.
    finished: HashSet<u64>,
    /// The matches that can be played now. More may follow when all of them have their results.
    ready: Ready,
    /// Whether no other match is needed.
    over: bool,
    closed: bool,
}

impl State {
    /// Whether matches come later, but none now.
    fn must_wait(&self) -> bool {
        let end = self.ready.end();
        let comes = if self.next < end {
            self.next >= self.low.saturating_add(WINDOW)
        } else {
            self.low < end && matches!(self.ready, Ready::Block { .. })
        };
        comes && !self.over && !self.closed
    }
}

/// The one place where the threads of a run get their matches from.
pub(super) struct Dispenser {
    threads: u64,
    state: Mutex<State>,
    moved_on: Condvar,
}

impl Dispenser {
    /// Everything from where the course stands but what is `finished` already.
    pub(super) fn new(course: &Course, threads: usize, finished: HashSet<u64>) -> Self {
        let low = course.low();
        let state = State { next: low, low, finished, ready: course.ready(), over: course.is_over(), closed: false };
        Self { threads: threads as u64, state: Mutex::new(state), moved_on: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next matches, at most `most`, fewer towards the end so that all threads end together. Waits while too much
    /// is out of order, or while the next pairings depend on what is being played; empty when there are none left.
    pub(super) fn claim(&self, most: u64) -> Vec<Pairing> {
        let mut state = self.lock();
        while state.must_wait() {
            state = self.moved_on.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let left = state.ready.end().saturating_sub(state.next);
        let most = most.min(left / (4 * self.threads) + 1);
        let mut claimed = Vec::new();
        while !state.closed && !state.over && (claimed.len() as u64) < most {
            let Some(pairing) = state.ready.get(state.next) else { break };
            state.next += 1;
            if !state.finished.remove(&pairing.index) {
                claimed.push(pairing);
            }
        }
        claimed
    }

    /// Everything below the place where the course stands has its result.
    pub(super) fn move_on(&self, course: &Course) {
        let mut state = self.lock();
        state.low = course.low();
        state.over = course.is_over();
        if state.low >= state.ready.end() {
            state.ready = course.ready();
        }
        drop(state);
        self.moved_on.notify_all();
    }

    /// Whether there is nothing to wait for any more: every result is there, or it was closed.
    pub(super) fn is_over(&self) -> bool {
        let state = self.lock();
        state.closed || state.over
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

    /// How many were taken in.
    pub(super) fn finished(&self) -> u64 {
        self.low + self.waiting.iter().flatten().count() as u64
    }

    /// Forgets those that wait; false when there are none.
    pub(super) fn drop_waiting(&mut self) -> bool {
        let some = self.waiting.iter().flatten().next().is_some();
        self.waiting.clear();
        some
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
    use crate::play::Ended;
    use crate::tournament::schedule::Schedule;

    /// The course after so many draws.
    fn at(schedule: Schedule, low: u64) -> Course {
        let mut course = Course::new(schedule, None);
        (0..low).for_each(|index| course.add(index, Ended::Draw, false));
        course
    }

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
            let course = at(Schedule::round_robin(4, 5).unwrap(), low);
            let dispenser = Dispenser::new(&course, 2, finished.clone());
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
        let dispenser = Dispenser::new(&at(schedule, 0), 1, HashSet::new());
        let mut claimed = 0;
        while claimed < WINDOW {
            claimed += dispenser.claim(256).len() as u64;
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| dispenser.claim(1));
            dispenser.move_on(&at(schedule, 1));
            let next = waiting.join().unwrap();
            assert_eq!(next[0].index, claimed);
        });
        dispenser.close();
        assert!(dispenser.claim(1).is_empty());
    }
}
