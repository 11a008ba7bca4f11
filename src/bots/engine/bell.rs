//! Interrupts a thread in a blocking read at its deadline.
//!
//! Asking with `poll` whether a program has written something costs nearly as much as reading it. The output is
//! therefore read without asking, and a single thread watches the deadlines of all programs. At a deadline it opens the
//! pipe for writing, which Linux allows the owner of the reading end, and writes [`RING`]. The reader wakes up and
//! skips that byte. The writing end stays open only for that moment, because the reader cannot notice that the program
//! has closed its output while a writing end exists.

use std::fs::File;
use std::io::{Error, ErrorKind, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The byte that wakes a reader. It does not occur in text.
pub(super) const RING: u8 = 0;

/// The bell is not set.
const NEVER: u64 = u64::MAX;
/// Retry interval after a bell could not be rung, for example for lack of a file descriptor.
const AGAIN: Duration = Duration::from_millis(10);

/// Wakes the reader of one pipe.
#[derive(Clone, Debug)]
pub(super) struct Bell(Arc<Pipe>);

#[derive(Debug)]
struct Pipe {
    end: OwnedFd,
    /// When to ring, in nanoseconds since the epoch of the [`Ringer`].
    at: AtomicU64,
}

/// All bells, and the thread that rings them.
struct Ringer {
    bells: Mutex<Bells>,
    /// Notified when a bell has to ring before `sleeps_until`.
    sooner: Condvar,
    /// Until when the thread sleeps. [`NEVER`] while it checks the bells, so that every bell set in the meantime
    /// notifies it.
    sleeps_until: AtomicU64,
    epoch: Instant,
}

#[derive(Default)]
struct Bells {
    pipes: Vec<Weak<Pipe>>,
    has_thread: bool,
}

static RINGER: LazyLock<Ringer> = LazyLock::new(|| Ringer {
    bells: Mutex::default(),
    sooner: Condvar::new(),
    sleeps_until: AtomicU64::new(NEVER),
    epoch: Instant::now(),
});

impl Bell {
    /// Creates a bell for the reader of a pipe.
    ///
    /// # Errors
    /// If the pipe cannot be opened for writing, or if the thread cannot be started.
    pub(super) fn of(pipe: &impl AsFd) -> std::io::Result<Self> {
        let end = pipe.as_fd().try_clone_to_owned()?;
        open_for_writing(end.as_fd())?;
        let pipe = Arc::new(Pipe { end, at: AtomicU64::new(NEVER) });
        let mut bells = RINGER.bells.lock().unwrap_or_else(PoisonError::into_inner);
        if !bells.has_thread {
            std::thread::Builder::new()
                .name("engine-bells".to_owned())
                .stack_size(64 << 10)
                .spawn(|| RINGER.watch())?;
            bells.has_thread = true;
        }
        bells.pipes.retain(|pipe| pipe.strong_count() > 0);
        bells.pipes.push(Arc::downgrade(&pipe));
        Ok(Self(pipe))
    }

    /// Rings at the given time.
    pub(super) fn ring_at(&self, time: Instant) {
        let at = RINGER.since_epoch(time);
        self.0.at.store(at, Ordering::SeqCst);
        if at < RINGER.sleeps_until.load(Ordering::SeqCst) {
            // The thread holds the lock while it checks the bells. After this line it has either not checked this bell
            // yet or is asleep.
            drop(RINGER.bells.lock().unwrap_or_else(PoisonError::into_inner));
            RINGER.sooner.notify_one();
        }
    }

    /// Rings at once.
    pub(super) fn ring(&self) -> std::io::Result<()> {
        self.0.ring()
    }

    /// Cancels the ring, unless it is happening right now.
    pub(super) fn be_quiet(&self) {
        self.0.at.store(NEVER, Ordering::SeqCst);
    }
}

impl Pipe {
    fn ring(&self) -> std::io::Result<()> {
        match open_for_writing(self.end.as_fd())?.write_all(&[RING]) {
            // The pipe is full, so no reader is blocked.
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(()),
            written => written,
        }
    }
}

impl Ringer {
    fn since_epoch(&self, time: Instant) -> u64 {
        u64::try_from(time.saturating_duration_since(self.epoch).as_nanos()).unwrap_or(NEVER)
    }

    /// Rings the bells on time.
    fn watch(&self) {
        let mut bells = self.bells.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            self.sleeps_until.store(NEVER, Ordering::SeqCst);
            let now = self.since_epoch(Instant::now());
            let mut next = NEVER;
            for pipe in bells.pipes.iter().filter_map(Weak::upgrade) {
                let at = pipe.at.load(Ordering::SeqCst);
                if at > now {
                    next = next.min(at);
                } else if pipe.ring().is_ok() {
                    // Unless it was set again in the meantime.
                    pipe.at.compare_exchange(at, NEVER, Ordering::SeqCst, Ordering::SeqCst).ok();
                } else {
                    next = next.min(self.since_epoch(Instant::now() + AGAIN));
                }
            }
            self.sleeps_until.store(next, Ordering::SeqCst);
            let sleep = Duration::from_nanos(next.saturating_sub(now));
            bells = self.sooner.wait_timeout(bells, sleep).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Opens the writing end of a pipe, given its reading end.
fn open_for_writing(end: BorrowedFd<'_>) -> std::io::Result<File> {
    if cfg!(not(target_os = "linux")) {
        return Err(Error::from(ErrorKind::Unsupported));
    }
    use rustix::fs::{Mode, OFlags, open};
    let path = format!("/proc/self/fd/{}", end.as_raw_fd());
    Ok(open(path, OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_bell_wakes_the_reader_and_does_not_hide_the_end_of_the_pipe() {
        let (mut out, into) = std::io::pipe().expect("create a pipe");
        let bell = Bell::of(&out).expect("create a bell");
        let mut byte = [1];
        // First not set, then set for later, then for sooner.
        bell.ring_at(Instant::now() + Duration::from_secs(3_600));
        for ms in [30, 1, 0] {
            let time = Instant::now() + Duration::from_millis(ms);
            bell.ring_at(time);
            assert_eq!(out.read(&mut byte).expect("read a byte"), 1);
            assert_eq!(byte, [RING]);
            assert!(Instant::now() >= time);
        }
        bell.ring_at(Instant::now() + Duration::from_secs(3_600));
        bell.be_quiet();
        drop(into);
        assert_eq!(out.read(&mut byte).expect("read the end"), 0, "the bell keeps no writing end open");
    }

    #[test]
    fn bells_ring_independently() {
        let pipes: Vec<_> = (0..8).map(|_| std::io::pipe().expect("create a pipe")).collect();
        let bells: Vec<_> = pipes.iter().map(|(out, _)| Bell::of(out).expect("create a bell")).collect();
        let began = Instant::now();
        for (bell, ms) in bells.iter().zip((1..9).rev()) {
            bell.ring_at(began + Duration::from_millis(5 * ms));
        }
        for (mut out, _into) in pipes {
            assert_eq!(out.read(&mut [0]).expect("read a byte"), 1);
        }
    }
}
