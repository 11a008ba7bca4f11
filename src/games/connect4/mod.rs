//! Connect four on seven columns of six points.

mod bitboard;
mod engines;
mod evaluation;
mod hints;
mod notation;
mod patterns;
mod rules;

#[cfg(test)]
mod tests;

pub use evaluation::ConnectFourEvaluation;
pub use rules::{Column, ConnectFour};
