//! The wall clock, for storage and messages.

use std::time::{SystemTime, UNIX_EPOCH};

use arena_games::{Diagnostic, diagnostic};
use arena_protocol::date;

/// A day in milliseconds.
pub(super) const DAY_MS: u64 = 86_400_000;

/// Returns the current time in Unix milliseconds.
#[must_use]
pub(super) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Checks that a time from a request is in the future, and at most this many days ahead.
///
/// # Errors
/// An error with the time. The caller adds the name of the field.
pub(super) fn check_ahead(at_ms: u64, days: u64) -> Result<(), Diagnostic> {
    let now = unix_ms();
    let given = date::utc(at_ms);
    if at_ms <= now {
        return Err(diagnostic!("past", "must be in the future, got {given}", given));
    }
    if at_ms <= now.saturating_add(days * DAY_MS) {
        return Ok(());
    }
    Err(diagnostic!("far_ahead", "must be within {days} days from now, got {given}", given, days))
}
