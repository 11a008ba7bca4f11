//! Evaluations of inner nodes of a tree.

use super::Tree;
use crate::games::{Evaluation, EvaluationInfo, WeightInfo};

/// How a bot judges an inner node.
#[derive(Clone, Debug)]
pub enum TreeEvaluation {
    /// Knows nothing.
    Zero,
    /// The mean of the children's means, down to the leaves: what random play from here would get.
    Mean {
        /// How much of the mean counts.
        percent: i32,
    },
}

impl Evaluation<Tree> for TreeEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "mean",
            about: "what random play would get from here: the mean of the children, down to the leaves",
            weights: &[WeightInfo { name: "percent", about: "how much of the mean counts", default: 100 }],
            antisymmetric: true,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0, &[percent]) => Self::Mean { percent },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Tree) -> i32 {
        match *self {
            Self::Zero => 0,
            Self::Mean { percent } => {
                let value = i64::from(position.mean()) * i64::from(percent) / 100;
                i32::try_from(value).unwrap_or(if value > 0 { i32::MAX } else { i32::MIN })
            }
        }
    }
}
