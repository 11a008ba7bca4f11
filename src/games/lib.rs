//! The rules: the interface of two-player, zero-sum, perfect-information games for all layers above.
//!
//! A game implements [`Game`] with static dispatch, so that a search is monomorphised for it. The layers that handle
//! matches use the object-safe [`board::Board`] instead. The names follow the textbook: initial position, side to move
//! (PLAYER), legal moves (ACTIONS), play (RESULT), outcome (TERMINAL-TEST and UTILITY).
//!
//! ```
//! use arena_games::tictactoe::TicTacToe;
//! use arena_games::{Game, GameError, NoOptions, Outcome, Side};
//!
//! let mut position = TicTacToe::initial(&NoOptions {})?;
//! for text in ["b2", "a1", "a2", "c2", "b1", "b3", "c3", "a3", "c1"] {
//!     assert_eq!(position.outcome(), None);
//!     position.play(text.parse()?);
//! }
//! assert_eq!(position.outcome(), Some(Outcome::DRAW));
//! # Ok::<(), GameError>(())
//! ```

#![warn(missing_docs)]

// First, because the others use its macro `with_game!`.
#[macro_use]
pub mod catalog;

pub mod board;
pub mod bones;
mod cell_name;
pub mod checkers;
pub mod chess;
pub mod connect4;
pub mod conventions;
mod diagnostic;
mod diagram;
mod drops;
mod encoding;
mod evaluation;
pub mod expression;
mod game_model;
pub mod gomoku;
pub mod hex;
mod hints;
pub mod models;
pub mod networks;
pub mod objects;
pub mod options;
pub mod patterns;
pub mod perft;
pub mod placed;
mod position_error;
pub mod reversi;
pub mod seed;
mod side;
pub mod solve;
pub mod tictactoe;
pub mod tree;
pub mod typed;
pub mod xiangqi;

#[cfg(test)]
mod conformance;

use std::borrow::Cow;
use std::fmt::{Debug, Display, Write};
use std::hash::Hash;
use std::str::FromStr;

pub use catalog::{GameId, MoveText};
pub use conventions::Conventions;
pub use diagnostic::{Diagnostic, FieldError, diagnostic_value};
pub(crate) use diagram::letters;
pub use diagram::{Check, Diagram, Grid, letter};
pub use encoding::{ByteEvaluation, EncodedEvaluation};
pub use evaluation::{Evaluation, EvaluationInfo, WEIGHT_LIMIT, WeightInfo, Weights};
pub use expression::{EVALUATION_LIMIT, Expression, Feature, FeatureInfo};
pub use game_model::{ALL_MODELS, GameModel};
pub use hints::{ExactEndgame, Hints, MoveOrdering, PIECE_TO_SLOTS, Symmetry, Tactics};
pub use options::{NoOptions, OptionInfo, OptionKind, Options};
pub use placed::Pieces;
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use side::{BySide, Side};

/// The description of a game for users.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in files, on the command line and in messages, such as `tictactoe`.
    pub name: &'static str,
    /// The display name, such as `Tic-tac-toe`.
    pub title: &'static str,
    /// The aim of the game in one sentence.
    pub about: &'static str,
    /// The names of the two sides.
    pub sides: BySide<&'static str>,
    /// The options of a match.
    pub options: &'static [OptionInfo],
}

/// How a search scores a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Win, draw or loss. A win outranks every evaluation and may be scored by its distance.
    WinLoss,
    /// The payoff itself is the value, as in the textbook's tree.
    Payoff,
    /// Win, draw or loss by a margin, as in reversi. A win outranks every evaluation. Between two wins, the one with
    /// the greater payoff is better, whenever it comes. Payoffs are between `-MARGIN_LIMIT` and [`MARGIN_LIMIT`].
    Margin,
}

/// The greatest payoff of a game with [`Scoring::Margin`].
pub const MARGIN_LIMIT: i32 = 1_000;

/// The outcome of a game: an integer payoff for [`Side::First`], whose sign names the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    payoff: i32,
}

impl Outcome {
    /// A draw.
    pub const DRAW: Self = Self { payoff: 0 };

    /// Returns a win in a game without margins.
    #[must_use]
    pub const fn win(winner: Side) -> Self {
        Self { payoff: winner.sign() }
    }

    /// Returns the outcome with this payoff for the first side.
    #[must_use]
    pub const fn payoff_of(payoff: i32) -> Self {
        Self { payoff }
    }

    /// Returns the payoff for the first side. The second side's is its negation.
    #[must_use]
    pub const fn payoff(self) -> i32 {
        self.payoff
    }

    /// Returns the winner, or `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self.payoff.signum() {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        }
    }
}

/// A move packed into 32 bits, independent of the position. The layers above the search use it, so that a match
/// between built-in bots needs neither text nor generics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveCode(pub u32);

/// A move of a game. [`Display`] writes its canonical text and [`FromStr`] parses it.
pub trait GameMove: Copy + Eq + Hash + Debug + Display + FromStr<Err = BadMoveText> + Send + Sync + 'static {
    /// Returns the move as a number. Two moves of a game have the same number exactly if they are equal.
    fn code(self) -> MoveCode;

    /// Returns the move with that number, if any position of the game has one.
    fn from_code(code: MoveCode) -> Option<Self>;

    /// Appends the canonical text, which needs no escapes in JSON.
    fn put(self, text: &mut String) {
        write!(text, "{self}").expect("writing to a string cannot fail");
    }

    /// Appends the canonical texts in quotes with commas between them.
    fn put_quoted(moves: &[Self], text: &mut String) {
        put_quoted(moves, text, Self::put);
    }
}

/// Appends the text of each of `items`, written by `put`, in quotes with commas between them.
fn put_quoted<T: Copy>(items: &[T], text: &mut String, put: impl Fn(T, &mut String)) {
    // The usual length of a move with its quotes and the comma.
    text.reserve(8 * items.len());
    for (place, item) in items.iter().enumerate() {
        text.push_str(if place == 0 { "\"" } else { "\",\"" });
        put(*item, text);
    }
    text.push_str(if items.is_empty() { "" } else { "\"" });
}

/// The error for a text that is not a move in any position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a move of {game}: {expected}")]
pub struct BadMoveText {
    /// The game.
    pub game: &'static str,
    /// The given text.
    pub text: String,
    /// The expected form.
    pub expected: &'static str,
}

impl BadMoveText {
    /// Creates the error with only the beginning of `text`, so that a hostile text cannot fill a log.
    #[must_use]
    pub fn new(game: &'static str, text: &str, expected: &'static str) -> Self {
        Self { game, text: text.chars().take(32).collect(), expected }
    }
}

/// Returns at most `most` characters of an external text, so that a hostile text cannot fill a log.
#[must_use]
pub fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The error of setting up a game, a position or an evaluation. The message says what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Diagnostic::from(self))]
pub enum GameError {
    /// The game is unknown.
    UnknownGame {
        /// The given name.
        name: String,
        /// The known names.
        known: String,
    },
    /// An option of the game is unknown or out of range.
    #[error("options of {game}: {problem}")]
    Options {
        /// The game.
        game: &'static str,
        /// The problem.
        problem: Diagnostic,
    },
    /// The text is not a position of the game.
    Position {
        /// The game.
        game: &'static str,
        /// The problem.
        problem: Diagnostic,
    },
    /// The evaluation, or its weight, is unknown.
    #[error("evaluation of {game}: {problem}")]
    Evaluation {
        /// The game.
        game: &'static str,
        /// The problem.
        problem: Diagnostic,
    },
    /// The text is not a move of the game.
    MoveText(#[from] BadMoveText),
    /// The move is not legal in the position.
    IllegalMove {
        /// The move.
        text: String,
        /// The ply of the move, from 0.
        ply: usize,
        /// The legal moves, or the first few of them.
        legal: String,
    },
}

/// A position of a game, which includes the rules.
///
/// Positions are small and copied for each child. Only the notation and the diagram allocate. Two positions are equal
/// if the rules cannot distinguish them. Equal positions have equal keys.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move of this game.
    type Move: GameMove;
    /// The options of a match, such as the size of the heap. Serde rejects unknown names.
    type Options: Clone + Default + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The evaluations of this game.
    type Evaluation: Evaluation<Self>;

    /// The name, title and options for users.
    const INFO: GameInfo;
    /// How a search scores a finished game.
    const SCORING: Scoring = Scoring::WinLoss;
    /// The number of occurrences of a position, identified by its key, that ends the game, for example 3. `None` if
    /// repetition does not matter. A position alone does not show repetition, so the match and the search detect it
    /// with the keys of earlier positions. [`Game::repeated`] gives the outcome.
    const REPETITION: Option<usize> = None;
    /// Whether [`Game::repeated`] can return another outcome than a draw.
    const LOSING_REPETITIONS: bool = false;
    /// The move that passes the turn, if the game has one. It is legal only if it is the only legal move.
    const PASS: Option<Self::Move> = None;
    /// The conventions of this game: match records for other programs, engine protocols, and typical searches.
    const CONVENTIONS: Conventions<Self> = Conventions::NONE;
    /// The pieces for setting up a position cell by cell. `None` if positions are written only as text.
    const PIECES: Option<Pieces> = None;
    /// The least number of plies after which a position can recur. Used only if [`Game::REPETITION`] is set.
    const SHORTEST_CYCLE: usize = 1;

    /// Returns the initial position.
    ///
    /// # Errors
    /// Returns an error that names the option and its range if an option is out of range.
    fn initial(options: &Self::Options) -> Result<Self, GameError>;

    /// Parses a position in the notation of [`Game::notation`], with the same options.
    ///
    /// # Errors
    /// Returns an error that says where the text is invalid and what would be valid.
    fn parse(options: &Self::Options, text: &str) -> Result<Self, GameError>;

    /// Writes the position as text for [`Game::parse`].
    fn notation(&self) -> String;

    /// Writes the text for [`Game::parse`] of a position whose diagram has these cells, with letters of
    /// [`Game::PIECES`]. The position need not be valid, because the parser checks it.
    fn written(board: &Grid, _to_move: Side) -> String {
        placed::rows(board)
    }

    /// Returns the side to move. Sides need not alternate. In a finished game, the side that would have been next.
    fn to_move(&self) -> Side;

    /// Appends the legal moves in the game's natural order. Appends nothing exactly if [`Game::outcome`] is `Some`.
    fn legal(&self, moves: &mut Vec<Self::Move>);
    /// Returns the legal moves in a vector of their own.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal(&mut moves);
        moves
    }

    /// Does what [`Game::legal`] does for a position that is known not to be over, without checking for the end of the
    /// game.
    fn legal_unchecked(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }

    /// Returns the number of legal moves, which is often cheaper than listing them.
    fn count_legal(&self) -> usize {
        let mut moves = Vec::new();
        self.legal(&mut moves);
        moves.len()
    }

    /// Appends the legal moves as [`Game::legal`] does, but ignores draws by a counter or by insufficient material. A
    /// position that is won, lost or without moves has none.
    fn legal_despite_draw(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }

    /// Returns the number of moves of [`Game::legal_despite_draw`].
    fn count_legal_despite_draw(&self) -> usize {
        self.count_legal()
    }

    /// Returns whether `mv` is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal(&mut moves);
        moves.contains(&mv)
    }

    /// Returns the legal move that people mean by `text`: its canonical text, or another form that is customary in the
    /// game. `None` if it means no legal move.
    fn read_move(&self, text: &str) -> Option<Self::Move> {
        text.parse().ok().filter(|mv| self.is_legal(*mv))
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic, or lead to an invalid position, if the move is not legal. Callers check moves where they enter the
    /// program.
    fn play(&mut self, mv: Self::Move);

    /// Returns the result if the game is over, judged by the position alone.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns a hash of the position. Equal positions have equal keys.
    fn key(&self) -> u64;

    /// Returns how many plies back a position with the same key can be: the plies since the last irreversible move.
    /// Used only if [`Game::REPETITION`] is set.
    fn reversible_plies(&self) -> usize {
        0
    }

    /// Returns the outcome of a game that ends because a position occurred too often. `cycle` holds the moves since the
    /// first of these occurrences; they lead from this position back to it. Used only if [`Game::REPETITION`] is set.
    fn repeated(&self, _cycle: &[Self::Move]) -> Outcome {
        Outcome::DRAW
    }

    /// Returns the least number of plies until the game can end by a counter that is not part of [`Game::key`], such as
    /// that of the fifty-move rule in chess. 0 if the counter has ended the game. `None` for games without such a
    /// counter.
    fn plies_to_counter_draw(&self) -> Option<usize> {
        None
    }

    /// Returns a number that distinguishes all states of that counter.
    fn counter_state(&self) -> u64 {
        self.plies_to_counter_draw().map_or(0, |plies| plies as u64)
    }

    /// Returns whether `side` could still win. If not, the game is drawn when the opponent's flag falls.
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// Returns the letter on each cell of the diagram, or 0 for an empty cell. Empty if the diagram is not a board of
    /// letters.
    fn cells(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Appends the position as bytes for evaluations and bots outside of this program: a byte for each cell of the diagram,
    /// which is 0 if the cell is empty and else the place of its letter in [`Game::PIECES`], from 1; the side to move, 0 or
    /// 1; and what the game adds. The number of bytes depends only on the options. `docs/modules.md` describes them.
    fn encode(&self, bytes: &mut Vec<u8>) {
        encoding::encode(self, bytes);
    }

    /// Returns the names of the cells that mark the last move `last`.
    fn marked(&self, last: Self::Move) -> Vec<Cow<'static, str>> {
        vec![last.to_string().into()]
    }

    /// Returns the names of the cells of a winning line.
    fn line(&self) -> Vec<Cow<'static, str>> {
        Vec::new()
    }

    /// Returns the check that the side to move is in, if any.
    fn check(&self) -> Option<Check> {
        None
    }

    /// Draws the position, with the points of the last move marked.
    fn diagram(&self, last: Option<Self::Move>) -> Diagram;
}

/// Plays `moves`, checking each.
///
/// ```
/// use arena_games::tictactoe::TicTacToe;
/// use arena_games::{Game, GameError, NoOptions, Outcome, Side, play_all};
///
/// let moves = ["a1", "a2", "b1", "b2", "c1"].map(|text| text.parse().expect("the text is a move"));
/// let position = play_all(&TicTacToe::initial(&NoOptions {})?, moves)?;
/// assert_eq!(position.outcome(), Some(Outcome::win(Side::First)));
/// # Ok::<(), GameError>(())
/// ```
///
/// # Errors
/// Returns [`GameError::IllegalMove`] with the ply of the first illegal move.
pub fn play_all<G: Game>(start: &G, moves: impl IntoIterator<Item = G::Move>) -> Result<G, GameError> {
    let mut position = start.clone();
    for (ply, mv) in moves.into_iter().enumerate() {
        if !position.is_legal(mv) {
            return Err(illegal(&position, mv, ply));
        }
        position.play(mv);
    }
    Ok(position)
}

/// Creates the error for an illegal move in `position`. It names up to twelve legal ones, in the usual notation.
pub fn illegal<G: Game>(position: &G, mv: impl Display, ply: usize) -> GameError {
    let legal = position.moves();
    let mut names = conventions::Conventions::notations(position, &legal)
        .unwrap_or_else(|| legal.iter().map(ToString::to_string).collect());
    names.truncate(12);
    match legal.len() {
        0 => names.push("none, the game is over".to_owned()),
        1..=12 => {}
        _ => names.push("…".to_owned()),
    }
    GameError::IllegalMove { text: mv.to_string(), ply, legal: names.join(" ") }
}
