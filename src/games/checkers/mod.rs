//! English draughts: checkers on the 32 dark squares of an 8 × 8 board.

mod evaluation;
mod hints;
mod moves;
mod notation;
mod patterns;
mod pdn;
mod position;
mod rules;

#[cfg(test)]
mod tests;

pub use evaluation::CheckersEvaluation;
pub use moves::CheckersMove;
pub(crate) use patterns::MODEL;
pub use position::Checkers;

/// The name of the game.
const NAME: &str = "checkers";
