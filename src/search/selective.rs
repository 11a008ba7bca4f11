//! Selective search: some moves are searched less deep than others, some deeper and some not at all. Each of these can
//! change the value, so all are off unless asked for.
//!
//! Null move: Donninger, "Null move and deep search", ICCA Journal 16:3 (1993). Late-move reduction: Romstad, "An
//! introduction to late move reductions" (2006), by the product of the logarithms of depth and place as in Stockfish;
//! internal iterative reduction: Schröder (2021). Futility pruning: Heinz, "Extended futility pruning", ICCA Journal
//! 21:2 (1998); reverse futility pruning and late-move pruning as in Stockfish. A bounded width: Shannon's type B search, "Programming a computer for playing chess", Philosophical Magazine 41 (1950).

use std::ops::ControlFlow;

use super::history::MAX_HISTORY;
use super::node::Node;
use super::searcher::{Searcher, Stopped};
use super::shared::DEFER_MIN_DEPTH;
use super::trace::{Decided, NoTrace, Trace};
use super::tt_probe::TtProbe;
use super::value::Window;
use super::value::{for_parent, is_decided};
use super::{INFINITY, MAX_DEPTH};
use crate::games::{Evaluation, Game, Hints};

/// Late-move reduction begins with this move of the order, counted from 0, and this far above the horizon.
const LMR_MIN_PLACE: usize = 2;
const LMR_MIN_DEPTH: u16 = 3;
/// Internal iterative reduction begins this far above the horizon.
const IIR_MIN_DEPTH: u16 = 4;
/// A null move is tried only at least this far above the horizon.
const NULL_MOVE_MIN_DEPTH: u16 = 3;
/// Futility pruning applies only at most this far above the horizon.
const FUTILITY_MAX_DEPTH: u16 = 7;
/// Stands for the static evaluation of a position in check, which has none.
const NO_STATIC_EVAL: i32 = i32::MIN;

/// How selectively the moves of a node are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selectivity {
    /// Internal iterative reduction: the node is searched so many plies less deep.
    pub iir: u16,
    /// Whether late moves are reduced.
    lmr: bool,
    /// Whether the window is null, as it is off the principal variation.
    null_window: bool,
    /// Whether the static evaluation is better than two plies ago.
    improving: bool,
    /// Where futility pruning applies: the static evaluation and the margin for each ply.
    futility: Option<(i32, i32)>,
    /// Late-move pruning: after so many moves no quiet one is searched.
    pub lmp_count: usize,
}

impl Default for Selectivity {
    /// Every move is searched to the full depth.
    fn default() -> Self {
        Self { iir: 0, lmr: false, null_window: false, improving: false, futility: None, lmp_count: usize::MAX }
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Breaks with a value where the node is pruned; otherwise how selectively its moves are to be searched.
    pub(super) fn prune_or_select<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        probe: &TtProbe,
        (alpha, beta): Window,
    ) -> Result<ControlFlow<(i32, Decided), Selectivity>, Stopped> {
        let options = node.context.options;
        if !(options.null_move || options.lmr || options.futility.is_some()) {
            return Ok(ControlFlow::Continue(Selectivity::default()));
        }
        self.static_evals.resize(node.ply + 1, NO_STATIC_EVAL);
        self.static_evals[node.ply] = NO_STATIC_EVAL;
        if node.position.in_check() {
            return Ok(ControlFlow::Continue(Selectivity::default()));
        }
        let static_eval = node.static_eval();
        self.static_evals[node.ply] = static_eval;
        let two_plies_ago = node.ply.checked_sub(2).map_or(NO_STATIC_EVAL, |ply| self.static_evals[ply]);
        let null_window = alpha > -INFINITY && alpha + 1 == beta;
        let iir = options.lmr && self.table.is_some() && !probe.has_move() && node.depth >= IIR_MIN_DEPTH;
        let mut selectivity = Selectivity {
            iir: iir.into(),
            lmr: options.lmr,
            null_window,
            improving: static_eval > two_plies_ago,
            ..Selectivity::default()
        };
        if !null_window || is_decided(alpha) || is_decided(beta) {
            return Ok(ControlFlow::Continue(selectivity));
        }
        let value = probe.refine(static_eval);
        if Self::reverse_futility(node, value, selectivity.improving, beta) {
            self.depth_bound += 1;
            return Ok(ControlFlow::Break((value, Decided::Futility)));
        }
        if options.null_move
            && !node.after_null_move
            && node.depth >= NULL_MOVE_MIN_DEPTH
            && value >= beta
            && let Some(value) = self.null_move(node, beta)?
        {
            self.depth_bound += 1;
            return Ok(ControlFlow::Break((value, Decided::NullMove)));
        }
        let futility = options.futility.filter(|_| node.depth <= FUTILITY_MAX_DEPTH);
        if let Some(margin) = futility {
            selectivity.futility = Some((static_eval, margin));
            selectivity.lmp_count = (3 + usize::from(node.depth).pow(2)) >> usize::from(!selectivity.improving);
        }
        Ok(ControlFlow::Continue(selectivity))
    }

    /// As [`Searcher::prune_or_select`] at the root, where nothing is pruned.
    pub(super) fn root_selectivity<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>) -> Selectivity {
        if !node.context.selective {
            return Selectivity::default();
        }
        self.static_evals.clear();
        let forced = node.position.in_check();
        self.static_evals.push(if forced { NO_STATIC_EVAL } else { node.static_eval() });
        Selectivity { lmr: node.context.options.lmr && !forced, improving: true, ..Selectivity::default() }
    }

    /// Reverse futility pruning: whether the static `value` is so far above the window that, near the horizon, no move of
    /// the other side will bring it back.
    fn reverse_futility<E>(node: &Node<'_, G, E>, value: i32, improving: bool, beta: i32) -> bool {
        node.context.options.futility.is_some_and(|margin| {
            let plies = i32::from(node.depth) - i32::from(improving);
            node.depth <= FUTILITY_MAX_DEPTH && value.saturating_sub(margin.saturating_mul(plies)) >= beta
        })
    }

    /// The node's value if its side passes, where that is at least `beta`.
    fn null_move<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>, beta: i32) -> Result<Option<i32>, Stopped> {
        let Some(child) = node.position.after_null_move() else { return Ok(None) };
        let reduction = 3 + node.depth / 3;
        let below =
            Node { depth: node.depth.saturating_sub(1 + reduction), after_null_move: true, ..node.child(&child) };
        let same = node.same_side(&child);
        let window = if same { (beta - 1, beta) } else { (-beta, 1 - beta) };
        let value = for_parent(self.alpha_beta(&below, None, window, &mut NoTrace)?, same);
        // A win found after a null move is not proven: the rules do not allow the null move.
        Ok((value >= beta).then(|| if is_decided(value) { beta } else { value }))
    }

    /// The value of the move at `place` in the order, for the side that moves: searched less deep, or not at all, where the
    /// node's selectivity allows that.
    pub(super) fn reduced_child<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        mv: G::Move,
        place: usize,
        window: Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let quiet = node.position.capture_value(mv).is_none();
        // Some move has a value already.
        let may_skip = place > 0 && window.0 > -INFINITY;
        if may_skip && !is_decided(window.0) && Self::is_prunable(node, selectivity, (mv, quiet), place, window.0) {
            self.depth_bound += 1;
            trace.skipped(mv);
            return Ok(-INFINITY);
        }
        let child = node.child_position(mv);
        let same = node.same_side(&child);
        let depth = Self::child_depth(node, &child);
        let below = Node { depth, known_outcome: node.child_known_outcome(), ..node.child(&child) };
        let shared = node.context.shared.filter(|_| node.depth >= DEFER_MIN_DEPTH);
        shared.inspect(|shared| shared.mark_busy(child.key()));
        let value = if place == 0 {
            self.search_child(&below, mv, same, window, trace)
        } else {
            let late = may_skip && !child.in_check() && (quiet || !node.position.see_ge(mv, 0));
            let reduction = if late { self.reduction(node, selectivity, (mv, quiet), place) } else { 0 };
            self.pvs_child(&below, mv, same, window, reduction, trace)
        };
        shared.inspect(|shared| shared.unmark_busy(child.key()));
        value
    }

    /// Whether the move is pruned: it comes too late in the order, cannot raise the static evaluation to `alpha`, or loses
    /// too much in the exchange.
    fn is_prunable<E>(
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        (mv, quiet): (G::Move, bool),
        place: usize,
        alpha: i32,
    ) -> bool {
        let Some((static_eval, margin)) = selectivity.futility else { return false };
        let margins = |times: i32| margin.saturating_mul(times);
        let depth = i32::from(node.depth);
        let prunable = if quiet {
            place >= selectivity.lmp_count
                || static_eval.saturating_add(margins(1 + depth)) <= alpha
                || !node.position.see_ge(mv, -margins(depth) / 2)
        } else {
            !node.position.see_ge(mv, -margins(5 * depth) / 2)
        };
        prunable && !node.position.gives_check(mv)
    }

    /// By how many plies the move at `place` in the order is searched less deep.
    fn reduction<E>(
        &self,
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        (mv, quiet): (G::Move, bool),
        place: usize,
    ) -> u16 {
        if !selectivity.lmr || place < LMR_MIN_PLACE || node.depth < LMR_MIN_DEPTH {
            return 0;
        }
        // In 1024ths of a ply.
        let mut plies = 512 + log2(node.depth.into()) * log2(place + 1) / 20;
        plies -= 1024 * i32::from(!selectivity.null_window);
        plies += 512 * i32::from(!selectivity.improving);
        if quiet {
            let side = node.position.to_move();
            let (history, most) = if node.context.uses_continuation {
                (self.histories.continuation(side, self.previous_moves(node), mv, node.position.piece_to(mv)), 1_400)
            } else {
                (self.histories.history(side, mv).into(), 2_048)
            };
            plies -= most * history / i32::from(MAX_HISTORY);
            plies -= 1024 * i32::from(self.histories.killer(node.ply, mv) > 0);
        } else {
            plies -= 1024;
        }
        u16::try_from((plies / 1024).clamp(0, i32::from(node.depth) - 2)).expect("within the depth")
    }

    /// The end of the moves from `base` on that a bounded width searches.
    pub(super) fn max_moves_end<E>(&mut self, node: &Node<'_, G, E>, base: usize) -> usize {
        let all = self.moves.len();
        node.max_moves().map_or(all, |width| {
            // A move that is left out may be better, so no value is proven.
            self.depth_bound += 1;
            all.min(base + width)
        })
    }

    /// The depth of a child: a ply less, or the same where check extensions apply.
    pub(super) fn child_depth<E>(node: &Node<'_, G, E>, child: &G) -> u16 {
        let extended = node.context.options.extensions && child.in_check() && Self::may_extend(node);
        node.depth - u16::from(!extended)
    }

    /// Whether an extension is allowed: no line becomes twice as long as the depth that was asked for.
    fn may_extend<E>(node: &Node<'_, G, E>) -> bool {
        node.ply + usize::from(node.depth) < usize::from(MAX_DEPTH).min(2 * usize::from(node.context.options.depth))
    }
}

/// The logarithm to base 2, in 64ths, a little low between the powers of two.
fn log2(number: usize) -> i32 {
    let whole = number.max(1).ilog2();
    let rest = (number << 6 >> whole) as i32 - 64;
    i32::try_from(whole).expect("at most 63") * 64 + rest
}
