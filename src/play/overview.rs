//! The overview of a match for lists, and what has changed in it.

use std::ops::BitOrAssign;
use std::time::Instant;

use super::{Event, Match, Phase, Seat};
use arena_games::BySide;

/// The state of a match as shown in lists.
#[derive(Clone, Debug)]
pub struct MatchOverview {
    /// The holders of the seats.
    pub seats: BySide<Seat>,
    /// The sides that are away.
    pub away: BySide<bool>,
    /// The phase of the match.
    pub phase: Phase,
    /// The number of moves so far, including the opening.
    pub plies: usize,
    /// The sides that have made a move. Moves of the opening do not count.
    pub moved: BySide<bool>,
    /// The time of the last event.
    pub touched: Instant,
}

impl MatchOverview {
    /// Creates the overview of `core` at `now`.
    #[must_use]
    pub fn of(core: &Match, now: Instant) -> Self {
        Self {
            seats: core.seats().clone(),
            away: BySide::from_fn(|side| core.is_away(side)),
            phase: core.phase().clone(),
            plies: core.moves().len(),
            moved: BySide::from_fn(|side| core.has_moved(side)),
            touched: now,
        }
    }

    /// Updates the overview after an event, which has already been applied to `core`. Returns the changes.
    pub(super) fn follow(&mut self, event: &Event, core: &Match, now: Instant) -> Changes {
        self.touched = now;
        match event {
            Event::Seated { side, .. } => self.seats[*side] = core.seats()[*side].clone(),
            Event::Started { .. } | Event::Ended { .. } => self.phase = core.phase().clone(),
            Event::Away { .. } | Event::Back { .. } => self.away = BySide::from_fn(|side| core.is_away(side)),
            Event::Moved { .. } | Event::TakenBack { .. } => {
                if let Event::Moved { side, .. } = event {
                    self.moved[*side] = true;
                }
                self.plies = core.moves().len();
                return Changes(Changes::MOVED);
            }
            Event::Thought { .. } | Event::Offered { .. } | Event::Answered { .. } => return Changes(0),
        }
        Changes(Changes::STANDING)
    }
}

/// The changes of an overview since the last call of [`MatchHandle::take_changes`](crate::handle::MatchHandle::take_changes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes(u8);

/// All of an overview is new before the first call.
impl Changes {
    pub(super) const NEW: Self = Self(Self::STANDING);
    pub(super) const NONE: Self = Self(0);
}

impl BitOrAssign for Changes {
    fn bitor_assign(&mut self, more: Self) {
        self.0 |= more.0;
    }
}

impl Changes {
    const MOVED: u8 = 1;
    const STANDING: u8 = 2;

    /// Returns whether a seat, an absence or the phase has changed.
    #[must_use]
    pub const fn of_standing(self) -> bool {
        self.0 & Self::STANDING != 0
    }

    /// Returns whether moves were made or taken back.
    #[must_use]
    pub const fn of_moves(self) -> bool {
        self.0 & Self::MOVED != 0
    }
}
