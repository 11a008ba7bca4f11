//! Settings of how long matches wait, and how long they are kept.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::play::Timeouts;
use crate::play::host::HostTimeouts;

/// How long matches wait, and how long they are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matches {
    /// With a clock, whoever is away may come back within so long before the match is lost by it.
    pub grace_ms: u64,
    /// An open seat waits for so long.
    pub open_seat_ms: u64,
    /// Without a clock, a match in which nothing happens for so long expires, void.
    pub move_ms: u64,
    /// The holder of a seat has so long to connect, when the match begins, before counting as away.
    pub presence_ms: u64,
    /// A finished match stays with those who watch it for so long.
    pub linger_ms: u64,
    /// Finished matches are kept for so many days; 0 for ever.
    pub keep_days: u32,
    /// So many finished matches are kept, the newest; 0 for any number.
    pub keep_finished: u64,
}

impl Default for Matches {
    fn default() -> Self {
        Self {
            grace_ms: 60_000,
            open_seat_ms: 3_600_000,
            move_ms: 30 * 86_400_000,
            presence_ms: 10_000,
            linger_ms: 1_800_000,
            keep_days: 0,
            keep_finished: 0,
        }
    }
}

impl Matches {
    /// How long a match waits for whom.
    #[must_use]
    pub const fn timeouts(&self) -> Timeouts {
        Timeouts {
            grace: Duration::from_millis(self.grace_ms),
            open_seat: Duration::from_millis(self.open_seat_ms),
            untouched: Duration::from_millis(self.move_ms),
        }
    }

    /// How long its host does.
    #[must_use]
    pub const fn host_timeouts(&self) -> HostTimeouts {
        HostTimeouts {
            presence: Duration::from_millis(self.presence_ms),
            linger: Duration::from_millis(self.linger_ms),
            first_link: Duration::from_secs(5),
        }
    }
}
