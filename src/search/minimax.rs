//! Plain minimax: the reference that everything else in this layer is tested against.

use super::INFINITY;
use super::searcher::{Node, Searcher, Stopped, WHOLE};
use super::trace::{Kind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// The value of the node, for the side to move there.
    pub(super) fn minimax<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        trace.enter(mv, node.position, -INFINITY, INFINITY);
        if let Some(value) = self.settle(node)? {
            trace.leave(value, Kind::Leaf);
            return Ok(value);
        }
        let known = self.look_up(node);
        if let Some(value) = self.cut_by_table(node, &known, -INFINITY, INFINITY) {
            trace.leave(value, Kind::Table);
            return Ok(value);
        }
        let base = self.list_moves(node, mv, known.mv());
        let (mut best, mut chosen) = (-INFINITY, 0);
        for index in base..self.moves.len() {
            let mv = self.pick(node, index);
            let child = node.after(mv);
            let value = for_parent(self.minimax(&node.child(&child), Some(mv), trace)?, node.same_side(&child));
            if value > best {
                best = value;
                chosen = self.natural(node, base, index);
                self.lines.extend(node.ply, mv);
            }
        }
        self.drop_moves(base);
        self.keep(node, &known, best, chosen, WHOLE);
        trace.leave(best, Kind::Inner);
        Ok(best)
    }
}
