//! Evaluations of unfinished positions of gomoku.

use super::Gomoku;
use super::stretches::Counts;
use crate::games::{Evaluation, EvaluationInfo, Game, Side, WeightInfo};

/// How a bot judges a position of gomoku.
#[derive(Clone, Debug)]
pub enum GomokuEvaluation {
    /// Counts the stretches that one side could still fill, the open ones apart, and looks who comes first.
    Shapes(Box<Shapes>),
    /// Counts the stretches of points that one side could still fill, by the stones that they lack.
    Lines {
        /// A stretch that lacks four stones: one of the usual five stands.
        one: i32,
        /// A stretch that lacks three stones: two of the usual five stand.
        two: i32,
        /// One that lacks two.
        three: i32,
        /// One that lacks one.
        four: i32,
        /// More for each three of the side to move, which it can make a four.
        turn: i32,
        /// The side to move has a four: it wins at once.
        win: i32,
    },
    /// Stones near the centre.
    Centre {
        /// Each half point nearer to the centre.
        centre: i32,
    },
    /// Knows nothing.
    Zero,
}

/// The weights of [`GomokuEvaluation::Shapes`].
#[derive(Clone, Debug)]
pub struct Shapes {
    one: i32,
    two: i32,
    three: i32,
    four: i32,
    open_two: i32,
    open_three: i32,
    turn_two: i32,
    turn_three: i32,
    row: i32,
    lost: i32,
    open_four: i32,
}

const ONE: &str = "a stretch that lacks four stones";
const TWO: &str = "a stretch that lacks three stones";
const THREE: &str = "a stretch that lacks two stones";
const FOUR: &str = "a stretch that lacks one stone";

impl Evaluation<Gomoku> for GomokuEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "shapes",
            about: "stretches that one side could still fill, those open at both ends apart, and who comes first",
            weights: &[
                WeightInfo { name: "one", about: ONE, default: 2 },
                WeightInfo { name: "two", about: TWO, default: 8 },
                WeightInfo { name: "three", about: THREE, default: 30 },
                WeightInfo { name: "four", about: FOUR, default: 40 },
                WeightInfo { name: "open_two", about: "two stones that could become an open three", default: 14 },
                WeightInfo { name: "open_three", about: "three stones that could become an open four", default: 60 },
                WeightInfo { name: "turn_two", about: "more for each open two of the side to move", default: 8 },
                WeightInfo { name: "turn_three", about: "more for each three of the side to move", default: 20 },
                WeightInfo { name: "row", about: "the side to move has a four: it wins at once", default: 9_000 },
                WeightInfo { name: "lost", about: "the other side has two fours, and wins next", default: 8_000 },
                WeightInfo {
                    name: "open_four",
                    about: "the side to move makes an open four, and the other side has no four",
                    default: 3_000,
                },
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "lines",
            about: "stretches of points that one side could still fill, by the stones that they lack",
            weights: &[
                WeightInfo { name: "one", about: ONE, default: 1 },
                WeightInfo { name: "two", about: TWO, default: 4 },
                WeightInfo { name: "three", about: THREE, default: 15 },
                WeightInfo { name: "four", about: FOUR, default: 60 },
                WeightInfo { name: "turn", about: "more for each three of the side to move", default: 10 },
                WeightInfo { name: "win", about: "the side to move has a four: it wins at once", default: 5_000 },
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "centre",
            about: "stones near the centre",
            weights: &[WeightInfo { name: "centre", about: "each half point nearer to the centre", default: 1 }],
            antisymmetric: true,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0, &[one, two, three, four, open_two, open_three, turn_two, turn_three, row, lost, open_four]) => {
                Self::Shapes(Box::new(Shapes {
                    one,
                    two,
                    three,
                    four,
                    open_two,
                    open_three,
                    turn_two,
                    turn_three,
                    row,
                    lost,
                    open_four,
                }))
            }
            (1, &[one, two, three, four, turn, win]) => Self::Lines { one, two, three, four, turn, win },
            (2, &[centre]) => Self::Centre { centre },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Gomoku) -> i32 {
        match *self {
            Self::Shapes(ref shapes) => shapes.evaluate(position),
            Self::Lines { one, two, three, four, turn, win } => {
                let mover = position.to_move();
                let held = |side: Side| {
                    let [_, of_four, of_three, of_two, of_one] = position.counts[side].lacking.map(i32::from);
                    four * of_four + three * of_three + two * of_two + one * of_one
                };
                let [_, fours, threes, ..] = position.counts[mover].lacking.map(i32::from);
                let urgent = if fours > 0 { win } else { turn * threes };
                held(Side::First) - held(Side::Second) + mover.sign() * urgent
            }
            Self::Centre { centre } => {
                let shape = position.shape();
                let far = i32::from(shape.columns) + i32::from(shape.rows);
                let near = |side: Side| -> i32 {
                    position.stones(side).iter().map(|point| far - shape.off_centre(point)).sum()
                };
                centre * (near(Side::First) - near(Side::Second))
            }
            Self::Zero => 0,
        }
    }
}

impl Shapes {
    fn evaluate(&self, position: &Gomoku) -> i32 {
        let mover = position.to_move();
        let (own, other) = (&position.counts[mover], &position.counts[!mover]);
        let value = self.held(own) - self.held(other) + self.turn(position, own);
        mover.sign() * value
    }

    fn held(&self, counts: &Counts) -> i32 {
        let [_, four, three, two, one] = counts.lacking.map(i32::from);
        let [_, open_three, open_two] = counts.open.map(i32::from);
        self.four * four
            + self.three * three
            + self.two * two
            + self.one * one
            + self.open_three * open_three
            + self.open_two * open_two
    }

    /// What the side to move, which has `own`, makes of its turn.
    fn turn(&self, position: &Gomoku, own: &Counts) -> i32 {
        let mover = position.to_move();
        if !position.fives[mover].is_empty() {
            return self.row;
        }
        match position.fives[!mover].count() {
            0 if own.open[1] > 0 => self.open_four,
            0 => self.turn_three * i32::from(own.lacking[2]) + self.turn_two * i32::from(own.open[2]),
            // Its move is forced.
            1 => 0,
            _ => -self.lost,
        }
    }
}
