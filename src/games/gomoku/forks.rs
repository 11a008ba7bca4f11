//! Forks: points where one stone makes two threats in different lines.

use super::Gomoku;
use super::lines::{self, WAYS};
use super::points::Points;
use crate::Side;

/// The points where a stone of a side makes two threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forks {
    /// At least one of the threats is a four.
    pub fours: Points,
    /// Both threats are open threes, or longer.
    pub threes: Points,
}

impl Forks {
    /// Finds the forks of a side.
    pub(super) fn of(position: &Gomoku, side: Side) -> Self {
        let mut forks = Self { fours: Points::NONE, threes: Points::NONE };
        let counts = &position.counts[side];
        if counts.lacking[2] + counts.open[2] < 2 {
            return forks;
        }
        let row = u32::from(position.shape().row);
        let (mut fours, mut threes) = (Points::NONE, Points::NONE);
        for way in WAYS {
            let (mut new_fours, mut new_threes) = (Points::NONE, Points::NONE);
            for line in lines::all() {
                // A cell in both sets is off the board.
                let (own, other) = (position.lines[side].line(way, line), position.lines[!side].line(way, line));
                let stones = own & !other;
                if stones.count_ones() < 2 {
                    continue;
                }
                let free = !(own | other);
                let four = lines::lacking_two(stones, free, row);
                let three = lines::lacking_two_open(stones, free, row) & !four;
                each(four, |bit| new_fours.insert(lines::point(way, line, bit).index()));
                each(three, |bit| new_threes.insert(lines::point(way, line, bit).index()));
            }
            forks.fours = forks.fours.or(new_fours.and(fours.or(threes))).or(new_threes.and(fours));
            forks.threes = forks.threes.or(new_threes.and(threes));
            (fours, threes) = (fours.or(new_fours), threes.or(new_threes));
        }
        forks
    }
}

fn each(mut cells: u32, mut visit: impl FnMut(usize)) {
    while cells != 0 {
        visit(cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
}
