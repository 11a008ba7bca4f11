//! Plain minimax: the reference against which all other searches are tested.

use super::INFINITY;
use super::node::Node;
use super::searcher::{Searcher, Stopped};
use super::trace::{Decided, Observer};
use super::value::FULL_WINDOW;
use super::value::for_parent;
use arena_games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// Returns the value of the node for the side to move.
    pub(super) fn minimax<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        trace.enter(mv, node.position, FULL_WINDOW, node.depth);
        if let Some((value, decided)) = self.visit_or_evaluate(node)? {
            trace.leave(value, decided);
            return Ok(value);
        }
        let probe = self.tt_probe(node);
        if let Some(value) = self.tt_cutoff(node, &probe, -INFINITY, INFINITY) {
            trace.leave(value, Decided::Table);
            return Ok(value);
        }
        let base = self.list_moves(node, mv, probe.mv());
        let (mut best, mut chosen) = (-INFINITY, 0);
        for index in base..self.moves.len() {
            let mv = self.pick(node, index);
            let child = node.child_position(mv);
            let value =
                for_parent(self.minimax(&node.child(&child, Some(mv)), Some(mv), trace)?, node.same_side(&child));
            if value > best {
                best = value;
                chosen = self.natural_index(node, base, index);
                trace.raised(mv, value);
                self.pv.update(node.ply, mv);
            }
        }
        self.pop_moves(base);
        self.tt_store(node, &probe, best, chosen, FULL_WINDOW);
        trace.leave(best, Decided::Searched);
        Ok(best)
    }
}
