//! Fail-soft alpha-beta, principal variation search and MTD(f).
//!
//! Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975); fail-soft after Fishburn,
//! "Another optimization of alpha-beta search", SIGART Newsletter 84 (1983); principal variation search after Marsland
//! and Campbell, "Parallel search of strongly ordered game trees", ACM Computing Surveys 14:4 (1982), and Reinefeld,
//! "An improvement to the Scout tree search algorithm", ICCA Journal 6:4 (1983); MTD(f) after Plaat, Schaeffer, Pijls
//! and de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87 (1996).

use super::mode::{Full, NullWindow};
use super::node::Node;
use super::options::Pruning;
use super::searcher::{Searcher, Stopped};
use super::selective::Selectivity;
use super::shared::DEFER_MIN_DEPTH;
use super::trace::{Observer, ResearchReason};
use super::value::{INFINITY, Window, for_parent};
use arena_games::{Evaluation, Game, Hints};

impl<G: Game + Hints> Searcher<G> {
    /// Returns the node's value, or a bound of it outside the window, using every refinement that the options enable.
    pub(super) fn alpha_beta<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: Option<G::Move>,
        window: Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        self.search_node::<Full, E, LISTENS>(node, mv, window, trace)
    }

    /// Returns the value of the move at index `place` in the search order, for the side that plays it.
    pub(super) fn child_value<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        mv: G::Move,
        place: usize,
        window: Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        if node.context.selective {
            return self.reduced_child(node, selectivity, mv, place, window, trace);
        }
        let child = node.child_position(mv);
        let same = node.same_side(&child);
        let below = Node { known_outcome: node.child_known_outcome(), ..node.child(&child, Some(mv)) };
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

    /// Returns the value of `below`, the position after `mv`, for the side that played `mv`, within that side's window.
    pub(super) fn search_child<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        if below.context.null_window_search && alpha + 1 == beta {
            let edge = if same_side { alpha } else { -beta };
            if let Some(value) = self.search_bit_moves(below, edge, trace) {
                return Ok(for_parent(value?, same_side));
            }
            return self.search_below::<NullWindow, E, LISTENS>(below, mv, same_side, (alpha, beta), trace);
        }
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        Ok(for_parent(self.alpha_beta(below, Some(mv), window, trace)?, same_side))
    }

    /// Searches a move that is not the first, and otherwise does what [`Searcher::search_child`] does. Principal
    /// variation search first tests with a null window whether the move beats `alpha`, and searches the full window
    /// only if it does. With a `reduction`, a search at reduced depth comes before both.
    pub(super) fn pvs_child<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        reduction: u16,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        if reduction > 0 {
            trace.reduced(mv, reduction);
            let shallower = Node { depth: below.depth.saturating_sub(reduction), ..*below };
            let value = self.search_child(&shallower, mv, same_side, (alpha, alpha + 1), trace)?;
            if value <= alpha {
                return Ok(value);
            }
            trace.again(mv, ResearchReason::Depth);
        }
        if below.context.options.pruning == Pruning::Pvs && alpha > -INFINITY && alpha + 1 < beta {
            let value = self.search_child(below, mv, same_side, (alpha, alpha + 1), trace)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
            trace.again(mv, ResearchReason::Window);
        }
        self.search_child(below, mv, same_side, (alpha, beta), trace)
    }

    /// Computes the result of [`Searcher::search_child`] with null windows only (MTD(f)), starting near `guess`.
    pub(super) fn mtdf_child<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        guess: i32,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        let (mut lower, mut upper) = (alpha, beta);
        let mut value = guess;
        while lower < upper {
            // Tests whether the value is at least `edge`, which is above the lower bound and at most the upper one.
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
