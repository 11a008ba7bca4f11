//! Xiangqi, Chinese chess: 9 × 10 points, a river, two palaces, and repetitions that can lose.

mod board;
mod chinese;
mod engines;
mod evaluation;
mod exchange;
mod generate;
mod hints;
mod moves;
mod notation;
mod pgn;
mod position;
mod repetition;
mod rules;
mod squares;
mod ucci;
mod wxf;

#[cfg(test)]
mod tests;

pub use evaluation::XiangqiEvaluation;
pub use moves::XiangqiMove;
pub use position::{Ruleset, Xiangqi, XiangqiOptions};
pub use ucci::Ucci;

/// The name of the game.
const NAME: &str = "xiangqi";
