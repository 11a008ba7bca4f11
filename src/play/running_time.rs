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
const BEAT: Duration = Duration::from_millis(50);

/// Maximum time that counts between two beats. A WebAssembly module has no threads, so nothing beats there and all time
/// counts.
const LONGEST_GAP: Duration = if HAS_BEATS { Duration::from_millis(150) } else { Duration::from_secs(1 << 32) };

/// Whether a thread can beat.
const HAS_BEATS: bool = cfg!(not(target_family = "wasm"));

/// After a longer gap between two beats, the process has stalled: it was stopped, or the machine was overloaded. This is
/// less than the lateness that a tournament tolerates by default, so that a single stop below it decides no match.
const STALL: Duration = if HAS_BEATS { Duration::from_millis(90) } else { LONGEST_GAP };

#[derive(Debug)]
struct RunningTime {
    /// Time of the last beat.
    beat: Instant,
    /// Total time for which the process was stopped.
    stopped: Duration,
    /// Total length of the gaps between two beats in which the process stalled.
    stalled: Duration,
}

impl RunningTime {
    fn new(at: Instant) -> Self {
        Self { beat: at, stopped: Duration::ZERO, stalled: Duration::ZERO }
    }

    fn beat(&mut self, at: Instant) {
        self.stalled = self.stalled(at);
        self.stopped += at.saturating_duration_since(self.beat).saturating_sub(LONGEST_GAP);
        self.beat = at;
    }

    fn stalled(&self, at: Instant) -> Duration {
        let gap = at.saturating_duration_since(self.beat);
        self.stalled + if gap > STALL { gap } else { Duration::ZERO }
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
    if HAS_BEATS {
        // The thread runs as long as the process. Without it the clock would stand still.
        thread::Builder::new().name("heartbeat".to_owned()).spawn(beating).expect("a process can start a thread");
    }
    Mutex::new(RunningTime::new(Instant::now()))
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

/// Measures the time of a player's turn. A stall of this process does not count: neither a stopped process nor an
/// overloaded machine may cost a player the match.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    began: Instant,
    /// [`RunningTime::stalled`] when it was started.
    stalled: Duration,
}

impl Stopwatch {
    /// Starts measuring now.
    #[must_use]
    pub fn start() -> Self {
        Self::since(Instant::now())
    }

    /// Measures from `began`, which has just passed.
    #[must_use]
    pub fn since(began: Instant) -> Self {
        Self { began, stalled: time().stalled(Instant::now()) }
    }

    /// Returns the time so far, without stalls and the moments around each of them.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let (now, stalled) = {
            let time = time();
            let now = Instant::now();
            (now, time.stalled(now))
        };
        now.saturating_duration_since(self.began).saturating_sub(stalled - self.stalled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_a_stop_does_not_count() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut time = RunningTime::new(start);
        assert_eq!(time.now(at(40)), at(40));
        time.beat(at(50));
        assert_eq!((time.now(at(80)), time.now(at(200))), (at(80), at(200)));
        // Stopped for thirty seconds. Another thread reads the clock before the first beat.
        assert_eq!(time.now(at(30_080)), at(200));
        time.beat(at(30_090));
        assert_eq!(time.now(at(30_090)), at(200), "the clock does not jump with the beat");
        assert_eq!(time.now(at(30_130)), at(240));
        time.beat(at(30_150));
        assert_eq!(time.now(at(30_170)), at(280));
        // A late beat on a busy machine changes nothing.
        time.beat(at(30_290));
        assert_eq!(time.now(at(30_300)), at(410));
    }

    #[test]
    fn a_stall_is_the_whole_gap_between_two_beats() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut time = RunningTime::new(start);
        time.beat(at(60));
        assert_eq!(time.stalled(at(150)), Duration::ZERO, "a late beat is no stall");
        // Stopped for 0.1 s, as short as what a tournament tolerates.
        assert_eq!(time.stalled(at(160)), Duration::from_millis(100), "before the first beat");
        time.beat(at(170));
        assert_eq!(time.stalled(at(200)), Duration::from_millis(110));
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
