//! Evaluations of unfinished positions of gomoku.

use super::Gomoku;
use super::points::Points;
use super::shape::STEPS;
use crate::games::{BySide, Evaluation, EvaluationInfo, Game, Side, WeightInfo};

/// How a bot judges a position of gomoku.
#[derive(Clone, Debug)]
pub enum GomokuEvaluation {
    /// Counts the stretches of points that one side could still fill, by the stones that they lack.
    Lines {
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

impl Evaluation<Gomoku> for GomokuEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "lines",
            about: "stretches of points that one side could still fill, by the stones that they lack",
            weights: &[
                WeightInfo { name: "two", about: "a stretch that lacks three stones", default: 2 },
                WeightInfo { name: "three", about: "a stretch that lacks two stones", default: 12 },
                WeightInfo { name: "four", about: "a stretch that lacks one stone", default: 60 },
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
            (0, &[two, three, four, turn, win]) => Self::Lines { two, three, four, turn, win },
            (1, &[centre]) => Self::Centre { centre },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Gomoku) -> i32 {
        match *self {
            Self::Lines { two, three, four, turn, win } => {
                let mover = position.to_move();
                let lacking = open_stretches(position);
                let held = |[one, of_two, of_three]: [i32; 3]| four * one + three * of_two + two * of_three;
                let urgent = match lacking[mover] {
                    [one, ..] if one > 0 => win,
                    [_, threes, _] => turn * threes,
                };
                held(lacking.first) - held(lacking.second) + mover.sign() * urgent
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

/// For each side, how many stretches as long as a winning row hold no stone of the other and lack one, two or three
/// stones of its own. All stretches of a direction are counted at once, each at the bit of its first point.
fn open_stretches(position: &Gomoku) -> BySide<[i32; 3]> {
    let empties = position.empties();
    let mut found = BySide::new([0; 3], [0; 3]);
    for step in STEPS {
        let mut empty = empties;
        let mut usable = BySide::from_fn(|side| empties.or(position.stones(side)));
        let mut open = usable;
        // At `n`: the stretches that lack more than `n` stones.
        let mut lack = [empty, Points::NONE, Points::NONE, Points::NONE];
        for _ in 1..position.shape().row {
            empty = empty.lowered(step);
            for more in (1..lack.len()).rev() {
                lack[more] = lack[more].or(lack[more - 1].and(empty));
            }
            lack[0] = lack[0].or(empty);
            for side in Side::BOTH {
                usable[side] = usable[side].lowered(step);
                open[side] = open[side].and(usable[side]);
            }
        }
        for exactly in 0..3 {
            let such = lack[exactly].without(lack[exactly + 1]);
            for side in Side::BOTH {
                found[side][exactly] += such.and(open[side]).count().cast_signed();
            }
        }
    }
    found
}
