//! Evaluations of heaps.

use super::Bones;
use crate::Game;
use crate::evaluation::evaluations;

evaluations! {
    /// Evaluations of heaps.
    pub enum BonesEvaluation for Bones {
        /// Exact: the side to move wins unless the heap is a multiple of the largest take plus one.
        Modulo: Modulo => Modulo = "modulo", antisymmetric: true,
        "right: good for the side to move unless the heap is a multiple of the largest take plus one" {
            won = 100, "a won heap";
        }
        /// A rough guess: an odd heap is good for the side to move.
        Parity: Parity => Parity = "parity", antisymmetric: true,
        "a first guess: an odd heap is good for the side to move, an even one bad" {
            odd = 100, "an odd heap";
        }
    }
}

impl Modulo {
    fn evaluate(&self, position: &Bones) -> i32 {
        let won = !position.heap().is_multiple_of(position.most() + 1);
        position.to_move().sign() * if won { self.won } else { -self.won }
    }
}

impl Parity {
    fn evaluate(&self, position: &Bones) -> i32 {
        let odd = !position.heap().is_multiple_of(2);
        position.to_move().sign() * if odd { self.odd } else { -self.odd }
    }
}
