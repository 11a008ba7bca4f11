//! Cutoffs by the hints of the game, made only where the search would have found the same value.

use super::node::{KnownOutcome, Node};
use super::searcher::Searcher;
use super::value::Window;
use super::value::{payoff_within, terminal_value};
use crate::games::{Game, Hints, Outcome, Scoring, Side};

impl<G: Game + Hints> Searcher<G> {
    /// The node's value, or a bound of it outside the window, by the hints of the game. Where they do not decide, the
    /// moves that do not lose at once are left on the stack, if the game finds them.
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

    /// A win on the move; or, where there is none, a bound by distance that lies outside the window.
    ///
    /// Without a win on the move, the earliest win is in 3 plies and the earliest loss in 2. A search with a ply left
    /// finds a win in 1, and one with two plies left every loss in 2, so neither bound contradicts it.
    #[inline(always)]
    pub(super) fn immediate_win_cutoff<E>(&mut self, node: &Node<'_, G, E>, (alpha, beta): Window) -> Option<i32> {
        if node.known_outcome != KnownOutcome::NoImmediateWin
            && let Some(mv) = node.position.winning_move()
        {
            // In a null window nobody reads the variation.
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

    /// As [`Searcher::immediate_win_cutoff`]; and with two plies left, lists the moves that do not lose at once. Where
    /// there are none the game is lost in 2; otherwise no loss comes before the fourth ply, and a game that ends before
    /// that is a draw.
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

    /// Where the search reaches the end of the game: the game's own endgame solver, or a bound by what a side can still get
    /// at most.
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

/// The value of a win in so many plies to its winner.
pub(super) fn win_value<G: Game, E>(node: &Node<'_, G, E>, plies: usize) -> i32 {
    terminal_value::<G>(Outcome::win(Side::First), Side::First, node.ply + plies, node.context.options.distance)
}

/// A window of values as a window of payoffs for the side to move; none where one of its ends is no payoff.
fn payoffs<G: Game>((alpha, beta): Window) -> Option<Window> {
    Some((payoff_within::<G>(alpha)?, -payoff_within::<G>(-beta)?))
}

/// The value of a payoff to the side that gets it, whenever the game ends.
fn payoff_value<G: Game>(payoff: i32) -> i32 {
    terminal_value::<G>(Outcome::payoff_of(payoff), Side::First, 0, false)
}

/// A cutoff by an upper bound of the payoff that one of the sides can still get.
fn payoff_cutoff<G: Game + Hints, E>(node: &Node<'_, G, E>, (alpha, beta): Window) -> Option<i32> {
    let side = node.position.to_move();
    let bound = |of, limit| {
        let enough = payoff_within::<G>(limit)?;
        let payoff = node.position.payoff_upper_bound(of, enough)?;
        // The value of a loss depends on its distance, which is not known here: only "not won" is certain.
        let payoff = if G::SCORING == Scoring::WinLoss { payoff.max(0) } else { payoff };
        (payoff <= enough).then(|| payoff_value::<G>(payoff))
    };
    bound(side, alpha).or_else(|| bound(!side, -beta).map(|value| -value))
}
