//! Alpha-beta and nothing else: what a search does where every refinement is switched off, at the cost of no more than
//! that. Most nodes are leaves, which take no call.

use super::INFINITY;
use super::alpha_beta::Window;
use super::searcher::{Node, Searcher, Stopped};
use super::trace::{Kind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// As [`Searcher::narrowed`], where [`SearchOptions::is_plain`](super::SearchOptions::is_plain).
    #[inline(always)]
    pub(super) fn plain<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let (alpha, beta) = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        trace.enter(Some(mv), below.position, alpha, beta);
        let value = match self.settle(below)? {
            Some(value) => {
                trace.leave(value, Kind::Leaf);
                value
            }
            None if below.depth == 1 => self.plain_moves::<true, E, T>(below, (alpha, beta), trace)?,
            None => self.plain_moves::<false, E, T>(below, (alpha, beta), trace)?,
        };
        Ok(for_parent(value, same_side))
    }

    /// The value of an open node that was entered; with `LEAVES` below, which is known when this is compiled, it is one
    /// ply above the horizon.
    fn plain_moves<const LEAVES: bool, E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        (mut alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let base = self.moves.len();
        // A copy of its own, which nothing else can change: so what depends on that alone is found once for all moves.
        let position = node.position.clone();
        let node = &Node { position: &position, depth: if LEAVES { 1 } else { node.depth }, ..*node };
        position.open_moves(&mut self.moves);
        let mut best = -INFINITY;
        for index in base..self.moves.len() {
            let mv = self.moves[index];
            let child = node.after(mv);
            let value = self.plain(&node.child(&child), mv, node.same_side(&child), (alpha, beta), trace)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if alpha >= beta {
                        self.spare(node, index, trace);
                        break;
                    }
                    // The line of a bound is of no use.
                    self.lines.extend(node.ply, mv);
                }
            }
        }
        self.moves.truncate(base);
        trace.leave(best, Kind::Inner);
        Ok(best)
    }
}
