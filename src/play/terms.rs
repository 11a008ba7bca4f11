//! The terms on which a match is played.

use std::time::Duration;

use super::ClockSetting;
use crate::games::{BySide, MoveCode};

/// How long a match waits for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Whoever is away may come back within so long, where a clock runs or a seat is still open.
    pub grace: Duration,
    /// An open seat waits for so long to be taken.
    pub open_seat: Duration,
    /// A match without a clock in which nothing happens for so long expires; nobody loses it.
    pub untouched: Duration,
}

impl Timeouts {
    /// Waits for ever: for matches that no person takes part in.
    pub const ENDLESS: Self = Self { grace: Duration::MAX, open_seat: Duration::MAX, untouched: Duration::MAX };
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
