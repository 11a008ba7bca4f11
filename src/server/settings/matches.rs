//! Settings for timeouts and retention of matches.

use std::time::Duration;

use crate::time::WEEK_MS;
use arena_play::Timeouts;
use arena_play::host::HostTimeouts;

settings! {
    /// Timeouts and retention of matches.
    "matches" Matches {
        /// With a clock: time in milliseconds in which an absent player may return before losing the match.
        grace_ms: u64 = 60_000, in 1..=WEEK_MS;
        /// With a clock: time in milliseconds for each side's first move, during which its clock does not run. The
        /// match is aborted after it; in a tournament the side loses.
        first_move_ms: u64 = 60_000, in 1..=WEEK_MS;
        /// Time in milliseconds for which a match waits for its open seat to be taken.
        open_seat_ms: u64 = 3_600_000, in 1..=52 * WEEK_MS;
        /// Time in milliseconds after which a guest's match expires if its creator is away and no person has made a
        /// move.
        unbegun_ms: u64 = 120_000, in 1..=WEEK_MS;
        /// Time in milliseconds since everybody has left a match of guests, after which it may be evicted to make room,
        /// even if both sides have moved.
        abandoned_ms: u64 = 3_600_000, in 1..=52 * WEEK_MS;
        /// Without a clock: time in milliseconds after which a match without any activity expires without a result.
        move_ms: u64 = 30 * 86_400_000, in 1..=52 * WEEK_MS;
        /// Time in milliseconds in which a seated player must connect when the match begins, before counting as away.
        presence_ms: u64 = 10_000, in 1..=WEEK_MS;
        /// Time in milliseconds for which a finished match stays available to those who watch it.
        linger_ms: u64 = 1_800_000, in 0..=WEEK_MS;
        /// Number of days for which finished matches are kept. 0 means forever.
        keep_days: u32 = 0, in 0..=36_500;
        /// Number of finished matches to keep, newest first. 0 means all.
        keep_finished: u64 = 0, in 0..=1 << 40;
        /// While the database uses more than this many MiB, finished matches of guests are removed, oldest first. 0
        /// means never.
        guests_mb: u64 = 8_192, in 0..=1 << 24;
    }
}

impl Matches {
    /// Timeouts of the match itself.
    #[must_use]
    pub const fn timeouts(&self) -> Timeouts {
        Timeouts {
            grace: Duration::from_millis(self.grace_ms),
            open_seat: Duration::from_millis(self.open_seat_ms),
            first_move: Some(Duration::from_millis(self.first_move_ms)),
            untouched: Duration::from_millis(self.move_ms),
        }
    }

    /// Timeouts of the task that hosts the match.
    #[must_use]
    pub const fn host_timeouts(&self) -> HostTimeouts {
        HostTimeouts {
            presence: Duration::from_millis(self.presence_ms),
            linger: Duration::from_millis(self.linger_ms),
            first_link: Duration::from_secs(5),
        }
    }
}
