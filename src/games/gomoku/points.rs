//! Sets of points as bits.

use super::shape::{CELLS, MAX_SIZE, Point, STRIDE};

const WORDS: usize = CELLS / 64;

/// A set of points of the largest board and of the cells around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Points([u64; WORDS]);

impl Points {
    pub(super) const NONE: Self = Self([0; WORDS]);
    pub(super) const ALL: Self = Self([u64::MAX; WORDS]);

    /// Returns whether the cell with this index is in the set. Indices beyond all cells are not.
    pub(super) fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    pub(super) const fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub(super) const fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Inserts the point and all cells at most two away from it along both axes, including cells off the board.
    pub(super) fn insert_around(&mut self, point: Point) {
        let column = point.column().saturating_sub(2);
        let bits = (1_u64 << (point.column() + 3 - column)) - 1;
        for row in point.row().saturating_sub(2)..=(point.row() + 2).min(MAX_SIZE as usize - 1) {
            let index = row * STRIDE + column;
            self.0[index / 64] |= bits << (index % 64);
            if index % 64 > 64 - 5 {
                self.0[index / 64 + 1] |= bits >> (64 - index % 64);
            }
        }
    }

    /// Returns the first point, if any.
    pub(super) fn first(self) -> Option<Point> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(Point::at(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| f(self.0[word], other.0[word])))
    }

    /// Returns the intersection.
    pub(super) fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// Returns the union.
    pub(super) fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// Returns the points in this set but not in the other.
    pub(super) fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `visit` for the points in order of their indices. This is several times as fast as [`Self::iter`].
    pub(super) fn for_each(&self, mut visit: impl FnMut(Point)) {
        for (word, base) in self.0.iter().zip((0..).step_by(64)) {
            let mut rest = *word;
            while rest != 0 {
                visit(Point::at(base + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    /// Iterates over the points in order of their indices.
    pub(super) fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().zip((0..).step_by(64)).flat_map(|(word, base)| {
            let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0).map(move |rest| Point::at(base + rest.trailing_zeros() as usize))
        })
    }
}
