//! Much that happens at once is told at once: what many are to be sent is put together first, and then goes out one after the
//! other with nothing in between.
//!
//! When the log has written a group of moves, each of them is told to two players or more. To write to a socket wakes who
//! reads it, unless it is still busy with what came before; so writes that follow each other closely cost less than the
//! same ones with work between them. And nobody's task has to be woken only to write.

use std::cell::RefCell;
use std::sync::Arc;

/// Where something is to be sent.
pub trait Flush: Send + Sync {
    /// Puts together what is to be sent.
    fn gather(&self);

    /// Sends it, as far as that goes without waiting; whoever it belongs to sees to the rest.
    fn flush(&self);
}

thread_local! {
    /// Who has something to send by what this thread tells together; none while it tells nothing together.
    static TOLD: RefCell<Option<Vec<Arc<dyn Flush>>>> = const { RefCell::new(None) };
}

/// Sends what was told, also where telling panics.
struct Sending;

impl Drop for Sending {
    fn drop(&mut self) {
        let told = TOLD.take().unwrap_or_default();
        told.iter().for_each(|to| to.gather());
        told.iter().for_each(|to| to.flush());
    }
}

/// Does what tells many of something, and sends all of it after that.
pub fn together(tell: impl FnOnce()) {
    TOLD.set(Some(Vec::new()));
    let _sending = Sending;
    tell();
}

/// Whether this thread tells something together with other things.
#[must_use]
pub fn is_under_way() -> bool {
    TOLD.with_borrow(Option::is_some)
}

/// Has what is to be sent there sent with the rest; to be called while a burst [`is_under_way`], once for each.
pub fn send_later(to: Arc<dyn Flush>) {
    TOLD.with_borrow_mut(|told| told.get_or_insert_default().push(to));
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

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

    #[test]
    fn all_is_put_together_before_any_of_it_is_sent_also_after_a_panic() {
        let notes = Arc::new(Mutex::new(String::new()));
        let told = catch_unwind(AssertUnwindSafe(|| {
            together(|| {
                assert!(is_under_way());
                "ab".chars().for_each(|letter| send_later(Arc::new(Noted(letter, Arc::clone(&notes)))));
                assert_eq!(*notes.lock().unwrap(), "");
                panic!("amid what is told");
            });
        }));
        assert!(told.is_err() && !is_under_way());
        assert_eq!(*notes.lock().unwrap(), "abAB");
    }
}
