//! Views of the thoughts of bots.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::{count, notation, texts};
use arena_games::{GameId, Side};
use arena_play::{TableLoss, Thought, ThoughtSource};

/// Thoughts of a bot about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ThoughtView {
    /// Ply of the move.
    pub ply: u32,
    /// Side of the bot.
    pub side: Side,
    /// Value for that side. It is absent for a move from a book, for a random or forced move, for an engine that reported
    /// none, and while a person plays the match for a rating with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// Number of plies until a win (positive) or a loss (negative), if the search found one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// Completed search depth in plies.
    pub depth: u16,
    /// Number of nodes.
    pub nodes: u64,
    /// Principal variation, starting with the move itself. Empty while a person plays the match for a rating with a clock.
    pub line: Vec<String>,
    /// Principal variation in the game's usual notation, if that differs from the moves' own texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Duration in milliseconds.
    pub ms: u64,
    /// Source of the move.
    pub from: ThoughtSource,
    /// Reduction of the transposition table for lack of memory. The match is then not reproducible from its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableLoss>,
    /// Actual size of a reduced table in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u32>,
}

impl ThoughtView {
    /// Creates the view of a thought in a match of `game`. `written` is its principal variation in the game's usual
    /// notation.
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

    /// Removes what would help an opponent: the value and the line.
    #[must_use]
    pub fn withheld(self) -> Self {
        Self { value: None, win_in: None, line: Vec::new(), notation: None, ..self }
    }
}

/// A move that a bot considers, with its value for that side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ThinkingMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the game's usual notation, if that differs from its own text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether `value` is exact.
    pub exact: bool,
    /// Number of positions that were searched for it at this depth.
    pub nodes: u64,
}

/// An element of [`MatchState::thoughts`](super::MatchState::thoughts). It has the same form as the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ThoughtEvent {
    /// A thought.
    Thought(ThoughtView),
}
