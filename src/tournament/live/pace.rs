//! The pace of a league that limits its matches per hour.

use super::state::LiveState;

const HOUR_MS: u64 = 3_600_000;

/// A match that begins at most this much late counts from the time at which it was due, so that delays do not add up.
const LATE_MS: u64 = 200;

impl LiveState {
    /// Returns the time that counts as the beginning of a match that begins at `now_ms`, or `None` if it is too early for
    /// one. Time in which no match could begin is not made up for.
    #[must_use]
    pub fn beginning(&self, now_ms: u64) -> Option<u64> {
        // The last beginning is in the future if the clock was set back.
        let last_ms = self.last_beginning_ms().filter(|last_ms| *last_ms <= now_ms);
        let (Some(most), Some(last_ms)) = (self.terms().per_hour, last_ms) else { return Some(now_ms) };
        let due_ms = last_ms + HOUR_MS / u64::from(most.max(1));
        let late_ms = now_ms.checked_sub(due_ms)?;
        Some(if late_ms <= LATE_MS { due_ms } else { now_ms })
    }
}
