//! The unchanging part of a match. Together with the events it is enough to restore the match.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ClockSetting, Seat, Terms, Timeouts};
use arena_games::board::Board;
use arena_games::{BySide, GameError, GameId, Options};

/// The unchanging part of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSetup {
    /// The id of the match.
    pub id: Uuid,
    pub game: GameId,
    /// The complete options of the game.
    pub options: Options,
    /// The position from which the match starts, if it is not the game's initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The texts of the moves that are played before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The seats when the match was made.
    pub seats: BySide<Seat>,
    /// The clock. `None` for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Whether the match counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The seed of the bots' random choices, below 2^53.
    pub seed: u64,
    /// When the match was made, in Unix milliseconds.
    pub created_ms: u64,
    /// The player who made the match, or the tournament. Searches in a match between bots are charged to it, and it may
    /// stop the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<Uuid>,
    /// Whether lists show the match while a seat is free. Otherwise only those who know its id can find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
}

impl MatchSetup {
    /// Returns the board before the opening.
    ///
    /// # Errors
    /// Returns an error if an option or the position is invalid.
    pub fn board(&self) -> Result<Box<dyn Board>, GameError> {
        self.game.board(&self.options, self.position.as_deref())
    }

    /// Returns whether what the bots think is withheld until the match is over, because a person plays for a rating with
    /// a clock.
    #[must_use]
    pub fn withholds_thoughts(&self) -> bool {
        let is_between_bots = self.seats.iter().all(|(_, seat)| matches!(seat, Seat::Bot { .. }));
        self.rated && self.clock.is_some() && !is_between_bots
    }

    /// Returns whether lists show the match with these seats.
    #[must_use]
    pub fn is_public(&self, seats: &BySide<Seat>) -> bool {
        self.listed || seats.iter().all(|(_, seat)| seat.is_taken())
    }

    /// Returns the terms of the match.
    ///
    /// # Errors
    /// Returns an error if a text of the opening is not a move of this game.
    pub fn terms(&self, timeouts: Timeouts) -> Result<Terms, GameError> {
        let opening: Result<Vec<_>, _> = self.opening.iter().map(|text| self.game.parse_move(text)).collect();
        Ok(Terms { clock: self.clock.map(|clock| BySide::new(clock, clock)), timeouts, opening: opening? })
    }
}
