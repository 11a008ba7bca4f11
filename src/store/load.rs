//! How busy a runtime is, and the thread that works for it.

use std::time::{Duration, Instant};

use tokio::runtime::Handle;

/// It is looked so often.
const EVERY: Duration = Duration::from_millis(20);

/// The load counts as high where less than the rest of the time was left to the threads of the runtime.
const HIGH: f64 = 0.8;

/// The load of a runtime, as it was lately, on the processors that it has a thread each for.
#[derive(Default)]
pub(super) struct Load {
    /// When it was last looked, and how long all threads had been busy by then.
    before: Option<(Instant, Duration)>,
    high: bool,
}

impl Load {
    /// Whether the threads of the runtime had hardly a processor to spare, while this thread worked as well. Always the same
    /// thread asks.
    pub(super) fn is_high(&mut self, runtime: &Handle) -> bool {
        let now = Instant::now();
        if self.before.is_none_or(|(at, _)| now.saturating_duration_since(at) >= EVERY) {
            let metrics = runtime.metrics();
            let busy: Duration =
                (0..metrics.num_workers()).map(|worker| metrics.worker_total_busy_duration(worker)).sum();
            self.look(now, busy + own_time(), metrics.num_workers());
        }
        self.high
    }

    /// By `now` so many threads had been busy for so long in all.
    fn look(&mut self, now: Instant, busy: Duration, threads: usize) {
        if let Some((at, busy_before)) = self.before.replace((now, busy)) {
            let time = now.saturating_duration_since(at).as_secs_f64() * threads as f64;
            self.high = busy.saturating_sub(busy_before).as_secs_f64() > HIGH * time;
        }
    }
}

/// The processor time of this thread, where the system tells: the first number, in nanoseconds, of what Linux says of its
/// scheduling.
fn own_time() -> Duration {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let used = said.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok());
    used.map_or(Duration::ZERO, Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_high_where_no_thread_pauses_much() {
        let (start, mut load) = (Instant::now(), Load::default());
        let ms = Duration::from_millis;
        load.look(start, ms(5), 2);
        assert!(!load.high, "nothing is known yet");
        load.look(start + ms(20), ms(5 + 38), 2);
        assert!(load.high);
        load.look(start + ms(40), ms(5 + 38 + 21), 2);
        assert!(!load.high, "one of two threads paused");
    }
}
