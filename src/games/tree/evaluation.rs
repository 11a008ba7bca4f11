//! Evaluations of inner nodes of a tree.

use super::Tree;
use crate::evaluation::evaluations;

evaluations! {
    /// Evaluations of inner nodes.
    pub enum TreeEvaluation for Tree {
        /// The mean of the children's means, down to the leaves, which is the expected result of random play.
        Mean: Mean => Mean = "mean", antisymmetric: true,
        "what random play would get from here: the mean of the children, down to the leaves" {
            percent = 100, "how much of the mean counts";
        }
    }
}

impl Mean {
    fn evaluate(&self, position: &Tree) -> i32 {
        let value = i64::from(position.mean()) * i64::from(self.percent) / 100;
        i32::try_from(value).unwrap_or(if value > 0 { i32::MAX } else { i32::MIN })
    }
}
