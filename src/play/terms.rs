//! The terms on which a match is played.

use std::time::Duration;

use super::ClockSetting;
use crate::games::{BySide, MoveCode};

/// How long a match waits for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// A seat is held for so long when its connection drops.
    pub grace: Duration,
    /// An open seat waits for so long to be taken.
    pub open_seat: Duration,
    /// Without a clock, a move may take so long.
    pub move_without_clock: Duration,
}

impl Timeouts {
    /// Waits for ever: for matches that no person takes part in.
    pub const ENDLESS: Self =
        Self { grace: Duration::MAX, open_seat: Duration::MAX, move_without_clock: Duration::MAX };
}

/// What is agreed between the seats before the match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The clock; none for unlimited time.
    pub clock: Option<BySide<ClockSetting>>,
    /// How long the match waits for whom.
    pub timeouts: Timeouts,
    /// Moves that are played before the first action, as an opening.
    pub opening: Vec<MoveCode>,
}
