//! Wakes the log's thread. To wake a thread, to be interrupted by it and to wait for a disk costs more than some moves do; so
//! a thread of the runtime that is amid its work wakes it when it pauses, for all that has come by then. The less the
//! threads pause, the more moves share a write.

use std::cell::RefCell;
use std::thread::Thread;
use std::time::{Duration, Instant};

/// So many calls are put off at most until the thread that made them pauses, and the first of them for so long.
const MOST_PUT_OFF: usize = 256;
const LONGEST_PUT_OFF: Duration = Duration::from_millis(2);

/// What a thread has put off.
#[derive(Default)]
struct PutOff {
    /// Whether this thread tells when it pauses.
    pauses: bool,
    /// Whom it is to wake then, and since when.
    sleeper: Option<(Thread, Instant)>,
    times: usize,
}

thread_local! {
    static PUT_OFF: RefCell<PutOff> = RefCell::default();
}

/// To be called by a thread of a runtime whenever it is about to pause ([`tokio::runtime::Builder::on_thread_park`]). Where no
/// runtime does that, the log is written as well, in smaller groups.
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

/// The bell of a thread that parks while there is nothing to do.
#[derive(Clone)]
pub(super) struct Bell(Thread);

impl Bell {
    pub(super) const fn of(sleeper: Thread) -> Self {
        Self(sleeper)
    }

    /// Wakes the thread, now or when this one pauses; `now` is the time.
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

    /// A thread that tells each time it is woken, and its bell.
    fn sleeper() -> (Bell, mpsc::Receiver<()>) {
        let (tell, told) = mpsc::channel();
        let sleeping = thread::spawn(move || {
            loop {
                thread::park();
                if tell.send(()).is_err() {
                    return;
                }
            }
        });
        (Bell::of(sleeping.thread().clone()), told)
    }

    #[test]
    fn a_thread_that_never_pauses_wakes_at_once() {
        let (bell, woken) = sleeper();
        thread::spawn(move || bell.ring(Instant::now())).join().unwrap();
        woken.recv().unwrap();
    }

    #[test]
    fn one_that_pauses_wakes_when_it_does_or_when_much_has_come() {
        let (bell, woken) = sleeper();
        thread::spawn(move || {
            before_pause();
            bell.ring(Instant::now());
            assert!(PUT_OFF.with_borrow(|put_off| put_off.sleeper.is_some()), "it is put off");
            before_pause();
            woken.recv().unwrap();
            for _ in 0..MOST_PUT_OFF {
                bell.ring(Instant::now());
            }
            woken.recv().unwrap();
        })
        .join()
        .unwrap();
    }

    #[test]
    fn two_logs_are_both_woken() {
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
