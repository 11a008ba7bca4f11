//! The problem of a given value, with what would be valid, as data that can be shown in any language.

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

/// The problem of a value. The English message is built from the same data. Later versions may add variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "wrong", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", ts(rename = "ValueProblem"))]
#[schema(as = ValueProblem)]
pub enum Problem {
    /// A number is too small or too large.
    #[error("{given} is outside {least} to {most}")]
    Outside {
        /// The given value.
        given: String,
        /// The least value.
        least: String,
        /// The greatest value.
        most: String,
    },
    /// A text is too short or too long.
    #[error("it has {given} characters, but must have 1 to {most}")]
    Letters {
        /// The number of characters.
        given: usize,
        /// The greatest number of characters.
        most: usize,
    },
    /// A text or a list is too long.
    #[error("{field} has {given} {unit}, but may have at most {most}")]
    Long {
        /// The field.
        field: String,
        /// Its length.
        given: usize,
        /// The unit of the length.
        unit: Unit,
        /// The greatest length.
        most: usize,
    },
    /// A text has invisible characters.
    #[error("it has a character that cannot be seen")]
    Unseen,
    /// A list has too few entries.
    #[error("there are {given}, but {least} are needed")]
    TooFew {
        /// The number of entries.
        given: usize,
        /// The least number of entries.
        least: usize,
    },
    /// A list has too many entries.
    #[error("there are {given}, but at most {most} may be")]
    TooMany {
        /// The number of entries.
        given: usize,
        /// The greatest number of entries.
        most: usize,
    },
    /// A schedule has too many matches.
    #[error("it comes to {given} matches, but {most} are the most")]
    Matches {
        /// The number of matches.
        given: u64,
        /// The greatest number of matches.
        most: u64,
    },
    /// A feature is offered for some games only.
    #[error("players open tournaments of {} alone here", games.join(", "))]
    Games {
        /// The names of the games.
        games: Vec<String>,
    },
    /// A tournament would begin after its end.
    #[error("a tournament that a player opens ends after {lasts_ms} ms here")]
    AfterEnd {
        /// The greatest time from opening to end, in milliseconds.
        lasts_ms: u64,
    },
    /// A tournament of this name already exists.
    #[error("a tournament {name:?} is open or being played already")]
    Named {
        /// The name.
        name: String,
    },
    /// A switch of a search has no effect in combination with the others.
    #[error("{sentence}")]
    Unfit {
        /// The missing or conflicting switch.
        why: Unfit,
        /// The English message.
        sentence: String,
    },
    /// A number is above the server's limit.
    #[error("it is {given}, but this server takes at most {most}")]
    Ceiling {
        /// The given number.
        given: u32,
        /// The server's limit.
        most: u32,
    },
    /// A move is not legal.
    #[error("{given} is not legal here (ply {ply}); legal: {legal}")]
    Illegal {
        /// The move.
        given: String,
        /// The ply of the move, from 0.
        ply: usize,
        /// The legal moves, or the first few of them.
        legal: String,
    },
    /// An option of a game, or a number of a clock, is out of range.
    #[error("{option} is {given}, outside {least} to {most}{}", if *zero { " (or 0: as size)" } else { "" })]
    Option {
        /// The option or number.
        option: String,
        /// The given value.
        given: i64,
        /// The least value.
        least: i64,
        /// The greatest value.
        most: i64,
        /// Whether 0 is also valid and means the value of the option `size`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
        zero: bool,
    },
    /// A game has no options.
    #[error("{game} has no options, so no {given}")]
    NoOptions {
        /// The game.
        game: String,
        /// The given options.
        given: String,
    },
    /// A name is unknown.
    #[error("{sentence}")]
    Unknown {
        /// The kind of name.
        what: Known,
        /// The given name.
        given: String,
        /// The known names, or the first of them.
        known: Vec<String>,
        /// The English message.
        sentence: String,
    },
    /// A weight of an evaluation is out of range.
    #[error("the weight {weight:?} is {given}, outside −{most} to {most}")]
    Weight {
        /// The weight.
        weight: String,
        /// The given value.
        given: i32,
        /// The greatest absolute value.
        most: i32,
    },
    /// A value is not a probability.
    #[error("{given} is no chance: it is from 0 to 1")]
    Chance {
        /// The given value.
        given: String,
    },
    /// A name is missing.
    #[error("a bot needs a name")]
    NoName,
    /// A game has no opening book.
    #[error("there is no book for {game}")]
    NoBook {
        /// The game.
        game: String,
    },
    /// A text is not a position of the game.
    #[error("position of {game}: {fault}")]
    Position {
        /// The game.
        game: String,
        /// The problem of the position.
        fault: PositionFault,
    },
    /// A text is not a move of the game.
    #[error("{given:?} is not a move of {game}: {expected}")]
    NoMove {
        /// The game.
        game: String,
        /// The given text.
        given: String,
        /// The expected form of a move, in English.
        expected: String,
    },
    /// A tournament file is invalid.
    #[error("{fault}")]
    File {
        /// The problem of the file.
        fault: FileFault,
    },
    /// Any other problem, which has only an English message.
    #[error("{sentence}")]
    Other {
        /// The message.
        sentence: String,
    },
}

/// The unit of a length.
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

/// The kind of a name.
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

/// The greatest number of known names in an error.
const MOST_KNOWN: usize = 24;
/// The greatest length of an unknown name in an error.
const LONGEST_GIVEN: usize = 80;

impl Known {
    /// Creates the error for the unknown name `given`, with this message.
    pub fn lacks<'a>(
        self,
        given: &str,
        known: impl IntoIterator<Item = &'a str>,
        sentence: impl Into<String>,
    ) -> Problem {
        let known = known.into_iter().take(MOST_KNOWN).map(str::to_owned).collect();
        Problem::Unknown { what: self, given: beginning(given, LONGEST_GIVEN), known, sentence: sentence.into() }
    }
}

/// The reason why a switch of a search has no effect in combination with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Unfit {
    /// Iterative deepening is off.
    NoDeepening,
    /// There is no transposition table.
    NoTable,
    /// Moves are not ordered.
    NoOrdering,
    /// The kind of pruning has no window.
    NoWindow,
    /// Exact values at the root keep the window open.
    ExactRoot,
    /// Plain minimax searches every move to the same depth.
    Plain,
}

impl Unfit {
    /// Creates the error with this message.
    pub fn because(self, sentence: impl Into<String>) -> Problem {
        Problem::Unfit { why: self, sentence: sentence.into() }
    }
}

impl Problem {
    /// Creates the error for a number that is out of range.
    pub fn outside(given: impl ToString, least: impl ToString, most: impl ToString) -> Self {
        Self::Outside { given: given.to_string(), least: least.to_string(), most: most.to_string() }
    }

    /// Creates the error for an option of a game, or a number of a clock, that is out of range.
    pub fn option(option: &str, given: impl TryInto<i64>, least: impl TryInto<i64>, most: impl TryInto<i64>) -> Self {
        let [given, least, most] = [number(given), number(least), number(most)];
        Self::Option { option: option.to_owned(), given, least, most, zero: false }
    }

    /// Limits the length of a message that may quote the input.
    #[must_use]
    pub fn shortened(self, most: usize) -> Self {
        match self {
            Self::Other { sentence } => Self::Other { sentence: beginning(&sentence, most) },
            other => other,
        }
    }
}

/// Converts a number, replacing one that does not fit by the greatest.
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
