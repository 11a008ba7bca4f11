//! Hex (Hein 1942, Nash 1948): two sides connect their own two edges of a rhombus of hexagons, and one of them must succeed.

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
