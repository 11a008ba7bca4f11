//! Reversi, also known as Othello, on 8 × 8 with the standard initial position.

mod endgame;
mod engines;
mod evaluation;
mod flips;
mod notation;
mod patterns;
mod position;
mod ranking;
mod rules;
mod stability;

#[cfg(test)]
mod tests;

pub use evaluation::ReversiEvaluation;
pub(crate) use patterns::MODEL;
pub use position::{Reversi, Turn};

/// The name of the game.
const NAME: &str = "reversi";
