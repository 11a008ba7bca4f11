//! Gomoku and its relatives, including tic-tac-toe: a number of stones in a row on a board of configurable size.

mod engines;
mod evaluation;
mod forks;
mod hints;
mod lines;
mod notation;
mod patterns;
mod points;
mod rules;
mod shape;
mod stretches;

#[cfg(test)]
mod tests;

pub use evaluation::GomokuEvaluation;
pub use rules::Gomoku;
pub use shape::{GomokuOptions, Point};

/// The name of the game.
const NAME: &str = "gomoku";
