//! What a node of a drawing shows of its position.

use crate::games::{Diagram, Game, Scoring};

/// Boards of more columns or rows would be illegible: their nodes show only the moves.
const LARGEST_BOARD: u32 = 4;

/// A position in a few square centimetres.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Sketch {
    /// Nothing but the value.
    #[default]
    None,
    /// How many are left on a heap.
    Heap(u32),
    /// A small board.
    Board(SmallBoard),
}

/// Cells row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SmallBoard {
    pub columns: u32,
    pub rows: u32,
    pub cells: Vec<String>,
    /// The cell of the last move.
    pub last: Vec<usize>,
    /// The cells of the winning line.
    pub line: Vec<usize>,
}

impl Sketch {
    /// A sketch of `position`, which `last` led to. An explicit tree needs none: its nodes are their values, and its
    /// diagram holds the whole tree.
    pub(super) fn of<G: Game>(position: &G, last: Option<G::Move>) -> Self {
        if G::SCORING == Scoring::Payoff {
            return Self::None;
        }
        match position.diagram(last) {
            Diagram::Tree { .. } => Self::None,
            Diagram::Grid { grid, .. } if grid.columns.max(grid.rows) > LARGEST_BOARD => Self::None,
            Diagram::Heap { left, .. } => Self::Heap(left),
            Diagram::Grid { grid, points, line, .. } => {
                let at = |names: &[String]| {
                    let cells = points.iter().enumerate();
                    cells.filter(|(_, name)| names.contains(name)).map(|(index, _)| index).collect()
                };
                let (last, line) = (at(&grid.last), at(&line));
                Self::Board(SmallBoard { columns: grid.columns, rows: grid.rows, cells: grid.cells, last, line })
            }
        }
    }
}
