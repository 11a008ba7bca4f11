//! The size of the board, the winning rule, and the names of points.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::NAME;
use crate::seed::mix;
use crate::{BadMoveText, Diagnostic, GameMove, MoveCode, cell_name, diagnostic};

/// The greatest number of columns and of rows.
pub(super) const MAX_SIZE: u32 = cell_name::MOST as u32;
/// The least number of columns, of rows and of stones in a row.
pub(super) const MIN_SIZE: u32 = 3;
/// The number of cells per row on every board: the width of the largest board plus one, which separates its rows.
pub(super) const STRIDE: usize = cell_name::STRIDE;
/// The number of all cells, in whole 64-bit words.
pub(super) const CELLS: usize = 448;

const _: () = assert!(STRIDE * MAX_SIZE as usize <= CELLS);

/// The distance to the next cell in a row, and to the cells in the next row to the left, above and to the right.
pub(super) const STEPS: [usize; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// A point of the board, named by column letter and row number. `a1` is at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point(u16);

impl Point {
    /// Returns the point with this index, which must be on the largest board.
    pub(super) fn at(index: usize) -> Self {
        Self(u16::try_from(index).expect("cell indices fit into 16 bits"))
    }

    /// Returns the point of this column and row, both from 0.
    pub(super) fn of(column: usize, row: usize) -> Self {
        Self::at(row * STRIDE + column)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the point among those of the largest board, row by row.
    pub(super) const fn number(self) -> usize {
        self.row() * MAX_SIZE as usize + self.column()
    }

    /// Returns the canonical text.
    pub(super) fn name(self) -> &'static str {
        cell_name::name_at(self.index())
    }

    /// Returns the column, from 0 at the left.
    pub(super) const fn column(self) -> usize {
        self.index() % STRIDE
    }

    /// Returns the row, from 0 at the bottom.
    pub(super) const fn row(self) -> usize {
        self.index() / STRIDE
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Point {
    type Err = BadMoveText;

    fn from_str(text: &str) -> Result<Self, BadMoveText> {
        let (column, row) = cell_name::read(text)
            .ok_or_else(|| BadMoveText::new(NAME, text, "a point is a column a to t and a row 1 to 20, as h8"))?;
        Ok(Self::of(column, row))
    }
}

impl GameMove for Point {
    fn code(self) -> MoveCode {
        MoveCode(u32::try_from(self.number()).expect("point numbers are small"))
    }

    fn from_code(code: MoveCode) -> Option<Self> {
        let (row, column) = (code.0 / MAX_SIZE, code.0 % MAX_SIZE);
        (row < MAX_SIZE).then(|| Self::of(column as usize, row as usize))
    }

    fn put(self, text: &mut String) {
        text.push_str(self.name());
    }

    fn put_quoted(moves: &[Self], text: &mut String) {
        cell_name::put_quoted(moves, Self::index, text);
    }
}

/// The options of gomoku.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GomokuOptions {
    /// The number of columns and rows.
    pub size: u32,
    /// The number of columns if it differs from `size`, otherwise 0.
    pub columns: u32,
    /// The number of rows if it differs from `size`, otherwise 0.
    pub rows: u32,
    /// The number of stones in a row that wins.
    pub row: u32,
    /// Whether longer rows do not win.
    pub exact: bool,
}

impl Default for GomokuOptions {
    fn default() -> Self {
        Self { size: 15, columns: 0, rows: 0, row: 5, exact: false }
    }
}

/// The validated options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub columns: u8,
    pub rows: u8,
    pub row: u8,
    pub exact: bool,
}

impl Shape {
    /// Validates the options. The error names the option and its range.
    pub(super) fn new(options: &GomokuOptions) -> Result<Self, Diagnostic> {
        let within = |value: u32, most: u32| u8::try_from(value).ok().filter(|_| (MIN_SIZE..=most).contains(&value));
        let out_of_range = |option, given, most| Diagnostic::option_range(option, given, MIN_SIZE, most);
        let size = within(options.size, MAX_SIZE).ok_or_else(|| out_of_range("size", options.size, MAX_SIZE))?;
        let side = |option: &str, given| match given {
            0 => Ok(size),
            _ => within(given, MAX_SIZE).ok_or_else(|| {
                diagnostic!(
                    "option_range_or_size",
                    "{option} must be between {least} and {most}, or 0 for the value of size, got {given}",
                    option,
                    given,
                    least = MIN_SIZE,
                    most = MAX_SIZE
                )
            }),
        };
        let (columns, rows) = (side("columns", options.columns)?, side("rows", options.rows)?);
        let longest = u32::from(columns.max(rows));
        let row = within(options.row, longest).ok_or_else(|| out_of_range("row", options.row, longest))?;
        Ok(Self { columns, rows, row, exact: options.exact })
    }

    /// Iterates over the points row by row from the top, each row from the left.
    pub(super) fn top_down(self) -> impl Iterator<Item = Point> {
        let Self { columns, rows, .. } = self;
        (0..rows).rev().flat_map(move |row| (0..columns).map(move |column| Point::of(column.into(), row.into())))
    }

    /// Returns the distance of a point from the centre, in half points, summed over both axes.
    pub(super) fn off_centre(self, point: Point) -> i32 {
        let off = |at: usize, size: u8| (2 * at).abs_diff(usize::from(size) - 1);
        let both = off(point.column(), self.columns) + off(point.row(), self.rows);
        i32::try_from(both).expect("a distance on the board is small")
    }

    /// Returns the number of rotations and reflections of the board, including the identity.
    pub(super) const fn symmetries(self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// Returns where a symmetry moves a point. Symmetry 0 is the identity.
    pub(super) fn image(self, point: Point, image: usize) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if image & 1 != 0 {
            column = usize::from(self.columns) - 1 - column;
        }
        if image & 2 != 0 {
            row = usize::from(self.rows) - 1 - row;
        }
        if image & 4 != 0 { Point::of(row, column) } else { Point::of(column, row) }
    }

    /// Returns the part of a key that depends on the shape.
    pub(super) const fn hash(self) -> u64 {
        mix(u32::from_le_bytes([self.columns, self.rows, self.row, self.exact as u8]) as u64)
    }
}
