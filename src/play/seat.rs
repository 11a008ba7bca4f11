//! The holders of the seats, and the result of a match.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::Detail;

use arena_games::{Outcome, Side};

/// A seat of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Seat {
    /// Free for any player.
    Open,
    /// Reserved for one player.
    Reserved {
        /// The player.
        player: Uuid,
    },
    /// Held by a person.
    Human {
        /// The player.
        player: Uuid,
        /// The display name.
        name: String,
        /// The version of the player's program, if it reported one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    /// Held by a built-in bot.
    Bot {
        /// The bot's name.
        name: String,
        /// The complete configuration, which this layer does not interpret.
        spec: Value,
    },
}

impl Seat {
    /// Creates a seat held by a person, or by a program without a known version.
    #[must_use]
    pub const fn person(player: Uuid, name: String) -> Self {
        Self::Human { player, name, version: None }
    }

    /// Returns whether a person or bot holds the seat.
    #[must_use]
    pub const fn is_taken(&self) -> bool {
        matches!(self, Self::Human { .. } | Self::Bot { .. })
    }

    /// Returns the person who holds the seat.
    #[must_use]
    pub const fn player(&self) -> Option<Uuid> {
        match self {
            Self::Human { player, .. } => Some(*player),
            _ => None,
        }
    }

    /// Returns whether `player` may take the seat.
    #[must_use]
    pub fn admits(&self, player: Uuid) -> bool {
        match self {
            Self::Open => true,
            Self::Reserved { player: awaited } => *awaited == player,
            _ => false,
        }
    }
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// A draw.
    Draw,
}

impl GameResult {
    /// Returns the winner, or `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Draw => None,
        }
    }
}

impl From<Side> for GameResult {
    fn from(winner: Side) -> Self {
        match winner {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::from)
    }
}

/// The reason for the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// The rules of the game.
    Rules,
    /// A side resigned.
    Resignation,
    /// Both sides agreed to a draw.
    Agreement,
    /// A side's time ran out.
    Timeout,
    /// The grace time of an absent side expired.
    Absence,
    /// An entrant made an illegal move.
    Illegal,
    /// An entrant's program failed.
    Crash,
    /// An entrant did not answer.
    Stall,
    /// A side could not or would not play.
    Forfeit,
    /// A tournament rule: both sides evaluated the position as even for long enough.
    #[serde(rename = "adjudicated-draw")]
    AdjudicatedDraw,
    /// A tournament rule: the loser, or both sides, evaluated the position as lost for long enough.
    #[serde(rename = "adjudicated-win")]
    AdjudicatedWin,
    /// A tournament rule: the match reached the length limit.
    #[serde(rename = "adjudicated-length")]
    AdjudicatedLength,
    /// A tournament rule: an exact search found the result.
    #[serde(rename = "adjudicated-solved")]
    AdjudicatedSolved,
    /// A tournament rule: tables of endings have the result.
    #[serde(rename = "adjudicated-tablebase")]
    AdjudicatedTablebase,
    /// The match was aborted.
    Aborted,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verdict {
    /// The result. `None` if the match is void.
    pub outcome: Option<GameResult>,
    /// The reason for the end.
    pub by: EndReason,
    /// More details. Records have only the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    #[schema(value_type = Option<String>)]
    pub detail: Option<Detail>,
}

impl Verdict {
    /// Creates the verdict that `winner` won.
    #[must_use]
    pub fn won(winner: Side, by: EndReason) -> Self {
        Self { outcome: Some(winner.into()), by, detail: None }
    }

    /// Returns the verdict with its detail as a sentence, as in records.
    #[must_use]
    pub fn in_words(&self) -> Self {
        let detail = self.detail.as_ref().map(|detail| detail.to_string().into());
        Self { detail, ..self.clone() }
    }

    /// Creates the verdict of a match that does not count.
    #[must_use]
    pub fn void(by: EndReason, detail: impl Into<Detail>) -> Self {
        Self { outcome: None, by, detail: Some(detail.into()) }
    }
}
