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
    /// Milliseconds of each turn before the clock begins to run.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u64>")]
    pub delay_ms: u64,
    /// Whether the time of the start is for each move anew, as in play by correspondence; what was not used is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub per_move: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl ClockSetting {
    /// So much for the whole match, and so much added after each move.
    #[must_use]
    pub const fn increment(initial_ms: u64, increment_ms: u64) -> Self {
        Self { initial_ms, increment_ms, moves: None, delay_ms: 0, per_move: false }
    }

    /// How many moves a side that has made `made` has yet to make before it gets more time, the next one included.
    #[must_use]
    pub fn moves_to_go(self, made: usize) -> Option<u32> {
        if self.per_move {
            return Some(1);
        }
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

    /// Lets the running side's time begin at `now` once more, from what it had left when it began.
    pub const fn begin_anew(&mut self, now: Instant) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// What both sides have left at `now`.
    #[must_use]
    pub fn readings(&self, now: Instant) -> Readings {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let passed = now.saturating_duration_since(since);
            let passed = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
            left[side] = left[side].saturating_sub(passed.saturating_sub(self.settings[side].delay_ms));
        }
        left
    }

    /// What both sides have left once the running side has moved at `now`: with its increment, and with another period's
    /// time where that was the last move of one.
    #[must_use]
    pub fn readings_after_move(&self, now: Instant, ends_period: bool) -> Readings {
        let mut left = self.readings(now);
        if let Some((side, _)) = self.running {
            let ClockSetting { initial_ms, increment_ms, per_move, .. } = self.settings[side];
            left[side] = match (per_move, ends_period) {
                (true, _) => initial_ms,
                (false, true) => left[side] + increment_ms + initial_ms,
                (false, false) => left[side] + increment_ms,
            };
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
        let wait = |side: Side| Duration::from_millis(self.settings[side].delay_ms + self.left[side]);
        self.running.map(|(side, since)| (side, since + wait(side)))
    }

    /// Whether the time is for each move anew: the players then come back for a move and need not stay.
    #[must_use]
    pub fn is_by_correspondence(&self) -> bool {
        self.settings.iter().any(|(_, setting)| setting.per_move)
    }
}
