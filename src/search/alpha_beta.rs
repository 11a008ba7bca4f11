//! Fail-soft alpha-beta: minimax that leaves out what cannot matter.
//!
//! Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975); fail-soft after Fishburn,
//! "Another optimization of alpha-beta search", SIGART Newsletter 84 (1983).

use super::INFINITY;
use super::root::{Node, Searcher, Stopped};
use super::trace::{Kind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// The value of the node where it lies between `alpha` and `beta`; otherwise a bound of it: an upper bound when it
    /// is at most `alpha`, a lower bound when it is at least `beta`.
    pub(super) fn alpha_beta<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        mut alpha: i32,
        beta: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        trace.enter(mv, node.position, alpha, beta);
        if let Some(value) = self.enter(node)? {
            trace.leave(value, Kind::Leaf);
            return Ok(value);
        }
        let base = self.list_moves(node);
        let mut best = -INFINITY;
        for index in base..self.moves.len() {
            let mv = self.moves[index];
            let child = node.after(mv);
            let same = node.same_side(&child);
            let (child_alpha, child_beta) = if same { (alpha, beta) } else { (-beta, -alpha) };
            let value = self.alpha_beta(&node.child(&child), Some(mv), child_alpha, child_beta, trace)?;
            let value = for_parent(value, same);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.lines.extend(node.ply, mv);
                }
            }
            if alpha >= beta {
                let rest = &self.moves[index + 1..];
                if !rest.is_empty() {
                    self.cutoffs += 1;
                    self.pruned += rest.len() as u64;
                    rest.iter().for_each(|&mv| trace.pruned(mv, node.position));
                }
                break;
            }
        }
        self.moves.truncate(base);
        trace.leave(best, Kind::Inner);
        Ok(best)
    }
}
