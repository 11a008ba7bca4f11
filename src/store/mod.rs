//! What outlives the process: matches with their events, players, and tournaments with their results, in an SQLite
//! database in one data directory.
//!
//! All writing goes through one writer, which puts what waits into one transaction and answers after the
//! commit; so an answered write survives the process being killed and the power being cut. Reading goes past it over
//! connections of its own, others for lists than for single things, and sees every answered write.
//!
//! A match is stored as its setup and its events, and nothing else: the columns for lists follow from those. The
//! record of such a match is made from them where it is wanted. Of a tournament's match only the record is stored.
//!
//! `queries` is what a store is asked, `tables` what is written for it; between them stand the writer and its groups.

pub mod backup;
mod database;
mod directory;
mod error;
mod group;
mod inspect;
pub mod metrics;
mod migration;
mod queries;
mod readers;
mod tables;
mod values;
mod writer;
mod writes;

#[cfg(test)]
mod tests;

/// Ratings, and what they follow from.
pub mod ratings {
    pub use super::queries::ratings::{BadSpeed, MeetingRow, RatedMatch, RatingRow};
    pub use super::tables::ratings::{Anchor, Speed};
}

/// What is stored and changed of accounts.
pub mod accounts {
    pub use super::error::Conflict;
    pub use super::queries::accounts::{AccountRow, TokenRow};
    pub use super::tables::accounts::{Change, Claim, DELETED_NAME, NewToken, SecretHash, TokenKind};
}

pub use database::Store;
pub use error::StoreError;
pub use inspect::{Inspection, inspect};
pub use queries::lists::page::{BadCursor, BadStatus, Cursor, MatchFilter, MatchRow, MatchStatus, Page};
pub use queries::matches::UnfinishedMatch;
pub use queries::players::{Known, PlayerKind, PlayerRow};
pub use queries::results::ResultPage;
pub use queries::tallies::{Holder, Standing, Tally};
pub use queries::tournaments::Tournament;
pub use tables::tournaments::{NamedFiles, TournamentRow, TournamentState};
pub use writer::Written;
