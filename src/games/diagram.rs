//! What a client draws: a position without rules.

use serde::{Deserialize, Serialize};

/// A rectangle of cells, row by row from the top, each row from the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Grid {
    /// Cells a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// What stands on each cell; empty text for nothing.
    pub cells: Vec<String>,
    /// The points (or the text) of the last move.
    pub last: Vec<String>,
}

/// The texts of cells that are a letter each, and 0 for nothing.
pub(crate) fn letters(cells: &[u8]) -> Vec<String> {
    let text = |cell: &u8| if *cell == 0 { String::new() } else { char::from(*cell).to_string() };
    cells.iter().map(text).collect()
}

impl Diagram {
    /// How many cells a row has, where it is a board.
    #[must_use]
    pub const fn columns(&self) -> Option<u32> {
        match self {
            Self::Grid { grid, .. } => Some(grid.columns),
            Self::Heap { .. } | Self::Tree { .. } => None,
        }
    }
}

/// A piece whose loss would lose the game, and which the other side attacks: a king in check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Check {
    /// Where it stands.
    pub point: String,
    /// Whether nothing can save it.
    pub mate: bool,
}

/// A position as a client draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Diagram {
    /// A board of points, each with a name.
    Grid {
        /// The board.
        #[serde(flatten)]
        grid: Grid,
        /// The name of each cell, in the order of the cells.
        points: Vec<String>,
        /// The points of the winning line, when there is one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
        line: Vec<String>,
        /// The piece that is in check, where the game has such and it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        check: Option<Check>,
    },
    /// A heap of bones, one cell each.
    Heap {
        /// One row: a cell for each bone of the starting heap, empty where it was taken.
        #[serde(flatten)]
        grid: Grid,
        /// How many bones are left.
        left: u32,
        /// The most that a turn may take.
        most: u32,
    },
    /// A place in an explicit game tree.
    Tree {
        /// One row: the children of the current node, leaves by value.
        #[serde(flatten)]
        grid: Grid,
        /// The whole tree as nested arrays of leaf values.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        tree: serde_json::Value,
        /// The child indexes that lead from the root to the current node.
        path: Vec<u32>,
    },
}
