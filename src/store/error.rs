//! What can go wrong between the arena and its database.

use std::path::PathBuf;

use rusqlite::ErrorCode;
use rusqlite::types::FromSqlError;
use uuid::Uuid;

use crate::play::EventLogError;

/// Why something was not stored or could not be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the data directory.
    #[error(
        "the data directory {} is in use by another arena; stop that one or choose another directory", dir.display()
    )]
    InUse {
        /// The directory.
        dir: PathBuf,
    },
    /// The data directory could not be made or locked.
    #[error("the data directory {} cannot be used: {source}", dir.display())]
    Directory {
        /// The directory.
        dir: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Another version of the arena wrote the database.
    #[error(
        "the data directory {} has database version {found}, and this program needs version {expected}; run the program that \
         wrote it, or choose another data directory", dir.display()
    )]
    Version {
        /// The directory.
        dir: PathBuf,
        /// The version of the database.
        found: i64,
        /// The version that this program reads and writes.
        expected: i64,
    },
    /// The database is another program's, or a version of the arena before the first release wrote it.
    #[error(
        "the data directory {} has a database without a version of the arena, and this program needs version {expected}; \
         choose another data directory", dir.display()
    )]
    Foreign {
        /// The directory.
        dir: PathBuf,
        /// The version that this program reads and writes.
        expected: i64,
    },
    /// The database could not be opened or created.
    #[error("{} cannot be opened: {problem}", path.display())]
    Open {
        /// The database file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// There is no such match, player or tournament.
    #[error("there is no {what} {id}")]
    NoSuch {
        /// `match`, `player` or `tournament`.
        what: &'static str,
        /// The id that was asked for.
        id: Uuid,
    },
    /// What was to be stored does not fit what is stored. Trying again does not help.
    #[error("{0}")]
    Refused(String),
    /// What was asked of an account does not fit what is stored.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// Something in the database cannot be read.
    #[error("{what} cannot be read: {problem}")]
    Unreadable {
        /// What, such as `event 7 of match …`.
        what: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The disk or the database failed, and nothing was stored. Trying again later may help.
    #[error("the database cannot be written: {0}")]
    NotWritten(String),
    /// The database could not be asked. Trying again later may help.
    #[error("the database cannot be read: {0}")]
    NotRead(rusqlite::Error),
    /// A list took longer than lists may. Trying again later may help.
    #[error("too much is being read at the moment; try again a little later, or ask for less")]
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

/// An error of a statement that reads.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::NotInTime,
            _ if is_wrong_value(&error) => Self::unreadable("a row of the database", error),
            _ => Self::NotRead(error),
        }
    }
}

/// Whether a column holds a value of another type than expected. The database itself can be read.
const fn is_wrong_value(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

/// A column that holds something else.
impl From<FromSqlError> for StoreError {
    fn from(error: FromSqlError) -> Self {
        Self::unreadable("a row of the database", error)
    }
}

/// Why something about an account does not fit what is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// A name that looks so is claimed.
    #[error("this name, or one that looks like it, is another player's")]
    NameTaken,
    /// The player has claimed a name.
    #[error("this player has claimed a name already")]
    HasAccount,
    /// There are as many as there may be.
    #[error("there are as many as one may have; revoke or delete one first")]
    Full,
    /// Too many reports are open, or came from one player.
    #[error("more has been reported than the operator can read; come back later")]
    TooManyReports,
    /// The reporter has an open report about this player.
    #[error("you have reported this player already; the operator has yet to read it")]
    AlreadyReported,
    /// The recovery code is none.
    #[error("this recovery code is not right, or was used already")]
    NoSuchCode,
}

/// Why a write could not be added to its group.
#[derive(Debug)]
pub(super) enum WriteError {
    /// This write alone is refused; nothing of it was written.
    Refused(StoreError),
    /// The database failed, and the whole group must be given up.
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
    /// A value that the database has no form for.
    pub(super) fn unstorable(what: impl std::fmt::Display, problem: impl std::fmt::Display) -> Self {
        Self::Refused(format!("{what} cannot be stored: {problem}"))
    }

    pub(super) fn unreadable(what: impl Into<String>, problem: impl ToString) -> Self {
        Self::Unreadable { what: what.into(), problem: problem.to_string() }
    }
}
