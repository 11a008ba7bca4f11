//! A node of the search tree, and what all nodes of one search share.

use super::Budget;
use super::options::{Ordering, SearchOptions};
use super::shared::SharedSearch;
use crate::games::{EVALUATION_LIMIT, Evaluation, Game, Hints};

/// What stays the same at all nodes of one search.
pub(super) struct SearchContext<'a, E> {
    pub options: &'a SearchOptions,
    /// [`SearchOptions::is_selective`], computed once.
    pub selective: bool,
    /// [`SearchOptions::is_plain`], computed once.
    pub plain: bool,
    /// [`SearchOptions::keeps_value`], computed once.
    pub keeps_value: bool,
    /// Whether null windows are searched as [`NullWindow`](super::mode::NullWindow) says: only where every move is
    /// searched to the same depth by a single thread.
    pub null_window_search: bool,
    /// Whether cutoffs update the killers, the history and the counter moves.
    pub updates_history: bool,
    /// Whether cutoffs also update the continuation history.
    pub uses_continuation: bool,
    pub evaluation: &'a E,
    pub budget: &'a Budget<'a>,
    /// What the threads of a parallel search share; none where one searches alone.
    pub shared: Option<&'a SharedSearch>,
    /// In a helper thread: the depth that it searches, which it gives up when the main thread is beyond it.
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

/// What the hints at the parent have shown of a node's outcome before it is visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownOutcome {
    /// Nothing.
    Unknown,
    /// The side that moved here has not won.
    NotWon,
    /// Nor can the side to move win at once.
    NoImmediateWin,
}

/// A node to be searched.
pub(super) struct Node<'a, G: Game, E> {
    pub position: &'a G,
    /// How many plies are left to the horizon.
    pub depth: u16,
    /// How many plies the node is below the root.
    pub ply: usize,
    /// Whether a null move led here.
    pub after_null_move: bool,
    pub known_outcome: KnownOutcome,
    pub context: &'a SearchContext<'a, E>,
}

/// How a node is found when it is visited.
pub(super) enum NodeState {
    /// It has this value: the game is over, or drawn by repetition.
    Terminal(i32),
    /// No ply is left to search.
    Horizon,
    /// Its moves are to be searched.
    Interior,
}

impl<'a, G: Game, E> Node<'a, G, E> {
    /// The root of a search.
    pub(super) const fn root(position: &'a G, depth: u16, context: &'a SearchContext<'a, E>) -> Self {
        Self::at(position, depth, 0, context)
    }

    /// A node that a move of the rules leads to, with nothing known of its outcome.
    pub(super) const fn at(position: &'a G, depth: u16, ply: usize, context: &'a SearchContext<'a, E>) -> Self {
        Node { position, depth, ply, after_null_move: false, known_outcome: KnownOutcome::Unknown, context }
    }

    /// The child node, a ply nearer to the horizon.
    pub(super) const fn child(&self, position: &'a G) -> Self {
        Self::at(position, self.depth - 1, self.ply + 1, self.context)
    }

    /// The position after `mv`.
    pub(super) fn child_position(&self, mv: G::Move) -> G {
        let mut child = self.position.clone();
        child.play(mv);
        child
    }

    /// Whether the side to move here is also to move in `child`.
    pub(super) fn same_side(&self, child: &G) -> bool {
        child.to_move() == self.position.to_move()
    }

    /// The evaluation's value for the side to move.
    #[inline(always)]
    pub(super) fn static_eval(&self) -> i32
    where
        E: Evaluation<G>,
    {
        let value = self.context.evaluation.evaluate(self.position);
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) * self.position.to_move().sign()
    }

    /// How many moves are searched here at most, where the width is bounded: not where a threat has to be answered.
    pub(super) fn max_moves(&self) -> Option<usize>
    where
        G: Hints,
    {
        self.context.options.width.filter(|_| !self.position.in_check()).map(usize::from)
    }

    /// What the hints that were probed here show of the outcome of the child nodes.
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
