//! Values of positions, always for the side to move.

use super::limits::MAX_DEPTH;
use arena_games::{EVALUATION_LIMIT, Game, MARGIN_LIMIT, Outcome, Scoring, Side};

/// The value of a game won at the root. If wins are scored by distance, a win in `n` plies has the value `WIN − n`.
pub const WIN: i32 = 1_000_000;

/// Greater than every value.
pub const INFINITY: i32 = i32::MAX;

/// Alpha and beta. Values between them are exact; beyond them a bound is enough.
pub(super) type Window = (i32, i32);

/// The window that contains every value.
pub(super) const FULL_WINDOW: Window = (-INFINITY, INFINITY);

const _: () = assert!(EVALUATION_LIMIT + (MAX_DEPTH as i32) < WIN);

/// The base of wins that are scored by margin: a win by 12 has the value `MARGIN + 12`.
pub(super) const MARGIN: i32 = WIN - MARGIN_LIMIT;

const _: () = assert!(EVALUATION_LIMIT < MARGIN);

/// The base of wins that tables of endings know: above evaluations, below wins that the search has found.
const TABLE_WIN: i32 = WIN - 10_000;

const _: () = assert!(EVALUATION_LIMIT + (MAX_DEPTH as i32) * 4 < TABLE_WIN);

/// Returns the value of a position that tables of endings know, `ply` plies below the root: `result` is 1 for a win, -1
/// for a loss and 0 for a draw.
pub(super) fn table_win(result: i32, ply: usize, distance: bool) -> i32 {
    let plies = if distance { i32::try_from(ply).expect("a search is at most MAX_DEPTH plies deep") } else { 0 };
    result * (TABLE_WIN - plies)
}

/// Returns the plies to a position that tables of endings know as won (positive) or lost (negative), if a value stands
/// for one.
#[must_use]
pub fn table_win_in<G: Game>(value: i32) -> Option<i32> {
    (is_win::<G>(value) && value.abs() <= TABLE_WIN).then(|| value.signum() * (TABLE_WIN - value.abs()))
}

/// Returns the plies to the win (positive) or loss (negative) that a value scored by distance stands for.
#[must_use]
pub fn win_in<G: Game>(value: i32) -> Option<i32> {
    (is_win::<G>(value) && value.abs() > TABLE_WIN).then(|| value.signum() * (WIN - value.abs()))
}

/// Returns whether a value is beyond every evaluation: a win or a loss.
pub(super) const fn is_decided(value: i32) -> bool {
    value > EVALUATION_LIMIT || value < -EVALUATION_LIMIT
}

/// Returns whether the value decides the game, scored by distance or not. No deeper search finds another value.
pub(super) fn is_win<G: Game>(value: i32) -> bool {
    G::SCORING == Scoring::WinLoss && value.abs() > EVALUATION_LIMIT
}

/// Returns the margin of the win (positive) or loss (negative) that a value scored by margin stands for. `None` if
/// neither is certain, and for a draw, whose value is also that of a balanced position.
#[must_use]
pub fn margin<G: Game>(value: i32) -> Option<i32> {
    (G::SCORING == Scoring::Margin && value.abs() > EVALUATION_LIMIT).then(|| value - value.signum() * MARGIN)
}

/// Returns the value for `side` of a game that ended `ply` plies after the root.
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

/// Returns the greatest payoff for a side whose value is at most `value`, whenever the game ends. `None` if every
/// payoff has a greater value.
pub(super) fn payoff_within<G: Game>(value: i32) -> Option<i32> {
    match G::SCORING {
        Scoring::Payoff => Some(value),
        // The value of a loss depends on its distance.
        Scoring::WinLoss => (value >= 0).then_some(0),
        Scoring::Margin if value > MARGIN => Some(value - MARGIN),
        Scoring::Margin if value >= 0 => Some(0),
        Scoring::Margin if value > -MARGIN => Some(-1),
        Scoring::Margin => Some(value + MARGIN),
    }
}

/// Converts a child's value, bound or window edge to the side that moves at the parent: negates it if the turn changed.
pub(super) const fn for_parent(value: i32, same_side: bool) -> i32 {
    if same_side { value } else { -value }
}

/// Converts `value`, found `ply` plies below the root, for storage: the distance of a win counts from its own node.
pub(super) fn to_table<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    value + plies_of_win::<G>(value, ply, distance)
}

/// Converts a stored value for use `ply` plies below the root. The inverse of [`to_table`].
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
    use arena_games::reversi::Reversi;
    use arena_games::tictactoe::TicTacToe;

    #[test]
    fn margins_outrank_evaluations_and_do_not_depend_on_distance() {
        let values: Vec<i32> = (-64..=64)
            .map(|payoff| terminal_value::<Reversi>(Outcome::payoff_of(payoff), Side::First, 3, true))
            .collect();
        assert!(values.is_sorted_by(|smaller, greater| smaller < greater), "a greater margin has a greater value");
        for (payoff, &value) in (-64..=64).zip(&values) {
            let outcome = Outcome::payoff_of(payoff);
            assert_eq!(terminal_value::<Reversi>(outcome, Side::First, 60, false), value, "the distance is ignored");
            assert_eq!(terminal_value::<Reversi>(outcome, Side::Second, 3, true), -value);
            assert_eq!(margin::<Reversi>(value), (payoff != 0).then_some(payoff));
            assert_eq!(value.abs() > EVALUATION_LIMIT, payoff != 0);
            assert_eq!(win_in::<Reversi>(value), None);
        }
        assert_eq!((margin::<Reversi>(EVALUATION_LIMIT), margin::<TicTacToe>(WIN - 3)), (None, None));
    }
}
