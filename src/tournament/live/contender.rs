//! An entrant of a tournament, and what is shown of one.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::games::BySide;
use crate::play::Seat;
use crate::play::glicko::Strength;
use crate::tournament::rating::Wdl;

/// An entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// A player or a bot, under the name that no other entrant has.
    pub seat: Seat,
    /// What its version is called, where it has told one.
    pub version: Option<String>,
    /// Whether it is connected and wants to play. Bots of the server always are.
    pub here: bool,
    /// Whether it has left the tournament.
    pub left: bool,
    /// How strong it is by its matches in this tournament alone.
    pub strength: Strength,
    /// Its results of this season.
    pub season: Wdl,
    /// Matches of this season that it lost by being away.
    pub absences: u64,
    /// Matches of this season with players: with whoever is no bot of the server.
    pub(super) with_players: u32,
    /// How many times more often it had the first seat than the second.
    pub(super) surplus: i64,
    /// Whom it met last.
    pub(super) last: Option<usize>,
}

impl Contender {
    pub(super) fn new(seat: Seat) -> Self {
        Self {
            here: matches!(seat, Seat::Bot { .. }),
            seat,
            version: None,
            left: false,
            strength: Strength::NEW,
            season: Wdl::default(),
            absences: 0,
            with_players: 0,
            surplus: 0,
            last: None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.seat {
            Seat::Human { name, .. } | Seat::Bot { name, .. } => name,
            Seat::Open | Seat::Reserved { .. } => "",
        }
    }

    /// Its seat in a match that begins now: with the version that it has handed in.
    #[must_use]
    pub fn seated(&self) -> Seat {
        match self.seat.clone() {
            Seat::Human { player, name, .. } => Seat::Human { player, name, version: self.version.clone() },
            other => other,
        }
    }

    /// Whether it is a bot or an engine of the server, which is always here.
    #[must_use]
    pub const fn is_bot(&self) -> bool {
        matches!(self.seat, Seat::Bot { .. })
    }

    /// Whether it could play now, if it were not playing.
    #[must_use]
    pub const fn is_here(&self) -> bool {
        self.here && !self.left
    }
}

/// A match that was begun and is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// Its place.
    pub index: u64,
    /// The match.
    pub id: Uuid,
    /// The entrants.
    pub seats: BySide<usize>,
}

/// An entrant's line in the table of a season that was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SeasonRow {
    /// Its name.
    pub name: String,
    /// The player; none for a bot or engine of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// Its rating at the end.
    pub rating: f64,
    /// The rating's standard deviation.
    pub deviation: f64,
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
    /// Those of them that were lost by being away.
    pub absences: u64,
}
