//! Chess, standard and Chess960. Moves and checks come from the crate cozy-chess; draws are judged here.

mod evaluation;
mod hints;
mod notation;
mod rules;
mod san;
mod squares;
mod terms;

#[cfg(test)]
mod tests;

pub use evaluation::ChessEvaluation;
pub use notation::ChessMove;
pub use rules::Chess;
