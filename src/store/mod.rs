//! What outlives the process: matches with their events, players, and tournaments with their results, in an SQLite
//! database in one data directory.
//!
//! Matches and their events are appended to a log first, one group at a time for all matches, and answered when they are
//! on the disk; behind it they are taken into the database, with everything that lists and ratings need. Everything else
//! goes through the one writer of the database, which puts what waits into one transaction and answers after the commit.
//! So an answered write survives the process being killed and the power being cut. Reads pass through neither. They have
//! connections of their own, look single rows up where they are asked for, and see every answered write: of single
//! matches at once, in lists as soon as the database has it, which a list waits for a little.
//!
//! A match is stored as its setup and its events; all other columns, which lists are made from, follow from these two,
//! and so does its record. Of a tournament's match only the record is stored.
//!
//! `queries` holds the functions that callers use, `tables` the statements that write; the writer and its groups stand
//! between the two.

mod additions;
pub mod backup;
mod bell;
mod blocked;
mod database;
mod directory;
mod error;
mod group;
mod inspect;
mod log;
mod log_writer;
pub mod maintenance;
pub mod metrics;
mod queries;
mod readers;
mod schema;
mod sql;
mod state;
mod tables;
mod tails;
mod values;
mod writer;
mod writers;
mod writes;

#[cfg(test)]
mod tests;

/// Ratings, and what they follow from.
pub mod ratings {
    pub use super::queries::ratings::{MeetingRow, RatedMatch, RatingRow};
    pub use super::tables::ratings::MeasuredBot;
}

/// How long finished matches are kept.
pub mod retention {
    pub use super::queries::retention::Retention;
}

/// What is stored and changed of accounts.
pub mod accounts {
    pub use super::error::Conflict;
    pub use super::queries::accounts::{AccountRow, NoticeRow, TokenRow};
    pub use super::queries::own_data::OwnData;
    pub use super::tables::accounts::{
        Change, Claim, DELETED_NAME, HouseholdHash, NewToken, NoticeKind, SecretHash, TokenKind, deleted_entrant,
    };
}

/// Challenges.
pub mod challenges {
    pub use super::queries::challenges::ChallengeRow;
    pub use super::tables::challenges::{ChallengeEnd, NewChallenge};
}

/// What keeps the peace between players.
pub mod peace {
    pub use super::queries::peace::{BanRow, DeedRow, ReportRow};
    pub use super::tables::peace::{Deed, NewReport};
}

pub use bell::before_pause;
pub use database::Store;
pub(crate) use directory::LOCK;
pub use error::StoreError;
pub use inspect::{Inspection, in_use, inspect};
pub use queries::lists::names::NameStart;
pub use queries::lists::page::{BadCursor, BadStatus, Cursor, MatchFilter, MatchRow, MatchStatus, Page};
pub use queries::lists::tournaments::{BadTournamentStatus, TournamentFilter, TournamentStatus};
pub use queries::matches::UnfinishedMatch;
pub use queries::players::{PlayerKind, PlayerRow, TokenHolder};
pub use queries::results::ResultPage;
pub use queries::tallies::{Holder, LeaderboardRow, PlayerTally};
pub use queries::tournaments::Tournament;
pub use state::Written;
pub use tables::tournaments::{Charged, FailureRow, NamedFiles, TournamentRow, TournamentState};
