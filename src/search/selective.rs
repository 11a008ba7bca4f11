//! Selective search: some moves are searched to a reduced depth, some deeper and some not at all. Each of these options
//! can change the value, so all are off by default.
//!
//! Null move: Donninger, "Null move and deep search", ICCA Journal 16:3 (1993). Late-move reduction: Romstad, "An
//! introduction to late move reductions" (2006), by the product of the logarithms of depth and place as in Stockfish.
//! Internal iterative reduction: Schröder (2021). Futility pruning: Heinz, "Extended futility pruning", ICCA Journal
//! 21:2 (1998); reverse futility pruning and late-move pruning as in Stockfish. Limited width: Shannon's type B search,
//! "Programming a computer for playing chess", Philosophical Magazine 41 (1950).

use std::ops::ControlFlow;

use super::history::MAX_HISTORY;
use super::node::Node;
use super::searcher::{Searcher, Stopped};
use super::shared::DEFER_MIN_DEPTH;
use super::trace::{Decided, NoTrace, Observer, SILENT};
use super::tt_probe::TtProbe;
use super::value::Window;
use super::value::{for_parent, is_decided};
use super::{INFINITY, MAX_DEPTH};
use arena_games::{Evaluation, Game, Hints};

/// The first move, counted from 0, and the least depth to which late-move reduction applies.
const LMR_MIN_PLACE: usize = 2;
const LMR_MIN_DEPTH: u16 = 3;
/// The least depth for internal iterative reduction.
const IIR_MIN_DEPTH: u16 = 4;
/// The least depth for a null move.
const NULL_MOVE_MIN_DEPTH: u16 = 3;
/// The greatest depth for futility pruning.
const FUTILITY_MAX_DEPTH: u16 = 7;
/// Marks a position in check, which has no static evaluation.
const NO_STATIC_EVAL: i32 = i32::MIN;

/// How selectively the moves of a node are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selectivity {
    /// Internal iterative reduction: the depth of the node is reduced by this many plies.
    pub iir: u16,
    /// Whether late moves are reduced.
    lmr: bool,
    /// Whether the window is null, as it is off the principal variation.
    null_window: bool,
    /// Whether the static evaluation is better than two plies ago.
    improving: bool,
    /// The static evaluation and the margin per ply, if futility pruning applies.
    futility: Option<(i32, i32)>,
    /// Late-move pruning: quiet moves from this place on are not searched.
    pub lmp_count: usize,
}

impl Default for Selectivity {
    /// Searches every move to the full depth.
    fn default() -> Self {
        Self { iir: 0, lmr: false, null_window: false, improving: false, futility: None, lmp_count: usize::MAX }
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Breaks with a value if the node is pruned. Otherwise returns how selectively to search its moves.
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

    /// Returns how selectively to search the moves of the root, where nothing is pruned.
    pub(super) fn root_selectivity<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>) -> Selectivity {
        if !node.context.selective {
            return Selectivity::default();
        }
        self.static_evals.clear();
        let forced = node.position.in_check();
        self.static_evals.push(if forced { NO_STATIC_EVAL } else { node.static_eval() });
        Selectivity { lmr: node.context.options.lmr && !forced, improving: true, ..Selectivity::default() }
    }

    /// Reverse futility pruning: returns whether the static `value` is so far above the window that the opponent is not
    /// expected to bring it back before the horizon.
    fn reverse_futility<E>(node: &Node<'_, G, E>, value: i32, improving: bool, beta: i32) -> bool {
        node.context.options.futility.is_some_and(|margin| {
            let plies = i32::from(node.depth) - i32::from(improving);
            node.depth <= FUTILITY_MAX_DEPTH && value.saturating_sub(margin.saturating_mul(plies)) >= beta
        })
    }

    /// Returns the value after a null move if it is at least `beta`.
    fn null_move<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>, beta: i32) -> Result<Option<i32>, Stopped> {
        let Some(child) = node.position.after_null_move() else { return Ok(None) };
        let reduction = 3 + node.depth / 3;
        let below =
            Node { depth: node.depth.saturating_sub(1 + reduction), after_null_move: true, ..node.child(&child, None) };
        let same = node.same_side(&child);
        let window = if same { (beta - 1, beta) } else { (-beta, 1 - beta) };
        let value =
            for_parent(self.alpha_beta(&below, None, window, &mut Observer::<G, SILENT>::new(&mut NoTrace))?, same);
        // A win after a null move is not proven, because a null move is not legal.
        Ok((value >= beta).then(|| if is_decided(value) { beta } else { value }))
    }

    /// Returns the value of the move at index `place` in the search order, for the side that plays it. Reduces or skips
    /// the move if the node's selectivity allows it.
    pub(super) fn reduced_child<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        mv: G::Move,
        place: usize,
        window: Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        let quiet = node.position.capture_value(mv).is_none();
        // Another move already has a value.
        let may_skip = place > 0 && window.0 > -INFINITY;
        if may_skip && !is_decided(window.0) && Self::is_prunable(node, selectivity, (mv, quiet), place, window.0) {
            self.depth_bound += 1;
            trace.skipped(mv);
            return Ok(-INFINITY);
        }
        let child = node.child_position(mv);
        let same = node.same_side(&child);
        let depth = Self::child_depth(node, &child);
        let below = Node { depth, known_outcome: node.child_known_outcome(), ..node.child(&child, Some(mv)) };
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

    /// Returns whether the move is pruned: it comes too late in the order, cannot raise the static evaluation to
    /// `alpha`, or loses too much material in the exchange.
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

    /// Returns the depth reduction, in plies, of the move at index `place` in the search order.
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
        // In units of 1/1024 ply.
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
        u16::try_from((plies / 1024).clamp(0, i32::from(node.depth) - 2)).expect("clamped to the depth, which is a u16")
    }

    /// Returns the end of the moves to search, which begin at `base`, under the width limit.
    pub(super) fn max_moves_end<E>(&mut self, node: &Node<'_, G, E>, base: usize) -> usize {
        let all = self.moves.len();
        node.max_moves().map_or(all, |width| {
            // A skipped move may be better, so no value is proven.
            self.depth_bound += 1;
            all.min(base + width)
        })
    }

    /// Returns the depth of a child: one ply less, or the same depth if the check extension applies.
    pub(super) fn child_depth<E>(node: &Node<'_, G, E>, child: &G) -> u16 {
        let extended = node.context.options.extensions && child.in_check() && Self::may_extend(node);
        node.depth - u16::from(!extended)
    }

    /// Returns whether an extension is allowed. No line may reach twice the requested depth.
    fn may_extend<E>(node: &Node<'_, G, E>) -> bool {
        node.ply + usize::from(node.depth) < usize::from(MAX_DEPTH).min(2 * usize::from(node.context.options.depth))
    }
}

/// Returns the base-2 logarithm in units of 1/64, interpolated linearly between powers of two.
fn log2(number: usize) -> i32 {
    let exponent = number.max(1).ilog2();
    let rest = (number << 6 >> exponent) as i32 - 64;
    i32::try_from(exponent).expect("a logarithm is at most 63") * 64 + rest
}
