//! What a match is before its first event: all that is needed, with the events, to bring it back.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ClockSetting, Seat, Terms, Timeouts};
use crate::games::board::Board;
use crate::games::{BySide, GameError, GameId, Options};

/// The unchanging part of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSetup {
    /// The match.
    pub id: Uuid,
    /// The game.
    pub game: GameId,
    /// All of the game's options.
    pub options: Options,
    /// The position that it starts from, where that is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The text of the moves that are played before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The seats as they were when the match was made.
    pub seats: BySide<Seat>,
    /// The clock; none for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// What the bots' random choices come from; below 2^53.
    pub seed: u64,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
}

impl MatchSetup {
    /// The board before the opening.
    ///
    /// # Errors
    /// When an option or the position is wrong.
    pub fn board(&self) -> Result<Box<dyn Board>, GameError> {
        self.game.board(&self.options, self.position.as_deref())
    }

    /// The terms of the match.
    ///
    /// # Errors
    /// When a move of the opening is none of this game.
    pub fn terms(&self, timeouts: Timeouts) -> Result<Terms, GameError> {
        let opening: Result<Vec<_>, _> = self.opening.iter().map(|text| self.game.parse_move(text)).collect();
        Ok(Terms { clock: self.clock.map(|clock| BySide::new(clock, clock)), timeouts, opening: opening? })
    }
}
