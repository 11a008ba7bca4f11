//! Batches the writes to connections: a thread collects everything that it has to send, encodes all of it, and then
//! writes it without pauses.
//!
//! When the log has stored a group of moves, at least two players are sent each of them. A write to a socket wakes its
//! reader, unless the reader is still busy with an earlier write. Writes in close succession are therefore cheaper than
//! the same writes with work between them. Batching also avoids waking a task only to write.
//!
//! A runtime thread collects writes until it is about to park. Other threads batch only inside [`together`].

use std::cell::RefCell;
use std::sync::Arc;

/// The number of pending writers at which a batch is sent early.
const MANY: usize = 64;

/// A connection with something to send.
pub trait Flush: Send + Sync {
    /// Encodes the pending data.
    fn gather(&self);

    /// Writes as much as possible without waiting. The connection's own task sends the rest.
    fn flush(&self);
}

/// The pending writes of a thread.
struct Burst {
    /// Whether this thread calls [`before_pause`].
    pauses: bool,
    /// Whether [`together`] is running.
    together: bool,
    to: Vec<Arc<dyn Flush>>,
}

thread_local! {
    static BURST: RefCell<Burst> = const { RefCell::new(Burst { pauses: false, together: false, to: Vec::new() }) };
}

/// Sends all pending writes, including those added meanwhile. Must be called without holding a lock.
pub fn send_now() {
    let mut sent = Vec::new();
    // The list that was sent is put back, so that its memory serves the next batch.
    while BURST.with_borrow_mut(|burst| {
        let is_pending = !burst.to.is_empty();
        if is_pending || burst.to.capacity() == 0 {
            std::mem::swap(&mut burst.to, &mut sent);
        }
        is_pending
    }) {
        sent.iter().for_each(|to: &Arc<dyn Flush>| to.gather());
        sent.iter().for_each(|to| to.flush());
        sent.clear();
    }
}

/// Sends the batch when dropped, even after a panic.
struct Sending;

impl Drop for Sending {
    fn drop(&mut self) {
        BURST.with_borrow_mut(|burst| burst.together = false);
        send_now();
    }
}

/// Runs `tell` and then sends everything that it queued in one batch.
pub fn together(tell: impl FnOnce()) {
    BURST.with_borrow_mut(|burst| burst.together = true);
    let _sending = Sending;
    tell();
}

/// Sends all pending writes. A runtime thread must call it whenever it is about to park
/// ([`tokio::runtime::Builder::on_thread_park`]). Such a thread must not run code that blocks it forever.
pub fn before_pause() {
    BURST.with_borrow_mut(|burst| burst.pauses = true);
    send_now();
}

/// Sends the pending writes if there are many. Must be called without holding a lock.
pub fn send_much() {
    if BURST.with_borrow(|burst| burst.to.len() >= MANY) {
        send_now();
    }
}

/// Adds a connection to the batch of this thread. It is removed when the batch is sent, so it must be added again for
/// later data. Returns `false` if this thread is not batching at the moment.
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
    fn gathers_everything_before_sending_even_after_a_panic() {
        let notes = Arc::new(Mutex::new(String::new()));
        assert!(!note('-', &notes), "no batch is open");
        let result = catch_unwind(AssertUnwindSafe(|| {
            together(|| {
                assert!("ab".chars().all(|letter| note(letter, &notes)));
                assert_eq!(*notes.lock().unwrap(), "");
                panic!("amid what is told");
            });
        }));
        assert!(result.is_err() && !note('-', &notes));
        assert_eq!(*notes.lock().unwrap(), "abAB");
    }

    #[test]
    fn runtime_thread_sends_before_it_parks_or_when_the_batch_is_large() {
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
