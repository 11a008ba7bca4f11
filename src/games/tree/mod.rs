//! An explicit game tree, written as nested JSON arrays of leaf values: the textbook's example as a game like any
//! other.

mod evaluation;
mod nodes;
mod rules;

pub use evaluation::TreeEvaluation;
pub use rules::{Child, Tree, TreeOptions};
