//! An explicit game tree, written as nested JSON arrays of leaf values. It makes the textbook's example a game like any
//! other.

mod evaluation;
mod nodes;
mod rules;

pub use evaluation::TreeEvaluation;
pub use rules::{Child, Tree, TreeOptions};
