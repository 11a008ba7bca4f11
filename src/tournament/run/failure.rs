//! Why a tournament cannot go on, with values, so that it can be shown in any language.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::RunError;
use arena_bots::FileError;
use arena_games::Problem;

/// Why a tournament cannot go on. The English sentence is made from the values. Later versions may have more variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "failure", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", ts(rename = "TournamentFailure"))]
#[schema(as = TournamentFailure)]
pub enum Failure {
    /// The arena cannot play a match, through no fault of an entrant.
    #[error("cannot play match {index} of the schedule: {sentence}")]
    Unplayable {
        /// The match's number in the schedule.
        index: u64,
        /// What failed, in English.
        sentence: String,
    },
    /// Results cannot be stored.
    #[error("cannot store results: {sentence}")]
    Unkept {
        /// The cause, in English.
        sentence: String,
    },
    /// The results from before the last start do not belong to this tournament.
    #[error("the results of an earlier run belong to another tournament: {sentence}")]
    Earlier {
        /// The cause, in English.
        sentence: String,
    },
    /// The venue of the matches cannot be used.
    #[error("{sentence}")]
    Venue {
        /// The cause, in English.
        sentence: String,
    },
    /// The system did not start a thread.
    #[error("cannot start a thread: {sentence}")]
    NoThread {
        /// The cause, in English.
        sentence: String,
    },
    /// The tournament file is no longer valid.
    #[error("{sentence}")]
    File {
        /// The line, from 1, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        /// The key, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The problem.
        problem: Box<Problem>,
        /// The problem in English, with the file's name.
        sentence: String,
    },
    /// The tournament cannot be played on this server.
    #[error("{problem}")]
    Plan {
        /// The problem.
        problem: Problem,
    },
    /// The tournament file no longer means the same.
    #[error(
        "its file no longer means what it meant when it began, since a bot that it names has another configuration or book now; what it has played stays, and it goes on when the server starts with the old one"
    )]
    Changed,
    /// The processor time for the tournament is used up.
    #[error("today's processor time is used up after {} s; finished matches are kept", used_ms / 1_000)]
    Budget {
        /// The processor time used, in milliseconds.
        used_ms: u64,
    },
    /// The stored log of the tournament cannot be read.
    #[error("{sentence}")]
    Log {
        /// The cause, in English.
        sentence: String,
    },
}

impl Failure {
    /// Returns the reason why a run failed.
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
    fn failures_have_the_texts_of_run_errors() {
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
