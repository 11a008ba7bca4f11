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
    is_win::<G>(value).then(|| value.signum() * (WIN - value.abs()))
}

/// Whether the game is decided at that value, scored by distance or not: no deeper search finds another.
pub(super) fn is_win<G: Game>(value: i32) -> bool {
    G::SCORING == Scoring::WinLoss && value.abs() > EVALUATION_LIMIT
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

/// `value`, found `ply` plies below the root, as it is stored: a win is counted from the node that it belongs to.
pub(super) fn to_table<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    value + plies_of_win::<G>(value, ply, distance)
}

/// A stored value as it counts `ply` plies below the root; undoes [`to_table`].
pub(super) fn from_table<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    value - plies_of_win::<G>(value, ply, distance)
}

fn plies_of_win<G: Game>(value: i32, ply: usize, distance: bool) -> i32 {
    if distance && is_win::<G>(value) {
        value.signum() * i32::try_from(ply).expect("a search is at most MAX_DEPTH plies deep")
    } else {
        0
    }
}
