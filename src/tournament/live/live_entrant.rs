//! Entrants of a live tournament and matches in progress.

use uuid::Uuid;

use crate::pairing::Attendance;
use crate::rating::Wdl;
use arena_games::BySide;
use arena_play::Seat;
use arena_play::glicko::Strength;

#[derive(Clone, Debug, PartialEq)]
pub struct LiveEntrant {
    /// A player or a bot. No other entrant has its name.
    pub seat: Seat,
    /// The version that it has reported, if any.
    pub version: Option<String>,
    /// Whether it is connected and ready to play. Bots of the server always are.
    pub here: bool,
    /// Whether it has left the tournament.
    pub left: bool,
    /// Whether it has missed a match since it was last present.
    pub(super) missed: bool,
    /// Its strength, estimated from its matches in this tournament alone.
    pub strength: Strength,
    /// Its results in this season.
    pub season: Wdl,
    /// The matches of this season that it missed: lost, or drawn if both sides were absent.
    pub absences: u64,
    /// The matches of this season against players, that is, not against bots of the server.
    pub(super) with_players: u32,
    /// Its matches in the first seat minus those in the second.
    pub(super) surplus: i64,
    /// The opponent in its last match.
    pub(super) last: Option<usize>,
    /// The number of its latest matches that were against `last`.
    pub(super) in_a_row: u32,
}

impl LiveEntrant {
    pub(super) fn new(seat: Seat) -> Self {
        Self {
            here: matches!(seat, Seat::Bot { .. }),
            seat,
            version: None,
            left: false,
            missed: false,
            strength: Strength::NEW,
            season: Wdl::default(),
            absences: 0,
            with_players: 0,
            surplus: 0,
            last: None,
            in_a_row: 0,
        }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        match &self.seat {
            Seat::Human { name, .. } | Seat::Bot { name, .. } => name,
            Seat::Open | Seat::Reserved { .. } => "",
        }
    }

    /// Its seat in a match that begins now, with its current version.
    #[must_use]
    pub fn seated(&self) -> Seat {
        match self.seat.clone() {
            Seat::Human { player, name, .. } => Seat::Human { player, name, version: self.version.clone() },
            other => other,
        }
    }

    /// True for a bot or an engine of the server, which is always present.
    #[must_use]
    pub const fn is_bot(&self) -> bool {
        matches!(self.seat, Seat::Bot { .. })
    }

    /// Whether it can be paired in the next round of a schedule.
    pub(super) const fn attendance(&self) -> Attendance {
        Attendance::of(self.here, self.missed, self.left)
    }

    /// True if it is present and has not left, so that it can play when it is free.
    #[must_use]
    pub const fn is_here(&self) -> bool {
        self.here && !self.left
    }
}

/// A match in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// The number of the match.
    pub index: u64,
    /// The id of the match.
    pub id: Uuid,
    /// The entrants, by seat.
    pub seats: BySide<usize>,
}
