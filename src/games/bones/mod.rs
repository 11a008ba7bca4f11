//! The game of bones: take from a heap; who cannot take loses.

mod evaluation;
mod rules;

pub use evaluation::BonesEvaluation;
pub use rules::{Bones, BonesOptions, Take};
