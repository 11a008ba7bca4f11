//! How many tournaments players have opened within a day.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::error::ApiError;
use crate::settings::Tournaments as Bounds;
use arena_games::diagnostic;

const DAY: Duration = Duration::from_secs(86_400);

/// The times within the last day at which players opened tournaments. Empty after a restart of the server.
#[derive(Default)]
pub(super) struct Openings(HashMap<Uuid, Vec<Instant>>);

impl Openings {
    /// Returns how many more tournaments a player may open within a day.
    ///
    /// # Errors
    /// The time until the next one is allowed.
    fn left(&mut self, player: Uuid, most: usize, now: Instant) -> Result<usize, Duration> {
        self.0.retain(|_, times| {
            times.retain(|at| now.saturating_duration_since(*at) < DAY);
            !times.is_empty()
        });
        match self.0.get(&player) {
            Some(times) if times.len() >= most => {
                Err(DAY.saturating_sub(now.saturating_duration_since(times[times.len() - most])))
            }
            times => Ok(most - times.map_or(0, Vec::len)),
        }
    }

    /// Returns how many more tournaments a player may open today.
    ///
    /// # Errors
    /// If none are left.
    pub(super) fn today(&mut self, player: Uuid, bounds: &Bounds) -> Result<usize, ApiError> {
        let most = bounds.opened_per_day;
        self.left(player, most, Instant::now()).map_err(|wait| {
            let (wait_ms, wait_s) = (wait.as_millis(), wait.as_secs() + 1);
            let message = diagnostic!(
                "opened_today",
                "you can open at most {most} tournaments per day; retry in {wait_s} s",
                most,
                wait_ms
            );
            ApiError::over_limit(message).after(wait)
        })
    }

    pub(super) fn note(&mut self, player: Uuid, now: Instant) {
        self.0.entry(player).or_default().push(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_openings_within_any_24_hours() {
        let (mut openings, ann, start) = (Openings::default(), Uuid::from_u128(1), Instant::now());
        let hours = |n: u64| start + Duration::from_secs(3_600 * n);
        for (at, left) in [(0, 2), (5, 1)] {
            assert_eq!(openings.left(ann, 2, hours(at)), Ok(left));
            openings.note(ann, hours(at));
        }
        assert_eq!(openings.left(ann, 2, hours(6)), Err(Duration::from_secs(3_600 * 18)));
        assert_eq!(openings.left(Uuid::from_u128(2), 2, hours(6)), Ok(2), "another player");
        assert_eq!(openings.left(ann, 2, hours(24)), Ok(1));
        assert_eq!(openings.left(ann, 1, hours(24)), Err(Duration::from_secs(3_600 * 5)), "the limit was lowered");
        assert_eq!(openings.left(ann, 1, hours(29)), Ok(1));
        assert!(openings.0.is_empty(), "older openings are dropped");
    }
}
