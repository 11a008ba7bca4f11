//! Errors of the store.

use std::path::PathBuf;

use rusqlite::ErrorCode;
use rusqlite::types::FromSqlError;
use uuid::Uuid;

use arena_games::{Diagnostic, diagnostic};
use arena_play::EventLogError;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the data directory open.
    #[error(
        "the data directory {} is in use by another arena; stop that one or choose another directory", dir.display()
    )]
    InUse { dir: PathBuf },
    /// The data directory could not be created or locked.
    #[error("the data directory {} cannot be used: {source}", dir.display())]
    Directory {
        dir: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// Another version of the arena wrote the database.
    #[error(
        "the data directory {} has database version {found}, but this program needs version {expected}; run the program that \
         wrote it, or choose another data directory", dir.display()
    )]
    Version {
        dir: PathBuf,
        /// The version of the database.
        found: i64,
        /// The version that this program supports.
        expected: i64,
    },
    /// The database belongs to another program, or to a version of the arena before the first release.
    #[error(
        "the data directory {} has a database without an arena version, but this program needs version {expected}; \
         choose another data directory", dir.display()
    )]
    Foreign {
        dir: PathBuf,
        /// The version that this program supports.
        expected: i64,
    },
    /// The database could not be opened or created.
    #[error("{} cannot be opened: {problem}", path.display())]
    Open {
        /// The database file.
        path: PathBuf,
        problem: String,
    },
    /// The match, player or tournament does not exist.
    #[error("there is no {what} {id}")]
    NoSuch {
        /// `match`, `player` or `tournament`.
        what: &'static str,
        /// The requested id.
        id: Uuid,
    },
    /// The write contradicts stored data. A retry does not help.
    #[error("{0}")]
    Refused(String),
    /// A change of an account conflicts with stored data.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// A stored value cannot be read.
    #[error("{what} cannot be read: {problem}")]
    Unreadable {
        /// The value, for example `event 7 of match …`.
        what: String,
        problem: String,
    },
    /// The disk or the database failed and nothing was stored. A later retry may succeed.
    #[error("the database cannot be written: {0}")]
    NotWritten(String),
    /// A query failed. A later retry may succeed.
    #[error("the database cannot be read: {0}")]
    NotRead(rusqlite::Error),
    /// A list exceeded its time limit. A later retry may succeed.
    #[error("too many queries are running; try again later, or request less")]
    NotInTime,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl From<StoreError> for EventLogError {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

/// Converts the error of a query.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::NotInTime,
            _ if is_wrong_value(&error) => Self::unreadable("a row of the database", error),
            _ => Self::NotRead(error),
        }
    }
}

/// Returns true if a column holds a value of an unexpected type. The database itself is readable.
const fn is_wrong_value(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

/// Converts the error of a column of an unexpected type.
impl From<FromSqlError> for StoreError {
    fn from(error: FromSqlError) -> Self {
        Self::unreadable("a row of the database", error)
    }
}

/// Conflict between a change of an account and stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.diagnostic())]
pub enum Conflict {
    /// Another player has claimed a name that looks the same.
    NameTaken,
    /// The player already has a claimed name.
    HasAccount,
    /// The limit is reached.
    Full,
    /// The player has saved too many bots.
    SavedBots(usize),
    /// The saved bots of the player would be too large.
    SavedBytes(u64),
    /// The player has handed in too many modules.
    Modules(usize),
    /// The player has handed in too many versions of modules.
    ModuleVersions(usize),
    /// The modules of the player would be too large.
    ModuleBytes(u64),
    /// The server has too many modules.
    ModulesInAll,
    /// The operator has refused this file.
    ModuleRefused,
    /// Too many reports are open, in total or from one player.
    TooManyReports,
    /// The reporter has an open report about this player.
    AlreadyReported,
    /// The recovery code is invalid.
    NoSuchCode,
}

impl Conflict {
    /// Returns the message for clients.
    #[must_use]
    pub fn diagnostic(self) -> Diagnostic {
        match self {
            Self::NameTaken => {
                diagnostic!("name_taken", "another player has this name or one that looks like it; choose another name")
            }
            Self::HasAccount => diagnostic!("has_account", "this player already has a claimed name"),
            Self::Full => {
                diagnostic!("account_full", "you have reached the limit; revoke or delete an entry first")
            }
            Self::SavedBots(most) => {
                diagnostic!(
                    "saved_bots",
                    "you have saved {most} bots, the limit on this server; delete one first",
                    most
                )
            }
            Self::SavedBytes(most) => diagnostic!(
                "saved_bytes",
                "your saved bots would exceed {most} bytes, the limit on this server; delete one first",
                most
            ),
            Self::Modules(most) => diagnostic!(
                "modules",
                "you have handed in {most} modules, the limit on this server; delete one first",
                most
            ),
            Self::ModuleVersions(most) => {
                diagnostic!(
                    "module_versions",
                    "you have handed in {most} versions of modules, the limit on this server",
                    most
                )
            }
            Self::ModuleBytes(most) => diagnostic!(
                "module_bytes",
                "your modules would exceed {most} bytes with all their versions, the limit on this server",
                most
            ),
            Self::ModulesInAll => {
                diagnostic!("modules_in_all", "this server has as many modules as its operator allows")
            }
            Self::ModuleRefused => {
                diagnostic!("module_refused_before", "the operator of this server has refused this module")
            }
            Self::TooManyReports => diagnostic!("reports", "too many reports are open; try again later"),
            Self::AlreadyReported => {
                diagnostic!("already_reported", "your earlier report about this player is still open")
            }
            Self::NoSuchCode => diagnostic!("recovery_code", "the recovery code is wrong or has already been used"),
        }
    }
}

/// Error of one write in a group.
#[derive(Debug)]
pub(super) enum WriteError {
    /// Only this write is rejected. It has changed nothing.
    Refused(StoreError),
    /// The database failed. The whole group must be rolled back.
    Failed(rusqlite::Error),
}

impl From<StoreError> for WriteError {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl From<rusqlite::Error> for WriteError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

impl StoreError {
    /// Creates the error for a value that cannot be represented in the database.
    pub(super) fn unstorable(what: impl std::fmt::Display, problem: impl std::fmt::Display) -> Self {
        Self::Refused(format!("{what} cannot be stored: {problem}"))
    }

    pub(super) fn unreadable(what: impl Into<String>, problem: impl ToString) -> Self {
        Self::Unreadable { what: what.into(), problem: problem.to_string() }
    }
}
