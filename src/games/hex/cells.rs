//! Sets of cells with a word for each row, so that all cells of a row can be shifted at once.

use super::moves::{HexMove, MAX_SIZE};

/// A set of cells. The row after the last is always empty, so that every row has one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells([u32; MAX_SIZE + 1]);

impl Cells {
    pub(super) const NONE: Self = Self([0; MAX_SIZE + 1]);

    /// Returns all cells of a board.
    pub(super) fn board(size: usize) -> Self {
        let mut cells = Self::NONE;
        cells.0[..size].fill((1 << size) - 1);
        cells
    }

    pub(super) fn row(row: usize, size: usize) -> Self {
        let mut cells = Self::NONE;
        cells.0[row] = (1 << size) - 1;
        cells
    }

    pub(super) fn column(column: usize, size: usize) -> Self {
        let mut cells = Self::NONE;
        cells.0[..size].fill(1 << column);
        cells
    }

    pub(super) const fn one(cell: HexMove) -> Self {
        let mut cells = Self::NONE;
        cells.0[cell.row()] = 1 << cell.column();
        cells
    }

    #[inline]
    pub(super) const fn has(&self, cell: HexMove) -> bool {
        self.0[cell.row()] >> cell.column() & 1 == 1
    }

    #[inline]
    pub(super) const fn insert(&mut self, cell: HexMove) {
        self.0[cell.row()] |= 1 << cell.column();
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    #[inline]
    fn with(&self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut both = *self;
        for (row, other) in both.0.iter_mut().zip(&other.0) {
            *row = f(*row, *other);
        }
        both
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline]
    pub(super) fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns the number of cells in both sets, at most 2.
    #[inline]
    pub(super) fn meets_twice(&self, other: &Self) -> u32 {
        self.and(other).count().min(2)
    }

    /// Returns the neighbours of these cells. Some of them lie beyond the right edge and must be masked by the caller.
    #[inline]
    pub(super) fn neighbours(&self) -> Self {
        let mut all = Self::NONE;
        let mut above = 0;
        for row in 0..MAX_SIZE {
            let (here, below) = (self.0[row], self.0[row + 1]);
            all.0[row] = here << 1 | here >> 1 | above | above >> 1 | below | below << 1;
            above = here;
        }
        all
    }

    /// Returns the cells of `among` with at least two neighbours in this set, and those with at least one.
    #[inline]
    pub(super) fn twice_and_once(&self, among: &Self) -> (Self, Self) {
        let (mut twice, mut once) = (Self::NONE, Self::NONE);
        let mut above = 0;
        for row in 0..MAX_SIZE {
            let (here, below) = (self.0[row], self.0[row + 1]);
            let (mut ones, mut twos) = (here << 1, 0);
            for next in [here >> 1, above, above >> 1, below, below << 1] {
                twos |= ones & next;
                ones |= next;
            }
            (twice.0[row], once.0[row]) = (twos & among.0[row], ones & among.0[row]);
            above = here;
        }
        (twice, once)
    }

    /// Returns the cells of `within` that are connected through `within` with cells of both sets.
    #[inline]
    pub(super) fn flood(&self, within: &Self) -> Self {
        let mut reached = self.and(within);
        loop {
            let wider = reached.or(&reached.neighbours().and(within));
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// Returns the first cell, row by row from the top.
    pub(super) fn first(&self) -> Option<HexMove> {
        let row = self.0.iter().position(|row| *row != 0)?;
        Some(HexMove::cell(row, self.0[row].trailing_zeros() as usize))
    }

    /// Iterates over the cells row by row from the top, each row from the left.
    pub(super) fn iter(self) -> impl Iterator<Item = HexMove> {
        self.0.into_iter().enumerate().flat_map(|(row, word)| {
            let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0).map(move |rest| HexMove::cell(row, rest.trailing_zeros() as usize))
        })
    }

    /// Calls `visit` for the cells in the order of [`Self::iter`], several times as fast.
    pub(super) fn for_each(&self, mut visit: impl FnMut(HexMove)) {
        for (row, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                visit(HexMove::cell(row, rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }
}
