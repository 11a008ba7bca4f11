//! What a search may spend, and how it learns that it must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells a search how long it has been running. An argument, so that this layer reads no clock of its own.
pub trait Clock: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// How many nodes may pass before the clock and the stop flag are looked at again.
/// Even where an evaluation takes ten microseconds, that is hardly more than a millisecond.
const CHECK_EVERY: u64 = 128;

/// The limits of one search.
pub struct Budget<'a> {
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so long.
    pub time: Option<Duration>,
    /// After so long no deeper iteration is begun.
    pub soft: Option<Duration>,
    /// The clock that `time` and the report are measured by; none where neither matters.
    pub clock: Option<&'a dyn Clock>,
    /// Set by another thread to end the search at once.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// No limits.
    pub const UNLIMITED: Budget<'static> = Budget { nodes: None, time: None, soft: None, clock: None, stop: None };

    pub(super) fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::elapsed)
    }

    /// The node count at which [`Budget::spent`] is to be asked next.
    pub(super) fn next_check(&self, nodes: u64, several_threads: bool) -> u64 {
        let must_look = self.stop.is_some() || self.time.is_some() || several_threads;
        let soon = if must_look { nodes + CHECK_EVERY } else { u64::MAX };
        soon.min(self.nodes.unwrap_or(u64::MAX))
    }

    /// Whether the search must stop now.
    pub(super) fn spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.time.is_some_and(|limit| self.elapsed() >= limit)
    }
}
