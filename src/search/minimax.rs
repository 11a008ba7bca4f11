//! Plain minimax: the reference that everything else in this layer is tested against.

use super::root::{Searcher, Stopped};
use super::trace::{Kind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// The value of `position`, for the side to move there, `depth` plies deep.
    pub(super) fn minimax<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &super::root::Node<'_, G, E>,
        mv: Option<G::Move>,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        trace.enter(mv, node.position, -super::INFINITY, super::INFINITY);
        if let Some(value) = self.enter(node)? {
            trace.leave(value, Kind::Leaf);
            return Ok(value);
        }
        let base = self.list_moves(node);
        let mut best = -super::INFINITY;
        for index in base..self.moves.len() {
            let mv = self.moves[index];
            let child = node.after(mv);
            let value = for_parent(self.minimax(&node.child(&child), Some(mv), trace)?, node.same_side(&child));
            if value > best {
                best = value;
                self.lines.extend(node.ply, mv);
            }
        }
        self.moves.truncate(base);
        trace.leave(best, Kind::Inner);
        Ok(best)
    }
}
