//! Evaluations of unfinished positions of reversi.

use super::Reversi;
use super::flips::around;
use super::patterns::{MODEL, TABLES};
use crate::evaluation::evaluations;
use crate::{BySide, Side};

/// The corners, each with its neighbours on the edge (C-squares) and its diagonal neighbour (X-square).
const CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 1 | 1 << 8, 1 << 9),
    (1 << 7, 1 << 6 | 1 << 15, 1 << 14),
    (1 << 56, 1 << 48 | 1 << 57, 1 << 49),
    (1 << 63, 1 << 55 | 1 << 62, 1 << 54),
];

const MOBILITY: &str = "a move that the side has";
const POTENTIAL: &str = "an empty square next to an opponent's disc";
const DISC: &str = "a disc";
const CORNER: &str = "a corner";
const X_SQUARE: &str = "the square diagonally next to an empty corner";
const C_SQUARE: &str = "a square on the edge next to an empty corner";

evaluations! {
    /// Evaluations of reversi positions.
    pub enum ReversiEvaluation for Reversi {
        /// Scores mobility and corners.
        Mobility: Mobility => Mobility = "mobility", antisymmetric: true,
        "moves now and moves to come, corners, and the squares that give corners away" {
            mobility = 10, MOBILITY;
            potential = 4, POTENTIAL;
            corner = 100, CORNER;
            x_square = -40, X_SQUARE;
            c_square = -15, C_SQUARE;
        }
        /// Sums trained tables.
        Patterns: Patterns => Patterns = "patterns", antisymmetric: true,
        "trained tables of edges, corners and lines, and mobility", needs MODEL {
            tables = 100, "what the tables say, in hundredths";
        }
        /// Scores corners and discs.
        Corners: Corners => Corners = "corners", antisymmetric: true,
        "corners, the squares that give them away, and discs" {
            corner = 20, CORNER;
            x_square = -8, X_SQUARE;
            c_square = -4, C_SQUARE;
            disc = 1, DISC;
        }
        /// Counts discs.
        Discs: Discs => Discs = "discs", antisymmetric: true,
        "who has more discs" {
            disc = 1, DISC;
        }
    }
    features {
        mobility = mobility, MOBILITY;
        potential = potential, POTENTIAL;
        corner = |position| on(position, |(corner, ..)| corner), CORNER;
        x_square = |position| on(position, |(corner, _, x_square)| x_square * empty(position, corner)), X_SQUARE;
        c_square = |position| on(position, |(corner, c_squares, _)| c_squares * empty(position, corner)), C_SQUARE;
        disc = discs, DISC;
    }
}

impl Mobility {
    pub(super) fn evaluate(&self, position: &Reversi) -> i32 {
        let corners = corners(position, self.corner, self.x_square, self.c_square);
        self.mobility * mobility(position).difference() + self.potential * potential(position).difference() + corners
    }
}

impl Patterns {
    fn evaluate(&self, position: &Reversi) -> i32 {
        TABLES.weighted(position, self.tables)
    }
}

impl Corners {
    fn evaluate(&self, position: &Reversi) -> i32 {
        let corners = corners(position, self.corner, self.x_square, self.c_square);
        corners + self.disc * discs(position).difference()
    }
}

impl Discs {
    fn evaluate(&self, position: &Reversi) -> i32 {
        self.disc * discs(position).difference()
    }
}

/// Returns the value of the corners, which can never be flipped, and of the squares that give them away.
fn corners(position: &Reversi, corner_weight: i32, x_weight: i32, c_weight: i32) -> i32 {
    let (first, second) = (position.discs(Side::First), position.discs(Side::Second));
    let more = |squares: u64| count(first & squares) - count(second & squares);
    CORNERS.iter().fold(0, |value, &(corner, c_squares, x_square)| {
        let here = if (first | second) & corner == 0 {
            x_weight * more(x_square) + c_weight * more(c_squares)
        } else {
            corner_weight * more(corner)
        };
        value + here
    })
}

pub(super) fn mobility(position: &Reversi) -> BySide<i32> {
    BySide::from_fn(|side| count(position.mobility(side)))
}

pub(super) fn potential(position: &Reversi) -> BySide<i32> {
    let empty = !(position.discs(Side::First) | position.discs(Side::Second));
    BySide::from_fn(|side| count(around(position.discs(!side)) & empty))
}

fn discs(position: &Reversi) -> BySide<i32> {
    BySide::from_fn(|side| count(position.discs(side)))
}

/// Returns the number of each side's discs on the squares that belong to the corners.
fn on(position: &Reversi, squares: impl Fn((u64, u64, u64)) -> u64) -> BySide<i32> {
    let squares = CORNERS.into_iter().fold(0, |all, corner| all | squares(corner));
    BySide::from_fn(|side| count(position.discs(side) & squares))
}

/// Returns 1 if the square is empty.
fn empty(position: &Reversi, square: u64) -> u64 {
    u64::from((position.discs(Side::First) | position.discs(Side::Second)) & square == 0)
}

const fn count(squares: u64) -> i32 {
    squares.count_ones().cast_signed()
}
