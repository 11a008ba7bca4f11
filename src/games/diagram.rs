//! The diagram that clients draw: a position without rules.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A rectangle of cells, row by row from the top, each row from the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Grid {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The contents of each cell. Empty text for an empty cell.
    pub cells: Vec<Cow<'static, str>>,
    /// The points of the last move, or its text.
    pub last: Vec<Cow<'static, str>>,
}

/// Each ASCII character as a text, and an empty text for 0.
static LETTERS: [&str; 128] = {
    const BYTES: [u8; 128] = {
        let mut bytes = [0; 128];
        let mut letter = 0;
        while letter < bytes.len() {
            bytes[letter] = letter as u8;
            letter += 1;
        }
        bytes
    };
    let mut texts = [""; 128];
    let mut letter = 1;
    while letter < texts.len() {
        texts[letter] = match std::str::from_utf8(BYTES.split_at(letter).1.split_at(1).0) {
            Ok(text) => text,
            Err(_) => panic!("the characters are ASCII"),
        };
        letter += 1;
    }
    texts
};

/// Returns the content of a cell with this ASCII letter, or of an empty cell for 0.
///
/// # Panics
/// Panics for other letters.
#[must_use]
#[inline]
pub fn letter(cell: u8) -> &'static str {
    LETTERS[usize::from(cell)]
}

/// Converts cells with one letter each, or 0 if empty, to texts.
pub(crate) fn letters(cells: &[u8]) -> Vec<Cow<'static, str>> {
    cells.iter().map(|cell| letter(*cell).into()).collect()
}

impl Diagram {
    /// Returns the board, the heap or the children of the node.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        match self {
            Self::Grid { grid, .. } | Self::Heap { grid, .. } | Self::Tree { grid, .. } => grid,
        }
    }

    /// Returns the numbers of columns and rows of a board, both 0 if there is none.
    #[must_use]
    pub const fn size(&self) -> (u32, u32) {
        match self {
            Self::Grid { grid, .. } => (grid.columns, grid.rows),
            Self::Heap { .. } | Self::Tree { .. } => (0, 0),
        }
    }

    /// Returns the number of columns of a board.
    #[must_use]
    pub const fn columns(&self) -> Option<u32> {
        match self {
            Self::Grid { grid, .. } => Some(grid.columns),
            Self::Heap { .. } | Self::Tree { .. } => None,
        }
    }
}

/// A piece under attack whose loss would lose the game: a king in check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Check {
    /// The point of the piece.
    pub point: Cow<'static, str>,
    /// Whether it is checkmate.
    pub mate: bool,
}

/// A position as clients draw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Diagram {
    /// A board of named points.
    Grid {
        /// The board.
        #[serde(flatten)]
        grid: Grid,
        /// The name of each cell, in the order of the cells.
        points: Vec<Cow<'static, str>>,
        /// The points of the winning line, if any.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
        line: Vec<Cow<'static, str>>,
        /// The piece in check, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        check: Option<Check>,
    },
    /// A heap of bones, with a cell for each.
    Heap {
        /// One row: a cell for each bone of the initial heap, empty if the bone was taken.
        #[serde(flatten)]
        grid: Grid,
        /// The number of bones left.
        left: u32,
        /// The greatest number of bones that a move may take.
        most: u32,
    },
    /// A node of an explicit game tree.
    Tree {
        /// One row: the children of the current node, with the values of leaves.
        #[serde(flatten)]
        grid: Grid,
        /// The whole tree as nested arrays of leaf values.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        tree: serde_json::Value,
        /// The child indices from the root to the current node.
        path: Vec<u32>,
    },
}
