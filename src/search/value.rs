//! Values of positions, always from the view of the side to move.

use crate::games::{EVALUATION_LIMIT, Game, Outcome, Scoring, Side};

/// The value of a game won at the root; a win in `n` plies is worth `WIN − n` where wins are scored by distance.
pub const WIN: i32 = 1_000_000;

/// Beyond every value.
pub const INFINITY: i32 = i32::MAX;

const _: () = assert!(EVALUATION_LIMIT + (super::MAX_DEPTH as i32) < WIN);

/// In how many plies the game is won (positive) or lost (negative) according to a value scored by distance.
#[must_use]
pub fn win_in<G: Game>(value: i32) -> Option<i32> {
    (G::SCORING == Scoring::WinLoss && value.abs() > EVALUATION_LIMIT).then(|| value.signum() * (WIN - value.abs()))
}

/// The value for `side` of a game that ended `ply` plies after the root.
pub(super) fn finished<G: Game>(outcome: Outcome, side: Side, ply: usize, distance: bool) -> i32 {
    let value = match (G::SCORING, outcome.winner()) {
        (Scoring::Payoff, _) => outcome.payoff(),
        (Scoring::WinLoss, None) => 0,
        (Scoring::WinLoss, Some(winner)) => {
            let plies =
                if distance { i32::try_from(ply).expect("a search is at most MAX_DEPTH plies deep") } else { 0 };
            winner.sign() * (WIN - plies)
        }
    };
    value * side.sign()
}

/// A child's value, bound or window edge for the side that moves at the parent: negated only when the turn changed.
pub(super) const fn for_parent(value: i32, same_side: bool) -> i32 {
    if same_side { value } else { -value }
}
