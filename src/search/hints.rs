//! Cutoffs based on the game's hints, made only if the search would have found the same value.

use super::node::{KnownOutcome, Node};
use super::searcher::Searcher;
use super::value::Window;
use super::value::{payoff_within, terminal_value};
use arena_games::{Game, Hints, Outcome, Scoring, Side};

impl<G: Game + Hints> Searcher<G> {
    /// Returns the node's value, or a bound of it outside the window, from the game's hints. If they do not decide and
    /// the game can find the moves that do not lose at once, those moves are left on the stack.
    #[inline(always)]
    pub(super) fn probe_hints<E>(&mut self, node: &Node<'_, G, E>, window: Window) -> Option<i32> {
        let base = self.moves.len();
        let value = if G::FINDS_WINS { self.tactics_cutoff(node, window) } else { None };
        let value = value.or_else(|| self.endgame_cutoff(node, window));
        if value.is_some() {
            self.moves.truncate(base);
        }
        value
    }

    /// Returns the value of an immediate win. Without one, returns a bound outside the window that follows from the
    /// distance of the earliest win or loss.
    ///
    /// Without an immediate win, the earliest win takes 3 plies and the earliest loss 2. A search with one ply left
    /// finds a win in 1, and a search with two plies left finds every loss in 2, so neither bound contradicts the
    /// search.
    #[inline(always)]
    pub(super) fn immediate_win_cutoff<E>(&mut self, node: &Node<'_, G, E>, (alpha, beta): Window) -> Option<i32> {
        if node.known_outcome != KnownOutcome::NoImmediateWin
            && let Some(mv) = node.position.winning_move()
        {
            // The variation of a null window is never read.
            if alpha + 1 < beta {
                self.pv.clear(node.ply + 1);
                self.pv.update(node.ply, mv);
            }
            return Some(win_value(node, 1));
        }
        let (best, worst) = (win_value(node, 3), -win_value(node, 2));
        if best <= alpha {
            return Some(best);
        }
        (worst >= beta).then_some(worst)
    }

    /// Does what [`Searcher::immediate_win_cutoff`] does. With two plies left, it also lists the moves that do not lose
    /// at once. If there are none, the game is lost in 2 plies. Otherwise no loss comes before the fourth ply, and a
    /// game that ends before that is a draw.
    #[inline(always)]
    fn tactics_cutoff<E>(&mut self, node: &Node<'_, G, E>, window: Window) -> Option<i32> {
        let value = self.immediate_win_cutoff(node, window);
        if value.is_some() || node.depth < 2 || node.max_moves().is_some() {
            return value;
        }
        let base = self.moves.len();
        node.position.non_losing_moves(&mut self.moves);
        let worst = -win_value(node, if self.moves.len() == base { 2 } else { 4 });
        if self.moves.len() == base || worst >= window.1 {
            return Some(worst);
        }
        let over = node.position.max_plies_left().is_some_and(|left| left < 3 && left <= node.depth.into());
        (over && G::SCORING == Scoring::WinLoss).then_some(0)
    }

    /// If the search reaches the end of the game, asks the game's own endgame solver, or uses an upper bound of the
    /// payoff that a side can still get.
    #[inline(always)]
    fn endgame_cutoff<E>(&mut self, node: &Node<'_, G, E>, window: Window) -> Option<i32> {
        if node.position.max_plies_left()? > node.depth.into() {
            return None;
        }
        let limit = node.context.budget.nodes;
        if G::MAX_SOLVE_NODES > 0
            && limit.is_none_or(|limit| self.counts.nodes + G::MAX_SOLVE_NODES <= limit)
            && let Some(payoffs) = payoffs::<G>(window)
            && let Some(payoff) = node.position.solve_endgame(payoffs, &mut self.counts.nodes)
        {
            return Some(payoff_value::<G>(payoff));
        }
        payoff_cutoff(node, window)
    }
}

/// Returns the value, for the winner, of a win in `plies` plies.
pub(super) fn win_value<G: Game, E>(node: &Node<'_, G, E>, plies: usize) -> i32 {
    terminal_value::<G>(Outcome::win(Side::First), Side::First, node.ply + plies, node.context.options.distance)
}

/// Converts a window of values to a window of payoffs for the side to move. `None` if one of its ends is not a payoff.
fn payoffs<G: Game>((alpha, beta): Window) -> Option<Window> {
    Some((payoff_within::<G>(alpha)?, -payoff_within::<G>(-beta)?))
}

/// Returns the value of a payoff to the side that gets it, independent of when the game ends.
fn payoff_value<G: Game>(payoff: i32) -> i32 {
    terminal_value::<G>(Outcome::payoff_of(payoff), Side::First, 0, false)
}

/// Returns a cutoff from an upper bound of the payoff that one of the sides can still get.
fn payoff_cutoff<G: Game + Hints, E>(node: &Node<'_, G, E>, (alpha, beta): Window) -> Option<i32> {
    let side = node.position.to_move();
    let bound = |of, limit| {
        let enough = payoff_within::<G>(limit)?;
        let payoff = node.position.payoff_upper_bound(of, enough)?;
        // The value of a loss depends on its distance, which is unknown here. Only "not won" is certain.
        let payoff = if G::SCORING == Scoring::WinLoss { payoff.max(0) } else { payoff };
        (payoff <= enough).then(|| payoff_value::<G>(payoff))
    };
    bound(side, alpha).or_else(|| bound(!side, -beta).map(|value| -value))
}
