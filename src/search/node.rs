//! A node of the search tree, and the context that all nodes of one search share.

use super::Budget;
use super::options::{Ordering, SearchOptions};
use super::shared::SharedSearch;
use arena_games::{EVALUATION_LIMIT, Evaluation, Game, Hints};

/// The part of a search that is the same at all nodes.
pub(super) struct SearchContext<'a, E> {
    pub options: &'a SearchOptions,
    /// [`SearchOptions::is_selective`], computed once.
    pub selective: bool,
    /// [`SearchOptions::is_plain`], computed once.
    pub plain: bool,
    /// [`SearchOptions::keeps_value`], computed once.
    pub keeps_value: bool,
    /// Whether null windows are searched in the mode [`NullWindow`](super::mode::NullWindow). Requires a single thread
    /// that searches every move to the same depth.
    pub null_window_search: bool,
    /// Whether cutoffs update the killers, the history and the counter moves.
    pub updates_history: bool,
    /// Whether cutoffs also update the continuation history.
    pub uses_continuation: bool,
    pub evaluation: &'a E,
    pub budget: &'a Budget<'a>,
    /// The state shared by the threads of a parallel search. `None` for a single thread.
    pub shared: Option<&'a SharedSearch>,
    /// In a helper thread, the depth that it searches. The helper abandons it once the main thread is beyond it.
    pub helper_depth: Option<u16>,
}

impl<'a, E> SearchContext<'a, E> {
    pub(super) fn new(
        options: &'a SearchOptions,
        evaluation: &'a E,
        budget: &'a Budget<'a>,
        shared: Option<&'a SharedSearch>,
    ) -> Self {
        Self {
            options,
            selective: options.is_selective(),
            plain: options.is_plain(),
            keeps_value: options.keeps_value(),
            null_window_search: options.keeps_value() && shared.is_none(),
            updates_history: options.ordering.iter().any(|key| key.needs_history()),
            uses_continuation: options.ordering.contains(&Ordering::Continuation),
            evaluation,
            budget,
            shared,
            helper_depth: None,
        }
    }
}

/// Knowledge about a node's outcome from the hints probed at its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownOutcome {
    Unknown,
    /// The side that moved to this node has not won.
    NotWon,
    /// In addition, the side to move cannot win at once.
    NoImmediateWin,
}

/// A node to be searched.
pub(super) struct Node<'a, G: Game, E> {
    pub position: &'a G,
    /// Plies left to the horizon.
    pub depth: u16,
    /// Plies below the root.
    pub ply: usize,
    /// The move that led here. `None` at the root, after a null move, and in games without repetition whose moves are
    /// bits.
    pub mv: Option<G::Move>,
    /// Whether a null move led here.
    pub after_null_move: bool,
    pub known_outcome: KnownOutcome,
    pub context: &'a SearchContext<'a, E>,
}

/// The state of a node on its first visit.
pub(super) enum NodeState {
    /// The game is over, or drawn by repetition. The node has this value.
    Terminal(i32),
    /// No plies are left to search.
    Horizon,
    /// The moves of the node must be searched.
    Interior,
}

impl<'a, G: Game, E> Node<'a, G, E> {
    pub(super) const fn root(position: &'a G, depth: u16, context: &'a SearchContext<'a, E>) -> Self {
        Self::at(position, None, depth, 0, context)
    }

    /// Creates a node that was reached by the legal move `mv`, with an unknown outcome.
    pub(super) const fn at(
        position: &'a G,
        mv: Option<G::Move>,
        depth: u16,
        ply: usize,
        context: &'a SearchContext<'a, E>,
    ) -> Self {
        Node { position, depth, ply, mv, after_null_move: false, known_outcome: KnownOutcome::Unknown, context }
    }

    /// Creates the child node, one ply nearer to the horizon.
    pub(super) const fn child(&self, position: &'a G, mv: Option<G::Move>) -> Self {
        Self::at(position, mv, self.depth - 1, self.ply + 1, self.context)
    }

    pub(super) fn child_position(&self, mv: G::Move) -> G {
        let mut child = self.position.clone();
        child.play(mv);
        child
    }

    /// Returns whether the side to move in `child` is the same as here.
    pub(super) fn same_side(&self, child: &G) -> bool {
        child.to_move() == self.position.to_move()
    }

    /// Returns the evaluation for the side to move.
    #[inline(always)]
    pub(super) fn static_eval(&self) -> i32
    where
        E: Evaluation<G>,
    {
        let value = self.context.evaluation.evaluate(self.position);
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) * self.position.to_move().sign()
    }

    /// Returns the greatest number of moves to search here if the width is limited. There is no limit if the side to
    /// move is in check.
    pub(super) fn max_moves(&self) -> Option<usize>
    where
        G: Hints,
    {
        self.context.options.width.filter(|_| !self.position.in_check()).map(usize::from)
    }

    /// Returns what the hints probed here prove about the outcome of the children.
    #[inline]
    pub(super) fn child_known_outcome(&self) -> KnownOutcome
    where
        G: Hints,
    {
        match self.depth > 1 && self.context.options.width.is_none() {
            _ if !G::FINDS_WINS || !self.context.options.hints => KnownOutcome::Unknown,
            true => KnownOutcome::NoImmediateWin,
            false => KnownOutcome::NotWon,
        }
    }
}
