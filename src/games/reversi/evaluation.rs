//! Evaluations of unfinished positions of reversi.

use super::Reversi;
use super::flips::around;
use crate::games::{Evaluation, EvaluationInfo, Side, WeightInfo};

/// The corners, each with its neighbours on the edge (C-squares) and its neighbour on the diagonal (X-square).
const CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 1 | 1 << 8, 1 << 9),
    (1 << 7, 1 << 6 | 1 << 15, 1 << 14),
    (1 << 56, 1 << 48 | 1 << 57, 1 << 49),
    (1 << 63, 1 << 55 | 1 << 62, 1 << 54),
];

/// How a bot judges a position of reversi.
#[derive(Clone, Debug)]
pub enum ReversiEvaluation {
    /// Having moves, and corners.
    Mobility {
        /// A move that the side has, or would have on its turn.
        mobility: i32,
        /// An empty square next to a disc of the opponent: a move that may come.
        potential: i32,
        /// Who holds the corners and the squares next to those that are empty.
        corners: Corners,
    },
    /// Corners and discs.
    Corners {
        /// Who holds the corners and the squares next to those that are empty.
        corners: Corners,
        /// A disc.
        disc: i32,
    },
    /// Counts discs.
    Discs {
        /// A disc.
        disc: i32,
    },
    /// Knows nothing.
    Zero,
}

/// What the corners and the squares that give them away are worth.
#[derive(Clone, Debug)]
pub struct Corners {
    /// A corner: it can never be flipped.
    corner: i32,
    /// The square diagonally next to an empty corner.
    x_square: i32,
    /// The squares on the edge next to an empty corner.
    c_square: i32,
}

impl Corners {
    fn value(&self, position: &Reversi) -> i32 {
        let (first, second) = (position.discs(Side::First), position.discs(Side::Second));
        let more = |squares: u64| count(first & squares) - count(second & squares);
        CORNERS.iter().fold(0, |value, &(corner, c_squares, x_square)| {
            let here = if (first | second) & corner == 0 {
                self.x_square * more(x_square) + self.c_square * more(c_squares)
            } else {
                self.corner * more(corner)
            };
            value + here
        })
    }
}

const CORNER: &str = "a corner";
const X_SQUARE: &str = "the square diagonally next to an empty corner";
const C_SQUARE: &str = "a square on the edge next to an empty corner";

impl Evaluation<Reversi> for ReversiEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "mobility",
            about: "moves now and moves to come, corners, and the squares that give corners away",
            weights: &[
                WeightInfo { name: "mobility", about: "a move that the side has", default: 10 },
                WeightInfo { name: "potential", about: "an empty square next to an opponent's disc", default: 4 },
                WeightInfo { name: "corner", about: CORNER, default: 100 },
                WeightInfo { name: "x_square", about: X_SQUARE, default: -40 },
                WeightInfo { name: "c_square", about: C_SQUARE, default: -15 },
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "corners",
            about: "corners, the squares that give them away, and discs",
            weights: &[
                WeightInfo { name: "corner", about: CORNER, default: 20 },
                WeightInfo { name: "x_square", about: X_SQUARE, default: -8 },
                WeightInfo { name: "c_square", about: C_SQUARE, default: -4 },
                WeightInfo { name: "disc", about: "a disc", default: 1 },
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "discs",
            about: "who has more discs",
            weights: &[WeightInfo { name: "disc", about: "a disc", default: 1 }],
            antisymmetric: true,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0, &[mobility, potential, corner, x_square, c_square]) => {
                Self::Mobility { mobility, potential, corners: Corners { corner, x_square, c_square } }
            }
            (1, &[corner, x_square, c_square, disc]) => {
                Self::Corners { corners: Corners { corner, x_square, c_square }, disc }
            }
            (2, &[disc]) => Self::Discs { disc },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Reversi) -> i32 {
        let more = |of: &dyn Fn(Side) -> u64| count(of(Side::First)) - count(of(Side::Second));
        let discs = |side| position.discs(side);
        match self {
            Self::Mobility { mobility, potential, corners } => {
                let empty = !(position.discs(Side::First) | position.discs(Side::Second));
                let moves = more(&|side| position.mobility(side));
                let to_come = more(&|side| around(position.discs(!side)) & empty);
                mobility * moves + potential * to_come + corners.value(position)
            }
            Self::Corners { corners, disc } => corners.value(position) + disc * more(&discs),
            Self::Discs { disc } => disc * more(&discs),
            Self::Zero => 0,
        }
    }
}

const fn count(squares: u64) -> i32 {
    squares.count_ones().cast_signed()
}
