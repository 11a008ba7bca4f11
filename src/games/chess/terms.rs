//! The numbers behind the tapered evaluation: what each piece is worth where, in the opening and in the ending.
//!
//! The tables are this project's own and symmetric from left to right: one row is the files a to d (and h to e) of one
//! rank, rank 8 first, as white sees them. In hundredths of a pawn.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

use cozy_chess::{Piece, Square};

/// A value in the opening and in the ending, between which the material left decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub opening: i32,
    pub ending: i32,
}

impl Pair {
    pub(super) const fn new(opening: i32, ending: i32) -> Self {
        Self { opening, ending }
    }

    /// So many hundredths of it.
    pub(super) const fn percent(self, percent: i32) -> Self {
        Self::new(self.opening * percent / 100, self.ending * percent / 100)
    }
}

impl Add for Pair {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.opening - other.opening, self.ending - other.ending)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Self::new(self.opening * times, self.ending * times)
    }
}

impl Sum for Pair {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::default(), Add::add)
    }
}

/// How much of the opening a piece stands for; all pieces of the start together make [`WHOLE_OPENING`].
pub(super) const fn phase(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn | Piece::King => 0,
        Piece::Knight | Piece::Bishop => 1,
        Piece::Rook => 2,
        Piece::Queen => 4,
    }
}

pub(super) const WHOLE_OPENING: i32 = 24;

/// What one more square to go to is worth.
pub(super) const fn step(piece: Piece) -> Pair {
    match piece {
        Piece::Pawn | Piece::King => Pair::new(0, 0),
        Piece::Knight => Pair::new(4, 3),
        Piece::Bishop => Pair::new(4, 4),
        Piece::Rook => Pair::new(2, 4),
        Piece::Queen => Pair::new(1, 3),
    }
}

/// A passed pawn by the ranks that it has come.
pub(super) const PASSED: [Pair; 8] = [
    Pair::new(0, 0),
    Pair::new(0, 5),
    Pair::new(0, 10),
    Pair::new(4, 22),
    Pair::new(14, 45),
    Pair::new(34, 85),
    Pair::new(60, 140),
    Pair::new(0, 0),
];

/// What standing on `square` is worth to a white piece.
pub(super) fn placing(piece: Piece, square: Square) -> Pair {
    let file = square.file() as usize;
    let (row, column) = (7 - square.rank() as usize, file.min(7 - file));
    let at = |tables: &[Table; 6]| tables[piece as usize][row][column];
    Pair::new(at(&OPENING), at(&ENDING))
}

type Table = [[i32; 4]; 8];

/// In the order of [`Piece::ALL`].
const OPENING: [Table; 6] = [
    [
        [0, 0, 0, 0],
        [70, 80, 80, 90],
        [25, 35, 45, 55],
        [-2, 8, 14, 26],
        [-10, 0, 8, 22],
        [-12, -2, 0, 8],
        [-10, 4, -6, -14],
        [0, 0, 0, 0],
    ],
    [
        [-120, -60, -40, -30],
        [-45, -20, 30, 25],
        [-20, 25, 45, 60],
        [-5, 18, 30, 45],
        [-8, 8, 20, 22],
        [-22, 0, 14, 16],
        [-26, -22, -2, 4],
        [-70, -20, -28, -16],
    ],
    [
        [-20, -8, -40, -30],
        [-22, 8, 0, -8],
        [-6, 22, 34, 32],
        [-4, 6, 22, 38],
        [-2, 12, 14, 26],
        [2, 14, 16, 14],
        [4, 20, 16, 4],
        [-22, -6, -14, -14],
    ],
    [
        [24, 28, 26, 38],
        [22, 26, 48, 52],
        [2, 20, 26, 30],
        [-16, -4, 10, 20],
        [-28, -16, -6, 2],
        [-36, -18, -12, -8],
        [-40, -12, -12, -4],
        [-20, -14, 4, 16],
    ],
    [
        [0, 15, 30, 35],
        [-5, -20, 5, 5],
        [5, 0, 15, 20],
        [-12, -14, -4, 0],
        [-8, -10, -6, -4],
        [-8, 0, -4, -2],
        [-18, -6, 6, 6],
        [-20, -18, -10, 4],
    ],
    [
        [-30, -20, -40, -50],
        [-20, -10, -30, -40],
        [-25, -10, -20, -35],
        [-35, -25, -30, -45],
        [-45, -35, -40, -50],
        [-25, -20, -30, -40],
        [5, 10, -15, -40],
        [10, 32, 5, -20],
    ],
];

const ENDING: [Table; 6] = [
    [
        [0, 0, 0, 0],
        [150, 140, 130, 120],
        [85, 80, 70, 65],
        [35, 28, 20, 15],
        [16, 12, 4, 0],
        [6, 6, -2, 2],
        [6, 6, 4, 6],
        [0, 0, 0, 0],
    ],
    [
        [-70, -45, -20, -22],
        [-30, -12, -10, 0],
        [-22, -8, 14, 16],
        [-14, 8, 22, 28],
        [-14, 4, 20, 28],
        [-22, -4, 6, 18],
        [-34, -18, -8, -2],
        [-48, -40, -20, -16],
    ],
    [
        [-14, -16, -10, -8],
        [-8, -4, 2, -6],
        [2, -4, 2, 0],
        [-2, 6, 10, 12],
        [-5, 4, 12, 14],
        [-10, -2, 8, 12],
        [-14, -12, -4, 2],
        [-18, -8, -14, -6],
    ],
    [
        [10, 10, 14, 12],
        [10, 12, 10, 6],
        [4, 4, 4, 4],
        [4, 3, 6, 2],
        [2, 3, 2, 0],
        [-4, -2, -4, -4],
        [-6, -6, -2, -2],
        [-8, -2, 0, -2],
    ],
    [
        [0, 20, 22, 26],
        [-4, 20, 32, 42],
        [-6, 12, 22, 42],
        [14, 26, 32, 46],
        [0, 26, 28, 40],
        [-8, -6, 14, 12],
        [-22, -22, -18, -10],
        [-30, -28, -22, -20],
    ],
    [
        [-60, -30, -15, -15],
        [-10, 15, 18, 20],
        [8, 24, 28, 22],
        [-6, 22, 28, 32],
        [-14, 6, 22, 28],
        [-16, 2, 12, 20],
        [-26, -8, 4, 10],
        [-50, -30, -18, -24],
    ],
];
