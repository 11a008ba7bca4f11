//! Values of positions, always from the view of the side to move.

use super::limits::MAX_DEPTH;
use crate::games::{EVALUATION_LIMIT, Game, MARGIN_LIMIT, Outcome, Scoring, Side};

/// The value of a game won at the root; a win in `n` plies is worth `WIN − n` where wins are scored by distance.
pub const WIN: i32 = 1_000_000;

/// Greater than every value.
pub const INFINITY: i32 = i32::MAX;

/// Alpha and beta: values between them are searched exactly, beyond them a bound is enough.
pub(super) type Window = (i32, i32);

/// The window that contains every value.
pub(super) const FULL_WINDOW: Window = (-INFINITY, INFINITY);

const _: () = assert!(EVALUATION_LIMIT + (MAX_DEPTH as i32) < WIN);

/// The base of wins that are scored by margin: a win by 12 is worth 12 more than this.
pub(super) const MARGIN: i32 = WIN - MARGIN_LIMIT;

const _: () = assert!(EVALUATION_LIMIT < MARGIN);

/// In how many plies the game is won (positive) or lost (negative) according to a value scored by distance.
#[must_use]
pub fn win_in<G: Game>(value: i32) -> Option<i32> {
    is_win::<G>(value).then(|| value.signum() * (WIN - value.abs()))
}

/// Whether a value is beyond every evaluation: a win or a loss.
pub(super) const fn is_decided(value: i32) -> bool {
    value > EVALUATION_LIMIT || value < -EVALUATION_LIMIT
}

/// Whether the game is decided at that value, scored by distance or not: no deeper search finds another.
pub(super) fn is_win<G: Game>(value: i32) -> bool {
    G::SCORING == Scoring::WinLoss && value.abs() > EVALUATION_LIMIT
}

/// By how much the game is won (positive) or lost (negative) according to a value scored by margin. None where neither
/// is certain, and for a draw, whose value is that of a balanced position too.
#[must_use]
pub fn margin<G: Game>(value: i32) -> Option<i32> {
    (G::SCORING == Scoring::Margin && value.abs() > EVALUATION_LIMIT).then(|| value - value.signum() * MARGIN)
}

/// The value for `side` of a game that ended `ply` plies after the root.
pub(super) fn terminal_value<G: Game>(outcome: Outcome, side: Side, ply: usize, distance: bool) -> i32 {
    let value = match (G::SCORING, outcome.winner()) {
        (Scoring::Payoff, _) => outcome.payoff(),
        (Scoring::WinLoss | Scoring::Margin, None) => 0,
        (Scoring::Margin, Some(winner)) => winner.sign() * MARGIN + outcome.payoff(),
        (Scoring::WinLoss, Some(winner)) => {
            let plies =
                if distance { i32::try_from(ply).expect("a search is at most MAX_DEPTH plies deep") } else { 0 };
            winner.sign() * (WIN - plies)
        }
    };
    value * side.sign()
}

/// The greatest payoff for a side that is worth at most `value` to it, whenever the game ends; none where every payoff
/// is worth more.
pub(super) fn payoff_within<G: Game>(value: i32) -> Option<i32> {
    match G::SCORING {
        Scoring::Payoff => Some(value),
        // A loss may be worth more or less, depending on when it comes.
        Scoring::WinLoss => (value >= 0).then_some(0),
        Scoring::Margin if value > MARGIN => Some(value - MARGIN),
        Scoring::Margin if value >= 0 => Some(0),
        Scoring::Margin if value > -MARGIN => Some(-1),
        Scoring::Margin => Some(value + MARGIN),
    }
}

/// A child's value, bound or window edge for the side that moves at the parent: negated only when the turn changed.
pub(super) const fn for_parent(value: i32, same_side: bool) -> i32 {
    if same_side { value } else { -value }
}

/// `value`, found `ply` plies below the root, as it is stored: a win is counted from the node that it belongs to.
pub(super) fn to_table<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    value + plies_of_win::<G>(value, ply, distance)
}

/// A stored value as it counts `ply` plies below the root; undoes [`to_table`].
pub(super) fn from_table<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    value - plies_of_win::<G>(value, ply, distance)
}

#[inline]
fn plies_of_win<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    if distance && is_win::<G>(value) {
        value.signum() * i32::try_from(ply).expect("a search is at most MAX_DEPTH plies deep")
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::Reversi;
    use crate::games::tictactoe::TicTacToe;

    #[test]
    fn a_margin_outranks_evaluations_and_is_read_back_whenever_the_game_ends() {
        let values: Vec<i32> = (-64..=64)
            .map(|payoff| terminal_value::<Reversi>(Outcome::payoff_of(payoff), Side::First, 3, true))
            .collect();
        assert!(values.is_sorted_by(|smaller, greater| smaller < greater), "a bigger win is worth more");
        for (payoff, &value) in (-64..=64).zip(&values) {
            let outcome = Outcome::payoff_of(payoff);
            assert_eq!(
                terminal_value::<Reversi>(outcome, Side::First, 60, false),
                value,
                "the distance does not count"
            );
            assert_eq!(terminal_value::<Reversi>(outcome, Side::Second, 3, true), -value);
            assert_eq!(margin::<Reversi>(value), (payoff != 0).then_some(payoff));
            assert_eq!(value.abs() > EVALUATION_LIMIT, payoff != 0);
            assert_eq!(win_in::<Reversi>(value), None);
        }
        assert_eq!((margin::<Reversi>(EVALUATION_LIMIT), margin::<TicTacToe>(WIN - 3)), (None, None));
    }
}
