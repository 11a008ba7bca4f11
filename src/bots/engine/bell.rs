//! Wakes a thread that waits in a blocking read when its time is over.
//!
//! To ask by `poll` whether a program has said something costs nearly as much as to read it. So its output is read without
//! asking, and one thread for all programs looks after the deadlines. When one passes, it opens that pipe for writing, as
//! Linux lets who has the end for reading, and puts [`RING`] into it: the reader wakes and leaves that out. The end for
//! writing is open for that moment only, since as long as there is one the reader does not learn that the program has closed
//! its output.

use std::fs::File;
use std::io::{Error, ErrorKind, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The byte that wakes a reader. No text has it.
pub(super) const RING: u8 = 0;

/// Not to be rung at all.
const NEVER: u64 = u64::MAX;
/// When a bell could not be rung, as for want of a file descriptor, it is tried again after this time.
const AGAIN: Duration = Duration::from_millis(10);

/// What wakes the reader of one pipe.
#[derive(Clone, Debug)]
pub(super) struct Bell(Arc<Pipe>);

#[derive(Debug)]
struct Pipe {
    end: OwnedFd,
    /// When it is to be rung, in nanoseconds since the first bell was made.
    at: AtomicU64,
}

/// All bells, and the thread that rings them.
struct Ringer {
    bells: Mutex<Bells>,
    /// Notified when a bell is to be rung before `sleeps_until`.
    sooner: Condvar,
    /// Until when the thread sleeps; [`NEVER`] while it looks at the bells, so that whoever sets one meanwhile notifies it.
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
    /// A bell for who reads from that end of a pipe.
    ///
    /// # Errors
    /// When the pipe cannot be opened for writing, or there is no thread to spare.
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

    /// Rings when that time comes.
    pub(super) fn ring_at(&self, time: Instant) {
        let at = RINGER.since_epoch(time);
        self.0.at.store(at, Ordering::SeqCst);
        if at < RINGER.sleeps_until.load(Ordering::SeqCst) {
            // Whoever holds the lock has either not looked at this bell yet, or sleeps once the lock is to be had.
            drop(RINGER.bells.lock().unwrap_or_else(PoisonError::into_inner));
            RINGER.sooner.notify_one();
        }
    }

    /// Rings at once.
    pub(super) fn ring(&self) -> std::io::Result<()> {
        self.0.ring()
    }

    /// Does not ring any more, unless it is just being rung.
    pub(super) fn be_quiet(&self) {
        self.0.at.store(NEVER, Ordering::SeqCst);
    }
}

impl Pipe {
    fn ring(&self) -> std::io::Result<()> {
        match open_for_writing(self.end.as_fd())?.write_all(&[RING]) {
            // It is full, so nobody waits for it.
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(()),
            written => written,
        }
    }
}

impl Ringer {
    fn since_epoch(&self, time: Instant) -> u64 {
        u64::try_from(time.saturating_duration_since(self.epoch).as_nanos()).unwrap_or(NEVER)
    }

    /// Rings the bells in time.
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
                    // Unless it was set anew meanwhile.
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

/// The other end of the pipe whose end for reading this is.
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
    fn a_reader_is_woken_in_time_and_learns_the_end_all_the_same() {
        let (mut out, into) = std::io::pipe().expect("a pipe");
        let bell = Bell::of(&out).expect("a bell");
        let mut byte = [1];
        // Not set, set for later, and then for sooner.
        bell.ring_at(Instant::now() + Duration::from_secs(3_600));
        for ms in [30, 1, 0] {
            let time = Instant::now() + Duration::from_millis(ms);
            bell.ring_at(time);
            assert_eq!(out.read(&mut byte).expect("a byte"), 1);
            assert_eq!(byte, [RING]);
            assert!(Instant::now() >= time);
        }
        bell.ring_at(Instant::now() + Duration::from_secs(3_600));
        bell.be_quiet();
        drop(into);
        assert_eq!(out.read(&mut byte).expect("the end"), 0, "the bell holds no end for writing");
    }

    #[test]
    fn bells_ring_by_themselves() {
        let pipes: Vec<_> = (0..8).map(|_| std::io::pipe().expect("a pipe")).collect();
        let bells: Vec<_> = pipes.iter().map(|(out, _)| Bell::of(out).expect("a bell")).collect();
        let began = Instant::now();
        for (bell, ms) in bells.iter().zip((1..9).rev()) {
            bell.ring_at(began + Duration::from_millis(5 * ms));
        }
        for (mut out, _into) in pipes {
            assert_eq!(out.read(&mut [0]).expect("a byte"), 1);
        }
    }
}
