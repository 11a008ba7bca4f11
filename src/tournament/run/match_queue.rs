//! Hands out the schedule to the threads, in order.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::pairing::Pairing;
use crate::pairing::{Pairer, Ready};

/// The most matches that are handed out beyond the first one without a result. It bounds the results that wait for that
/// one.
const WINDOW: u64 = 16_384;

struct Dispatch {
    next: u64,
    /// The first match without a result.
    low: u64,
    /// Matches above `low` that an earlier run finished.
    finished: HashSet<u64>,
    /// The matches that can be played now. More may follow when all of them have results.
    ready: Ready,
    /// Whether no other match is needed.
    over: bool,
    closed: bool,
}

impl Dispatch {
    /// True if matches will follow, but there are none now.
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

/// The queue from which all threads of a run take their matches.
pub(super) struct MatchQueue {
    threads: u64,
    state: Mutex<Dispatch>,
    moved_on: Condvar,
}

impl MatchQueue {
    /// Creates a queue of all matches from the pairer's next one on, without those that are already `finished`.
    pub(super) fn new(pairer: &Pairer, threads: usize, finished: HashSet<u64>) -> Self {
        let low = pairer.low();
        let state = Dispatch { next: low, low, finished, ready: pairer.ready(), over: pairer.is_over(), closed: false };
        Self { threads: threads as u64, state: Mutex::new(state), moved_on: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Dispatch> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next matches, at most `most`, and fewer towards the end so that all threads end together. Waits
    /// while too many results are out of order, or while the next pairings depend on matches in progress. Returns none
    /// if no match is left.
    pub(super) fn claim(&self, most: u64) -> Vec<Pairing> {
        let mut state = self.lock();
        loop {
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
            // If an earlier run has finished the rest of this round, wait for the next one.
            if !claimed.is_empty() || !state.must_wait() {
                return claimed;
            }
        }
    }

    /// Moves on to the pairer's position. Everything below it has a result.
    pub(super) fn move_on(&self, pairer: &Pairer) {
        let mut state = self.lock();
        state.low = pairer.low();
        // Results of an earlier run may have moved the pairer past matches that were never handed out.
        state.next = state.next.max(state.low);
        state.over = pairer.is_over();
        if state.low >= state.ready.end() {
            state.ready = pairer.ready();
        }
        drop(state);
        self.moved_on.notify_all();
    }

    /// True if there is nothing left to wait for: all results are there, or the queue was closed.
    pub(super) fn is_over(&self) -> bool {
        let state = self.lock();
        state.closed || state.over
    }

    /// Stops handing out matches.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.moved_on.notify_all();
    }
}

/// The largest distance of a result from the first missing one.
pub(super) const fn furthest() -> u64 {
    // A claim may begin just below the end of the window and extend beyond it, but by less than another window.
    2 * WINDOW
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pairing::Schedule;
    use arena_play::GameResult;

    /// Returns the pairer after `low` draws.
    fn at(schedule: Schedule, low: u64) -> Pairer {
        let mut pairer = Pairer::new(schedule, None);
        (0..low).for_each(|index| pairer.add(index, GameResult::Draw, false));
        pairer
    }

    proptest! {
        #[test]
        fn hands_out_every_unfinished_match_once(
            low in 0_u64..30, finished in proptest::collection::hash_set(0_u64..60, 0..10), most in 1_u64..9
        ) {
            let finished: HashSet<u64> = finished.into_iter().filter(|&index| index >= low).collect();
            let pairer = at(Schedule::round_robin(4, 5).unwrap(), low);
            let queue = MatchQueue::new(&pairer, 2, finished.clone());
            let mut seen = Vec::new();
            loop {
                let claimed = queue.claim(most);
                if claimed.is_empty() {
                    break;
                }
                seen.extend(claimed.iter().map(|pairing| pairing.index));
            }
            prop_assert_eq!(seen, (low..60).filter(|index| !finished.contains(index)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn claims_wait_at_the_end_of_the_window() {
        let schedule = Schedule::round_robin(2, WINDOW).unwrap();
        let queue = MatchQueue::new(&at(schedule, 0), 1, HashSet::new());
        let mut claimed = 0;
        while claimed < WINDOW {
            claimed += queue.claim(256).len() as u64;
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.claim(1));
            queue.move_on(&at(schedule, 1));
            let next = waiting.join().unwrap();
            assert_eq!(next[0].index, claimed);
        });
        queue.close();
        assert!(queue.claim(1).is_empty());
    }

    #[test]
    fn a_claim_waits_for_the_next_round_if_the_rest_is_finished() {
        // In the first round of four entrants, the second encounter was finished before.
        let schedule = Schedule::swiss(4, 2).unwrap();
        let queue = MatchQueue::new(&at(schedule, 0), 2, HashSet::from([2, 3]));
        let first: Vec<u64> = (0..2).flat_map(|_| queue.claim(1)).map(|pairing| pairing.index).collect();
        assert_eq!(first, [0, 1]);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.claim(1));
            queue.move_on(&at(schedule, 4));
            assert_eq!(waiting.join().unwrap()[0].index, 4);
        });
    }
}
