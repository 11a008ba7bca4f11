//! Why a tournament does not go on, with its values, so that it can be said in any language.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::RunError;
use crate::bots::FileError;
use crate::games::Problem;

/// Why a tournament does not go on. The English sentence is made of the same; later versions may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "failure", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", ts(rename = "TournamentFailure"))]
#[schema(as = TournamentFailure)]
pub enum Failure {
    /// The arena cannot play a match, and no entrant is to blame.
    #[error("match {index} of the schedule cannot be played: {sentence}")]
    Unplayable {
        /// The match's number in the schedule.
        index: u64,
        /// What failed, in English.
        sentence: String,
    },
    /// Results cannot be kept.
    #[error("results cannot be kept: {sentence}")]
    Unkept {
        /// Why, in English.
        sentence: String,
    },
    /// The results of before the last start do not belong to this tournament.
    #[error("the results of an earlier run do not fit this tournament: {sentence}")]
    Earlier {
        /// Why, in English.
        sentence: String,
    },
    /// The place where the matches are played cannot be used.
    #[error("{sentence}")]
    Venue {
        /// Why, in English.
        sentence: String,
    },
    /// The system gave no thread.
    #[error("no thread to play on: {sentence}")]
    NoThread {
        /// Why, in English.
        sentence: String,
    },
    /// Its file is wrong now.
    #[error("{sentence}")]
    File {
        /// The line, from 1, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        /// The key, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// What is wrong there.
        problem: Box<Problem>,
        /// The same in English, with the file's name.
        sentence: String,
    },
    /// It cannot be played on this server.
    #[error("{problem}")]
    Plan {
        /// Why.
        problem: Problem,
    },
    /// Its file means something else now.
    #[error(
        "its file no longer means what it meant when it began, since a bot that it names has another configuration or book now; what it has played stays, and it goes on when the server starts with the old one"
    )]
    Changed,
    /// The processor time that there was for it is used up.
    #[error("the processor time that there was for it today is used up, after {} s; what it has played stays", used_ms / 1_000)]
    Budget {
        /// What it has used, in milliseconds.
        used_ms: u64,
    },
    /// What is stored of it cannot be read.
    #[error("{sentence}")]
    Log {
        /// Why, in English.
        sentence: String,
    },
}

impl Failure {
    /// Why a run failed.
    #[must_use]
    pub fn of(error: &RunError) -> Self {
        match error {
            RunError::Arena(failure) => Self::Unplayable { index: failure.index, sentence: failure.problem.clone() },
            RunError::Sink(error) => Self::Unkept { sentence: error.to_string() },
            RunError::Earlier(sentence) => Self::Earlier { sentence: sentence.clone() },
            RunError::Venue(sentence) => Self::Venue { sentence: sentence.clone() },
            RunError::Thread(error) => Self::NoThread { sentence: error.to_string() },
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let sentence = error.to_string();
        let FileError { line, key, problem, .. } = error;
        Self::File { line, key, problem, sentence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_fails_says_the_same_with_its_values() {
        let errors = [
            RunError::Venue("no queue".to_owned()),
            RunError::Earlier("match 3 is missing".to_owned()),
            RunError::Thread(std::io::Error::other("none left")),
        ];
        for error in errors {
            assert_eq!(Failure::of(&error).to_string(), error.to_string());
        }
    }
}
