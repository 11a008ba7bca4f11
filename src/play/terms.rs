//! The terms of a match.

use std::time::Duration;

use super::ClockSetting;
use arena_games::{BySide, MoveCode};

/// Timeouts of a match for its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// The time in which an absent side must return, if a clock runs or a seat is still open.
    pub grace: Duration,
    /// The time after which a match with an open seat is aborted.
    pub open_seat: Duration,
    /// The time for each side's first move, during which its clock does not run. The match is aborted after it. `None`:
    /// clocks run from the start, as in tournaments without people. Clocks with a time per move always run.
    pub first_move: Option<Duration>,
    /// The time without events after which a match without a clock is aborted.
    pub untouched: Duration,
}

impl Timeouts {
    /// No timeouts, for matches without people.
    pub const ENDLESS: Self =
        Self { grace: Duration::MAX, open_seat: Duration::MAX, first_move: None, untouched: Duration::MAX };
}

/// The terms of a match, agreed before it starts.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The clocks. `None` for unlimited time.
    pub clock: Option<BySide<ClockSetting>>,
    pub timeouts: Timeouts,
    /// Moves that are played before the first action.
    pub opening: Vec<MoveCode>,
}
