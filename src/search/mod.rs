//! Minimax and what makes it faster, generic over the game and compiled for each.
//!
//! One invariant rules this layer: pruning and ordering never change the root value that plain minimax gives at the same
//! depth.

mod alpha_beta;
mod bisection;
mod budget;
mod hints;
mod lines;
mod memory;
mod minimax;
mod options;
mod ordering;
mod path;
mod plain;
mod quiescence;
mod report;
mod root;
mod scout;
mod searcher;
mod selective;
mod table;
mod team;
pub mod trace;
mod value;

#[cfg(test)]
mod tests;

pub use budget::{Budget, Clock};
pub use options::{MAX_DEPTH, Ordering, Pruning, SearchOptions, Ties};
pub use report::{Report, RootMove};
pub use searcher::Searcher;
pub use table::MAX_TABLE_MB;
pub use team::MAX_THREADS;
pub use value::{INFINITY, WIN, margin, win_in};
