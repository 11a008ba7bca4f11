//! Values that differ between opening and ending, in hundredths of a pawn.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

use cozy_chess::Piece;

/// A value in the opening and in the ending. The material left determines the interpolation between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub opening: i32,
    pub ending: i32,
}

impl Pair {
    pub(super) const fn new(opening: i32, ending: i32) -> Self {
        Self { opening, ending }
    }

    /// Returns the given percentage of the value.
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

/// Returns the game phase weight of a piece. All pieces of the initial position together weigh [`WHOLE_OPENING`].
pub(super) const fn phase(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn | Piece::King => 0,
        Piece::Knight | Piece::Bishop => 1,
        Piece::Rook => 2,
        Piece::Queen => 4,
    }
}

pub(super) const WHOLE_OPENING: i32 = 24;
