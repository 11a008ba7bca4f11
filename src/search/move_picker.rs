//! The staged move picker: which move of a node is searched next. It does as little work before the first move as its
//! mode allows, since a cutoff mostly comes with one of the first moves.
//!
//! Without an order the moves come as the game lists them. With one they are ranked and picked one at a time, the best of
//! those that are left; where the order begins with the table's move, that is searched before the others are even ranked.

use super::mode::Mode;
use super::node::Node;
use super::searcher::Searcher;
use crate::games::{Game, Hints};

/// The moves of one node, which stand on the stack of moves from `base` on.
pub(super) struct MovePicker<M> {
    /// Where the moves begin.
    pub base: usize,
    /// The index of the next move.
    next: usize,
    /// The end of the moves that are searched.
    end: usize,
    /// Where the table's move stood, while it is in front and the others are not ranked yet.
    unranked: Option<usize>,
    /// The move that led to the node.
    previous: Option<M>,
    /// The table's move, as its index in natural order.
    tt_move: u16,
    /// After so many moves hardly any is searched, so that the order of the rest does not matter.
    ordered: usize,
}

impl<M: Copy> MovePicker<M> {
    /// A picker of the moves from `base` to `end`, which are ranked where the mode needs an order.
    pub(super) const fn new(base: usize, end: usize) -> Self {
        Self { base, next: base, end, unranked: None, previous: None, tt_move: 0, ordered: usize::MAX }
    }

    /// The same where only the first `ordered` moves need to come in order. `unranked` is where the table's move stood,
    /// if it is in front and the others are to be ranked once it has been searched, as answers to `previous`.
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
    /// The index of the move to be searched next, swapped there from among those that are left; none after the last.
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
