//! Why a tournament cannot go on, with values, so that it can be shown in any language.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use arena_games::Diagnostic;

/// Why a tournament cannot go on. The English sentence is made from the values. Later versions may have more variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "failure", rename_all = "snake_case")]
pub enum TournamentFailure {
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
        problem: Box<Diagnostic>,
        /// The problem in English, with the file's name.
        sentence: String,
    },
    /// The tournament cannot be played on this server.
    #[error("{problem}")]
    Plan {
        /// The problem.
        problem: Diagnostic,
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

impl TournamentFailure {
    /// Creates the failure of a thread that could not be started.
    pub fn no_thread(error: impl Display) -> Self {
        Self::NoThread { sentence: error.to_string() }
    }
}
