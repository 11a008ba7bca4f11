//! Wakes the log thread. Waking a thread, being preempted by it and waiting for a disk together cost more than handling
//! several moves. A busy runtime thread therefore defers the wake-up until it pauses, which covers all requests that
//! arrived by then. Threads that pause less often let more moves share a write.

use std::cell::RefCell;
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Maximum number of deferred calls per thread, and maximum delay of the first one.
const MOST_PUT_OFF: usize = 256;
const LONGEST_PUT_OFF: Duration = Duration::from_millis(2);

/// Deferred wake-up of a thread.
#[derive(Default)]
struct DeferredWake {
    /// True if this thread calls [`before_pause`].
    pauses: bool,
    /// Thread to wake, and the time of the first deferred call.
    sleeper: Option<(Thread, Instant)>,
    times: usize,
}

thread_local! {
    static PUT_OFF: RefCell<DeferredWake> = RefCell::default();
}

/// Hook for [`tokio::runtime::Builder::on_thread_park`]. The log also works in a runtime without this hook, but with
/// smaller groups.
pub fn before_pause() {
    let sleeper = PUT_OFF.with_borrow_mut(|put_off| {
        put_off.pauses = true;
        put_off.times = 0;
        put_off.sleeper.take()
    });
    if let Some((sleeper, _)) = sleeper {
        sleeper.unpark();
    }
}

/// Wakes a thread that parks while it has no work.
#[derive(Clone)]
pub(super) struct WriterWaker(Thread);

impl WriterWaker {
    pub(super) const fn of(sleeper: Thread) -> Self {
        Self(sleeper)
    }

    /// Wakes the thread now, or defers it until the calling thread pauses. `now` is the current time.
    pub(super) fn ring(&self, now: Instant) {
        let at_once = PUT_OFF.with_borrow_mut(|put_off| {
            put_off.times += 1;
            if !put_off.pauses {
                return true;
            }
            let (sleeper, since) = put_off.sleeper.get_or_insert_with(|| (self.0.clone(), now));
            if sleeper.id() != self.0.id() {
                return true;
            }
            let is_late = now.saturating_duration_since(*since) >= LONGEST_PUT_OFF;
            if is_late || put_off.times >= MOST_PUT_OFF {
                (put_off.sleeper, put_off.times) = (None, 0);
                return true;
            }
            false
        });
        if at_once {
            self.ring_at_once();
        }
    }

    /// Wakes the thread now.
    pub(super) fn ring_at_once(&self) {
        self.0.unpark();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Starts a thread that reports each wake-up, and returns its waker.
    fn sleeper() -> (WriterWaker, mpsc::Receiver<()>) {
        let (tell, calls) = mpsc::channel();
        let sleeping = thread::spawn(move || {
            loop {
                thread::park();
                if tell.send(()).is_err() {
                    return;
                }
            }
        });
        (WriterWaker::of(sleeping.thread().clone()), calls)
    }

    #[test]
    fn a_thread_that_never_pauses_rings_immediately() {
        let (waker, woken) = sleeper();
        thread::spawn(move || waker.ring(Instant::now())).join().unwrap();
        woken.recv().unwrap();
    }

    #[test]
    fn a_thread_that_pauses_defers_until_its_pause_or_the_limit() {
        let (waker, woken) = sleeper();
        thread::spawn(move || {
            before_pause();
            waker.ring(Instant::now());
            assert!(PUT_OFF.with_borrow(|put_off| put_off.sleeper.is_some()), "the wake-up is deferred");
            before_pause();
            woken.recv().unwrap();
            for _ in 0..MOST_PUT_OFF {
                waker.ring(Instant::now());
            }
            woken.recv().unwrap();
        })
        .join()
        .unwrap();
    }

    #[test]
    fn wakes_both_of_two_logs() {
        let ((one, of_one), (other, of_other)) = (sleeper(), sleeper());
        thread::spawn(move || {
            before_pause();
            one.ring(Instant::now());
            other.ring(Instant::now());
            of_other.recv().unwrap();
            before_pause();
            of_one.recv().unwrap();
        })
        .join()
        .unwrap();
    }
}
