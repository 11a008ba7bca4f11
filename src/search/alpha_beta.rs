//! Fail-soft alpha-beta, principal variation search and MTD(f).
//!
//! Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975); fail-soft after Fishburn,
//! "Another optimization of alpha-beta search", SIGART Newsletter 84 (1983); principal variation search after Marsland
//! and Campbell, "Parallel search of strongly ordered game trees", ACM Computing Surveys 14:4 (1982), and Reinefeld, "An
//! improvement to the Scout tree search algorithm", ICCA Journal 6:4 (1983); MTD(f) after Plaat, Schaeffer, Pijls and de
//! Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87 (1996).

use std::ops::ControlFlow;

use super::INFINITY;
use super::lazy_smp::DEFER_MIN_DEPTH;
use super::node::{Node, NodeState};
use super::options::Pruning;
use super::searcher::{Searcher, Stopped};
use super::selective::Selectivity;
use super::table::NO_MOVE;
use super::trace::{NodeKind, Trace};
use super::tt_probe::TtProbe;
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

/// Alpha and beta: values between them are searched exactly, beyond them a bound is enough.
pub(super) type Window = (i32, i32);

/// The window that contains every value.
pub(super) const FULL_WINDOW: Window = (-INFINITY, INFINITY);

/// Whether a node is decided before its moves are searched: by that value, found in that way; or what the search of its
/// moves starts from.
type BeforeMoves = ControlFlow<(i32, NodeKind), (TtProbe, Selectivity)>;

impl<G: Game + Hints> Searcher<G> {
    /// The value of the node where it lies between `alpha` and `beta`; otherwise a bound of it: an upper bound when it
    /// is at most `alpha`, a lower bound when it is at least `beta`.
    pub(super) fn alpha_beta<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        (mut alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        trace.enter(mv, node.position, alpha, beta);
        let window = (alpha, beta);
        let base = self.moves.len();
        let (probe, selectivity) = match self.before_moves(node, mv, window)? {
            ControlFlow::Break((value, kind)) => {
                trace.leave(value, kind);
                return Ok(value);
            }
            ControlFlow::Continue(found) => found,
        };
        let node = &Node { depth: node.depth - selectivity.iir, ..*node };
        let listed = self.moves.len() > base;
        // Where the table's move was, while the others are not ranked yet.
        let mut unranked = if listed { None } else { self.list_tt_move_first(node, mv, probe.mv()) };
        let (mut best, mut chosen) = (-INFINITY, NO_MOVE);
        for index in base..self.max_moves_end(node, base) {
            // Beyond the late-move count hardly any move is searched, so their order does not matter.
            let next = if unranked.is_none() && index - base < selectivity.lmp_count {
                self.pick_deferring_busy(node, base, index)
            } else {
                self.moves[index]
            };
            let value = self.child_value(node, selectivity, next, index - base, (alpha, beta), trace)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    chosen = self.natural_index(node, base, index);
                    // The variation of a bound is never read.
                    if value < beta {
                        self.pv.update(node.ply, next);
                    }
                }
            }
            if alpha >= beta {
                self.record_cutoff(node, index, trace);
                self.update_history(node, mv, base, index);
                break;
            }
            if let Some(at) = unranked.take() {
                self.rank_remaining(node, mv, probe.mv(), base, at);
            }
        }
        self.pop_moves(base);
        self.tt_store(node, &probe, best, chosen, window);
        trace.leave(best, NodeKind::Inner);
        Ok(best)
    }

    /// Visits the node and tries everything that can decide it before its moves are searched: the end of the game, the
    /// horizon, hints, the table, and what a selective search prunes.
    fn before_moves<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        (alpha, beta): Window,
    ) -> Result<BeforeMoves, Stopped> {
        let options = node.context.options;
        match self.visit_node(node)? {
            NodeState::Terminal(value) => return Ok(ControlFlow::Break((value, NodeKind::Leaf))),
            NodeState::Horizon => {
                let value = if options.quiescence { self.quiesce(node, (alpha, beta), 0)? } else { node.static_eval() };
                return Ok(ControlFlow::Break((value, NodeKind::Leaf)));
            }
            NodeState::Interior => {}
        }
        let base = self.moves.len();
        if options.hints
            && let Some(value) = self.probe_hints(node, (alpha, beta))
        {
            return Ok(ControlFlow::Break((value, NodeKind::Inner)));
        }
        let probe = self.tt_probe(node);
        if let Some(value) = self.tt_cutoff(node, &probe, alpha, beta) {
            self.moves.truncate(base);
            return Ok(ControlFlow::Break((value, NodeKind::Table)));
        }
        if self.moves.len() > base {
            self.rank_moves(node, mv, probe.mv(), base);
        }
        if !node.context.selective {
            return Ok(ControlFlow::Continue((probe, Selectivity::default())));
        }
        Ok(match self.prune_or_select(node, &probe, (alpha, beta))? {
            ControlFlow::Break(value) => {
                self.pop_moves(base);
                ControlFlow::Break((value, NodeKind::Inner))
            }
            ControlFlow::Continue(selectivity) => ControlFlow::Continue((probe, selectivity)),
        })
    }

    /// The value of the move at `place` in the order, for the side that moves.
    fn child_value<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        mv: G::Move,
        place: usize,
        window: Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if node.context.selective {
            return self.reduced_child(node, selectivity, mv, place, window, trace);
        }
        let child = node.child_position(mv);
        let same = node.same_side(&child);
        let below = Node { known_outcome: node.child_known_outcome(), ..node.child(&child) };
        let shared = node.context.shared.filter(|_| node.depth >= DEFER_MIN_DEPTH);
        shared.inspect(|shared| shared.mark_busy(child.key()));
        let value = if place == 0 {
            self.search_child(&below, mv, same, window, trace)
        } else {
            self.pvs_child(&below, mv, same, window, 0, trace)
        };
        shared.inspect(|shared| shared.unmark_busy(child.key()));
        value
    }

    /// The value of `below`, which `mv` leads to, for the side that moved there, in that side's window.
    pub(super) fn search_child<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if below.context.null_window_search && alpha + 1 == beta {
            return self.null_window_search(below, mv, same_side, alpha, trace);
        }
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        Ok(for_parent(self.alpha_beta(below, Some(mv), window, trace)?, same_side))
    }

    /// As [`Searcher::search_child`], of a move that is not the first: principal variation search only asks by a null window
    /// whether it is better than `alpha`, and by how much if it is. With a `reduction`, a shallower search is asked first.
    pub(super) fn pvs_child<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        reduction: u16,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if reduction > 0 {
            let shallower = Node { depth: below.depth.saturating_sub(reduction), ..*below };
            let value = self.search_child(&shallower, mv, same_side, (alpha, alpha + 1), trace)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        if below.context.options.pruning == Pruning::Pvs && alpha > -INFINITY && alpha + 1 < beta {
            let value = self.search_child(below, mv, same_side, (alpha, alpha + 1), trace)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        self.search_child(below, mv, same_side, (alpha, beta), trace)
    }

    /// As [`Searcher::search_child`], by null windows alone (MTD(f)), the first of them about the `guess`.
    pub(super) fn mtdf_child<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        guess: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let (mut lower, mut upper) = (alpha, beta);
        let mut value = guess;
        while lower < upper {
            // Asks whether the value is at least `edge`, which lies above the lower bound and not above the upper one.
            let edge = value.max(lower + 1).min(upper);
            value = self.search_child(below, mv, same_side, (edge - 1, edge), trace)?;
            if value < edge {
                upper = value;
            } else {
                lower = value;
            }
        }
        Ok(value)
    }
}
