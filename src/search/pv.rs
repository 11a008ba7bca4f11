//! Principal variations: collected while the search returns, and completed where a cutoff by the table ended them.

use super::node::Node;
use super::root::Iteration;
use super::searcher::{Searcher, Stopped};
use super::trace::NoTrace;
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

/// The triangular table: the principal variation below each ply of the path that is being searched.
pub(super) struct PvTable<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(super) const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// Clears the variation at `ply`.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        match self.by_ply.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.reach(ply),
        }
    }

    /// Makes room for the variations down to `ply`.
    #[cold]
    fn reach(&mut self, ply: usize) {
        self.by_ply.resize_with(ply + 1, Vec::new);
    }

    /// The variation at `ply` becomes `mv` and then the variation of the ply below.
    pub(super) fn update(&mut self, ply: usize, mv: M) {
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(below.first().map_or(&[], Vec::as_slice));
    }

    /// The variation at `ply`.
    pub(super) fn at(&self, ply: usize) -> &[M] {
        self.by_ply.get(ply).map_or(&[], Vec::as_slice)
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Completes the principal variation to the full depth or the end of the game, where a table hit or a null window left
    /// it short: at each position a move is searched for that keeps the value, as far as the budget allows.
    pub(super) fn complete_pv<E: Evaluation<G>>(&mut self, root: &Node<'_, G, E>, found: &mut Iteration<G::Move>) {
        let mut position = root.position.clone();
        let (side, depth) = (root.position.to_move(), usize::from(root.depth));
        self.moves.clear();
        self.ranks.clear();
        for ply in 0..depth {
            if self.path.push(&position, ply) || position.outcome().is_some() {
                return;
            }
            let mv = match found.line.get(ply) {
                Some(&mv) => mv,
                None => {
                    let value = for_parent(found.value, position.to_move() == side);
                    let depth = root.depth - u16::try_from(ply).expect("below the depth, which is a u16");
                    let node = Node::at(&position, depth, ply, root.context);
                    match self.find_move_worth(&node, value) {
                        Ok(Some(mv)) => mv,
                        Ok(None) | Err(Stopped) => return,
                    }
                }
            };
            position.play(mv);
            if found.line.len() == ply {
                found.line.push(mv);
            }
        }
    }

    /// The first move in order that is worth `value` to the side that moves.
    fn find_move_worth<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        value: i32,
    ) -> Result<Option<G::Move>, Stopped> {
        self.moves.clear();
        self.ranks.clear();
        let known = self.tt_probe(node);
        let base = self.list_moves(node, None, known.mv());
        for index in base..self.moves.len() {
            let mv = self.pick(node, index);
            let child = node.child_position(mv);
            let same = node.same_side(&child);
            if self.search_child(&node.child(&child), mv, same, (value - 1, value), &mut NoTrace)? >= value {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
