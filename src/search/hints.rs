//! What the game knows without searching, where the search would have seen the same.

use super::alpha_beta::Window;
use super::searcher::{Node, Searcher, Told};
use super::value::{finished, payoff_within};
use crate::games::{Game, Hints, Outcome, Scoring, Side};

impl<G: Game + Hints> Searcher<G> {
    /// The node's value, or a bound of it outside the window, from what the game knows. Where that does not decide, the
    /// moves that do not lose at once are left on the stack, if the game tells them.
    #[inline(always)]
    pub(super) fn ask<E>(&mut self, node: &Node<'_, G, E>, window: Window) -> Option<i32> {
        let base = self.moves.len();
        let value = if G::TELLS_WINS { self.soon(node, window) } else { None };
        let value = value.or_else(|| self.late(node, window));
        if value.is_some() {
            self.moves.truncate(base);
        }
        value
    }

    /// With a ply left a win on the move would be found; with two, where there is none, so would every loss on the next.
    /// So no win comes sooner than with the second move from here, and no loss sooner than with the answer to the first:
    /// a window beyond those is decided.
    #[inline(always)]
    pub(super) fn shortcut<E>(&mut self, node: &Node<'_, G, E>, (alpha, beta): Window) -> Option<i32> {
        if node.told != Told::NoWin
            && let Some(mv) = node.position.winning_move()
        {
            // The line of a bound is of no use.
            if alpha + 1 < beta {
                self.lines.clear(node.ply + 1);
                self.lines.extend(node.ply, mv);
            }
            return Some(win_after(node, 1));
        }
        let (best, worst) = (win_after(node, 3), -win_after(node, 2));
        if best <= alpha {
            return Some(best);
        }
        (worst >= beta).then_some(worst)
    }

    /// As [`Searcher::shortcut`]; and with two plies left, the moves are listed that do not lose on the next. Where there
    /// are some, no loss comes before the fourth; and near the end of the game, nothing is left then but a draw.
    #[inline(always)]
    fn soon<E>(&mut self, node: &Node<'_, G, E>, window: Window) -> Option<i32> {
        let value = self.shortcut(node, window);
        if value.is_some() || node.depth < 2 || node.width().is_some() {
            return value;
        }
        let base = self.moves.len();
        node.position.candidates(&mut self.moves);
        let worst = -win_after(node, if self.moves.len() == base { 2 } else { 4 });
        if self.moves.len() == base || worst >= window.1 {
            return Some(worst);
        }
        let over = node.position.plies_left().is_some_and(|left| left < 3 && left <= node.depth.into());
        (over && G::SCORING == Scoring::WinLoss).then_some(0)
    }

    /// Where the search reaches the end of the game: what the game finds there by itself, or whether what a side can get
    /// at most decides.
    #[inline(always)]
    fn late<E>(&mut self, node: &Node<'_, G, E>, window: Window) -> Option<i32> {
        if node.position.plies_left()? > node.depth.into() {
            return None;
        }
        let limit = node.setting.budget.nodes;
        if G::FINISH_NODES > 0
            && limit.is_none_or(|limit| self.counts.nodes + G::FINISH_NODES <= limit)
            && let Some(payoffs) = payoffs::<G>(window)
            && let Some(payoff) = node.position.finish(payoffs, &mut self.counts.nodes)
        {
            return Some(payoff_worth::<G>(payoff));
        }
        bounded(node, window)
    }
}

/// What a win at the end of so many more plies is worth to its winner.
pub(super) fn win_after<G: Game, E>(node: &Node<'_, G, E>, plies: usize) -> i32 {
    finished::<G>(Outcome::win(Side::First), Side::First, node.ply + plies, node.setting.options.distance)
}

/// The payoffs for the side to move that a window of values lies between; none where there are none on one side.
fn payoffs<G: Game>((alpha, beta): Window) -> Option<Window> {
    Some((payoff_within::<G>(alpha)?, -payoff_within::<G>(-beta)?))
}

/// What a payoff is worth to the side that gets it, whenever the game ends.
fn payoff_worth<G: Game>(payoff: i32) -> i32 {
    finished::<G>(Outcome::payoff_of(payoff), Side::First, 0, false)
}

/// Whether what a side can get at most decides.
fn bounded<G: Game + Hints, E>(node: &Node<'_, G, E>, (alpha, beta): Window) -> Option<i32> {
    let side = node.position.to_move();
    let bound = |of, limit| {
        let enough = payoff_within::<G>(limit)?;
        let payoff = node.position.at_most(of, enough)?;
        // Where a loss is the better the later it comes, no more is known than that it is none.
        let payoff = if G::SCORING == Scoring::WinLoss { payoff.max(0) } else { payoff };
        (payoff <= enough).then(|| payoff_worth::<G>(payoff))
    };
    bound(side, alpha).or_else(|| bound(!side, -beta).map(|value| -value))
}
