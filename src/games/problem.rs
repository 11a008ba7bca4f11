//! What is wrong with a value that somebody gave: with what would be right, so that it can be said in any language.

mod file;
mod position;
mod syntax;

pub use file::FileFault;
pub use position::PositionFault;
use serde::{Deserialize, Serialize};
pub use syntax::SyntaxFault;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::{BadMoveText, GameError, GameId, beginning};

/// What is wrong with a value. The English sentence is made of the same; later versions may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "wrong", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", ts(rename = "ValueProblem"))]
#[schema(as = ValueProblem)]
pub enum Problem {
    /// A number is too small or too large.
    #[error("{given} is outside {least} to {most}")]
    Outside {
        /// What was given.
        given: String,
        /// The least that it may be.
        least: String,
        /// The most.
        most: String,
    },
    /// A text is too short or too long.
    #[error("it has {given} characters, but must have 1 to {most}")]
    Letters {
        /// How many characters it has.
        given: usize,
        /// How many it may have.
        most: usize,
    },
    /// A text or a list is longer than it may be.
    #[error("{field} has {given} {unit}, but may have at most {most}")]
    Long {
        /// Which.
        field: String,
        /// How many it has.
        given: usize,
        /// Of what.
        unit: Unit,
        /// How many it may have.
        most: usize,
    },
    /// A text has characters that look like nothing.
    #[error("it has a character that cannot be seen")]
    Unseen,
    /// A list has too few.
    #[error("there are {given}, but {least} are needed")]
    TooFew {
        /// So many there are.
        given: usize,
        /// So many are needed.
        least: usize,
    },
    /// A list has too many.
    #[error("there are {given}, but at most {most} may be")]
    TooMany {
        /// So many there are.
        given: usize,
        /// So many may be.
        most: usize,
    },
    /// A schedule has too many matches.
    #[error("it comes to {given} matches, but {most} are the most")]
    Matches {
        /// So many it has.
        given: u64,
        /// So many it may have.
        most: u64,
    },
    /// Something is offered for some games only.
    #[error("players open tournaments of {} alone here", games.join(", "))]
    Games {
        /// Their names.
        games: Vec<String>,
    },
    /// A tournament would begin after its end.
    #[error("a tournament that a player opens ends after {lasts_ms} ms here")]
    AfterEnd {
        /// How long it may last from its opening, in milliseconds.
        lasts_ms: u64,
    },
    /// Something of the same name is there already.
    #[error("a tournament {name:?} is open or being played already")]
    Named {
        /// The name.
        name: String,
    },
    /// A switch of a search has no effect beside the others.
    #[error("{sentence}")]
    Unfit {
        /// What it lacks, or what is against it.
        why: Unfit,
        /// The same in English, with what the switch would do.
        sentence: String,
    },
    /// A number is more than a server takes.
    #[error("it is {given}, but this server takes at most {most}")]
    Ceiling {
        /// What was given.
        given: u32,
        /// The most that the server takes.
        most: u32,
    },
    /// A move is not legal.
    #[error("{given} is not legal here (ply {ply}); legal: {legal}")]
    Illegal {
        /// The move.
        given: String,
        /// The ply that it was to be, from 0.
        ply: usize,
        /// The legal moves, or the first few of them.
        legal: String,
    },
    /// An option of a game, or a number of a clock, is too small or too large.
    #[error("{option} is {given}, outside {least} to {most}{}", if *zero { " (or 0: as size)" } else { "" })]
    Option {
        /// The option or number.
        option: String,
        /// What was given.
        given: i64,
        /// The least that it may be.
        least: i64,
        /// The most.
        most: i64,
        /// Whether it may be 0, too, for as much as the option `size`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
        zero: bool,
    },
    /// A game has no options.
    #[error("{game} has no options, so no {given}")]
    NoOptions {
        /// The game.
        game: String,
        /// What was given.
        given: String,
    },
    /// There is nothing of that name.
    #[error("{sentence}")]
    Unknown {
        /// What was meant to be named.
        what: Known,
        /// The name that was given.
        given: String,
        /// The names that there are, or the first of them.
        known: Vec<String>,
        /// The same in English.
        sentence: String,
    },
    /// A weight of an evaluation is out of its bounds.
    #[error("the weight {weight:?} is {given}, outside −{most} to {most}")]
    Weight {
        /// The weight.
        weight: String,
        /// What was given.
        given: i32,
        /// The most that it may be, and its negation the least.
        most: i32,
    },
    /// A chance is none.
    #[error("{given} is no chance: it is from 0 to 1")]
    Chance {
        /// What was given.
        given: String,
    },
    /// Something needs a name.
    #[error("a bot needs a name")]
    NoName,
    /// A game has no opening book.
    #[error("there is no book for {game}")]
    NoBook {
        /// The game.
        game: String,
    },
    /// A text is no position of a game.
    #[error("position of {game}: {fault}")]
    Position {
        /// The game.
        game: String,
        /// What is wrong with it.
        fault: PositionFault,
    },
    /// A text is no move of a game.
    #[error("{given:?} is not a move of {game}: {expected}")]
    NoMove {
        /// The game.
        game: String,
        /// What was given.
        given: String,
        /// What its moves look like, in English.
        expected: String,
    },
    /// A file of a tournament is wrong.
    #[error("{fault}")]
    File {
        /// What is wrong with it.
        fault: FileFault,
    },
    /// Anything else, which English alone has words for.
    #[error("{sentence}")]
    Other {
        /// What is wrong, and what would be right.
        sentence: String,
    },
}

/// What a text or a list is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Bytes of UTF-8.
    Bytes,
    /// Characters.
    Characters,
    /// Moves.
    Moves,
}

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Bytes => "bytes",
            Self::Characters => "characters",
            Self::Moves => "moves",
        })
    }
}

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", ts(rename = "KnownName"))]
#[schema(as = KnownName)]
pub enum Known {
    /// A game.
    Game,
    /// An evaluation of a game.
    Evaluation,
    /// A weight of an evaluation.
    Weight,
    /// A bot.
    Bot,
    /// An opening book.
    Book,
    /// An entrant of the same tournament.
    Entrant,
    /// A key of a file.
    Key,
    /// A value of a key.
    Value,
}

/// So many names are told beside one that there is not.
const MOST_KNOWN: usize = 24;
/// So many letters are told of a name that there is not.
const LONGEST_GIVEN: usize = 80;

impl Known {
    /// That there is nothing of the name `given`, in these words.
    pub(crate) fn lacks<'a>(
        self,
        given: &str,
        known: impl IntoIterator<Item = &'a str>,
        sentence: impl Into<String>,
    ) -> Problem {
        let known = known.into_iter().take(MOST_KNOWN).map(str::to_owned).collect();
        Problem::Unknown { what: self, given: beginning(given, LONGEST_GIVEN), known, sentence: sentence.into() }
    }
}

/// Why a switch of a search has no effect beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Unfit {
    /// There is no iterative deepening.
    NoDeepening,
    /// There is no transposition table.
    NoTable,
    /// Moves are not ordered.
    NoOrdering,
    /// The way of pruning has no window.
    NoWindow,
    /// Exact values at the root keep the window open.
    ExactRoot,
    /// Plain minimax searches every move to the same depth.
    Plain,
}

impl Unfit {
    /// The problem, in these words.
    pub(crate) fn because(self, sentence: impl Into<String>) -> Problem {
        Problem::Unfit { why: self, sentence: sentence.into() }
    }
}

impl Problem {
    /// A number that is outside of what it may be.
    pub fn outside(given: impl ToString, least: impl ToString, most: impl ToString) -> Self {
        Self::Outside { given: given.to_string(), least: least.to_string(), most: most.to_string() }
    }

    /// An option of a game, or a number of a clock, that is outside of what it may be.
    pub(crate) fn option(
        option: &str,
        given: impl TryInto<i64>,
        least: impl TryInto<i64>,
        most: impl TryInto<i64>,
    ) -> Self {
        let [given, least, most] = [number(given), number(least), number(most)];
        Self::Option { option: option.to_owned(), given, least, most, zero: false }
    }

    /// The same with at most so many letters of a sentence that may quote what was given.
    #[must_use]
    pub fn shortened(self, most: usize) -> Self {
        match self {
            Self::Other { sentence } => Self::Other { sentence: beginning(&sentence, most) },
            other => other,
        }
    }
}

/// A number that is too large for the wire as the largest one.
fn number(given: impl TryInto<i64>) -> i64 {
    given.try_into().unwrap_or(i64::MAX)
}

impl From<Problem> for String {
    fn from(problem: Problem) -> Self {
        problem.to_string()
    }
}

impl From<&GameError> for Problem {
    fn from(error: &GameError) -> Self {
        match error {
            GameError::IllegalMove { text, ply, legal } => {
                Self::Illegal { given: text.clone(), ply: *ply, legal: legal.clone() }
            }
            GameError::Options { problem, .. } | GameError::Evaluation { problem, .. } => problem.clone(),
            GameError::Position { game, problem } => {
                Self::Position { game: (*game).to_owned(), fault: problem.clone() }
            }
            GameError::MoveText(BadMoveText { game, text, expected }) => {
                let [game, expected] = [*game, *expected].map(str::to_owned);
                Self::NoMove { game, given: text.clone(), expected }
            }
            GameError::UnknownGame { name, .. } => {
                Known::Game.lacks(name, GameId::ALL.iter().map(|game| game.name()), error.to_string())
            }
        }
    }
}

impl From<String> for Problem {
    fn from(sentence: String) -> Self {
        Self::Other { sentence }
    }
}

impl From<&str> for Problem {
    fn from(sentence: &str) -> Self {
        sentence.to_owned().into()
    }
}
