//! Chess, standard and Chess960. The crate cozy-chess generates moves and checks; this module decides draws.

mod bits;
mod engines;
mod evaluation;
mod features;
mod hints;
mod moves;
mod network;
mod notation;
mod pgn;
mod position;
mod rules;
mod san;
mod squares;
mod tapered;
mod terms;
mod trained;
mod tuned;

#[cfg(test)]
mod tests;

pub use evaluation::ChessEvaluation;
pub use moves::ChessMove;
pub(crate) use network::MODEL;
pub use position::Chess;

/// The name of the game.
const NAME: &str = "chess";
