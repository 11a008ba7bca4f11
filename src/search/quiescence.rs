//! Quiescence search: plays out captures and other noisy moves beyond the horizon before it evaluates a position.
//!
//! Standing pat: Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43 (1990). If the game can
//! evaluate exchanges, the search skips captures that lose material or cannot bring the value back into the window
//! (delta pruning).

use super::INFINITY;
use super::hints::win_value;
use super::node::{Node, NodeState};
use super::ordering::{self, Rank};
use super::searcher::{Searcher, Stopped};
use super::table::NO_MOVE;
use super::value::Window;
use super::value::{for_parent, is_decided};
use arena_games::{Evaluation, Game, Hints};

/// The greatest number of plies beyond the horizon.
const MAX_QUIESCENCE_PLIES: u16 = 24;

impl<G: Game + Hints> Searcher<G> {
    /// Returns the value of a node at the horizon, or `plies` beyond it, after noisy moves are played out.
    pub(super) fn quiesce<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        (mut alpha, beta): Window,
        plies: u16,
    ) -> Result<i32, Stopped> {
        let hints = G::FINDS_WINS && node.context.options.hints;
        if hints && let Some(value) = self.immediate_win_cutoff(node, (alpha, beta)) {
            return Ok(value);
        }
        // A side in check cannot stand pat: all its moves are searched.
        let forced = node.position.in_check() && plies < MAX_QUIESCENCE_PLIES;
        let mut best = -INFINITY;
        if !forced {
            best = node.static_eval();
            if plies == MAX_QUIESCENCE_PLIES || best >= beta {
                return Ok(best);
            }
        }
        let stand_pat = best;
        let probe = self.tt_probe(node);
        let window = (alpha, beta);
        // A static evaluation depends on the depth.
        self.depth_bound += 1;
        if let Some(value) = self.tt_cutoff(node, &probe, alpha, beta) {
            return Ok(value);
        }
        alpha = alpha.max(best);
        let base = self.moves.len();
        let ranked = self.ranks.len();
        self.list_noisy(node, forced);
        if forced && hints && self.moves.len() == base {
            return Ok(-win_value(node, 2));
        }
        // Delta pruning: how much a capture must win to bring the value back into the window.
        let needed = match node.context.options.futility {
            Some(margin) if !forced && !is_decided(alpha) => {
                alpha.saturating_sub(stand_pat).saturating_sub(margin.saturating_mul(2)).max(0)
            }
            _ => 0,
        };
        for index in base..self.moves.len() {
            let rank = ranked + index - base;
            ordering::pick(&mut self.moves[index..], &mut self.ranks[rank..]);
            let mv = self.moves[index];
            if !forced && !node.position.see_ge(mv, needed) {
                continue;
            }
            let child = node.child_position(mv);
            let same = node.same_side(&child);
            let below = Node::at(&child, Some(mv), 0, node.ply + 1, node.context);
            let inner = if same { (alpha, beta) } else { (-beta, -alpha) };
            let value = match self.visit_node(&below)? {
                NodeState::Terminal(value) => value,
                NodeState::Horizon => self.quiesce(&below, inner, plies + 1)?,
                NodeState::Interior => unreachable!("at depth 0 a node is finished or at the horizon"),
            };
            best = best.max(for_parent(value, same));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(base);
        self.ranks.truncate(ranked);
        self.tt_store(node, &probe, best, NO_MOVE, window);
        Ok(best)
    }

    /// Pushes the noisy moves, or all moves if the side is `forced` to answer a threat, and ranks them by the value of
    /// their captures.
    fn list_noisy<E>(&mut self, node: &Node<'_, G, E>, forced: bool) {
        let base = self.moves.len();
        if forced && G::FINDS_WINS && node.context.options.hints {
            node.position.non_losing_moves(&mut self.moves);
        } else if forced {
            node.position.legal_unchecked(&mut self.moves);
        } else {
            node.position.noisy(&mut self.moves);
        }
        let values = self.moves[base..].iter().zip(0..).map(|(&mv, natural)| {
            let taken = node.position.capture_value(mv);
            Rank::new(taken.map_or(0, |value| u64::from(value.saturating_add(1 << 16).cast_unsigned())), natural)
        });
        self.ranks.extend(values);
    }
}
