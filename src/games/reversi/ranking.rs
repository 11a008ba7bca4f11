//! Which moves to look at first, before any search: those that leave the other side little to play.
//!
//! That a side with few moves has to give away corners is old lore of the game; Richard Delorme's Edax orders moves by
//! such counts too. The weights come from trials on a few endgames of about twenty empty squares.

use super::endgame::quarter;
use super::flips::{around, flips, mobility};
use super::stability::CORNERS;

/// How good a square is to move to, for its quarter of the board from the corner on.
const SQUARES: [[i32; 4]; 4] = [[60, -15, 10, 8], [-15, -30, -3, -3], [10, -3, 4, 2], [8, -3, 2, 0]];
/// A square that is left for the other side to play on, and once more where it is a corner.
const ANSWER: i32 = 10;
/// An empty square next to the own discs: the other side may play there one day.
const TO_COME: i32 = 4;
/// A corner that is held.
const CORNER: i32 = 20;
/// Moving where an odd number of squares is empty.
const ODD: i32 = 3;
/// The weight of the position after the best answer.
const AHEAD: i32 = 3;
/// With fewer empty squares than this, looking at the answers takes longer than it saves.
const LEAST_AHEAD: u32 = 10;

/// How promising a disc of `own` on that square is.
pub(super) fn rank(own: u64, other: u64, square: u32) -> i32 {
    let (rank, after, left, answers) = first_sight(own, other, square);
    let ahead = (own | other).count_zeros() >= LEAST_AHEAD;
    if ahead { rank - AHEAD * best_answer(left, after, answers) } else { rank }
}

/// As [`rank`], without a look at the answers.
pub(super) fn cheap_rank(own: u64, other: u64, square: u32) -> i32 {
    first_sight(own, other, square).0
}

/// How promising a disc of `own` on that square is at first sight; the discs of both sides after it, and the answers.
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

/// What the best of the answers of the side with the discs `own` makes of the position for it.
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

/// How the side with the discs `own` stands: what both have to play, and the corners.
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
