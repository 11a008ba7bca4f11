//! The game of bones: take bones from a heap. A side that cannot take loses.

mod evaluation;
mod rules;

pub use evaluation::BonesEvaluation;
pub use rules::{Bones, BonesMove, BonesOptions};
