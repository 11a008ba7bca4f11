//! Completes principal variations that a table hit or a null window cut short.

use super::node::Node;
use super::root::Iteration;
use super::searcher::{Searcher, Stopped};
use super::trace::{NoTrace, Observer, SILENT};
use super::value::for_parent;
use arena_games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// Extends the principal variation to the full depth or the end of the game if a table hit or a null window cut it
    /// short. At each position it searches for a move that keeps the value, within the budget.
    pub(super) fn complete_pv<E: Evaluation<G>>(&mut self, root: &Node<'_, G, E>, iteration: &mut Iteration<G::Move>) {
        let mut position = root.position.clone();
        let (side, depth) = (root.position.to_move(), usize::from(root.depth));
        self.moves.clear();
        self.ranks.clear();
        let mut last = None;
        for ply in 0..depth {
            if self.path.push(&position, last, ply).is_some() || position.outcome().is_some() {
                return;
            }
            let mv = match iteration.line.get(ply) {
                Some(&mv) => mv,
                None => {
                    let value = for_parent(iteration.value, position.to_move() == side);
                    let depth = root.depth - u16::try_from(ply).expect("ply is below the depth, which is a u16");
                    let node = Node::at(&position, last, depth, ply, root.context);
                    match self.find_move_worth(&node, value) {
                        Ok(Some(mv)) => mv,
                        Ok(None) | Err(Stopped) => return,
                    }
                }
            };
            position.play(mv);
            last = Some(mv);
            if iteration.line.len() == ply {
                iteration.line.push(mv);
            }
        }
    }

    /// Returns the first move in search order whose value is at least `value` for the side to move.
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
            if self.search_child(
                &node.child(&child, Some(mv)),
                mv,
                same,
                (value - 1, value),
                &mut Observer::<G, SILENT>::new(&mut NoTrace),
            )? >= value
            {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
