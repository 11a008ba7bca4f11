//! The time of hosted matches: a monotonic clock that does not count the time for which the whole process was stopped.
//!
//! After SIGSTOP and SIGCONT, a suspended machine or heavy swapping, players would otherwise lose time for a pause of the
//! server. A thread beats at short intervals. The clock advances by at most `LONGEST_GAP` after a beat, and the next
//! beat takes the rest of the gap out of the time. This also holds for a thread that reads the clock before the first
//! beat after the stop.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Interval between two beats.
const BEAT: Duration = Duration::from_millis(100);

/// Maximum time that counts between two beats.
const LONGEST_GAP: Duration = Duration::from_millis(500);

#[derive(Debug)]
struct RunningTime {
    /// Time of the last beat.
    beat: Instant,
    /// Total time for which the process was stopped.
    stopped: Duration,
}

impl RunningTime {
    fn beat(&mut self, at: Instant) {
        self.stopped += at.saturating_duration_since(self.beat).saturating_sub(LONGEST_GAP);
        self.beat = at;
    }

    fn now(&self, at: Instant) -> Instant {
        let counted = at.min(self.beat + LONGEST_GAP);
        counted.checked_sub(self.stopped).unwrap_or(counted)
    }
}

static TIME: LazyLock<Mutex<RunningTime>> = LazyLock::new(|| {
    let beating = || {
        loop {
            thread::sleep(BEAT);
            time().beat(Instant::now());
        }
    };
    // The thread runs as long as the process. Without it the clock would stand still.
    thread::Builder::new().name("heartbeat".to_owned()).spawn(beating).expect("a process can start a thread");
    Mutex::new(RunningTime { beat: Instant::now(), stopped: Duration::ZERO })
});

fn time() -> MutexGuard<'static, RunningTime> {
    TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the present time of matches.
#[must_use]
pub fn now() -> Instant {
    let time = time();
    time.now(Instant::now())
}

/// Returns when a deadline of matches is reached, on the clock of timers, if the process is not stopped until then.
#[must_use]
pub fn timer(deadline: Instant) -> Instant {
    let stopped = time().stopped;
    deadline.checked_add(stopped).unwrap_or(deadline)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_a_stop_does_not_count() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut time = RunningTime { beat: start, stopped: Duration::ZERO };
        assert_eq!(time.now(at(70)), at(70));
        time.beat(at(100));
        assert_eq!((time.now(at(150)), time.now(at(600))), (at(150), at(600)));
        // Stopped for thirty seconds. Another thread reads the clock before the first beat.
        assert_eq!(time.now(at(30_150)), at(600));
        time.beat(at(30_160));
        assert_eq!(time.now(at(30_160)), at(600), "the clock does not jump with the beat");
        assert_eq!(time.now(at(30_200)), at(640));
        time.beat(at(30_260));
        assert_eq!(time.now(at(30_300)), at(740));
        // A late beat on a busy machine changes nothing.
        time.beat(at(30_700));
        assert_eq!(time.now(at(30_800)), at(1_240));
    }

    #[test]
    fn time_goes_on_and_timers_follow_it() {
        let first = now();
        while now() <= first {
            thread::yield_now();
        }
        assert!(timer(first) >= first);
    }
}
