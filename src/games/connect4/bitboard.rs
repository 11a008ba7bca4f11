//! Points, columns and lines on a bitboard.
//!
//! A column takes seven bits: six points from the bottom upwards, and one bit that always stays empty. No line
//! therefore runs from one column into the next, and adding a column's lowest bit to its stones gives the point where
//! the next stone lands. The layout is John Tromp's (Fhourstones). The search for winning points by shifts is as
//! explained by Pascal Pons (blog.gamesolver.org).

/// The number of columns.
pub(super) const COLUMNS: u8 = 7;
/// The number of points per column.
pub(super) const ROWS: u8 = 6;
/// The number of bits per column.
pub(super) const HEIGHT: u8 = ROWS + 1;

/// The lowest point of each column.
pub(super) const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
/// The highest point of each column.
pub(super) const TOP: u64 = BOTTOM << (ROWS - 1);
/// All points.
pub(super) const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The distance from a point to the next one: upwards, and to the next column downwards, level and upwards.
const DIRECTIONS: [u8; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// Returns the point of a column and a row, both from 0, as a bitboard. Row 0 is at the bottom.
pub(super) const fn point(column: u8, row: u8) -> u64 {
    1 << (column * HEIGHT + row)
}

/// Returns the stones of a row as bits, the lowest for the first column.
pub(super) const fn cells_of_row(stones: u64, row: u8) -> u8 {
    // A row has every seventh bit. The factor shifts the bit of column n by 42 - 6n, so that it becomes bit 42 + n. No two
    // other bits meet, so nothing is carried.
    const FACTOR: u64 = 1 << 42 | 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6;
    const { assert!(HEIGHT == 7 && COLUMNS == 7) };
    (((stones >> row & BOTTOM).wrapping_mul(FACTOR)) >> 42 & 0x7f) as u8
}

pub(super) const fn column(column: u8) -> u64 {
    ((1 << ROWS) - 1) << (column * HEIGHT)
}

/// Returns all points of a row, counted from 0 at the bottom.
pub(super) const fn row(row: u8) -> u64 {
    BOTTOM << row
}

/// Returns whether four of `stones` form a line.
#[inline]
pub(super) fn has_four(stones: u64) -> bool {
    let along = |step: u8| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    };
    along(DIRECTIONS[0]) | along(DIRECTIONS[1]) | along(DIRECTIONS[2]) | along(DIRECTIONS[3]) != 0
}

/// Returns the stones that are part of a line of four.
pub(super) fn fours(stones: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |all, step| {
        let pairs = stones & stones >> step;
        let starts = pairs & pairs >> (2 * step);
        let halves = starts | starts << step;
        all | halves | halves << (2 * step)
    })
}

/// Mirrors a board of seven bits per column.
#[inline]
pub(super) const fn mirror(board: u64) -> u64 {
    let mut mirrored = 0;
    let mut index = 0;
    while index < COLUMNS {
        mirrored |= (board >> (index * HEIGHT) & ((1 << HEIGHT) - 1)) << ((COLUMNS - 1 - index) * HEIGHT);
        index += 1;
    }
    mirrored
}

/// Returns the points, empty or not, that would form a line of four with three of `stones`. No stone may be above an
/// empty point.
#[inline]
pub(super) const fn completions(stones: u64) -> u64 {
    const fn along(stones: u64, step: u8) -> u64 {
        let (up, down) = (stones << step, stones >> step);
        // `before`: points after two stones. `after`: points before two stones.
        let before = up & stones << (2 * step);
        let after = before >> (3 * step);
        before & (stones << (3 * step) | down) | after & (up | stones >> (3 * step))
    }
    let upwards = stones << 1 & stones << 2 & stones << 3;
    upwards | along(stones, DIRECTIONS[1]) | along(stones, DIRECTIONS[2]) | along(stones, DIRECTIONS[3])
}
