//! What the matches of a network may add to the database within a day: a number of matches, and bytes of their events.
//!
//! The events of a match are counted when it is over. The counts are kept in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::origin::{Origin, PrefixDigest};
use crate::settings::Limits;

const DAY: Duration = Duration::from_secs(86_400);

/// The matches and bytes of each network within a day from its first match.
#[derive(Default)]
pub(crate) struct WriteBudget(Mutex<HashMap<PrefixDigest, Day>>);

#[derive(Clone, Copy)]
struct Day {
    since: Instant,
    matches: u64,
    bytes: u64,
}

impl WriteBudget {
    /// Checks that a client from here may create one more match.
    ///
    /// # Errors
    /// The time until it may.
    pub(crate) fn check(&self, origin: &Origin, limits: &Limits, now: Instant) -> Result<(), Duration> {
        let days = self.days();
        for (prefix, multiple) in origin.prefixes() {
            let Some(day) = days.get(&prefix).filter(|day| day.is_current(now)) else { continue };
            let multiple = multiple as u64;
            let matches = limits.matches_per_day_per_address.saturating_mul(multiple);
            let bytes = limits.stored_mb_per_address.saturating_mul(multiple) << 20;
            if day.matches >= matches || day.bytes >= bytes {
                return Err(DAY.saturating_sub(now.saturating_duration_since(day.since)));
            }
        }
        Ok(())
    }

    /// Counts a match, or the bytes of one.
    pub(crate) fn count(&self, origin: &Origin, (matches, bytes): (u64, u64), now: Instant) {
        let mut days = self.days();
        for (prefix, _) in origin.prefixes() {
            let day = days.entry(prefix).or_insert(Day { since: now, matches: 0, bytes: 0 });
            if !day.is_current(now) {
                *day = Day { since: now, matches: 0, bytes: 0 };
            }
            day.matches += matches;
            day.bytes += bytes;
        }
    }

    /// Drops days that are over.
    pub(crate) fn tidy(&self, now: Instant) {
        self.days().retain(|_, day| day.is_current(now));
    }

    fn days(&self) -> MutexGuard<'_, HashMap<PrefixDigest, Day>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Day {
    fn is_current(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) < DAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_matches_and_bytes_of_a_network_within_a_day() {
        let limits = Limits { matches_per_day_per_address: 2, stored_mb_per_address: 1, ..Limits::default() };
        let (budget, start) = (WriteBudget::default(), Instant::now());
        let of = |text: &str| Origin::of(text.parse().expect("an address"));
        let hour = Duration::from_secs(3_600);
        let check = |text: &str, hours: u32| budget.check(&of(text), &limits, start + hour * hours);
        for n in 0..4 {
            let address = format!("2001:db8:1:{n}00::1");
            for hours in [0, 1] {
                assert_eq!(check(&address, hours), Ok(()));
                budget.count(&of(&address), (1, 0), start + hour * hours);
            }
            assert_eq!(check(&address, 2), Err(hour * 22), "two matches of a /64");
        }
        assert_eq!(check("2001:db8:1:900::1", 2), Err(hour * 22), "eight matches of a /48");
        assert_eq!(check("192.0.2.1", 2), Ok(()));
        budget.count(&of("192.0.2.1"), (1, 1 << 20), start + hour * 2);
        assert_eq!(check("192.0.2.1", 3), Err(hour * 23), "one match of a MiB");
        assert_eq!(check("192.0.2.1", 26), Ok(()));
        budget.tidy(start + hour * 26);
        assert!(budget.days().is_empty());
    }
}
