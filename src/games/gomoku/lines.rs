//! The board by lines: each point lies on a row, a column and two diagonals, and each of those is some bits of a word.
//!
//! So the cells around a point along a line are found by a shift and a mask. Two diagonals share a word, with a cell
//! between them that is no point: those whose difference (or sum) of column and row differs by the size of the greatest
//! board.

use super::Point;
use super::shape::MAX_SIZE;

const SIZE: usize = MAX_SIZE as usize;
/// So many cells at both ends of a word count as taken, so that lines may be read beyond their ends.
const MARGIN: usize = SIZE + 1;

/// The ways of a line: along rows, along columns, along rising and along falling diagonals.
pub(super) const WAYS: [usize; 4] = [0, 1, 2, 3];

/// The last bit of a line.
pub(super) const LAST_BIT: usize = SIZE;

/// A set of cells, by the lines of every way; cells off the board are always in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines([[u32; SIZE]; WAYS.len()]);

impl Lines {
    /// Every cell.
    pub(super) const ALL: Self = Self([[u32::MAX; SIZE]; WAYS.len()]);

    pub(super) fn insert(&mut self, point: Point) {
        for way in WAYS {
            let (line, bit) = place(way, point);
            self.0[way][line] |= 1 << bit;
        }
    }

    pub(super) fn remove(&mut self, point: Point) {
        for way in WAYS {
            let (line, bit) = place(way, point);
            self.0[way][line] &= !(1 << bit);
        }
    }

    /// The cells of one line.
    pub(super) const fn line(&self, way: usize, line: usize) -> u32 {
        self.0[way][line]
    }

    /// The cells before and after `place`, `reach` on each side, the nearest to the start of the line first.
    #[inline]
    pub(super) fn around(&self, way: usize, (line, bit): (usize, usize), reach: usize) -> u64 {
        let word = (u64::from(self.0[way][line]) | u64::MAX << 32) << MARGIN | ((1 << MARGIN) - 1);
        let from = word >> (bit + MARGIN - reach);
        let side = (1 << reach) - 1;
        from & side | (from >> 1) & (side << reach)
    }
}

/// Which line of a way the point lies on, and which bit of it.
#[inline]
pub(super) const fn place(way: usize, point: Point) -> (usize, usize) {
    let (column, row) = (point.column(), point.row());
    match way {
        0 => (row, column),
        1 => (column, row),
        2 if row >= column => (row - column, column),
        2 => (row + SIZE - column, column + 1),
        _ if row + column < SIZE => (row + column, column),
        _ => (row + column - SIZE, column + 1),
    }
}

/// The point of a bit: undoes [`place`].
pub(super) fn point(way: usize, line: usize, bit: usize) -> Point {
    match way {
        0 => Point::of(bit, line),
        1 => Point::of(line, bit),
        2 if bit < SIZE - line => Point::of(bit, line + bit),
        2 => Point::of(bit - 1, line + bit - 1 - SIZE),
        _ if bit <= line => Point::of(bit, line - bit),
        _ => Point::of(bit - 1, line + SIZE + 1 - bit),
    }
}

/// The lines of a way.
pub(super) const fn all() -> std::ops::Range<usize> {
    0..SIZE
}

/// The cells of a line that lie in a stretch of `row` cells which lacks exactly two of the side's stones, `own`, and
/// holds none of the other's: `free` are those of neither. A stone on one of them makes a four of five.
pub(super) fn lacking_two(own: u32, free: u32, row: u32) -> u32 {
    let usable = own | free;
    let mut open = usable;
    // At `n`: the stretches, by their first cell, that lack more than `n` stones.
    let mut lack = [free, 0, 0];
    for offset in 1..row {
        let empty = free >> offset;
        lack[2] |= lack[1] & empty;
        lack[1] |= lack[0] & empty;
        lack[0] |= empty;
        open &= usable >> offset;
    }
    let such = open & lack[1] & !lack[2];
    free & (0..row).fold(0, |cells, offset| cells | such << offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_own_bit_on_each_way_with_its_neighbours_beside_it() {
        for way in WAYS {
            let mut seen = std::collections::HashSet::new();
            let (across, up) = [(1, 0), (0, 1), (1, 1), (1, -1)][way];
            for (column, row) in (0..SIZE).flat_map(|column| (0..SIZE).map(move |row| (column, row))) {
                let here = Point::of(column, row);
                let (line, bit) = place(way, here);
                assert!(bit < 20 && seen.insert((line, bit)), "{here}");
                assert_eq!(point(way, line, bit), here);
                let next = (column.cast_signed() + across, row.cast_signed() + up);
                let on = (0..SIZE.cast_signed()).contains(&next.0) && (0..SIZE.cast_signed()).contains(&next.1);
                let after = place(way, Point::of(next.0.cast_unsigned() % SIZE, next.1.cast_unsigned() % SIZE));
                assert_eq!(after == (line, bit + 1), on, "{here} along way {way}");
            }
        }
    }
}
