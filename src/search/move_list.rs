//! The move stack: one list for all nodes on the current path, so that no node allocates.

use super::history::PreviousMoves;
use super::node::Node;
use super::options::Ordering;
use super::ordering::{self, OrderingContext, Rank};
use super::searcher::Searcher;
use super::shared::DEFER_MIN_DEPTH;
use super::table::NO_MOVE;
use super::trace::Observer;
use arena_games::{Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// Pushes the node's moves, ranked if the options ask for an order, and returns the index of the first. `tt_move`
    /// is the table's move.
    pub(super) fn list_moves<E>(&mut self, node: &Node<'_, G, E>, previous: Option<G::Move>, tt_move: u16) -> usize {
        let base = self.list_unranked(node);
        self.rank_moves(node, previous, tt_move, base);
        base
    }

    fn list_unranked<E>(&mut self, node: &Node<'_, G, E>) -> usize {
        let base = self.moves.len();
        if node.max_moves().is_some() {
            node.position.plausible_moves(&mut self.moves);
        } else {
            node.position.legal_unchecked(&mut self.moves);
        }
        base
    }

    /// Lists the moves like [`Searcher::list_moves`]. If the table's move is the first ordering key, that move is
    /// swapped to the front and the others are left unranked, because it usually causes a cutoff. In that case, returns
    /// the index that it came from, for [`Searcher::rank_remaining`].
    pub(super) fn list_tt_move_first<E>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        tt_move: u16,
    ) -> Option<usize> {
        let base = self.list_unranked(node);
        let at = base + usize::from(tt_move);
        if node.context.options.ordering.first() != Some(&Ordering::Table) || at >= self.moves.len() {
            self.rank_moves(node, previous, tt_move, base);
            return None;
        }
        self.push_continuation(node, previous);
        self.ranks.extend((0..).take(self.moves.len() - base).map(|natural| Rank::new(0, natural)));
        self.moves.swap(base, at);
        self.ranks.swap(base, at);
        Some(at)
    }

    /// Ranks the moves that [`Searcher::list_tt_move_first`] left unranked. `at` is the original index of the table's
    /// move, which stays in front.
    pub(super) fn rank_remaining<E>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        tt_move: u16,
        base: usize,
        at: usize,
    ) {
        self.moves.swap(base, at);
        self.ranks.truncate(base);
        self.rank_moves(node, previous, tt_move, base);
        self.pick(node, base);
    }

    /// Ranks the moves from `base` on if the options ask for an order.
    #[inline]
    pub(super) fn rank_moves<E>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        tt_move: u16,
        base: usize,
    ) {
        let keys = &node.context.options.ordering;
        if keys.is_empty() {
            return;
        }
        self.push_continuation(node, previous);
        let (position, ply, depth) = (node.position, node.ply, node.depth);
        let (histories, previous_moves) = (&self.histories, self.previous_moves(node));
        let context = OrderingContext { position, ply, depth, previous, tt_move, histories, previous_moves };
        match &self.moves[base..] {
            [_] => self.ranks.push(Rank::new(0, 0)),
            moves => ordering::rank(keys, &context, moves, &mut self.ranks, &mut self.rng),
        }
        if self.moves.len() - base > ordering::SORT_THRESHOLD {
            ordering::sort(&mut self.moves[base..], &mut self.ranks[base..]);
        }
    }

    /// Pushes `previous`, the move that led to the node, on the continuation stack if the order uses it.
    pub(super) fn push_continuation<E>(&mut self, node: &Node<'_, G, E>, previous: Option<G::Move>) {
        if node.context.uses_continuation {
            self.continuation_stack.truncate(node.ply);
            self.continuation_stack.resize(node.ply, None);
            self.continuation_stack.push(previous.map(|mv| node.position.piece_to(mv)));
        }
    }

    /// Returns the two moves that led to the node, from the continuation stack.
    pub(super) fn previous_moves<E>(&self, node: &Node<'_, G, E>) -> PreviousMoves {
        if !node.context.uses_continuation {
            return PreviousMoves::default();
        }
        let at =
            |back: usize| *node.ply.checked_sub(back).and_then(|ply| self.continuation_stack.get(ply)).unwrap_or(&None);
        PreviousMoves([at(0), at(1)])
    }

    /// Swaps the best move from `index` on to `index` and returns it.
    #[inline]
    pub(super) fn pick<E>(&mut self, node: &Node<'_, G, E>, index: usize) -> G::Move {
        if !node.context.options.ordering.is_empty() {
            ordering::pick(&mut self.moves[index..], &mut self.ranks[index..]);
        }
        self.moves[index]
    }

    /// Does what [`Searcher::pick`] does, and defers moves that another thread is searching.
    pub(super) fn pick_deferring_busy<E>(&mut self, node: &Node<'_, G, E>, base: usize, index: usize) -> G::Move {
        let mut mv = self.pick(node, index);
        let Some(shared) = node.context.shared else { return mv };
        let ranked = !node.context.options.ordering.is_empty() && self.moves.len() - index <= ordering::SORT_THRESHOLD;
        // With a limited width, a deferred move could fall behind the last searched move and never be searched.
        let bounded = node.context.options.width.is_some();
        if index == base || !ranked || bounded || node.depth < DEFER_MIN_DEPTH {
            return mv;
        }
        while self.ranks[index].value() > 0 && shared.is_busy(node.child_position(mv).key()) {
            self.ranks[index] = Rank::new(0, self.ranks[index].natural());
            mv = self.pick(node, index);
        }
        mv
    }

    /// Returns the natural index of the move at `index` in a list that begins at `base`.
    pub(super) fn natural_index<E>(&self, node: &Node<'_, G, E>, base: usize, index: usize) -> u16 {
        let ordered = !node.context.options.ordering.is_empty();
        let natural = if ordered { self.ranks[index].natural() as usize } else { index - base };
        u16::try_from(natural).unwrap_or(NO_MOVE)
    }

    pub(super) fn pop_moves(&mut self, base: usize) {
        self.moves.truncate(base);
        self.ranks.truncate(base);
    }

    /// Counts a cutoff by the move at `index`, whose value is `value`, and the moves after it that were pruned.
    #[inline]
    pub(super) fn record_cutoff<E, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        index: usize,
        value: i32,
        trace: &mut Observer<'_, G, LISTENS>,
    ) {
        let pruned = self.moves.len() - index - 1;
        if pruned > 0 {
            self.counts.cutoffs += 1;
            self.counts.pruned += pruned as u64;
            trace.cut(self.moves[index], value, &self.moves[index + 1..], node.position);
        }
    }

    /// Updates the history after a cutoff by the move at `index` if it is quiet. Captures are ordered by other keys.
    pub(super) fn update_history<E>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        base: usize,
        index: usize,
    ) {
        let mv = self.moves[index];
        if node.context.updates_history && node.position.capture_value(mv).is_none() {
            let (side, tried) = (node.position.to_move(), &self.moves[base..index]);
            self.histories.update(node.ply, node.depth, side, previous, mv, tried);
            if node.context.uses_continuation {
                let piece_to = |mv: &G::Move| node.position.piece_to(*mv);
                let previous_moves = self.previous_moves(node);
                let tried = tried.iter().map(piece_to);
                self.histories.update_continuation(node.depth, side, previous_moves, piece_to(&mv), tried);
            }
        }
    }
}
