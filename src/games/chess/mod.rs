//! Chess, standard and Chess960. The crate cozy-chess generates moves and checks; this module decides draws.

mod bits;
mod engines;
mod evaluation;
mod features;
mod hints;
mod network;
mod notation;
mod pgn;
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
pub(crate) use network::MODEL;
pub use notation::ChessMove;
pub use rules::Chess;
