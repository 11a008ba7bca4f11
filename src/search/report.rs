//! What a search found.

use std::time::Duration;

/// A move at the root with its value for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether `value` is exact; otherwise the move is worth at most that.
    pub exact: bool,
    /// The depth in plies of the search that found the value. Values of different depths do not compare.
    pub depth: u16,
}

/// Best play after one of the best root moves, which begins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value, exact.
    pub value: i32,
    /// The depth in plies of the search that found it.
    pub depth: u16,
    /// The moves.
    pub moves: Vec<M>,
}

/// The result of a search. Values are from the view of the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best move; none when the game is over at the root.
    pub best: Option<M>,
    /// The root's value.
    pub value: i32,
    /// The depth in plies that was searched to the end. Deepening ends early where no greater depth can change the
    /// value.
    pub depth: u16,
    /// The principal variation: best play by both sides, the best move first.
    pub line: Vec<M>,
    /// The lines of the best moves, the best first, where more than one was asked for ([`super::SearchOptions::lines`]):
    /// [`Report::line`] and the next best. Otherwise empty.
    pub lines: Vec<Line<M>>,
    /// The root moves that were searched, in the game's natural order. Where a limit ended the last depth, those that it
    /// did not come to have their values of the depth before.
    pub root: Vec<RootMove<M>>,
    /// Positions entered, root and leaves included, over all iterations.
    pub nodes: u64,
    /// Positions that were finished or at the horizon.
    pub leaves: u64,
    /// Nodes at which the remaining moves were pruned.
    pub cutoffs: u64,
    /// Moves that were pruned: never entered.
    pub pruned: u64,
    /// Nodes whose value came from the transposition table.
    pub table_hits: u64,
    /// How long it took by the budget's clock.
    pub elapsed: Duration,
    /// Whether the budget ran out before the full depth was reached.
    pub stopped: bool,
}
