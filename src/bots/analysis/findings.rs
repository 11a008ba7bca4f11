//! The result of an analysis, in the fields of `arena analyse --json`.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::steps::StepsPage;
use crate::bots::tree::{SearchedTree, TreeNode, ValueScale};
use crate::games::{Diagram, GameId, Options, Side};

/// The findings, in the fields of `arena analyse --json`. Values are from the view of the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Analysis {
    /// The game.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// All of its options.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub options: Options,
    /// The position that was searched: the one after `moves`.
    pub position: String,
    /// The moves that led to it, as they were given.
    pub moves: Vec<String>,
    /// The side to move.
    pub side: Side,
    /// The switches of the search.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub settings: Value,
    /// The depth in plies that was searched to the end.
    pub depth: u16,
    /// The value; 0 when no depth was completed.
    pub value: i32,
    /// The value in words that go on from the side's name: `wins in 5 plies`, `draws`, `stands at +12`.
    pub value_text: String,
    /// In how many plies the game is won (positive) or lost (negative), when that was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// How values are read that say who wins; absent where values are payoffs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<ValueScale>,
    /// The best move; absent when the game is over, and when a limit ended the search before a depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Best play by both sides.
    pub line: Vec<String>,
    /// The same as people write them, where that is not by the moves' own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The lines of the best moves, the best first, where more than one was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LineValue>>"))]
    pub lines: Vec<LineValue>,
    /// Positions entered: root, leaves and table hits included, over all iterations.
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
    /// Milliseconds it took.
    pub ms: u64,
    /// The time it took, more precisely.
    #[serde(skip)]
    pub elapsed: Duration,
    /// Whether a limit on nodes or time ended the search early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub stopped: bool,
    /// Every root move that was searched.
    pub root: Vec<RootValue>,
    /// In an explicit tree: the values of the leaves below pruned moves, in the order of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<Vec<i32>>,
    /// What the opening book plays here, where one was asked for and knows the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<BookMoves>,
    /// The position as clients draw it.
    pub diagram: Diagram,
}

/// A root move and its value for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct RootValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same as people write it, where that is not the move's own text, such as SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether `value` is exact.
    pub exact: bool,
    /// The depth in plies of the search that found it; less than that of other moves where a limit ended the last depth
    /// before this move.
    pub depth: u16,
    /// The value in a word or two.
    #[serde(skip)]
    pub text: String,
}

/// Best play after one of the best moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct LineValue {
    /// Its value for the side to move, exact.
    pub value: i32,
    /// The depth in plies of the search that found it.
    pub depth: u16,
    /// The moves.
    pub moves: Vec<String>,
    /// The same as people write them, where that is not by the moves' own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The value in a word or two.
    #[serde(skip)]
    pub text: String,
}

/// The moves that a book plays, one of them at random.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct BookMoves {
    /// The book.
    pub name: String,
    /// Its best moves.
    pub moves: Vec<String>,
    /// The same as people write them, where that is not by the moves' own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
}

/// The findings, and the searched tree and the steps of the search where they were asked for.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct AnalysisAnswer {
    /// The findings.
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub analysis: Analysis,
    /// The tree.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<TreeNode>"))]
    pub tree: Option<SearchedTree>,
    /// A page of what the search did.
    pub steps: Option<StepsPage>,
}

impl AnalysisAnswer {
    /// The findings as JSON, with the `tree` and the `steps` where they were asked for.
    ///
    /// # Errors
    /// When an option of the game has no JSON form, which none does.
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
