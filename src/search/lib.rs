//! Minimax and its enhancements, generic over the game and monomorphised for each.
//!
//! Invariant: pruning and ordering never change the root value that plain minimax gives at the same depth.
//!
//! This example searches all of tic-tac-toe, nine plies from the empty board. Best play draws.
//!
//! ```
//! use arena_games::tictactoe::{TicTacToe, TicTacToeEvaluation};
//! use arena_games::{Evaluation, Game, NoOptions, Outcome, Weights};
//! use arena_search::trace::NoTrace;
//! use arena_search::{Budget, Pruning, SearchOptions, Searcher};
//!
//! let start = TicTacToe::initial(&NoOptions {})?;
//! let options = SearchOptions { depth: 9, pruning: Pruning::AlphaBeta, ..SearchOptions::default() };
//! let evaluation = TicTacToeEvaluation::named("zero", &Weights::new())?;
//! let seed = 1; // Chooses between moves of equal value.
//! let report = Searcher::new().search(&start, &options, &evaluation, &Budget::UNLIMITED, seed, &mut NoTrace);
//! assert_eq!((report.value, report.line.len()), (0, 9));
//!
//! // The principal variation holds the moves of best play by both sides.
//! let mut position = start;
//! for mv in report.line {
//!     position.play(mv);
//! }
//! assert_eq!(position.outcome(), Some(Outcome::DRAW));
//! # Ok::<(), arena_games::GameError>(())
//! ```

#![warn(missing_docs)]

// Before its users: the macro is in scope from here on.
#[macro_use]
mod switches;

mod alpha_beta;
mod bisection;
mod bit_moves;
mod budget;
mod hints;
mod history;
mod lazy_smp;
mod limits;
mod minimax;
mod mode;
mod move_list;
mod move_loop;
mod move_picker;
mod node;
mod options;
mod ordering;
mod path;
mod pv;
mod pv_completion;
mod quiescence;
mod report;
mod root;
mod searched;
mod searcher;
mod selective;
mod shared;
mod size;
pub mod steps;
mod switch;
mod table;
mod tablebases;
pub mod trace;
mod tt_probe;
mod value;

#[cfg(test)]
mod tests;

pub use budget::{Budget, Clock, Turn};
pub use limits::{MAX_DEPTH, MAX_THREADS};
pub use options::{OneOrMore, Ordering, Pruning, SearchOptions, Ties};
pub use report::{Line, Report, RootMove};
pub use searched::Searched;
pub use searcher::Searcher;
pub use switch::{SWITCHES, Switch, SwitchKind, SwitchValue};
pub use table::MAX_TABLE_MB;
pub use tablebases::Tablebases;
pub use value::{INFINITY, WIN, margin, table_win_in, win_in};
