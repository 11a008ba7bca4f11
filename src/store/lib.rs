//! Durable storage of matches, players and tournaments in an SQLite database. One data directory holds everything.
//!
//! Matches and their events are first appended to a log. All matches share it, and each group is acknowledged when it
//! is on disk. The database writer applies the log later and derives the data for lists and ratings. All other writes
//! go directly to the database writer, which puts pending requests into one transaction and answers after the commit.
//! An acknowledged write therefore survives a kill or a power failure.
//!
//! Reads bypass both writers and use connections of their own. They see every acknowledged write. Reads of a single
//! match see it at once, because they also look into the log's tail. Lists wait a limited time until the database has
//! applied it.
//!
//! A match is stored as its setup and its events. All its other columns, and its record, derive from these. A
//! tournament match is stored only as its record.
//!
//! `queries` contains the functions for callers. `tables` contains the statements that write. The writers and their
//! groups connect the two.

mod additions;
pub mod backup;
mod blocked;
mod database;
mod directory;
mod error;
mod group;
pub mod inspect;
mod log;
mod log_writer;
pub mod maintenance;
mod mark;
pub mod metrics;
mod queries;
mod readers;
mod schema;
mod sql;
mod state;
mod sums;
mod tables;
mod tails;
mod values;
mod waker;
mod writer;
mod writers;
mod writes;

#[cfg(test)]
mod tests;

/// Ratings and the data that they derive from.
pub mod ratings {
    pub use super::queries::ratings::{MeetingRow, RatedMatch, RatingRow};
    pub use super::tables::ratings::MeasuredBot;
}

/// Retention of finished matches.
pub mod retention {
    pub use super::queries::retention::Retention;
}

/// Accounts and their changes.
pub mod accounts {
    pub use super::error::Conflict;
    pub use super::queries::accounts::{AccountRow, NoticeRow, TokenRow};
    pub use super::queries::own_data::OwnData;
    pub use super::queries::saved_bots::{SavedBot, SavedVersion};
    pub use super::tables::accounts::{
        AddressHash, Change, Claim, DELETED_NAME, NewToken, SecretHash, TokenKind, Whereabouts, deleted_entrant,
    };
    pub use super::tables::notices::NoticeKind;
    pub use super::tables::saved_bots::{NewVersion, SavedBotLimits};
}

pub mod challenges {
    pub use super::queries::challenges::ChallengeRow;
    pub use super::tables::challenges::{ChallengeEnd, NewChallenge};
}

/// The results of the position of each day.
pub mod daily {
    pub use super::tables::daily::{DailyRow, KEPT_DAYS};
}

/// Blocks, mutes, reports and bans.
pub mod moderation {
    pub use super::queries::moderation::{AuditRow, BanRow, ReportRow};
    pub use super::tables::moderation::{AuditEntry, NewReport};
}

/// Modules that players handed in.
pub mod modules {
    pub use super::queries::modules::{BotRecord, ModuleFilter, ModuleRow};
    pub use super::tables::modules::{ModuleChange, ModuleLimits, NewModule, REFUSED_BY_OPERATOR};
}

pub use database::Store;
pub use directory::LOCK;
pub use error::StoreError;
pub use inspect::{Inspection, in_use, inspect};
pub use queries::lists::names::NameStart;
pub use queries::lists::page::{Cursor, MatchFilter, MatchRow, MatchStatus, Page};
pub use queries::lists::tournaments::{TournamentFilter, TournamentStatus};
pub use queries::matches::UnfinishedMatch;
pub use queries::players::{PlayerKind, PlayerOrigin, PlayerRow, TokenHolder};
pub use queries::results::{ResultPage, TimedResult};
pub use queries::tallies::{Holder, LeaderboardRow, PlayerTally};
pub use queries::tournaments::Tournament;
pub use state::WriteCounts;
pub use tables::tournaments::{Charged, NamedFiles, TournamentRow, TournamentState};
pub use waker::before_pause;
