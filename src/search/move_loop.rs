//! The search of a node: the checks before its moves are searched, and the loop over its moves. One implementation
//! serves all kinds of alpha-beta and is compiled for each [`Mode`]. It costs at most 2 % more instructions than a
//! separate loop for each kind (`docs/benchmarks.md`).
//!
//! The root has a loop of its own in `root.rs`, which keeps the value of every move, and their order between
//! iterations.

use std::ops::ControlFlow;

use super::INFINITY;
use super::mode::Mode;
use super::move_picker::MovePicker;
use super::node::{KnownOutcome, Node, NodeState};
use super::searcher::{Searcher, Stopped};
use super::selective::Selectivity;
use super::table::NO_MOVE;
use super::trace::{Decided, Observer};
use super::tt_probe::TtProbe;
use super::value::Window;
use super::value::for_parent;
use arena_games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// Returns the value of `below`, the position after `mv`, for the side that played `mv`, within that side's window.
    #[inline(always)]
    pub(super) fn search_below<M: Mode, E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        Ok(for_parent(self.search_node::<M, E, LISTENS>(below, Some(mv), window, trace)?, same_side))
    }

    /// Returns the node's value if it is between `alpha` and `beta`. Otherwise returns a bound: an upper bound if it is
    /// at most `alpha`, a lower bound if it is at least `beta`.
    #[inline(always)]
    pub(super) fn search_node<M: Mode, E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        (alpha, beta): Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        let options = node.context.options;
        // The hints may push moves on the stack from here on.
        let base = self.moves.len();
        // Does not change the value, but tells the compiler that `beta` depends on `alpha` alone in modes with null
        // windows.
        let beta = if M::NULL_WINDOW { alpha + 1 } else { beta };
        trace.enter(mv, node.position, (alpha, beta), node.depth);
        let (value, decided) = match self.visit_node(node)? {
            NodeState::Terminal(value) => (value, Decided::Over),
            NodeState::Horizon if !M::PLAIN && !M::NULL_WINDOW && options.quiescence => {
                (self.quiesce(node, (alpha, beta), 0)?, Decided::Quiescence)
            }
            NodeState::Horizon => (node.static_eval(), Decided::Horizon),
            NodeState::Interior => {
                let hints = !M::PLAIN && options.hints;
                let known = if !M::PLAIN && self.probes_tablebases { self.probe_tablebases(node) } else { None };
                match known.or_else(|| if hints { self.probe_hints(node, (alpha, beta)) } else { None }) {
                    Some(value) => (value, Decided::Hints),
                    None if M::PLAIN && node.depth == 1 => {
                        return self.search_moves::<M::AboveLeaves, E, LISTENS>(node, mv, base, (alpha, beta), trace);
                    }
                    None => return self.search_moves::<M, E, LISTENS>(node, mv, base, (alpha, beta), trace),
                }
            }
        };
        trace.leave(value, decided);
        Ok(value)
    }

    /// Searches the moves of an interior node that the hints do not decide, and otherwise does what
    /// [`Searcher::search_node`] does. If the hints have listed the moves, they are on the stack from `base` on.
    ///
    /// This function is long on purpose: everything that a mode omits is omitted here. The local copies and bounds let
    /// the compiler move work out of the loop, but only if they are in the same function as the loop.
    fn search_moves<M: Mode, E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        base: usize,
        (mut alpha, beta): Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        let beta = if M::NULL_WINDOW { alpha + 1 } else { beta };
        let window = (alpha, beta);
        // A plain search has not listed any moves yet, so `base` can be read here and need not be passed through
        // leaves.
        let base = if M::PLAIN { self.moves.len() } else { base };
        // A local copy cannot change elsewhere, so the compiler can move what depends on it out of the loop.
        let (position, plain);
        let node = if M::PLAIN {
            position = node.position.clone();
            plain = Node { position: &position, depth: if M::ABOVE_LEAVES { 1 } else { node.depth }, ..*node };
            &plain
        } else {
            node
        };
        let probe = if M::PLAIN { None } else { Some(self.tt_probe(node)) };
        if let Some(probe) = &probe
            && let Some(value) = self.tt_cutoff(node, probe, alpha, beta)
        {
            return Ok(self.leave_before_moves(base, value, Decided::Table, trace));
        }
        let full = !M::PLAIN && !M::NULL_WINDOW;
        let listed = full && self.moves.len() > base;
        let mut selectivity = Selectivity::default();
        if let Some(probe) = probe.as_ref().filter(|_| full) {
            if listed {
                self.rank_moves(node, mv, probe.mv(), base);
            }
            if node.context.selective {
                match self.prune_or_select(node, probe, window)? {
                    ControlFlow::Continue(next) => selectivity = next,
                    ControlFlow::Break((value, decided)) => {
                        return Ok(self.leave_before_moves(base, value, decided, trace));
                    }
                }
            }
        }
        let reduced;
        let node = if full {
            reduced = Node { depth: node.depth - selectivity.iir, ..*node };
            &reduced
        } else {
            node
        };
        let mut picker = match &probe {
            None => {
                node.position.legal_unchecked(&mut self.moves);
                MovePicker::new(base, self.moves.len())
            }
            Some(probe) if M::NULL_WINDOW => match self.list_for_null_window(node, mv, probe, base, alpha) {
                ControlFlow::Continue(picker) => picker,
                ControlFlow::Break(value) => {
                    return Ok(self.leave_before_moves(base, value, Decided::Table, trace));
                }
            },
            Some(probe) => {
                let tt_move = probe.mv();
                let unranked = if listed { None } else { self.list_tt_move_first(node, mv, tt_move) };
                let end = self.max_moves_end(node, base);
                MovePicker::new(base, end).staged(selectivity.lmp_count, unranked, mv, tt_move)
            }
        };
        let known_outcome = if M::PLAIN { KnownOutcome::Unknown } else { node.child_known_outcome() };
        let (mut best, mut chosen) = (-INFINITY, NO_MOVE);
        while let Some(index) = self.next_move::<M, E>(&mut picker, node) {
            let next = self.moves[index];
            let value = if M::PLAIN || M::NULL_WINDOW {
                let child = node.child_position(next);
                let below = Node { known_outcome, ..node.child(&child, Some(next)) };
                self.search_below::<M, E, LISTENS>(&below, next, node.same_side(&child), (alpha, beta), trace)?
            } else {
                self.child_value(node, selectivity, next, index - base, (alpha, beta), trace)?
            };
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if !M::PLAIN {
                    chosen = self.natural_index(node, base, index);
                }
                trace.raised(next, value);
                if M::NULL_WINDOW || alpha >= beta {
                    self.record_cutoff(node, index, value, trace);
                    if !M::PLAIN {
                        self.update_history(node, mv, base, index);
                    }
                    break;
                }
                // Skipped after a cutoff: the variation of a bound is never read.
                self.pv.update(node.ply, next);
            }
        }
        match probe {
            None => self.moves.truncate(base),
            Some(probe) => {
                self.pop_moves(base);
                self.tt_store(node, &probe, best, chosen, window);
            }
        }
        trace.leave(best, Decided::Searched);
        Ok(best)
    }

    /// Leaves a node that was decided before its moves were searched.
    #[inline]
    fn leave_before_moves<const LISTENS: bool>(
        &mut self,
        base: usize,
        value: i32,
        decided: Decided,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> i32 {
        self.pop_moves(base);
        trace.leave(value, decided);
        value
    }

    /// Lists and ranks the moves for a null window. Breaks with the value of a move if the table shows that it beats
    /// `alpha`.
    #[inline(always)]
    fn list_for_null_window<E>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        probe: &TtProbe,
        base: usize,
        alpha: i32,
    ) -> ControlFlow<i32, MovePicker<G::Move>> {
        if self.moves.len() == base {
            node.position.legal_unchecked(&mut self.moves);
        }
        if let Some((index, value)) = self.enhanced_tt_cutoff(node, probe, base, alpha) {
            let chosen = u16::try_from(index - base).unwrap_or(NO_MOVE);
            self.tt_store(node, probe, value, chosen, (alpha, alpha + 1));
            return ControlFlow::Break(value);
        }
        self.rank_moves(node, mv, probe.mv(), base);
        ControlFlow::Continue(MovePicker::new(base, self.moves.len()))
    }
}
