//! The result of an analysis, in the fields of `arena analyse --json`.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::steps::StepsPage;
use crate::tree::SearchedTree;
use arena_games::{Diagram, GameId, Options, Side};
use arena_play::ValueScale;

/// The findings, in the fields of `arena analyse --json`. Values are for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Analysis {
    /// The game.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// The complete options of the game.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub options: Options,
    /// The searched position, after `moves`.
    pub position: String,
    /// The moves that led to it, as given.
    pub moves: Vec<String>,
    /// The side to move.
    pub side: Side,
    /// The switches of the search.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub settings: Value,
    /// The last depth in plies that was searched completely.
    pub depth: u16,
    /// The value, or 0 if no depth was completed.
    pub value: i32,
    /// The value in words that continue the side's name: `wins in 5 plies`, `draws`, `stands at +12`.
    pub value_text: String,
    /// The number of plies to the win (positive) or loss (negative), if the search found one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// How to read values that decide the game. Absent if values are payoffs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<ValueScale>,
    /// The best move. Absent if the game is over, or if a limit ended the search before a depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Best play by both sides.
    pub line: Vec<String>,
    /// The line in the usual notation. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The lines of the best moves, the best first, if more than one was requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LineValue>>"))]
    pub lines: Vec<LineValue>,
    /// Positions entered over all iterations, including the root, leaves and table hits.
    pub nodes: u64,
    /// Positions that were finished or at the horizon.
    pub leaves: u64,
    /// Nodes at which the remaining moves were pruned.
    pub cutoffs: u64,
    /// Positions whose value came from the transposition table.
    pub table_hits: u64,
    /// Moves that were never searched.
    pub pruned_moves: u64,
    /// The branching factor of an even tree with as many nodes and the same depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<f64>,
    /// The elapsed time in milliseconds.
    pub ms: u64,
    /// The elapsed time in full precision.
    #[serde(skip)]
    pub elapsed: Duration,
    /// Whether a limit on nodes or time ended the search early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub stopped: bool,
    /// The value and the best move after each completed depth, if there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<DepthValue>>"))]
    pub depths: Vec<DepthValue>,
    /// All root moves that were searched.
    pub root: Vec<RootValue>,
    /// In an explicit tree: the values of the leaves below pruned moves, in search order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<Vec<i32>>,
    /// The move of the opening book, if a book was requested and has the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<BookMoves>,
    /// The position for clients.
    pub diagram: Diagram,
}

/// The findings after a completed depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct DepthValue {
    /// The depth in plies.
    pub depth: u16,
    /// The value for the side to move.
    pub value: i32,
    /// The best move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the usual notation. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The positions entered so far.
    pub nodes: u64,
}

/// A root move and its value for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct RootValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the usual notation, for example SAN. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether `value` is exact.
    pub exact: bool,
    /// The depth in plies of the search that found the value. It is less than that of other moves if a limit ended the
    /// last depth before this move.
    pub depth: u16,
    /// The value in one or two words.
    #[serde(skip)]
    pub text: String,
}

/// A line of best play that begins with one of the best moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct LineValue {
    /// The exact value for the side to move.
    pub value: i32,
    /// The depth in plies of the search that found it.
    pub depth: u16,
    /// The moves.
    pub moves: Vec<String>,
    /// The moves in the usual notation. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The value in one or two words.
    #[serde(skip)]
    pub text: String,
}

/// The best moves of a book, from which a bot chooses at random.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct BookMoves {
    /// The name of the book.
    pub name: String,
    /// The best moves.
    pub moves: Vec<String>,
    /// The moves in the usual notation. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
}

/// The findings, with the searched tree and the steps of the search if requested.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct AnalysisAnswer {
    /// The findings.
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub analysis: Analysis,
    /// The tree.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<crate::tree::TreeNode>"))]
    pub tree: Option<SearchedTree>,
    /// A page of the steps of the search.
    pub steps: Option<StepsPage>,
}

impl AnalysisAnswer {
    /// Returns the findings as JSON, with `tree` and `steps` if requested.
    ///
    /// # Errors
    /// Returns an error if an option of the game cannot be serialized, which does not happen for the existing games.
    pub fn to_json(&self) -> serde_json::Result<Value> {
        let mut json = serde_json::to_value(&self.analysis)?;
        if let Some(tree) = &self.tree {
            json["tree"] = serde_json::to_value(&tree.root)?;
        }
        if let Some(steps) = &self.steps {
            json["steps"] = serde_json::to_value(steps)?;
        }
        Ok(json)
    }
}
