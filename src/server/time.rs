//! The time of day as it is stored and told.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in Unix milliseconds.
#[must_use]
pub(super) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
