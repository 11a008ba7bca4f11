//! Values of pieces by point, between opening and ending.
//!
//! The numbers are our own. They say what beginners' books teach: soldiers gain by crossing the river and lose on the
//! last rank, horses want the centre and the palace's shoulders, cannons stay behind in the opening, and rooks leave
//! the corner.

use super::board::{FILES, Kind, POINTS, Point};

/// A value in the opening and one in the ending.
pub(super) type Pair = (i32, i32);

/// The values of the files `a` to `e` from the own first rank; the other wing is the mirror.
type Half = [[i32; 5]; 10];

const SOLDIER: Half = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, -4, 0, 4],
    [2, 0, 6, 0, 10],
    [12, 18, 24, 30, 34],
    [20, 32, 44, 54, 58],
    [24, 40, 58, 74, 80],
    [22, 40, 62, 86, 92],
    [-30, -26, -20, -14, -10],
];
const SOLDIER_END: Half = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, 0, 0],
    [4, 0, 6, 0, 8],
    [50, 56, 60, 64, 66],
    [60, 70, 78, 84, 86],
    [62, 76, 90, 98, 100],
    [56, 70, 86, 98, 102],
    [-10, -6, 0, 6, 10],
];
const HORSE: Half = [
    [-12, -14, -6, -8, -20],
    [-10, -4, 0, -2, -30],
    [-6, 0, 10, 4, 0],
    [-2, 6, 10, 12, 10],
    [0, 10, 16, 20, 20],
    [4, 14, 18, 24, 26],
    [8, 20, 26, 30, 28],
    [6, 18, 34, 32, 24],
    [4, 14, 38, 20, 10],
    [-4, 2, 8, 4, -4],
];
const CANNON: Half = [
    [-4, 0, 2, 6, 6],
    [-2, 2, 4, 6, 6],
    [2, 4, 8, 8, 16],
    [0, 0, 2, 2, 8],
    [-2, 0, 4, 2, 10],
    [-2, 0, 0, 2, 10],
    [0, 2, 2, 2, 12],
    [2, 2, 0, -6, -4],
    [4, 4, 0, -8, -10],
    [12, 10, 2, -8, -10],
];
const ROOK: Half = [
    [-14, 4, 2, 8, -6],
    [0, 6, 6, 10, 0],
    [0, 6, 6, 10, 8],
    [4, 8, 8, 12, 10],
    [8, 12, 12, 16, 14],
    [8, 12, 14, 16, 14],
    [10, 14, 14, 18, 18],
    [8, 12, 14, 18, 18],
    [10, 16, 14, 22, 22],
    [6, 10, 10, 14, 14],
];
const ADVISOR: Half = {
    let mut half = [[0; 5]; 10];
    half[1][4] = 8;
    half[2][3] = -6;
    half
};
const ELEPHANT: Half = {
    let mut half = [[0; 5]; 10];
    half[2][4] = 10;
    half[2][0] = -8;
    half[4][2] = -2;
    half
};
const GENERAL: Half = {
    let mut half = [[0; 5]; 10];
    half[0][4] = 12;
    half[1][3] = -16;
    half[1][4] = -10;
    half[2][3] = -30;
    half[2][4] = -24;
    half
};
/// In the ending, the general in the middle controls most.
const GENERAL_END: Half = {
    let mut half = [[0; 5]; 10];
    half[0][4] = 10;
    half[1][4] = 8;
    half[2][4] = 4;
    half
};

/// Returns the values of a piece of a kind on a point, seen from its own side.
pub(super) const fn placing(kind: Kind, point: usize) -> Pair {
    let (file, rank) = (point % FILES, point / FILES);
    let file = if file < 5 { file } else { FILES - 1 - file };
    let (opening, ending) = match kind {
        Kind::Soldier => (&SOLDIER, &SOLDIER_END),
        Kind::Horse => (&HORSE, &HORSE),
        Kind::Cannon => (&CANNON, &CANNON),
        Kind::Rook => (&ROOK, &ROOK),
        Kind::Advisor => (&ADVISOR, &ADVISOR),
        Kind::Elephant => (&ELEPHANT, &ELEPHANT),
        Kind::General => (&GENERAL, &GENERAL_END),
    };
    (opening[rank][file], ending[rank][file])
}

static PLACING: [[Pair; POINTS]; 7] = {
    let mut table = [[(0, 0); POINTS]; 7];
    let mut kind = 0;
    while kind < 7 {
        let mut point = 0;
        while point < POINTS {
            table[kind][point] = placing(Kind::ALL[kind], point);
            point += 1;
        }
        kind += 1;
    }
    table
};

/// Returns the values of a piece on a point that its side sees as `point`.
#[inline]
pub(super) fn placed(kind: Kind, point: Point) -> Pair {
    PLACING[kind as usize - 1][point.index()]
}
