//! The last few moves, played out at once: with so few squares left, what a search looks up and remembers costs more than
//! playing.
//!
//! Squares in regions with an odd number of empty ones come first, since who plays there last has the last word in it;
//! farther from the end, moves that leave few answers. Both are old lore of the game, as Gunnar Andersson ("Writing an
//! Othello program") and Richard Delorme's Edax describe it.

use super::flips::{flips, flips_of_last, mobility, near};
use super::stability::{CORNERS, payoff_upper_bound};

/// With so many empty squares or fewer a position is played out here.
pub(super) const FEW: u32 = 7;
/// No more positions than so many are entered from there: every order of the squares, and passes between.
pub(super) const MOST_NODES: u64 = 28_000;
/// With so many or more, the moves are ordered by the answers that they leave.
const MANY: u32 = 6;

/// With so many or more, the discs that nobody can flip are looked at.
const SETTLED: u32 = 4;

/// Less than every payoff.
const NONE: i32 = -128;

/// The quarters of the board, whose parity is looked at.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

/// The quarter of a square.
pub(super) const fn quarter(square: u32) -> u64 {
    QUARTERS[(square >> 5 << 1 | square >> 2 & 1) as usize]
}

/// A position, and the quarters with an odd number of empty squares.
#[derive(Clone, Copy)]
struct End {
    own: u64,
    other: u64,
    odd: u64,
}

/// The payoff for the side with the discs `own`, which is to move and has these `moves`: exact between `alpha` and `beta`,
/// a bound outside.
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
    // The search has counted the first of them.
    *nodes += entered.saturating_sub(1);
    payoff
}

impl End {
    /// After a disc on `square` that flips `flipped`, seen from the other side.
    const fn after(self, square: u32, flipped: u64) -> Self {
        let own = self.other ^ flipped;
        Self { own, other: self.own | flipped | 1 << square, odd: self.odd ^ quarter(square) }
    }

    const fn passed(self) -> Self {
        Self { own: self.other, other: self.own, odd: self.odd }
    }

    /// The discs that a disc on `square` flips.
    #[inline]
    fn flips(self, square: u32) -> u64 {
        if near(square) & self.other == 0 { 0 } else { flips(self.own, self.other, square) }
    }

    /// The payoff when neither side can move: the empty squares go to the winner.
    const fn finished(self) -> i32 {
        let (own, other) = (self.own.count_ones().cast_signed(), self.other.count_ones().cast_signed());
        let difference = own - other;
        difference + difference.signum() * (64 - own - other)
    }

    /// The payoff with three or more empty squares; there is no move but on one of `squares`.
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

    /// The best move's payoff; [`NONE`] where there is no move.
    #[inline]
    fn best_move(self, left: u32, squares: u64, window: (i32, i32), nodes: &mut u64) -> i32 {
        if left >= MANY {
            self.ordered(left, squares, window, nodes)
        } else {
            self.by_parity(left, squares, window, nodes)
        }
    }

    /// As [`End::best_move`], squares in odd quarters first.
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

    /// As [`End::best_move`]: the moves that leave the fewest answers first, an answer in a corner counting twice, and
    /// of equal moves those in odd quarters. `squares` are those of the moves.
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

    /// The payoff with two empty squares, `empty`.
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

    /// The best payoff of moves on one of two empty squares, or one of at least `enough`; [`NONE`] where there is no move.
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

/// The payoff with one empty square, for the side with the discs `own`, which is to move.
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
    // Nobody can move: the empty square goes to the winner, and with 63 discs on the board one side has more.
    2 * discs - if discs > 31 { 62 } else { 64 }
}
