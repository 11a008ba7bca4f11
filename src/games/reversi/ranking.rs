//! Move ordering without a search: moves that leave the opponent few options come first.
//!
//! A side with few moves is eventually forced to give away corners. Richard Delorme's Edax orders moves by similar
//! counts. The weights come from trials on a few endgames with about twenty empty squares.

use super::endgame::quarter;
use super::flips::{around, flips, mobility};
use super::stability::CORNERS;

/// The value of a move to a square, for one quadrant from its corner on.
const SQUARES: [[i32; 4]; 4] = [[60, -15, 10, 8], [-15, -30, -3, -3], [10, -3, 4, 2], [8, -3, 2, 0]];
/// For each square on which the opponent can move, and once more if it is a corner.
const ANSWER: i32 = 10;
/// For each empty square next to an own disc, where the opponent may be able to move later.
const TO_COME: i32 = 4;
/// For each own corner.
const CORNER: i32 = 20;
/// For a move in a quadrant with an odd number of empty squares.
const ODD: i32 = 3;
/// The weight of the position after the opponent's best answer.
const AHEAD: i32 = 3;
/// With fewer empty squares than this, evaluating the answers takes longer than it saves.
const LEAST_AHEAD: u32 = 10;

/// Returns the rank of a disc of `own` on this square.
pub(super) fn rank(own: u64, other: u64, square: u32) -> i32 {
    let (rank, after, left, answers) = first_sight(own, other, square);
    let ahead = (own | other).count_zeros() >= LEAST_AHEAD;
    if ahead { rank - AHEAD * best_answer(left, after, answers) } else { rank }
}

/// Returns the rank without evaluating the answers.
pub(super) fn cheap_rank(own: u64, other: u64, square: u32) -> i32 {
    first_sight(own, other, square).0
}

/// Returns the rank of a disc of `own` on this square without the answers, then both sides' discs after it, and the
/// answers.
fn first_sight(own: u64, other: u64, square: u32) -> (i32, u64, u64, u64) {
    let flipped = flips(own, other, square);
    let (after, left) = (own | flipped | 1 << square, other ^ flipped);
    let empty = !(own | other);
    let from_edge = |at: u32| at.min(7 - at) as usize;
    let odd = count(empty & quarter(square)) % 2;
    let answers = mobility(left, after);
    let rank = SQUARES[from_edge(square / 8)][from_edge(square % 8)] + ODD * odd
        - ANSWER * (count(answers) + count(answers & CORNERS))
        - TO_COME * count(around(after) & empty);
    (rank, after, left, answers)
}

/// Returns the value of the position after the best answer, for the side with the discs `own`, which answers.
fn best_answer(own: u64, other: u64, answers: u64) -> i32 {
    let mut best = None;
    let mut rest = answers;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = flips(own, other, square);
        best = best.max(Some(-standing(other ^ flipped, own | flipped | 1 << square)));
    }
    best.unwrap_or_else(|| standing(own, other))
}

/// Returns the value of the position for the side with the discs `own`: both sides' options, and the corners.
fn standing(own: u64, other: u64) -> i32 {
    let empty = !(own | other);
    let side = |own, other| {
        let moves = mobility(own, other);
        ANSWER * (count(moves) + count(moves & CORNERS))
            + TO_COME * count(around(other) & empty)
            + CORNER * count(own & CORNERS)
    };
    side(own, other) - side(other, own)
}

const fn count(squares: u64) -> i32 {
    squares.count_ones().cast_signed()
}
