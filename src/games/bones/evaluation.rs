//! Evaluations of heaps.

use super::Bones;
use crate::games::{Evaluation, EvaluationInfo, Game, WeightInfo};

/// How a bot judges a heap.
#[derive(Clone, Debug)]
pub enum BonesEvaluation {
    /// Right: the side to move wins unless the heap is a multiple of the largest take plus one.
    Modulo {
        /// A won heap.
        won: i32,
    },
    /// A first guess: an odd heap is good for the side to move.
    Parity {
        /// An odd heap.
        odd: i32,
    },
    /// Knows nothing.
    Zero,
}

impl Evaluation<Bones> for BonesEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "modulo",
            about: "right: good for the side to move unless the heap is a multiple of the largest take plus one",
            weights: &[WeightInfo { name: "won", about: "a won heap", default: 100 }],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "parity",
            about: "a first guess: an odd heap is good for the side to move, an even one bad",
            weights: &[WeightInfo { name: "odd", about: "an odd heap", default: 100 }],
            antisymmetric: true,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0, &[won]) => Self::Modulo { won },
            (1, &[odd]) => Self::Parity { odd },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Bones) -> i32 {
        let (good, weight) = match *self {
            Self::Modulo { won } => (!position.heap().is_multiple_of(position.most() + 1), won),
            Self::Parity { odd } => (!position.heap().is_multiple_of(2), odd),
            Self::Zero => return 0,
        };
        position.to_move().sign() * if good { weight } else { -weight }
    }
}
