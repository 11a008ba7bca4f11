//! Who sits where, and how a match ended.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::games::{Outcome, Side};

/// A side of a match and who holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Seat {
    /// Anybody may take it.
    Open,
    /// Kept for one player.
    Reserved {
        /// The player.
        player: Uuid,
    },
    /// A person holds it.
    Human {
        /// The player.
        player: Uuid,
        /// The name to show.
        name: String,
        /// What the version of the player's program is called, where it has handed one in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    /// A built-in bot holds it.
    Bot {
        /// The bot's name.
        name: String,
        /// Its whole configuration, opaque here.
        spec: Value,
    },
}

impl Seat {
    /// A seat that a person holds, or a program of which no version is known.
    #[must_use]
    pub const fn person(player: Uuid, name: String) -> Self {
        Self::Human { player, name, version: None }
    }

    /// Whether somebody sits here.
    #[must_use]
    pub const fn is_taken(&self) -> bool {
        matches!(self, Self::Human { .. } | Self::Bot { .. })
    }

    /// The person who holds it.
    #[must_use]
    pub const fn player(&self) -> Option<Uuid> {
        match self {
            Self::Human { player, .. } => Some(*player),
            _ => None,
        }
    }

    /// Whether `player` may sit down here.
    #[must_use]
    pub fn admits(&self, player: Uuid) -> bool {
        match self {
            Self::Open => true,
            Self::Reserved { player: awaited } => *awaited == player,
            _ => false,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The winner, or none in a draw.
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

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// The rules of the game.
    Rules,
    /// A side resigned.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// A side's time ran out.
    Timeout,
    /// A side was away for longer than its seat is held.
    Absence,
    /// An entrant made an illegal move.
    Illegal,
    /// An entrant's program failed.
    Crash,
    /// An entrant did not answer.
    Stall,
    /// A side could not or would not play.
    Forfeit,
    /// A tournament's rule: both sides valued the position as even for long enough.
    #[serde(rename = "adjudicated-draw")]
    AdjudicatedDraw,
    /// A tournament's rule: the loser, or both sides, valued the position as lost for long enough.
    #[serde(rename = "adjudicated-win")]
    AdjudicatedWin,
    /// A tournament's rule: the match had become too long.
    #[serde(rename = "adjudicated-length")]
    AdjudicatedLength,
    /// A tournament's rule: exact search has found how it would end.
    #[serde(rename = "adjudicated-solved")]
    AdjudicatedSolved,
    /// It was called off.
    Aborted,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verdict {
    /// Who won; none when the match is void.
    pub outcome: Option<GameResult>,
    /// What decided it.
    pub by: EndReason,
    /// More about it, for people: a [`Circumstance`](super::Circumstance), or what somebody else said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub detail: Option<String>,
}

impl Verdict {
    /// `winner` won by `by`.
    #[must_use]
    pub fn won(winner: Side, by: EndReason) -> Self {
        Self { outcome: Some(winner.into()), by, detail: None }
    }

    /// Nobody won and the match does not count.
    #[must_use]
    pub fn void(by: EndReason, detail: impl Into<String>) -> Self {
        Self { outcome: None, by, detail: Some(detail.into()) }
    }
}
