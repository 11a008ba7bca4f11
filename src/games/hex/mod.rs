//! Hex (Hein 1942, Nash 1948). Each side connects its own two edges of a rhombus of hexagons. Exactly one of them
//! succeeds.

mod cells;
mod distance;
mod evaluation;
mod hints;
mod moves;
mod notation;
mod rules;

#[cfg(test)]
mod tests;

pub use evaluation::HexEvaluation;
pub use moves::HexMove;
pub use rules::{Hex, HexOptions};

/// The name of the game.
const NAME: &str = "hex";
