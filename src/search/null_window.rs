//! Null-window search: whether a value is greater than a limit, which is what most nodes are searched for. It is
//! alpha-beta without what a null window does not need: a variation, and a call for nodes that are decided before
//! their moves are searched.

use super::INFINITY;
use super::node::Node;
use super::searcher::{Searcher, Stopped};
use super::table::NO_MOVE;
use super::trace::{NodeKind, Trace};
use super::tt_probe::TtProbe;
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

/// After fewer nodes the table holds hardly anything that would cut. The searches of the tests are small.
const MIN_NODES_FOR_ETC: u64 = if cfg!(test) { 1 } else { 1 << 16 };

impl<G: Game + Hints> Searcher<G> {
    /// As [`Searcher::search_child`] with the window from `alpha` to the next value, where
    /// [`SearchContext::null_window_search`](super::node::SearchContext::null_window_search) allows it.
    #[inline(always)]
    pub(super) fn null_window_search<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        alpha: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let alpha = if same_side { alpha } else { -alpha - 1 };
        trace.enter(Some(mv), below.position, alpha, alpha + 1);
        let base = self.moves.len();
        let value = match self.visit_or_evaluate(below)? {
            Some(value) => {
                trace.leave(value, NodeKind::Leaf);
                value
            }
            None => {
                let hints = below.context.options.hints;
                let decided = if hints { self.probe_hints(below, (alpha, alpha + 1)) } else { None };
                match decided {
                    Some(value) => {
                        trace.leave(value, NodeKind::Inner);
                        value
                    }
                    None => self.null_window_moves(below, mv, base, alpha, trace)?,
                }
            }
        };
        Ok(for_parent(value, same_side))
    }

    /// The same for an interior node that hints do not decide; where they told the moves, those stand on the stack from
    /// `base` on.
    fn null_window_moves<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: G::Move,
        base: usize,
        alpha: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let window = (alpha, alpha + 1);
        let probe = self.tt_probe(node);
        if let Some(value) = self.tt_cutoff(node, &probe, window.0, window.1) {
            self.moves.truncate(base);
            trace.leave(value, NodeKind::Table);
            return Ok(value);
        }
        if self.moves.len() == base {
            node.position.legal_unchecked(&mut self.moves);
        }
        if let Some((index, value)) = self.enhanced_tt_cutoff(node, &probe, base, alpha) {
            let chosen = u16::try_from(index - base).unwrap_or(NO_MOVE);
            self.moves.truncate(base);
            self.tt_store(node, &probe, value, chosen, window);
            trace.leave(value, NodeKind::Table);
            return Ok(value);
        }
        self.rank_moves(node, Some(mv), probe.mv(), base);
        let known_outcome = node.child_known_outcome();
        let (mut best, mut chosen) = (-INFINITY, NO_MOVE);
        for index in base..self.moves.len() {
            let next = self.pick(node, index);
            let child = node.child_position(next);
            let below = Node { known_outcome, ..node.child(&child) };
            let value = self.null_window_search(&below, next, node.same_side(&child), alpha, trace)?;
            best = best.max(value);
            if value > alpha {
                chosen = self.natural_index(node, base, index);
                self.record_cutoff(node, index, trace);
                self.update_history(node, Some(mv), base, index);
                break;
            }
        }
        self.pop_moves(base);
        self.tt_store(node, &probe, best, chosen, window);
        trace.leave(best, NodeKind::Inner);
        Ok(best)
    }

    /// A move that the table knows to be good enough, and its value, before any is searched: enhanced transposition
    /// cutoffs (Schaeffer and Plaat, "New advances in alpha-beta searching", ACM 1996). Only while a game is solved and far
    /// from its end, where probing for all moves takes less time than it saves.
    #[inline]
    fn enhanced_tt_cutoff<E>(
        &mut self,
        node: &Node<'_, G, E>,
        probe: &TtProbe,
        base: usize,
        alpha: i32,
    ) -> Option<(usize, i32)> {
        if G::ENDGAME_EMPTIES == 0 || probe.is_endgame() || self.counts.nodes < MIN_NODES_FOR_ETC {
            return None;
        }
        node.position.max_plies_left().filter(|&left| left <= node.depth.into())?;
        for index in base..self.moves.len() {
            let child = node.child_position(self.moves[index]);
            let (same, below) = (node.same_side(&child), node.child(&child));
            let probe = self.tt_probe(&below);
            let limit = if same { alpha } else { -alpha - 1 };
            let value = self.tt_cutoff_value(&below, &probe, limit, limit + 1);
            if let Some(value) = value.map(|value| for_parent(value, same)).filter(|&value| value > alpha) {
                self.count_tt_hit(&probe);
                return Some((index, value));
            }
        }
        None
    }
}
