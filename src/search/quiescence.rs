//! Beyond the horizon: the moves that change much are played out before a position is judged.
//!
//! Standing pat: Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43 (1990). Captures that
//! lose material, or cannot bring the value back into the window (delta pruning), are left out where the game knows
//! exchanges.

use super::INFINITY;
use super::alpha_beta::Window;
use super::hints::win_after;
use super::ordering::{self, Rank};
use super::searcher::{Entered, Node, Searcher, Stopped, Told};
use super::table::NO_MOVE;
use super::value::{for_parent, is_decided};
use crate::games::{Evaluation, Game, Hints};

/// Quiescence goes no further beyond the horizon, in plies.
const MAX_QUIET_PLIES: u16 = 24;

impl<G: Game + Hints> Searcher<G> {
    /// The value of a node at the horizon when the moves that change much are played out.
    pub(super) fn quiesce<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        (mut alpha, beta): Window,
        plies: u16,
    ) -> Result<i32, Stopped> {
        let hints = G::TELLS_WINS && node.setting.options.hints;
        if hints && let Some(value) = self.shortcut(node, (alpha, beta)) {
            return Ok(value);
        }
        let forced = node.position.in_check() && plies < MAX_QUIET_PLIES;
        let mut best = -INFINITY;
        if !forced {
            best = node.guess();
            if plies == MAX_QUIET_PLIES || best >= beta {
                return Ok(best);
            }
        }
        let guessed = best;
        let known = self.look_up(node);
        let window = (alpha, beta);
        // Whoever stands pat has only guessed.
        self.unsure += 1;
        if let Some(value) = self.cut_by_table(node, &known, alpha, beta) {
            return Ok(value);
        }
        alpha = alpha.max(best);
        let base = self.moves.len();
        let ranked = self.ranks.len();
        self.list_noisy(node, forced);
        if forced && hints && self.moves.len() == base {
            return Ok(-win_after(node, 2));
        }
        // How much a capture has to bring.
        let needed = match node.setting.options.futility {
            Some(margin) if !forced && !is_decided(alpha) => {
                alpha.saturating_sub(guessed).saturating_sub(margin.saturating_mul(2)).max(0)
            }
            _ => 0,
        };
        for index in base..self.moves.len() {
            let rank = ranked + index - base;
            ordering::pick(&mut self.moves[index..], &mut self.ranks[rank..]);
            let mv = self.moves[index];
            if !forced && !node.position.exchange_gains(mv, needed) {
                continue;
            }
            let child = node.after(mv);
            let same = node.same_side(&child);
            let below = Node {
                position: &child,
                depth: 0,
                ply: node.ply + 1,
                passed: false,
                told: Told::Nothing,
                setting: node.setting,
            };
            let inner = if same { (alpha, beta) } else { (-beta, -alpha) };
            let value = match self.enter(&below)? {
                Entered::Finished(value) => value,
                Entered::Horizon => self.quiesce(&below, inner, plies + 1)?,
                Entered::Open => unreachable!("at depth 0 a node is finished or at the horizon"),
            };
            best = best.max(for_parent(value, same));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(base);
        self.ranks.truncate(ranked);
        self.keep(node, &known, best, NO_MOVE, window);
        Ok(best)
    }

    /// Puts the moves to be played out on top of the stack of moves, all where the side is `forced` to answer a threat,
    /// and ranks them by what they take.
    fn list_noisy<E>(&mut self, node: &Node<'_, G, E>, forced: bool) {
        let base = self.moves.len();
        if forced && G::TELLS_WINS && node.setting.options.hints {
            node.position.candidates(&mut self.moves);
        } else if forced {
            node.position.open_moves(&mut self.moves);
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
