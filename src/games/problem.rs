//! What is wrong with a value that somebody gave: with what would be right, so that it can be said in any language.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::GameError;

/// What is wrong with a value. The English sentence is made of the same; later versions may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, thiserror::Error)]
#[serde(tag = "wrong", rename_all = "snake_case")]
#[ts(rename = "ValueProblem")]
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
    /// Anything else, which English alone has words for.
    #[error("{sentence}")]
    Other {
        /// What is wrong, and what would be right.
        sentence: String,
    },
}

/// Why a switch of a search has no effect beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
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
            other => other.to_string().into(),
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
