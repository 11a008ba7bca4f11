//! Sets of points, a bit each.

use super::shape::{CELLS, Point};

const WORDS: usize = CELLS / 64;

/// A set of points of the greatest board and of the cells around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Points([u64; WORDS]);

impl Points {
    pub(super) const NONE: Self = Self([0; WORDS]);
    pub(super) const ALL: Self = Self([u64::MAX; WORDS]);

    /// Whether the cell with this index is in the set; those beyond all cells are not.
    pub(super) fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    pub(super) const fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub(super) const fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| f(self.0[word], other.0[word])))
    }

    /// What is in both.
    pub(super) fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// What is in either.
    pub(super) fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// What is in this one but not in the other.
    pub(super) fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Every point moved to the index that is lower by `step`, 1 to 63; what falls below 0 is gone.
    pub(super) fn lowered(self, step: usize) -> Self {
        let above = |word: usize| self.0.get(word + 1).map_or(0, |next| next << (64 - step));
        Self(std::array::from_fn(|word| self.0[word] >> step | above(word)))
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The points in the order of their indexes.
    pub(super) fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().zip((0..).step_by(64)).flat_map(|(word, base)| {
            let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0).map(move |rest| Point::at(base + rest.trailing_zeros() as usize))
        })
    }
}
