//! Tic-tac-toe on a 3 × 3 board.

mod engines;
mod evaluation;
mod rules;

pub use evaluation::TicTacToeEvaluation;
pub use rules::{Point, TicTacToe};
