//! Stretches: as many points in line as win, which one side can still fill. The number of stretches of each kind is
//! updated with every move, so that an evaluation need not scan the board.
//!
//! Stretches are counted by the number of missing stones. An open stretch is one point shorter and lies between two
//! empty points. When filled, it is a row that is open at both ends. For short rows, a table holds all changes that a
//! stone can make along a line, indexed by the cells around the stone.

use std::sync::LazyLock;

use super::shape::Shape;

/// The greatest row length that has a table.
const MOST_TABLED: usize = 5;
/// Stretches with more missing stones are not counted.
pub(super) const MOST_LACKING: usize = 4;
/// Open stretches with more missing stones are not counted.
pub(super) const MOST_OPEN: usize = 2;

/// The positions and the width in bits of the fields of packed counts.
const OPEN_AT: usize = MOST_LACKING + 1;
const END_AT: usize = OPEN_AT + MOST_OPEN + 1;
const WIDTH: usize = 5;
const FIELD: u64 = (1 << WIDTH) - 1;
/// Every second field.
const EVEN: u64 = FIELD
    | FIELD << (2 * WIDTH)
    | FIELD << (4 * WIDTH)
    | FIELD << (6 * WIDTH)
    | FIELD << (8 * WIDTH)
    | FIELD << (10 * WIDTH);

/// The effect of a stone on the stretches of its side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StretchGain {
    even: u64,
    odd: u64,
}

impl StretchGain {
    /// Adds one line.
    #[inline]
    pub(super) const fn add(&mut self, packed: u64) {
        self.even += packed & EVEN;
        self.odd += packed >> WIDTH & EVEN;
    }

    #[inline]
    const fn field(self, index: usize) -> i16 {
        let pair = if index.is_multiple_of(2) { self.even } else { self.odd };
        (pair >> (index / 2 * 2 * WIDTH) & 0x3ff) as i16
    }

    /// Returns the number of stretches through the point that would lack this many stones.
    #[inline]
    pub(super) const fn lacking(self, stones: usize) -> i16 {
        self.field(stones)
    }

    /// Returns the number of open stretches through the point that would lack this many stones.
    #[inline]
    pub(super) const fn open(self, stones: usize) -> i16 {
        self.field(OPEN_AT + stones)
    }

    /// Returns the number of open stretches next to the point that lack this many stones and would no longer be open.
    #[inline]
    const fn ending(self, stones: usize) -> i16 {
        self.field(END_AT + stones)
    }
}

/// The number of a side's stretches, by the number of missing stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StretchCounts {
    /// Stretches that can still be filled. Index 0, for complete ones, stays 0.
    pub lacking: [i16; MOST_LACKING + 1],
    /// Open stretches, whose ends do not count as stones.
    pub open: [i16; MOST_OPEN + 1],
}

impl StretchCounts {
    /// Returns the counts of an empty board.
    pub(super) fn empty(shape: Shape) -> Self {
        let row = usize::from(shape.row);
        let mut counts = Self { lacking: [0; MOST_LACKING + 1], open: [0; MOST_OPEN + 1] };
        let places = |length: usize| {
            let along = |cells: u8| (usize::from(cells) + 1).saturating_sub(length);
            let (across, up) = (along(shape.columns), along(shape.rows));
            let all = across * usize::from(shape.rows) + up * usize::from(shape.columns) + 2 * across * up;
            i16::try_from(all).expect("the number of stretches is small")
        };
        if let Some(lacking) = counts.lacking.get_mut(row) {
            *lacking = places(row);
        }
        if let Some(open) = counts.open.get_mut(row - 1) {
            *open = places(row + 1);
        }
        counts
    }

    /// Updates the counts after the side's stone on the point of this promise.
    pub(super) fn gain(&mut self, promise: StretchGain) {
        for stones in 0..=MOST_LACKING {
            self.lacking[stones] += promise.lacking(stones);
        }
        for stones in 0..=MOST_OPEN {
            self.open[stones] += promise.open(stones);
        }
        self.lose(promise);
        self.lacking[0] = 0;
    }

    /// Updates the counts after the opponent's stone on the point of this promise.
    pub(super) fn lose(&mut self, promise: StretchGain) {
        for stones in 0..MOST_LACKING {
            self.lacking[stones + 1] -= promise.lacking(stones);
        }
        for stones in 0..MOST_OPEN {
            self.open[stones + 1] -= promise.open(stones);
        }
        for stones in 0..=MOST_OPEN {
            self.open[stones] -= promise.ending(stones);
        }
    }
}

/// Returns how far along a line, to each side, a stone changes stretches.
pub(super) const fn reach(row: u8) -> usize {
    row as usize
}

/// Computes the effect of a stone on one line from the cells around its point.
#[derive(Clone, Copy)]
pub(super) struct Surveyor {
    row: usize,
    table: Option<&'static [u64]>,
}

impl Surveyor {
    pub(super) fn new(row: u8) -> Self {
        static TABLES: [LazyLock<Vec<u64>>; 3] =
            [LazyLock::new(|| table(3)), LazyLock::new(|| table(4)), LazyLock::new(|| table(5))];
        let row = usize::from(row);
        Self { row, table: row.checked_sub(3).and_then(|index| TABLES.get(index)).map(|table| table.as_slice()) }
    }

    /// Returns the change in the number of stretches of each kind, packed into one number. The cells around the point
    /// along the line are bits: `own` are the side's stones, and `blocked` the cells that it can never take.
    #[inline]
    pub(super) fn survey(self, own: u64, blocked: u64) -> u64 {
        match self.table {
            Some(table) => table[TERNARY[own as usize] as usize + 2 * TERNARY[blocked as usize] as usize],
            None => count(self.row, own, blocked),
        }
    }
}

/// Maps the binary digits of the index to the same ternary digits.
static TERNARY: [u16; 1 << (2 * MOST_TABLED)] = {
    let mut numbers = [0; 1 << (2 * MOST_TABLED)];
    let mut index = 1;
    while index < numbers.len() {
        numbers[index] = 3 * numbers[index / 2] + (index % 2) as u16;
        index += 1;
    }
    numbers
};

/// Computes [`count`] for all possible surroundings of a point.
fn table(row: usize) -> Vec<u64> {
    let cells = 2 * row;
    let all = 3_usize.pow(u32::try_from(cells).expect("rows with tables are short"));
    let counted = |mut index: usize| {
        let (mut own, mut blocked) = (0, 0);
        for cell in 0..cells {
            own |= u64::from(index % 3 == 1) << cell;
            blocked |= u64::from(index % 3 == 2) << cell;
            index /= 3;
        }
        count(row, own, blocked)
    };
    (0..all).map(counted).collect()
}

/// Counts the stretches of one line that are changed by a stone in its middle.
fn count(row: usize, own: u64, blocked: u64) -> u64 {
    // Inserts the point itself between the cells before and after it.
    let (before, after) = ((1 << row) - 1, u64::MAX << row);
    let whole = |cells: u64| cells & before | (cells & after) << 1;
    let (own, blocked, centre) = (whole(own), whole(blocked), 1_u64 << row);
    let span = |from: usize, length: usize| ((1_u64 << length) - 1) << from;
    let stones = |cells: u64| (own & cells).count_ones() as usize;
    let mut packed = 0;
    let mut found = |field: usize| packed += 1 << (WIDTH * field);
    for from in 1..=row {
        let cells = span(from, row);
        let lacking = row - 1 - stones(cells);
        if blocked & cells == 0 && lacking <= MOST_LACKING {
            found(lacking);
        }
    }
    for from in 0..=row {
        let (cells, ends) = (span(from + 1, row - 1), 1 << from | 1 << (from + row));
        let lacking = row - 1 - stones(cells) - usize::from(cells & centre != 0);
        if blocked & (cells | ends) == 0 && own & ends == 0 && lacking <= MOST_OPEN {
            found(lacking + if ends & centre == 0 { OPEN_AT } else { END_AT });
        }
    }
    packed
}
