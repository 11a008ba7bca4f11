//! The wall clock, for storage and messages.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the current time in Unix milliseconds.
#[must_use]
pub(super) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
