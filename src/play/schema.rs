//! OpenAPI schemas and TypeScript types of types of `arena-games` and `arena-search`, which depend on neither `utoipa` nor
//! `ts-rs`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// A side of a match: the one that moves first, or the other.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

/// An error message: a code for programs, the values in the message, and the message in English.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Diagnostic {
    /// Identifies the message, for example `illegal_move`.
    pub code: String,
    /// The values in the message, by name. A value may be another message.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub args: BTreeMap<String, Value>,
    /// The message in English.
    pub message: String,
}

/// The kind of a node in a searched tree.
#[cfg(feature = "typescript")]
#[derive(TS)]
#[ts(rename_all = "lowercase")]
pub enum NodeKind {
    /// Its children were searched.
    Inner,
    /// The game is over, or the node is at the horizon.
    Leaf,
    /// Its value came from the transposition table.
    Table,
    /// The node was never searched.
    Pruned,
}

/// A rectangle of cells, row by row from the top, each row from the left.
#[cfg(feature = "typescript")]
#[derive(TS)]
pub struct Grid {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The contents of each cell. Empty text for an empty cell.
    pub cells: Vec<String>,
    /// The points of the last move, or its text.
    pub last: Vec<String>,
}

/// A piece under attack whose loss would lose the game: a king in check.
#[cfg(feature = "typescript")]
#[derive(TS)]
pub struct Check {
    /// The point of the piece.
    pub point: String,
    /// Whether it is checkmate.
    pub mate: bool,
}

/// A position as clients draw it.
#[cfg(feature = "typescript")]
#[derive(TS)]
#[ts(optional_fields, tag = "kind", rename_all = "lowercase")]
pub enum Diagram {
    /// A board of named points.
    Grid {
        /// The board.
        #[ts(flatten)]
        grid: Grid,
        /// The name of each cell, in the order of the cells.
        points: Vec<String>,
        /// The points of the winning line, if any.
        line: Option<Vec<String>>,
        /// The piece in check, if any.
        check: Option<Check>,
    },
    /// A heap of bones, with a cell for each.
    Heap {
        /// One row: a cell for each bone of the initial heap, empty if the bone was taken.
        #[ts(flatten)]
        grid: Grid,
        /// The number of bones left.
        left: u32,
        /// The greatest number of bones that a move may take.
        most: u32,
    },
    /// A node of an explicit game tree.
    Tree {
        /// One row: the children of the current node, with the values of leaves.
        #[ts(flatten)]
        grid: Grid,
        /// The whole tree as nested arrays of leaf values.
        #[ts(type = "unknown")]
        tree: Value,
        /// The child indices from the root to the current node.
        path: Vec<u32>,
    },
}
