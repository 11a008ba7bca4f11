//! The wall clock, for storage and messages.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use arena_games::{Diagnostic, diagnostic};
use arena_protocol::date;

/// A day in milliseconds.
pub const DAY_MS: u64 = 86_400_000;
/// A week in milliseconds.
pub(super) const WEEK_MS: u64 = 7 * DAY_MS;

/// Returns the current time in Unix milliseconds.
#[must_use]
pub fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Change of the wall clock against the monotonic clock that is accepted at once, in milliseconds.
const SMALL_MS: u64 = 60_000;

/// Time for which the wall clock must go on normally after a larger change.
pub(super) const CONFIRMED_AFTER: Duration = Duration::from_secs(3_600);

/// The wall clock without jumps that are not confirmed.
///
/// A wrong clock must not delete anything for good. After a jump, this clock goes on as before, until the wall clock has
/// kept its new time for [`CONFIRMED_AFTER`].
#[derive(Debug)]
struct ConfirmedClock {
    /// A confirmed wall time, and the monotonic time at which it was read.
    base_ms: u64,
    base: Instant,
    /// Distance of the wall clock from the expected time since a jump.
    jump: Option<(i64, Instant)>,
}

impl ConfirmedClock {
    fn read(&mut self, wall_ms: u64, at: Instant) -> u64 {
        let ran = u64::try_from(at.saturating_duration_since(self.base).as_millis()).unwrap_or(u64::MAX);
        let expected = self.base_ms.saturating_add(ran);
        let distance = wall_ms.cast_signed().saturating_sub(expected.cast_signed());
        let is_confirmed = match self.jump {
            _ if distance.unsigned_abs() <= SMALL_MS => true,
            Some((jump, since)) if distance.abs_diff(jump) <= SMALL_MS => {
                at.saturating_duration_since(since) >= CONFIRMED_AFTER
            }
            _ => {
                tracing::warn!(distance_ms = distance, "the wall clock has jumped; nothing expires by it for an hour");
                self.jump = Some((distance, at));
                false
            }
        };
        if !is_confirmed {
            return expected;
        }
        *self = Self { base_ms: wall_ms, base: at, jump: None };
        wall_ms
    }
}

/// Returns the current time in Unix milliseconds for decisions that cannot be taken back, such as deleting what has
/// expired.
#[must_use]
pub(super) fn confirmed_ms() -> u64 {
    static CLOCK: LazyLock<Mutex<ConfirmedClock>> =
        LazyLock::new(|| Mutex::new(ConfirmedClock { base_ms: unix_ms(), base: Instant::now(), jump: None }));
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner).read(unix_ms(), Instant::now())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jump_of_the_wall_clock_counts_after_an_hour() {
        let start = Instant::now();
        let mut clock = ConfirmedClock { base_ms: 1_000_000, base: start, jump: None };
        let mut read = |wall_ms: u64, seconds: u64| clock.read(wall_ms, start + Duration::from_secs(seconds));
        assert_eq!(read(1_010_000, 10), 1_010_000);
        assert_eq!(read(1_050_000, 20), 1_050_000, "small corrections count at once");
        let year = 365 * DAY_MS;
        assert_eq!(read(year, 30), 1_060_000);
        assert_eq!(read(year + 3_500_000, 3_530), 4_560_000, "not confirmed yet");
        assert_eq!(read(4_570_000, 3_540), 4_570_000, "it jumped back");
        assert_eq!(read(year, 3_600), 4_630_000);
        assert_eq!(read(year + 3_600_000, 7_200), year + 3_600_000, "it stayed there for an hour");
        assert_eq!(read(year + 3_610_000, 7_210), year + 3_610_000);
        assert_eq!(read(5, 7_220), year + 3_620_000, "the clock does not go back at once either");
    }
}
