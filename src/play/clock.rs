//! A chess clock without I/O: the time left for each side, and the start of the running turn.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use arena_games::{BySide, Diagnostic, Side, diagnostic};

/// A time control: the time of each side for the whole match or for a period, and the time added by each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// The initial time in milliseconds.
    pub initial_ms: u64,
    /// The milliseconds added after each move.
    #[serde(default)]
    pub increment_ms: u64,
    /// The number of own moves after which a side gets the initial time again. `None`: the time is for the whole match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// The milliseconds of each turn before the clock starts to run.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u64>"))]
    pub delay_ms: u64,
    /// Whether each move has the initial time, as in correspondence play. Unused time is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub per_move: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl ClockSetting {
    /// Creates a time control with a time for the whole match and an increment per move.
    ///
    /// ```
    /// use arena_play::ClockSetting;
    ///
    /// let blitz = ClockSetting::increment(180_000, 2_000);
    /// assert_eq!(blitz.added_ms(true, false), 2_000);
    /// ```
    #[must_use]
    pub const fn increment(initial_ms: u64, increment_ms: u64) -> Self {
        Self { initial_ms, increment_ms, moves: None, delay_ms: 0, per_move: false }
    }

    /// Rejects a clock with a time per move that also has an increment, a delay or a period.
    ///
    /// # Errors
    /// A message for the user.
    pub fn check_per_move(self) -> Result<(), Diagnostic> {
        if self.per_move && (self.increment_ms > 0 || self.moves.is_some() || self.delay_ms > 0) {
            return Err(diagnostic!(
                "per_move_clock",
                "a clock with per_move cannot have increment_ms, delay_ms or moves"
            ));
        }
        Ok(())
    }

    /// Returns the side whose clock runs when `turn` is to move: each move's own time always runs, and the time for the
    /// whole match after the side's first move.
    #[must_use]
    pub fn running(self, turn: Option<Side>, has_moved: bool) -> Option<Side> {
        turn.filter(|_| self.per_move || has_moved)
    }

    /// Returns the time that a move adds: the increment if the clock ran, and the time of another period if the move
    /// ended one.
    #[must_use]
    pub const fn added_ms(self, ran: bool, ends_period: bool) -> u64 {
        if self.per_move {
            return 0;
        }
        (if ran { self.increment_ms } else { 0 }) + (if ends_period { self.initial_ms } else { 0 })
    }

    /// Returns the number of moves, including the next, until a side that has made `made` moves gets more time.
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

/// The time left for both sides, in milliseconds.
pub type Readings = BySide<u64>;

/// A running or stopped clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    settings: BySide<ClockSetting>,
    left: Readings,
    turn: Option<Turn>,
}

/// The turn of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    side: Side,
    since: Instant,
    /// Whether the clock runs in this turn.
    runs: bool,
}

impl Clock {
    /// Creates a stopped clock with the full time for both sides.
    #[must_use]
    pub const fn new(settings: BySide<ClockSetting>) -> Self {
        let left = BySide::new(settings.first.initial_ms, settings.second.initial_ms);
        Self { settings, left, turn: None }
    }

    /// Returns the time control of each side.
    #[must_use]
    pub const fn settings(&self) -> BySide<ClockSetting> {
        self.settings
    }

    /// Sets the time left, and begins the turn of a side at `now`, whose clock runs or does not run yet. With `None` the
    /// clock is stopped.
    pub fn set(&mut self, left: Readings, turn: Option<(Side, bool)>, now: Instant) {
        self.left = left;
        self.turn = turn.map(|(side, runs)| Turn { side, since: now, runs });
    }

    /// Restarts the running side's turn at `now`, with the time that it had at the start of the turn.
    pub const fn begin_anew(&mut self, now: Instant) {
        if let Some(turn) = &mut self.turn {
            turn.since = now;
        }
    }

    /// Returns the time left for both sides at `now`.
    #[must_use]
    pub fn readings(&self, now: Instant) -> Readings {
        let mut left = self.left;
        if let Some(Turn { side, since, runs: true }) = self.turn {
            let passed = now.saturating_duration_since(since);
            let passed = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
            left[side] = left[side].saturating_sub(passed.saturating_sub(self.settings[side].delay_ms));
        }
        left
    }

    /// Returns the time left for both sides after the side to move moves at `now`. This adds the time of
    /// [`ClockSetting::added_ms`].
    #[must_use]
    pub fn readings_after_move(&self, now: Instant, ends_period: bool) -> Readings {
        let mut left = self.readings(now);
        if let Some(Turn { side, runs, .. }) = self.turn {
            let setting = self.settings[side];
            left[side] =
                if setting.per_move { setting.initial_ms } else { left[side] + setting.added_ms(runs, ends_period) };
        }
        left
    }

    /// Returns the side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.turn.filter(|turn| turn.runs).map(|turn| turn.side)
    }

    /// Returns when the turn began in which the clock does not run yet.
    #[must_use]
    pub fn waits_since(&self) -> Option<Instant> {
        self.turn.filter(|turn| !turn.runs).map(|turn| turn.since)
    }

    /// Returns the running side and the time at which its flag falls.
    #[must_use]
    pub fn flag_falls(&self) -> Option<(Side, Instant)> {
        let wait = |side: Side| Duration::from_millis(self.settings[side].delay_ms + self.left[side]);
        self.turn.filter(|turn| turn.runs).map(|turn| (turn.side, turn.since + wait(turn.side)))
    }

    /// Returns whether each move has its own time. The players then return for each move and need not stay connected.
    #[must_use]
    pub fn is_by_correspondence(&self) -> bool {
        self.settings.iter().any(|(_, setting)| setting.per_move)
    }
}
