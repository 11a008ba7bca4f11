//! Settings for timeouts and retention of matches.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use arena_play::Timeouts;
use arena_play::host::HostTimeouts;

/// Timeouts and retention of matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matches {
    /// With a clock: time in milliseconds in which an absent player may return before losing the match.
    pub grace_ms: u64,
    /// With a clock: time in milliseconds for each side's first move, during which its clock does not run. The match is
    /// aborted after it; in a tournament the side loses.
    pub first_move_ms: u64,
    /// Time in milliseconds for which a match waits for its open seat to be taken.
    pub open_seat_ms: u64,
    /// Time in milliseconds after which a guest's match expires if its creator is away and no person has made a move.
    pub unbegun_ms: u64,
    /// Time in milliseconds since everybody has left a match of guests, after which it may be evicted to make room, even if
    /// both sides have moved.
    pub abandoned_ms: u64,
    /// Without a clock: time in milliseconds after which a match without any activity expires without a result.
    pub move_ms: u64,
    /// Time in milliseconds in which a seated player must connect when the match begins, before counting as away.
    pub presence_ms: u64,
    /// Time in milliseconds for which a finished match stays available to those who watch it.
    pub linger_ms: u64,
    /// Number of days for which finished matches are kept. 0 means forever.
    pub keep_days: u32,
    /// Number of finished matches to keep, newest first. 0 means all.
    pub keep_finished: u64,
    /// While the database uses more than this many MiB, finished matches of guests are removed, oldest first. 0 means never.
    pub guests_mb: u64,
}

impl Default for Matches {
    fn default() -> Self {
        Self {
            grace_ms: 60_000,
            first_move_ms: 60_000,
            open_seat_ms: 3_600_000,
            unbegun_ms: 120_000,
            abandoned_ms: 3_600_000,
            move_ms: 30 * 86_400_000,
            presence_ms: 10_000,
            linger_ms: 1_800_000,
            keep_days: 0,
            keep_finished: 0,
            guests_mb: 8_192,
        }
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
