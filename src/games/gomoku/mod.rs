//! Gomoku and its relatives: so many in a row on a board of chosen size, tic-tac-toe among them.

mod engines;
mod evaluation;
mod hints;
mod lines;
mod notation;
mod points;
mod rules;
mod shape;
mod stretches;

#[cfg(test)]
mod tests;

pub use evaluation::GomokuEvaluation;
pub use rules::Gomoku;
pub use shape::{GomokuOptions, Point};
