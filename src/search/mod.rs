//! Minimax and what makes it faster, generic over the game and compiled for each.
//!
//! One invariant rules this layer: pruning and ordering never change the root value that [`minimax`] gives at the same
//! depth.

mod alpha_beta;
mod budget;
mod minimax;
mod options;
mod ordering;
mod report;
mod root;
pub mod trace;
mod value;

#[cfg(test)]
mod tests;

pub use budget::{Budget, Clock};
pub use options::{MAX_DEPTH, Ordering, Pruning, SearchOptions, Ties};
pub use report::{Report, RootMove};
pub use root::Searcher;
pub use value::{INFINITY, WIN, margin, win_in};
