//! `minimax-arena` hosts two-player, zero-sum, perfect-information games between people and configurable minimax
//! bots, over WebSocket and in tournaments.
//!
//! ```text
//! games → search → play → bots → records → tournament → server, cli
//!         (play needs games only)          protocol and store beside records and tournament
//! ```
//!
//! A layer imports only layers to its left. `protocol`, `store` and `cluster` import up to `tournament`; only `server` and
//! `cli` import the first two, and `cli` alone `cluster`.
//!
//! # A search
//!
//! A game is a type that implements [`games::Game`]; a [`search::Searcher`] searches any of them. Here it searches the whole
//! of tic-tac-toe, nine plies from the empty board to the last, and finds what every child does: that it is a draw.
//!
//! ```
//! use minimax_arena::games::tictactoe::{TicTacToe, TicTacToeEvaluation};
//! use minimax_arena::games::{Evaluation, Game, NoOptions, Outcome, Weights};
//! use minimax_arena::search::trace::NoTrace;
//! use minimax_arena::search::{Budget, Pruning, SearchOptions, Searcher};
//!
//! let start = TicTacToe::initial(&NoOptions {})?;
//! let options = SearchOptions { depth: 9, pruning: Pruning::AlphaBeta, ..SearchOptions::default() };
//! let evaluation = TicTacToeEvaluation::named("zero", &Weights::new())?;
//! let seed = 1; // chooses between moves of equal value
//! let report = Searcher::new().search(&start, &options, &evaluation, &Budget::UNLIMITED, seed, &mut NoTrace);
//! assert_eq!((report.value, report.line.len()), (0, 9));
//!
//! // The principal variation: the moves of best play by both sides.
//! let mut position = start;
//! for mv in report.line {
//!     position.play(mv);
//! }
//! assert_eq!(position.outcome(), Some(Outcome::DRAW));
//! # Ok::<(), minimax_arena::games::GameError>(())
//! ```
//!
//! # A match
//!
//! A [`play::Match`] is a state machine: actions go in, events come out, and the time is an argument. Here two of the bots
//! that come with the program play one; the server and tournaments do the same with their own clocks, threads and storage.
//!
//! ```
//! use std::time::Instant;
//!
//! use minimax_arena::bots::{Roster, TurnLimits, make_player};
//! use minimax_arena::games::{BySide, GameId, Options};
//! use minimax_arena::play::{Action, GameResult, Match, Seat, Terms, Timeouts};
//!
//! let roster = Roster::load(None)?;
//! let bots = BySide::new("tictactoe-perfect", "tictactoe-random").map(|name| roster.find(name).expect("it is built in"));
//! let seats = bots.map(|bot| Seat::Bot { name: bot.name.clone(), spec: bot.to_json() });
//! let board = GameId::TicTacToe.board(&Options::new(), None)?;
//! let terms = Terms { clock: None, timeouts: Timeouts::ENDLESS, opening: Vec::new() };
//! let mut contest = Match::new(board, terms, seats, Instant::now())?;
//!
//! let player = |bot| make_player(bot, &Options::new(), None);
//! let mut players = BySide::new(player(bots.first)?, player(bots.second)?);
//! while let Some(side) = contest.turn() {
//!     let choice = players[side].choose(contest.moves(), TurnLimits::default())?.expect("the match is not over");
//!     let action = Action::Move { ply: contest.moves().len(), mv: choice.mv, thought: Some(Box::new(choice.thought)) };
//!     contest.handle(side, action, Instant::now())?;
//! }
//! let verdict = contest.verdict().expect("it is nobody's turn any more");
//! assert_ne!(verdict.outcome, Some(GameResult::Second), "perfect play does not lose");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

/// Writes a line to standard error. One that cannot be written, as to a full disk, is lost and ends nothing.
macro_rules! say {
    ($($words:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($words)*))).unwrap_or_default()
    };
}

pub mod bots;
pub mod cli;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod games;
pub mod play;
pub mod protocol;
pub mod records;
pub mod search;
pub mod server;
pub mod settings;
pub mod store;
pub mod tournament;
