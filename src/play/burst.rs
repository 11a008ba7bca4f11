//! Much that happens at once is told at once: what many are to be sent is put together first, and then goes out one after the
//! other with nothing in between.
//!
//! When the log has written a group of moves, each of them is told to two players or more. To write to a socket wakes who
//! reads it, unless it is still busy with what came before; so writes that follow each other closely cost less than the
//! same ones with work between them. And nobody's task has to be woken only to write.
//!
//! A thread of a runtime keeps what is to be sent until it has done what there is to do, and is about to pause; elsewhere there
//! are bursts only where something is told [`together`].

use std::cell::RefCell;
use std::sync::Arc;

/// With so many it is time to send.
const MANY: usize = 64;

/// Where something is to be sent.
pub trait Flush: Send + Sync {
    /// Puts together what is to be sent.
    fn gather(&self);

    /// Sends it, as far as that goes without waiting; whoever it belongs to sees to the rest.
    fn flush(&self);
}

/// What a thread has to send.
struct Burst {
    /// Whether this thread tells when it pauses.
    pauses: bool,
    /// Whether something is told together.
    together: bool,
    to: Vec<Arc<dyn Flush>>,
}

thread_local! {
    static BURST: RefCell<Burst> = const { RefCell::new(Burst { pauses: false, together: false, to: Vec::new() }) };
}

/// Sends what there is, and what comes to that meanwhile. To be called where no lock is held.
fn send_now() {
    loop {
        let to = BURST.with_borrow_mut(|burst| std::mem::take(&mut burst.to));
        if to.is_empty() {
            return;
        }
        to.iter().for_each(|to| to.gather());
        to.iter().for_each(|to| to.flush());
    }
}

/// Sends what was told together, also where telling panics.
struct Sending;

impl Drop for Sending {
    fn drop(&mut self) {
        BURST.with_borrow_mut(|burst| burst.together = false);
        send_now();
    }
}

/// Does what tells many of something, and sends all of it after that.
pub fn together(tell: impl FnOnce()) {
    BURST.with_borrow_mut(|burst| burst.together = true);
    let _sending = Sending;
    tell();
}

/// Sends what there is; to be called by a thread of a runtime whenever it is about to pause
/// ([`tokio::runtime::Builder::on_thread_park`]). Such a thread must not be left to something that blocks it for good.
pub fn before_pause() {
    BURST.with_borrow_mut(|burst| burst.pauses = true);
    send_now();
}

/// Sends what there is where that is much. To be called where no lock is held.
pub fn send_much() {
    if BURST.with_borrow(|burst| burst.to.len() >= MANY) {
        send_now();
    }
}

/// Has what is to be sent there sent soon, with what else there is; it is asked for anew when a burst has gathered it. Gives
/// `false` where this thread has no bursts now.
#[must_use]
pub fn send_later(to: impl FnOnce() -> Option<Arc<dyn Flush>>) -> bool {
    BURST.with_borrow_mut(|burst| {
        let to = if burst.pauses || burst.together { to() } else { None };
        let is_sent = to.is_some();
        burst.to.extend(to);
        is_sent
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    struct Noted(char, Arc<Mutex<String>>);

    impl Flush for Noted {
        fn gather(&self) {
            self.1.lock().unwrap().push(self.0);
        }

        fn flush(&self) {
            self.1.lock().unwrap().push(self.0.to_ascii_uppercase());
        }
    }

    fn note(letter: char, notes: &Arc<Mutex<String>>) -> bool {
        send_later(|| Some(Arc::new(Noted(letter, Arc::clone(notes)))))
    }

    #[test]
    fn all_is_put_together_before_any_of_it_is_sent_also_after_a_panic() {
        let notes = Arc::new(Mutex::new(String::new()));
        assert!(!note('-', &notes), "nothing is told together");
        let told = catch_unwind(AssertUnwindSafe(|| {
            together(|| {
                assert!("ab".chars().all(|letter| note(letter, &notes)));
                assert_eq!(*notes.lock().unwrap(), "");
                panic!("amid what is told");
            });
        }));
        assert!(told.is_err() && !note('-', &notes));
        assert_eq!(*notes.lock().unwrap(), "abAB");
    }

    #[test]
    fn a_thread_that_pauses_sends_when_it_does_or_when_there_is_much() {
        let notes = Arc::new(Mutex::new(String::new()));
        let of_thread = Arc::clone(&notes);
        let pausing = move || {
            before_pause();
            assert!(note('a', &of_thread));
            send_much();
            assert_eq!(*of_thread.lock().unwrap(), "");
            before_pause();
            assert_eq!(*of_thread.lock().unwrap(), "aA");
            assert!((0..MANY).all(|_| note('b', &of_thread)));
            send_much();
            assert_eq!(of_thread.lock().unwrap().len(), 2 + 2 * MANY);
        };
        thread::spawn(pausing).join().unwrap();
    }
}
