//! The rules: what a two-player, zero-sum, perfect-information game is to everything above.
//!
//! A game implements [`Game`] with static dispatch, so that a search over it is compiled for it alone; the layers
//! that carry matches see the object-safe [`board::Board`] instead. The names follow the textbook: initial position,
//! side to move (PLAYER), legal moves (ACTIONS), play (RESULT), outcome (TERMINAL-TEST and UTILITY).

pub mod board;
pub mod bones;
pub mod catalog;
mod cell_name;
pub mod checkers;
pub mod chess;
pub mod connect4;
pub mod conventions;
mod diagram;
mod drops;
mod evaluation;
pub mod gomoku;
pub mod hex;
mod hints;
pub mod json_text;
pub mod nearest;
pub mod options;
pub mod parser_words;
pub mod perft;
pub mod placed;
mod problem;
pub mod reversi;
pub mod seed;
mod side;
pub mod solve;
pub mod tictactoe;
pub mod tree;
pub mod typed;

#[cfg(test)]
mod conformance;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

pub use catalog::{GameId, MoveText};
pub use conventions::Conventions;
pub(crate) use diagram::letters;
pub use diagram::{Check, Diagram, Grid};
pub use evaluation::{EVALUATION_LIMIT, Evaluation, EvaluationInfo, WEIGHT_LIMIT, WeightInfo, Weights};
pub use hints::{ExactEndgame, Hints, MoveOrdering, PIECE_TO_SLOTS, Symmetry, Tactics};
pub use options::{NoOptions, OptionInfo, OptionKind, Options};
pub use placed::Pieces;
pub use problem::{FileFault, Known, PositionFault, Problem, SyntaxFault, Unfit, Unit};
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use side::{BySide, Side};

/// What a person should know of a game before choosing it.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in files, on the command line and on the wire, such as `tictactoe`.
    pub name: &'static str,
    /// The name for people, such as `Tic-tac-toe`.
    pub title: &'static str,
    /// One sentence: the aim of the game.
    pub about: &'static str,
    /// What the two sides are called.
    pub sides: BySide<&'static str>,
    /// The options that a match may set.
    pub options: &'static [OptionInfo],
}

/// How the value of a finished game is counted by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Won, drawn or lost: a win outranks every evaluation and may be scored by its distance.
    WinLoss,
    /// The payoff itself is the value, as in the textbook's tree.
    Payoff,
    /// Won, drawn or lost by a margin, as in reversi: a win outranks every evaluation, and of two wins the one with the
    /// greater payoff counts more, whenever it comes. No payoff is above [`MARGIN_LIMIT`] or below its negation.
    Margin,
}

/// The greatest payoff of a game with [`Scoring::Margin`].
pub const MARGIN_LIMIT: i32 = 1_000;

/// How a game ended: an integer payoff for [`Side::First`], whose sign names the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    payoff: i32,
}

impl Outcome {
    /// Nobody won.
    pub const DRAW: Self = Self { payoff: 0 };

    /// `winner` won a game in which only winning counts.
    #[must_use]
    pub const fn win(winner: Side) -> Self {
        Self { payoff: winner.sign() }
    }

    /// The game ended with this payoff for the first side.
    #[must_use]
    pub const fn payoff_of(payoff: i32) -> Self {
        Self { payoff }
    }

    /// The payoff for the first side; the second side's is its negation.
    #[must_use]
    pub const fn payoff(self) -> i32 {
        self.payoff
    }

    /// Who won, or none in a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self.payoff.signum() {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        }
    }
}

/// A move packed into 32 bits, the same for every position of a game: what the layers above [`crate::search`] carry,
/// so that a match between built-in bots needs neither text nor generics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveCode(pub u32);

/// A move of a game. Its one canonical text is what [`Display`] writes and [`FromStr`] reads.
pub trait GameMove: Copy + Eq + Hash + Debug + Display + FromStr<Err = BadMoveText> + Send + Sync + 'static {
    /// The move as a number; two moves of a game have the same number exactly when they are equal.
    fn code(self) -> MoveCode;

    /// The move with that number, if there is one in any position of the game.
    fn from_code(code: MoveCode) -> Option<Self>;
}

/// The text of a move that no position of the game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a move of {game}: {expected}")]
pub struct BadMoveText {
    /// The game whose move was wanted.
    pub game: &'static str,
    /// What was given.
    pub text: String,
    /// What would have been right.
    pub expected: &'static str,
}

impl BadMoveText {
    /// Keeps the beginning of `text` only: a hostile text must not fill a log.
    #[must_use]
    pub fn new(game: &'static str, text: &str, expected: &'static str) -> Self {
        Self { game, text: text.chars().take(32).collect(), expected }
    }
}

/// At most so many letters of a text that comes from outside: a hostile one must not fill a log.
#[must_use]
pub fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Why a game, a position or an evaluation could not be set up. The sentence says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no such game.
    #[error("there is no game {name:?}; there are {known}")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An option of the game is unknown or out of range.
    #[error("options of {game}: {problem}")]
    Options {
        /// The game.
        game: &'static str,
        /// What is wrong and what would be right.
        problem: Problem,
    },
    /// The text does not describe a position of the game.
    #[error("position of {game}: {problem}")]
    Position {
        /// The game.
        game: &'static str,
        /// What is wrong and what would be right.
        problem: PositionFault,
    },
    /// The game has no such evaluation, or the evaluation no such weight.
    #[error("evaluation of {game}: {problem}")]
    Evaluation {
        /// The game.
        game: &'static str,
        /// What is wrong and what would be right.
        problem: Problem,
    },
    /// The text is not a move of the game.
    #[error(transparent)]
    MoveText(#[from] BadMoveText),
    /// The move is not legal in the position.
    #[error("{text} is not legal here (ply {ply}); legal: {legal}")]
    IllegalMove {
        /// The move.
        text: String,
        /// The ply that it was to be, from 0.
        ply: usize,
        /// The legal moves, or the first few of them.
        legal: String,
    },
}

/// A position of a game, and with it the rules.
///
/// Positions are small and copied for each child; nothing here allocates but the notation and the diagram. Two
/// positions are equal when the rules cannot tell them apart; equal positions have equal keys.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move of this game.
    type Move: GameMove;
    /// What a match may set, such as the size of the heap. Serde refuses unknown names.
    type Options: Clone + Default + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The evaluations that this game offers.
    type Evaluation: Evaluation<Self>;

    /// Name, title and options for people.
    const INFO: GameInfo;
    /// How a search counts a finished game.
    const SCORING: Scoring = Scoring::WinLoss;
    /// The occurrence of a position, recognised by its key, with which the game is drawn, such as the third; none where
    /// repetition does not matter. A position alone does not show it, so the match and the search judge it: they hold
    /// the keys of the positions before.
    const REPETITION: Option<usize> = None;
    /// What is customary in this game: how its matches are written for other programs, the protocol by which those play
    /// it, and typical searches.
    const CONVENTIONS: Conventions<Self> = Conventions::NONE;
    /// What a position can be set up from, cell by cell; none where it is written as text only.
    const PIECES: Option<Pieces> = None;
    /// No position can occur again in fewer plies. Used only where [`Game::REPETITION`] is some.
    const SHORTEST_CYCLE: usize = 1;

    /// The position that a match starts from.
    ///
    /// # Errors
    /// When an option is out of range; the sentence names it and its range.
    fn initial(options: &Self::Options) -> Result<Self, GameError>;

    /// The position that `text` describes in the notation of [`Game::notation`], under the same options.
    ///
    /// # Errors
    /// When the text describes no position; the sentence says where and what would be right.
    fn parse(options: &Self::Options, text: &str) -> Result<Self, GameError>;

    /// The position as text, readable by [`Game::parse`].
    fn notation(&self) -> String;

    /// The text for [`Game::parse`] of a position whose diagram has these cells, of letters of [`Game::PIECES`]. It need
    /// not be a position of the game: the parser judges that.
    fn written(board: &Grid, _to_move: Side) -> String {
        placed::rows(board)
    }

    /// Whose turn it is. Need not alternate. In a finished game: who would have been next.
    fn to_move(&self) -> Side;

    /// Appends the legal moves, in the game's natural order; none exactly when [`Game::outcome`] is some.
    fn legal(&self, moves: &mut Vec<Self::Move>);

    /// As [`Game::legal`], of a position that is known not to be over: the end of the game is not checked.
    fn legal_unchecked(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }

    /// How many legal moves there are: what counting paths needs, and often cheaper than listing them.
    fn count_legal(&self) -> usize {
        let mut moves = Vec::new();
        self.legal(&mut moves);
        moves.len()
    }

    /// As [`Game::legal`], but a position that is drawn by a counter, or because nobody has the material to win, is not
    /// over: the moves are those that the pieces could still make. A position that is won, lost or without moves has
    /// none.
    fn legal_despite_draw(&self, moves: &mut Vec<Self::Move>) {
        self.legal(moves);
    }

    /// As [`Game::count_legal`], of the moves of [`Game::legal_despite_draw`].
    fn count_legal_despite_draw(&self) -> usize {
        self.count_legal()
    }

    /// Whether `mv` is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal(&mut moves);
        moves.contains(&mv)
    }

    /// The legal move that people mean by `text`: a move's canonical text, or what else is customary in the game. None
    /// when it means no legal move.
    fn read_move(&self, text: &str) -> Option<Self::Move> {
        text.parse().ok().filter(|mv| self.is_legal(*mv))
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic, or lead to a position that the rules do not have, when the move is not legal: callers check moves
    /// where they enter the program.
    fn play(&mut self, mv: Self::Move);

    /// The result when the game is over, judged by the position alone.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of the position; equal positions have equal keys.
    fn key(&self) -> u64;

    /// How many plies back a position with the same key can be: the plies since the last move that cannot be undone.
    /// Used only where [`Game::REPETITION`] is some.
    fn reversible_plies(&self) -> usize {
        0
    }

    /// After how many plies at the earliest the game can end by a counter that is not part of [`Game::key`], such as
    /// that of the fifty-move rule in chess: 0 where it has ended the game. None in games without such a counter.
    fn plies_to_counter_draw(&self) -> Option<usize> {
        None
    }

    /// Whether `side` could still win; where it could not, the other side's fallen flag makes a draw.
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// What stands on each cell of the diagram where that is a board: a letter, and 0 for nothing. None where it is more.
    fn cells(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The names of the cells that the last move, which was this one, is shown by.
    fn marked(&self, last: Self::Move) -> Vec<String> {
        vec![last.to_string()]
    }

    /// The names of the cells of a line that has won.
    fn line(&self) -> Vec<String> {
        Vec::new()
    }

    /// The check that is given to the side to move, if there is one.
    fn check(&self) -> Option<Check> {
        None
    }

    /// What a client draws, with the points of the last move marked.
    fn diagram(&self, last: Option<Self::Move>) -> Diagram;
}

/// The position after `moves`, each checked.
///
/// # Errors
/// [`GameError::IllegalMove`] with the ply of the first move that is not legal.
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

/// The error for a move that is not legal in `position`, naming up to twelve that are.
pub(crate) fn illegal<G: Game>(position: &G, mv: impl Display, ply: usize) -> GameError {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let mut names: Vec<String> = legal.iter().take(12).map(ToString::to_string).collect();
    match legal.len() {
        0 => names.push("none, the game is over".to_owned()),
        1..=12 => {}
        _ => names.push("…".to_owned()),
    }
    GameError::IllegalMove { text: mv.to_string(), ply, legal: names.join(" ") }
}
