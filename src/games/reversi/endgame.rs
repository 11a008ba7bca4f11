//! Exhaustive play of the last few moves. With so few squares left, lookups and bookkeeping of the search cost more
//! than the moves themselves.
//!
//! Squares in regions with an odd number of empty squares come first, because the side that plays there first also
//! plays there last. Earlier in the endgame, moves that leave few answers come first. Both are traditional heuristics,
//! as described by Gunnar Andersson ("Writing an Othello program") and used in Richard Delorme's Edax.

use super::flips::{flips, flips_of_last, mobility, near};
use super::stability::{CORNERS, payoff_upper_bound};

/// The greatest number of empty squares of a position that is solved here.
pub(super) const FEW: u32 = 7;
/// An upper bound of the nodes of one call: every order of the squares, with passes between.
pub(super) const MOST_NODES: u64 = 28_000;
/// The least number of empty squares for ordering moves by the answers that they leave.
const MANY: u32 = 6;

/// The least number of empty squares for the check of stable discs.
const SETTLED: u32 = 4;

/// A value below every payoff.
const NONE: i32 = -128;

/// The quadrants of the board, whose parity is tracked.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

/// Returns the quadrant of a square.
pub(super) const fn quarter(square: u32) -> u64 {
    QUARTERS[(square >> 5 << 1 | square >> 2 & 1) as usize]
}

/// A position, and the quadrants with an odd number of empty squares.
#[derive(Clone, Copy)]
struct End {
    own: u64,
    other: u64,
    odd: u64,
}

/// Returns the payoff for the side to move, which has the discs `own` and these `moves`. It is exact between `alpha`
/// and `beta`, and a bound outside.
pub(super) fn play_out(own: u64, other: u64, moves: u64, window: (i32, i32), nodes: &mut u64) -> i32 {
    let empty = !(own | other);
    let odd = QUARTERS.iter().filter(|&quarter| (empty & quarter).count_ones() % 2 == 1).fold(0, |odd, one| odd | one);
    let end = End { own, other, odd };
    let mut entered = 0;
    let payoff = match empty.count_ones() {
        0 => end.finished(),
        1 => last(own, empty.trailing_zeros(), &mut entered),
        2 => end.two(empty, window, &mut entered),
        left => end.best(left, moves, window, &mut entered),
    };
    // The search has already counted the first node.
    *nodes += entered.saturating_sub(1);
    payoff
}

impl End {
    /// Returns the position after a disc on `square` that flips `flipped`, from the other side's point of view.
    const fn after(self, square: u32, flipped: u64) -> Self {
        let own = self.other ^ flipped;
        Self { own, other: self.own | flipped | 1 << square, odd: self.odd ^ quarter(square) }
    }

    const fn passed(self) -> Self {
        Self { own: self.other, other: self.own, odd: self.odd }
    }

    /// Returns the discs that a disc on `square` flips.
    #[inline]
    fn flips(self, square: u32) -> u64 {
        if near(square) & self.other == 0 { 0 } else { flips(self.own, self.other, square) }
    }

    /// Returns the payoff if neither side can move. The empty squares count for the winner.
    const fn finished(self) -> i32 {
        let (own, other) = (self.own.count_ones().cast_signed(), self.other.count_ones().cast_signed());
        let difference = own - other;
        difference + difference.signum() * (64 - own - other)
    }

    /// Returns the payoff with three or more empty squares. All moves are on `squares`.
    fn best(self, left: u32, squares: u64, window: (i32, i32), nodes: &mut u64) -> i32 {
        *nodes += 1;
        if left >= SETTLED
            && let Some(most) = payoff_upper_bound(self.own, self.other, window.0)
            && most <= window.0
        {
            return most;
        }
        let found = self.best_move(left, squares, window, nodes);
        if found != NONE {
            return found;
        }
        *nodes += 1;
        let passed = self.passed();
        let squares = if left >= MANY { mobility(passed.own, passed.other) } else { !(self.own | self.other) };
        match passed.best_move(left, squares, (-window.1, -window.0), nodes) {
            NONE => self.finished(),
            found => -found,
        }
    }

    /// Returns the payoff of the best move, or [`NONE`] if there is no move.
    #[inline]
    fn best_move(self, left: u32, squares: u64, window: (i32, i32), nodes: &mut u64) -> i32 {
        if left >= MANY {
            self.ordered(left, squares, window, nodes)
        } else {
            self.by_parity(left, squares, window, nodes)
        }
    }

    /// Does what [`End::best_move`] does, trying squares in odd quadrants first.
    fn by_parity(self, left: u32, squares: u64, (mut alpha, beta): (i32, i32), nodes: &mut u64) -> i32 {
        let empty = !(self.own | self.other);
        let mut best = NONE;
        for mut squares in [squares & self.odd, squares & !self.odd] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let flipped = self.flips(square);
                if flipped == 0 {
                    continue;
                }
                let child = self.after(square, flipped);
                let rest = empty ^ 1 << square;
                let value = if left == 3 {
                    -child.two(rest, (-beta, -alpha), nodes)
                } else {
                    -child.best(left - 1, rest, (-beta, -alpha), nodes)
                };
                if value > best {
                    best = value;
                    alpha = alpha.max(value);
                    if value >= beta {
                        return value;
                    }
                }
            }
        }
        best
    }

    /// Does what [`End::best_move`] does, trying first the moves that leave the fewest answers. An answer in a corner
    /// counts twice, and odd quadrants decide between equal moves. `squares` are the squares of the moves.
    fn ordered(self, left: u32, mut squares: u64, (mut alpha, beta): (i32, i32), nodes: &mut u64) -> i32 {
        let mut moves = [(0_u32, 0_u32, 0_u64, 0_u64); FEW as usize];
        let mut count = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flipped = flips(self.own, self.other, square);
            let child = self.after(square, flipped);
            let answers = mobility(child.own, child.other);
            let corners = (answers & CORNERS).count_ones();
            let odd = u32::from(self.odd >> square & 1 == 0);
            let cost = 2 * (answers.count_ones() + corners) + odd;
            let mut at = count;
            while at > 0 && moves[at - 1].0 > cost {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = (cost, square, flipped, answers);
            count += 1;
        }
        let mut best = NONE;
        for &(_, square, flipped, answers) in &moves[..count] {
            let value = -self.after(square, flipped).best(left - 1, answers, (-beta, -alpha), nodes);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Returns the payoff with the two empty squares `empty`.
    fn two(self, empty: u64, (alpha, beta): (i32, i32), nodes: &mut u64) -> i32 {
        *nodes += 1;
        let found = self.one_of_two(empty, beta, nodes);
        if found != NONE {
            return found;
        }
        *nodes += 1;
        match self.passed().one_of_two(empty, -alpha, nodes) {
            NONE => self.finished(),
            found => -found,
        }
    }

    /// Returns the best payoff of moves on one of two empty squares, or one of at least `enough`. [`NONE`] if there is
    /// no move.
    #[inline]
    fn one_of_two(self, empty: u64, enough: i32, nodes: &mut u64) -> i32 {
        let (first, second) = (empty.trailing_zeros(), 63 - empty.leading_zeros());
        let mut best = NONE;
        for (square, left) in [(first, second), (second, first)] {
            let flipped = self.flips(square);
            if flipped != 0 {
                best = best.max(-last(self.other ^ flipped, left, nodes));
                if best >= enough {
                    return best;
                }
            }
        }
        best
    }
}

/// Returns the payoff for the side to move, which has the discs `own`, with one empty square.
#[inline]
fn last(own: u64, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let discs = own.count_ones().cast_signed();
    let gained = flips_of_last(own, square);
    if gained != 0 {
        return 2 * (discs + 1 + gained) - 64;
    }
    let lost = flips_of_last(!own & !(1 << square), square);
    if lost != 0 {
        return 2 * (discs - lost) - 64;
    }
    // Neither side can move. The empty square counts for the winner; with 63 discs on the board, one side has more.
    2 * discs - if discs > 31 { 62 } else { 64 }
}
