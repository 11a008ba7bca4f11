//! The result of a search.

use std::time::Duration;

/// A move at the root with its value for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether `value` is exact. If not, it is an upper bound.
    pub exact: bool,
    /// The depth in plies of the search that found the value. Values of different depths are not comparable.
    pub depth: u16,
    /// The number of positions that this thread entered for the move in the search of that depth.
    pub nodes: u64,
}

/// A line of best play that begins with one of the best root moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The exact value.
    pub value: i32,
    /// The depth in plies of the search that found it.
    pub depth: u16,
    /// The moves.
    pub moves: Vec<M>,
}

/// The result of a search. Values are for the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best move. `None` if the game is over at the root.
    pub best: Option<M>,
    /// The value of the root.
    pub value: i32,
    /// The last depth in plies that was searched completely. Deepening ends early if a greater depth cannot change the
    /// value.
    pub depth: u16,
    /// The greatest distance of a searched position from the root, in plies.
    pub selective_depth: u16,
    /// The principal variation: best play by both sides, the best move first.
    pub line: Vec<M>,
    /// The lines of the best moves, the best first: [`Report::line`] and the next best. Empty unless more than one line
    /// was requested ([`super::SearchOptions::lines`]).
    pub lines: Vec<Line<M>>,
    /// The root moves that were searched, in the game's natural order. If a limit ended the last depth, moves that it
    /// did not reach keep their values of the previous depth.
    pub root: Vec<RootMove<M>>,
    /// Positions entered, root and leaves included, over all iterations.
    pub nodes: u64,
    /// Positions that were finished or at the horizon.
    pub leaves: u64,
    /// Nodes at which the remaining moves were pruned.
    pub cutoffs: u64,
    /// Moves that were pruned and never entered.
    pub pruned: u64,
    /// Nodes whose value came from the transposition table.
    pub table_hits: u64,
    /// Positions whose value came from tables of endings ([`super::Tablebases`]).
    pub tablebase_hits: u64,
    /// The share of the transposition table that this search has filled, in thousandths. Known after each completed
    /// depth, but not at the end of the search, and only with a table.
    pub table_per_mille: Option<u16>,
    /// The elapsed time by the budget's clock.
    pub elapsed: Duration,
    /// Whether the budget ran out before the full depth was reached.
    pub stopped: bool,
}
