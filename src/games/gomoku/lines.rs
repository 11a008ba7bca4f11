//! The board as lines. Each point lies on a row, a column and two diagonals, and each of these is part of a word.
//!
//! The cells around a point along a line are found by a shift and a mask. Two diagonals share a word, separated by a
//! cell that is not a point. Their differences (or sums) of column and row differ by the size of the largest board.

use super::Point;
use super::shape::MAX_SIZE;

const SIZE: usize = MAX_SIZE as usize;
/// This many cells at both ends of a word count as taken, so that lines can be read beyond their ends.
const MARGIN: usize = SIZE + 1;

/// The directions of lines: rows, columns, rising diagonals and falling diagonals.
pub(super) const WAYS: [usize; 4] = [0, 1, 2, 3];

/// The last bit of a line.
pub(super) const LAST_BIT: usize = SIZE;

/// A set of cells, as lines of every direction. Cells off the board are always included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines([[u32; SIZE]; WAYS.len()]);

impl Lines {
    /// The set of all cells.
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

    /// Returns the cells of one line.
    pub(super) const fn line(&self, way: usize, line: usize) -> u32 {
        self.0[way][line]
    }

    /// Returns the `reach` cells on each side of `place`, in the order of the line.
    #[inline]
    pub(super) fn around(&self, way: usize, (line, bit): (usize, usize), reach: usize) -> u64 {
        let word = (u64::from(self.0[way][line]) | u64::MAX << 32) << MARGIN | ((1 << MARGIN) - 1);
        let from = word >> (bit + MARGIN - reach);
        let side = (1 << reach) - 1;
        from & side | (from >> 1) & (side << reach)
    }
}

/// Returns the line of a direction on which the point lies, and its bit.
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

/// Returns the point of a bit. The inverse of [`place`].
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

/// Iterates over the lines of a direction.
pub(super) const fn all() -> std::ops::Range<usize> {
    0..SIZE
}

/// Returns the cells of a line that are in a stretch of `row` cells with exactly two stones of the side missing and no
/// stone of the opponent. `own` are the side's stones and `free` the empty cells. A stone on a returned cell makes a
/// four of five.
pub(super) fn lacking_two(own: u32, free: u32, row: u32) -> u32 {
    filled(stretches_lacking_two(own, free, row), row) & free
}

/// Returns the cells of a line where a stone makes an open stretch of `row` − 1 cells that lacks one stone, such as an
/// open three. Both ends of the stretch are free.
pub(super) fn lacking_two_open(own: u32, free: u32, row: u32) -> u32 {
    let inner = row - 1;
    filled(stretches_lacking_two(own, free, inner) & free << 1 & free >> inner, inner) & free
}

/// Returns the cells of the stretches of `length` cells that start on the given ones.
fn filled(starts: u32, length: u32) -> u32 {
    (0..length).fold(0, |cells, offset| cells | starts << offset)
}

/// Returns the first cells of the stretches that [`lacking_two`] describes.
fn stretches_lacking_two(own: u32, free: u32, row: u32) -> u32 {
    let usable = own | free;
    let mut open = usable;
    // At index `n`: the stretches, by their first cell, that lack more than `n` stones.
    let mut lack = [free, 0, 0];
    for offset in 1..row {
        let empty = free >> offset;
        lack[2] |= lack[1] & empty;
        lack[1] |= lack[0] & empty;
        lack[0] |= empty;
        open &= usable >> offset;
    }
    open & lack[1] & !lack[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_distinct_bits_next_to_those_of_their_neighbours() {
        for way in WAYS {
            let mut seen = std::collections::HashSet::new();
            let (across, up) = [(1, 0), (0, 1), (1, 1), (1, -1)][way];
            for (column, row) in (0..SIZE).flat_map(|column| (0..SIZE).map(move |row| (column, row))) {
                let here = Point::of(column, row);
                let (line, bit) = place(way, here);
                assert!(bit <= LAST_BIT && seen.insert((line, bit)), "{here}");
                assert_eq!(point(way, line, bit), here);
                let next = (column.cast_signed() + across, row.cast_signed() + up);
                let on = (0..SIZE.cast_signed()).contains(&next.0) && (0..SIZE.cast_signed()).contains(&next.1);
                let after = place(way, Point::of(next.0.cast_unsigned() % SIZE, next.1.cast_unsigned() % SIZE));
                assert_eq!(after == (line, bit + 1), on, "{here} along way {way}");
            }
        }
    }
}
