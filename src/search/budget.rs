//! The limits of a search, and how it notices that it must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time since a search began. The caller implements it, so that this layer reads no clock of its own.
pub trait Clock: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// Lets a search that shares its processor with others give way to them. The pool that runs the searches implements it.
/// The threads of one search share it and give way together.
pub trait Turn: Sync {
    /// Whether somebody else may be waiting for this search's place. Called every few nodes, so it must cost next to
    /// nothing.
    fn may_be_over(&self) -> bool;

    /// Gives way if the search's turn is over: blocks until the next one comes, `left` has passed (none for no end),
    /// or the search is to stop.
    fn give_way(&self, left: Option<Duration>);

    /// How long the search has been kept waiting so far.
    fn suspended(&self) -> Duration;
}

/// How many nodes may pass before the clock and the stop flag are looked at again.
/// Even where an evaluation takes ten microseconds, that is hardly more than a millisecond.
const CHECK_EVERY: u64 = 128;

/// The limits of one search.
pub struct Budget<'a> {
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// The longest time, counting also that in which other searches had their turn.
    pub time: Option<Duration>,
    /// The longest time, without that in which other searches had their turn.
    pub work: Option<Duration>,
    /// After this time no deeper iteration is begun.
    pub soft: Option<Duration>,
    /// The clock that `time` and the report are measured by; none where neither matters.
    pub clock: Option<&'a dyn Clock>,
    /// Set by another thread to end the search at once.
    pub stop: Option<&'a AtomicBool>,
    /// Where the search lets others go first; none where it has its processor for itself.
    pub turn: Option<&'a dyn Turn>,
}

impl Budget<'_> {
    /// No limits.
    pub const UNLIMITED: Budget<'static> =
        Budget { nodes: None, time: None, work: None, soft: None, clock: None, stop: None, turn: None };

    pub(super) fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::elapsed)
    }

    /// The node count at which [`Budget::spent`] is to be called next.
    pub(super) fn next_check(&self, nodes: u64, several_threads: bool) -> u64 {
        let limited = self.stop.is_some() || self.time.is_some() || self.work.is_some();
        let must_look = limited || self.turn.is_some() || several_threads;
        let soon = if must_look { nodes + CHECK_EVERY } else { u64::MAX };
        soon.min(self.nodes.unwrap_or(u64::MAX))
    }

    /// Lets others go first where it is their turn.
    pub(super) fn give_way(&self) {
        if let Some(turn) = self.turn.filter(|turn| turn.may_be_over()) {
            turn.give_way(self.time.map(|limit| limit.saturating_sub(self.elapsed())));
        }
    }

    /// Whether the search must stop now.
    pub(super) fn spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.time.is_some_and(|limit| self.elapsed() >= limit)
            || self.work.is_some_and(|limit| self.worked() >= limit)
    }

    /// How long the search has had its processor.
    fn worked(&self) -> Duration {
        self.elapsed().saturating_sub(self.turn.map_or(Duration::ZERO, Turn::suspended))
    }
}
