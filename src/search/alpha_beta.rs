//! Fail-soft alpha-beta, and the two ways to run it on narrow windows: minimax that leaves out what cannot matter.
//!
//! Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975); fail-soft after Fishburn,
//! "Another optimization of alpha-beta search", SIGART Newsletter 84 (1983); principal variation search after Marsland
//! and Campbell, "Parallel search of strongly ordered game trees", ACM Computing Surveys 14:4 (1982), and Reinefeld, "An
//! improvement to the Scout tree search algorithm", ICCA Journal 6:4 (1983); MTD(f) after Plaat, Schaeffer, Pijls and de
//! Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87 (1996).

use super::INFINITY;
use super::options::Pruning;
use super::searcher::{Entered, Known, Node, Searcher, Stopped};
use super::selective::Plan;
use super::table::NO_MOVE;
use super::team::LEAST_SHARED_DEPTH;
use super::trace::{Kind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

/// What lies between the two is worth knowing exactly; beyond them a bound will do.
pub(super) type Window = (i32, i32);
/// What the search of a node's moves starts from.
type Prepared = (Known, Plan);
/// A value, and how it was found.
type Settled = (i32, Kind);

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
        let (known, plan) = match self.unsearched(node, mv, window)? {
            Err((value, kind)) => {
                trace.leave(value, kind);
                return Ok(value);
            }
            Ok(prepared) => prepared,
        };
        let node = &Node { depth: node.depth - plan.less, ..*node };
        let listed = self.moves.len() > base;
        let mut early = if listed { None } else { self.list_known_first(node, mv, known.mv()) };
        let (mut best, mut chosen) = (-INFINITY, NO_MOVE);
        for index in base..self.end_of_width(node, base) {
            // Where hardly any of the moves left is searched, their order does not matter.
            let next = if early.is_none() && index - base < plan.many {
                self.pick_free(node, base, index)
            } else {
                self.moves[index]
            };
            let value = self.value_of(node, plan, next, index - base, (alpha, beta), trace)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    chosen = self.natural(node, base, index);
                    // The line of a bound is of no use.
                    if value < beta {
                        self.lines.extend(node.ply, next);
                    }
                }
            }
            if alpha >= beta {
                self.cut(node, mv, base, index, trace);
                break;
            }
            if let Some(at) = early.take() {
                self.rank_rest(node, mv, known.mv(), base, at);
            }
        }
        self.drop_moves(base);
        self.keep(node, &known, best, chosen, window);
        trace.leave(best, Kind::Inner);
        Ok(best)
    }

    /// The node's value where its moves need no search, and how it was found; otherwise what their search starts from.
    fn unsearched<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        (alpha, beta): Window,
    ) -> Result<Result<Prepared, Settled>, Stopped> {
        let options = node.setting.options;
        match self.enter(node)? {
            Entered::Finished(value) => return Ok(Err((value, Kind::Leaf))),
            Entered::Horizon => {
                let value = if options.quiescence { self.quiesce(node, (alpha, beta), 0)? } else { node.guess() };
                return Ok(Err((value, Kind::Leaf)));
            }
            Entered::Open => {}
        }
        let base = self.moves.len();
        if options.hints
            && let Some(value) = self.ask(node, (alpha, beta))
        {
            return Ok(Err((value, Kind::Inner)));
        }
        let known = self.look_up(node);
        if let Some(value) = self.cut_by_table(node, &known, alpha, beta) {
            self.moves.truncate(base);
            return Ok(Err((value, Kind::Table)));
        }
        if self.moves.len() > base {
            self.rank_moves(node, mv, known.mv(), base);
        }
        if !node.setting.selective {
            return Ok(Ok((known, Plan::default())));
        }
        let plan = self.plan(node, &known, (alpha, beta))?;
        if plan.is_err() {
            self.drop_moves(base);
        }
        Ok(plan.map(|plan| (known, plan)).map_err(|value| (value, Kind::Inner)))
    }

    /// The value of the move at `place` in the order, for the side that moves.
    fn value_of<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        plan: Plan,
        mv: G::Move,
        place: usize,
        window: Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if node.setting.selective {
            return self.selected(node, plan, mv, place, window, trace);
        }
        let child = node.after(mv);
        let same = node.same_side(&child);
        let below = Node { told: node.told_below(), ..node.child(&child) };
        let team = node.setting.team.filter(|_| node.depth >= LEAST_SHARED_DEPTH);
        team.inspect(|team| team.enter(child.key()));
        let value = if place == 0 {
            self.narrowed(&below, mv, same, window, trace)
        } else {
            self.later(&below, mv, same, window, 0, trace)
        };
        team.inspect(|team| team.leave(child.key()));
        value
    }

    /// The value of `below`, which `mv` leads to, for the side that moved there, in that side's window.
    pub(super) fn narrowed<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if below.setting.scouts && alpha + 1 == beta {
            return self.scout(below, mv, same_side, alpha, trace);
        }
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        Ok(for_parent(self.alpha_beta(below, Some(mv), window, trace)?, same_side))
    }

    /// As [`Searcher::narrowed`], of a move that is not the first: principal variation search asks only whether it is
    /// better than `alpha`, and by how much if it is. With a `reduction` that is asked of a shallower search first.
    pub(super) fn later<E: Evaluation<G>, T: Trace<G>>(
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
            let value = self.narrowed(&shallower, mv, same_side, (alpha, alpha + 1), trace)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        if below.setting.options.pruning == Pruning::Pvs && alpha > -INFINITY && alpha + 1 < beta {
            let value = self.narrowed(below, mv, same_side, (alpha, alpha + 1), trace)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        self.narrowed(below, mv, same_side, (alpha, beta), trace)
    }

    /// As [`Searcher::narrowed`], by nothing but null windows, the first of them about `guess`.
    pub(super) fn mtdf<E: Evaluation<G>, T: Trace<G>>(
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
            // Whether it is at least `edge`: above what it is known to reach, and no more than what it may reach.
            let edge = value.max(lower + 1).min(upper);
            value = self.narrowed(below, mv, same_side, (edge - 1, edge), trace)?;
            if value < edge {
                upper = value;
            } else {
                lower = value;
            }
        }
        Ok(value)
    }
}
