//! The pattern tables of gomoku: one table for every nine consecutive points of a line, wherever they are. Forks are seen
//! only by lines together, so they are terms.

use std::sync::LazyLock;

use super::Gomoku;
use super::evaluation::{Shapes, terms};
use super::forks::Forks;
use super::lines::{self, WAYS};
use crate::models::{MAX_TERMS, Trained, padded};
use crate::patterns::{Groups, Patterned, Tables};
use crate::{Game, Side};

/// The number of points of a group.
const POINTS: usize = 9;

static GROUPS: LazyLock<Groups> = LazyLock::new(|| Groups::line(POINTS));

/// The index of the contents of a group with these stones of the side to move.
static INDICES: [u16; 1 << POINTS] = {
    let mut indices = [0; 1 << POINTS];
    let mut set = 1;
    while set < indices.len() {
        indices[set] = 3 * indices[set >> 1] + (set & 1) as u16;
        set += 1;
    }
    indices
};

static WEIGHTS: LazyLock<Shapes> = LazyLock::new(Shapes::default);

impl Trained for Gomoku {
    /// Twelve stones each, and the rest.
    const STAGES: usize = 4;
    const TERMS: usize = 12;
    type Model = Tables<Self>;

    fn stage(&self) -> usize {
        let stones = Side::BOTH.into_iter().map(|side| self.stones(side).count()).sum::<u32>();
        (stones / 12).min(3) as usize
    }

    fn base(&self) -> i32 {
        WEIGHTS.evaluate(self)
    }

    fn decided(&self) -> Option<i32> {
        WEIGHTS.is_decisive(self).then(|| self.base())
    }

    /// The features of the hand-written evaluation that decide nothing, and the forks of both sides, apart.
    fn terms(&self) -> [i32; MAX_TERMS] {
        let mover = self.to_move();
        let forks = [mover, !mover].map(|side| {
            let Forks { fours, threes } = Forks::of(self, side);
            [fours, threes].map(|points| side.sign() * points.count().min(3).cast_signed())
        });
        let mut all = padded(terms(self));
        all[8..].copy_from_slice(forks.as_flattened());
        all
    }
}

impl Patterned for Gomoku {
    fn groups() -> &'static Groups {
        &GROUPS
    }

    /// Empty groups are left out. All of them have the same weight, and it would be zero.
    fn contents(&self, _: &Groups, mut visit: impl FnMut(usize)) {
        let (own, other) = (&self.lines[self.to_move()], &self.lines[!self.to_move()]);
        for way in WAYS {
            for line in lines::all() {
                let (own, other) = (own.line(way, line), other.line(way, line));
                let stones = own ^ other;
                if stones == 0 {
                    continue;
                }
                // A cell in neither set is empty, a cell in both is off the board.
                let board = !(own & other);
                let over = |cells: u32, join: fn(u32, u32) -> u32| {
                    let four = join(cells, cells >> 1);
                    let four = join(four, four >> 2);
                    join(join(four, four >> 4), cells >> 8)
                };
                let mut starts = over(board, |a, b| a & b) & over(stones, |a, b| a | b);
                while starts != 0 {
                    let start = starts.trailing_zeros();
                    starts &= starts - 1;
                    let index = |set: u32| usize::from(INDICES[(set >> start) as usize % INDICES.len()]);
                    visit(index(own) + 2 * index(other));
                }
            }
        }
    }
}
