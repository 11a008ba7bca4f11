//! A chess clock, pure: what each side has left, and since when one of them is running.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::games::{BySide, Side};

/// The time that each side has for the whole match, or for so many moves at a time, and what each of its moves adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Milliseconds at the start.
    pub initial_ms: u64,
    /// Milliseconds added after each move.
    #[serde(default)]
    pub increment_ms: u64,
    /// After so many of a side's own moves the time of the start is added again; none: it is for the whole match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moves: Option<u32>,
}

impl ClockSetting {
    /// How many moves a side that has made `made` has yet to make before it gets more time, the next one included.
    #[must_use]
    pub fn moves_to_go(self, made: usize) -> Option<u32> {
        let moves = self.moves.filter(|moves| *moves > 0)?;
        let of_period = u32::try_from(made % moves as usize).expect("less than the period");
        Some(moves - of_period)
    }
}

/// What both sides have left, in milliseconds.
pub type Readings = BySide<u64>;

/// A running or halted clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    settings: BySide<ClockSetting>,
    left: Readings,
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// A halted clock with the full time on both sides.
    #[must_use]
    pub const fn new(settings: BySide<ClockSetting>) -> Self {
        let left = BySide::new(settings.first.initial_ms, settings.second.initial_ms);
        Self { settings, left, running: None }
    }

    /// What each side's was set to.
    #[must_use]
    pub const fn settings(&self) -> BySide<ClockSetting> {
        self.settings
    }

    /// Sets what is left and lets `side` run from `now`, or nobody.
    pub const fn set(&mut self, left: Readings, running: Option<Side>, now: Instant) {
        self.left = left;
        self.running = match running {
            Some(side) => Some((side, now)),
            None => None,
        };
    }

    /// What both sides have left at `now`.
    #[must_use]
    pub fn readings(&self, now: Instant) -> Readings {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let used = u64::try_from(now.saturating_duration_since(since).as_millis()).unwrap_or(u64::MAX);
            left[side] = left[side].saturating_sub(used);
        }
        left
    }

    /// What both sides have left once the running side has moved at `now`: with its increment, and with another period's
    /// time where that was the last move of one.
    #[must_use]
    pub fn readings_after_move(&self, now: Instant, ends_period: bool) -> Readings {
        let mut left = self.readings(now);
        if let Some((side, _)) = self.running {
            let ClockSetting { initial_ms, increment_ms, .. } = self.settings[side];
            left[side] += increment_ms + if ends_period { initial_ms } else { 0 };
        }
        left
    }

    /// The side whose clock runs, if any.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// When the flag of the running side falls.
    #[must_use]
    pub fn flag_falls(&self) -> Option<(Side, Instant)> {
        self.running.map(|(side, since)| (side, since + Duration::from_millis(self.left[side])))
    }
}
