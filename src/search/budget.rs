//! The limits of a search.

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

/// Lets a search that shares its processor with others yield to them. The pool that runs the searches implements it.
/// The threads of one search share one turn and yield together.
pub trait Turn: Sync {
    /// Returns whether another search may be waiting for this processor. Called every few nodes, so it must cost next
    /// to nothing.
    fn may_be_over(&self) -> bool;

    /// Yields if the search's turn is over. Blocks until its next turn, until `left` has passed (`None` for no limit),
    /// or until the search is to stop.
    fn give_way(&self, left: Option<Duration>);

    /// Returns how long the search has been suspended so far.
    fn suspended(&self) -> Duration;
}

/// The number of nodes between checks of the clock and the stop flag. Even with an evaluation that takes ten
/// microseconds, that is little more than a millisecond.
const CHECK_EVERY: u64 = 128;

/// The limits of one search.
pub struct Budget<'a> {
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The longest time, including the time in which the search was suspended.
    pub time: Option<Duration>,
    /// The longest time, excluding the time in which the search was suspended.
    pub work: Option<Duration>,
    /// No deeper iteration starts after this time.
    pub soft: Option<Duration>,
    /// The clock for the time limits and the report. `None` if neither is needed.
    pub clock: Option<&'a dyn Clock>,
    /// Another thread sets this flag to end the search at once.
    pub stop: Option<&'a AtomicBool>,
    /// Set by the evaluation when it has failed. Ends the search at once; its report means nothing then.
    pub failed: Option<&'a AtomicBool>,
    /// Where the search yields to others. `None` if it has its processor to itself.
    pub turn: Option<&'a dyn Turn>,
}

impl Budget<'_> {
    /// No limits.
    pub const UNLIMITED: Budget<'static> =
        Budget { nodes: None, time: None, work: None, soft: None, clock: None, stop: None, failed: None, turn: None };

    pub(super) fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::elapsed)
    }

    /// Returns the node count at which [`Budget::spent`] is to be called next.
    pub(super) fn next_check(&self, nodes: u64, several_threads: bool) -> u64 {
        let limited = self.stop.or(self.failed).is_some() || self.time.is_some() || self.work.is_some();
        let must_look = limited || self.turn.is_some() || several_threads;
        let soon = if must_look { nodes + CHECK_EVERY } else { u64::MAX };
        soon.min(self.nodes.unwrap_or(u64::MAX))
    }

    /// Yields if another search may be waiting.
    pub(super) fn give_way(&self) {
        if let Some(turn) = self.turn.filter(|turn| turn.may_be_over()) {
            turn.give_way(self.time.map(|limit| limit.saturating_sub(self.elapsed())));
        }
    }

    /// Returns whether the search must stop now.
    pub(super) fn spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || [self.stop, self.failed].into_iter().flatten().any(|flag| flag.load(Ordering::Relaxed))
            || self.time.is_some_and(|limit| self.elapsed() >= limit)
            || self.work.is_some_and(|limit| self.worked() >= limit)
    }

    /// Returns how long the search has run, without the time in which it was suspended.
    fn worked(&self) -> Duration {
        self.elapsed().saturating_sub(self.turn.map_or(Duration::ZERO, Turn::suspended))
    }
}
