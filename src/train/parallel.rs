//! Work on several threads whose results do not depend on their number.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Computes the item of each number of the range, with a state for each thread. Returns the items in order.
pub(crate) fn map<S, T: Send>(
    threads: usize,
    numbers: Range<u64>,
    state: impl Fn() -> S + Sync,
    item: impl Fn(&mut S, u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut state = state();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    let made = item(&mut state, number);
                    done.lock().expect("no thread panics with the lock").push((number, made));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics with the lock");
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, made)| made).collect()
}
