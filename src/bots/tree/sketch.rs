//! Sketches of positions on the nodes of a drawing.

use std::borrow::Cow;

use arena_games::{Diagram, Game, Scoring};

/// Larger boards would be illegible, so their nodes show only the moves.
const LARGEST_BOARD: u32 = 4;

/// A small sketch of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Sketch {
    /// Only the value.
    #[default]
    None,
    /// The number of bones left on a heap.
    Heap(u32),
    Board(SmallBoard),
}

/// A small board, with its cells row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SmallBoard {
    pub columns: u32,
    pub rows: u32,
    pub cells: Vec<Cow<'static, str>>,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// The cells of the winning line.
    pub line: Vec<usize>,
}

impl Sketch {
    /// Creates a sketch of `position`, the position after `last`. An explicit tree needs none: its nodes show their
    /// values, and its diagram contains the whole tree.
    pub(super) fn of<G: Game>(position: &G, last: Option<G::Move>) -> Self {
        if G::SCORING == Scoring::Payoff {
            return Self::None;
        }
        match position.diagram(last) {
            Diagram::Tree { .. } => Self::None,
            Diagram::Grid { grid, .. } if grid.columns.max(grid.rows) > LARGEST_BOARD => Self::None,
            Diagram::Heap { left, .. } => Self::Heap(left),
            Diagram::Grid { grid, points, line, .. } => {
                let at = |names: &[Cow<'static, str>]| {
                    let cells = points.iter().enumerate();
                    cells.filter(|(_, name)| names.contains(name)).map(|(index, _)| index).collect()
                };
                let (last, line) = (at(&grid.last), at(&line));
                Self::Board(SmallBoard { columns: grid.columns, rows: grid.rows, cells: grid.cells, last, line })
            }
        }
    }
}
