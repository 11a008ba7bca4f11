//! The staged move picker, which chooses the next move of a node. It does as little work before the first move as the
//! mode allows, because a cutoff usually comes with one of the first moves.
//!
//! Without an order, moves come as the game lists them. With an order, they are ranked, and the best remaining one is
//! picked each time. If the table's move is the first ordering key, it is searched before the others are ranked.

use super::mode::Mode;
use super::node::Node;
use super::searcher::Searcher;
use arena_games::{Game, Hints};

/// The moves of one node, on the move stack from `base` on.
pub(super) struct MovePicker<M> {
    /// The index of the first move.
    pub base: usize,
    /// The index of the next move.
    next: usize,
    /// The end of the moves to search.
    end: usize,
    /// The original index of the table's move, while it is in front and the others are unranked.
    unranked: Option<usize>,
    /// The move that led to the node.
    previous: Option<M>,
    /// The table's move, as its index in natural order.
    tt_move: u16,
    /// The number of moves that need to come in order. Hardly any later move is searched, so the order of the rest is
    /// irrelevant.
    ordered: usize,
}

impl<M: Copy> MovePicker<M> {
    /// Creates a picker for the moves from `base` to `end`, which are already ranked if the mode needs an order.
    pub(super) const fn new(base: usize, end: usize) -> Self {
        Self { base, next: base, end, unranked: None, previous: None, tt_move: 0, ordered: usize::MAX }
    }

    /// Sets that only the first `ordered` moves need to come in order. `unranked` is the original index of the table's
    /// move if that is in front and the others are ranked only after it. `previous` is the move that led to the node.
    pub(super) const fn staged(
        self,
        ordered: usize,
        unranked: Option<usize>,
        previous: Option<M>,
        tt_move: u16,
    ) -> Self {
        Self { ordered, unranked, previous, tt_move, ..self }
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Swaps the next move to its place and returns its index. `None` after the last.
    #[inline(always)]
    pub(super) fn next_move<M: Mode, E>(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<'_, G, E>,
    ) -> Option<usize> {
        let index = picker.next;
        if let Some(at) = picker.unranked.filter(|_| !M::PLAIN && !M::NULL_WINDOW && index > picker.base) {
            picker.unranked = None;
            self.rank_remaining(node, picker.previous, picker.tt_move, picker.base, at);
        }
        if index >= picker.end {
            return None;
        }
        picker.next += 1;
        if M::NULL_WINDOW {
            self.pick(node, index);
        } else if !M::PLAIN && picker.unranked.is_none() && index - picker.base < picker.ordered {
            self.pick_deferring_busy(node, picker.base, index);
        }
        Some(index)
    }
}
