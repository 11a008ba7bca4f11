//! How what a bot thinks looks from outside.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::{count, notation, texts};
use crate::games::{GameId, Side};
use crate::play::{TableLoss, Thought, ThoughtSource};

/// What a bot thought before a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ThoughtView {
    /// The ply of the move.
    pub ply: u32,
    /// The bot's side.
    pub side: Side,
    /// The value for that side, where it is known: not for a move from a book or by chance, nor of an engine that told
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// In how many plies the game is won (positive) or lost (negative), when that was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// The depth that was searched to the end, in plies.
    pub depth: u16,
    /// Positions entered.
    pub nodes: u64,
    /// The principal variation, the move itself first.
    pub line: Vec<String>,
    /// The same as people write it, where that is not by the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Milliseconds it took.
    pub ms: u64,
    /// Where the move came from.
    pub from: ThoughtSource,
    /// What the search had to do without, where memory was short. The match cannot then be reproduced from its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableLoss>,
    /// The size in MiB of a table that was smaller than the bot's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u32>,
}

impl ThoughtView {
    /// The view of a thought in a match of `game`, with its line as people write it.
    #[must_use]
    pub fn new(game: GameId, side: Side, ply: usize, thought: &Thought, written: &[String]) -> Self {
        Self {
            ply: count(ply),
            side,
            value: thought.value,
            win_in: thought.win_in,
            depth: thought.depth,
            nodes: thought.nodes,
            line: texts(game, &thought.line),
            notation: notation(written),
            ms: thought.ms,
            from: thought.from,
            table: thought.table,
            table_mb: thought.table_mb,
        }
    }
}

/// A thought as an element of [`MatchState::thoughts`](super::MatchState::thoughts): the same shape as the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ThoughtEvent {
    /// A thought.
    Thought(ThoughtView),
}
