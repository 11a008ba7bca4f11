//! Alpha-beta without refinements: what a search does where all of them are switched off. A loop of its own, since most
//! nodes of such a search are leaves, and those take no call here.

use super::INFINITY;
use super::alpha_beta::Window;
use super::node::Node;
use super::searcher::{Searcher, Stopped};
use super::trace::{NodeKind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// As [`Searcher::search_child`], where [`SearchOptions::is_plain`](super::SearchOptions::is_plain).
    #[inline(always)]
    pub(super) fn plain_child<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let (alpha, beta) = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        trace.enter(Some(mv), below.position, alpha, beta);
        let value = match self.visit_or_evaluate(below)? {
            Some(value) => {
                trace.leave(value, NodeKind::Leaf);
                value
            }
            None if below.depth == 1 => self.plain_node::<true, E, T>(below, (alpha, beta), trace)?,
            None => self.plain_node::<false, E, T>(below, (alpha, beta), trace)?,
        };
        Ok(for_parent(value, same_side))
    }

    /// The value of an interior node that was visited. `LEAVES` says that it is one ply above the horizon, a constant so
    /// that the loop over its leaves is compiled apart.
    fn plain_node<const LEAVES: bool, E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        (mut alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let base = self.moves.len();
        // A local copy, which nothing else can change: so the compiler takes what depends on it alone out of the loop.
        let position = node.position.clone();
        let node = &Node { position: &position, depth: if LEAVES { 1 } else { node.depth }, ..*node };
        position.legal_unchecked(&mut self.moves);
        let mut best = -INFINITY;
        for index in base..self.moves.len() {
            let mv = self.moves[index];
            let child = node.child_position(mv);
            let value = self.plain_child(&node.child(&child), mv, node.same_side(&child), (alpha, beta), trace)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if alpha >= beta {
                        self.record_cutoff(node, index, trace);
                        break;
                    }
                    // The variation of a bound is never read.
                    self.pv.update(node.ply, mv);
                }
            }
        }
        self.moves.truncate(base);
        trace.leave(best, NodeKind::Inner);
        Ok(best)
    }
}
