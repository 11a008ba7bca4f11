//! Evaluations of unfinished positions of tic-tac-toe.

use super::TicTacToe;
use super::rules::LINES;
use crate::games::{Evaluation, EvaluationInfo, Game, Side, WeightInfo};

/// How a bot judges a position of tic-tac-toe.
#[derive(Clone, Debug)]
pub enum TicTacToeEvaluation {
    /// Counts the lines still open to each side, and a threat that the side to move can carry out.
    Lines {
        /// An open line with one stone.
        one: i32,
        /// An open line with two stones.
        two: i32,
        /// An open line with two stones of the side to move: it wins at once.
        win: i32,
        /// The centre.
        centre: i32,
    },
    /// The one of widely read introductions to minimax, asymmetric: O's threat counts before X's.
    Classic {
        /// Two in an open line.
        two: i32,
        /// No such line.
        quiet: i32,
    },
    /// Knows nothing.
    Zero,
}

impl Evaluation<TicTacToe> for TicTacToeEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "lines",
            about: "open lines of each side, by their stones; a threat of the side to move is as good as won",
            weights: &[
                WeightInfo { name: "one", about: "an open line with one stone", default: 2 },
                WeightInfo { name: "two", about: "an open line with two stones", default: 8 },
                WeightInfo { name: "win", about: "a line that the side to move completes at once", default: 200 },
                WeightInfo { name: "centre", about: "holding the centre", default: 3 },
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "classic",
            about: "the textbook's: −50 where O has two in an open line, else 50 where X has, else 1",
            weights: &[
                WeightInfo { name: "two", about: "two in an open line", default: 50 },
                WeightInfo { name: "quiet", about: "no such line", default: 1 },
            ],
            antisymmetric: false,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0, &[one, two, win, centre]) => Self::Lines { one, two, win, centre },
            (1, &[two, quiet]) => Self::Classic { two, quiet },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &TicTacToe) -> i32 {
        match *self {
            Self::Lines { one, two, win, centre } => {
                let value = |side: Side| {
                    let threat = if side == position.to_move() { win } else { two };
                    let held = if position.stones(side) & 0b000_010_000 == 0 { 0 } else { centre };
                    held + open_lines(position, side, 1) * one + open_lines(position, side, 2) * threat
                };
                value(Side::First) - value(Side::Second)
            }
            Self::Classic { two, quiet } => {
                if open_lines(position, Side::Second, 2) > 0 {
                    -two
                } else if open_lines(position, Side::First, 2) > 0 {
                    two
                } else {
                    quiet
                }
            }
            Self::Zero => 0,
        }
    }
}

/// How many lines hold exactly so many stones of `side` and none of the other.
fn open_lines(position: &TicTacToe, side: Side, stones: u32) -> i32 {
    let (own, other) = (position.stones(side), position.stones(!side));
    let open = |line: &&u16| *line & other == 0 && (*line & own).count_ones() == stones;
    LINES.iter().filter(open).fold(0, |lines, _| lines + 1)
}
