//! What can go wrong between the arena and its database.

use std::path::{Path, PathBuf};

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
    /// The database was written by a later version of the arena.
    #[error(
        "{} was written by a newer version of the arena (its schema has step {found}, this version knows up to \
         {known}); use that version, or another data directory{}",
        path.display(), or_the_copy(copy.as_deref())
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The step of the schema that is not known here.
        found: i64,
        /// The last step that is.
        known: i64,
        /// The copy that was made of this version's database before a newer one changed it, where it is still there.
        copy: Option<PathBuf>,
    },
    /// The database is of an earlier version, and there is no room for the copy that is made before it is changed.
    #[error(
        "the database is of an earlier version and is to be copied to {} before it is changed: that needs {needed_mb} MB, \
         and {free_mb} MB are free; nothing was changed; make room and start again", copy.display()
    )]
    NoRoom {
        /// Where the copy was to be.
        copy: PathBuf,
        /// What must be free for it, in MiB.
        needed_mb: u64,
        /// What is free, in MiB.
        free_mb: u64,
    },
    /// The database is of an earlier version, and the copy that is made before it is changed failed.
    #[error(
        "the database is of an earlier version and cannot be copied to {} before it is changed: {problem}; nothing was \
         changed", copy.display()
    )]
    NotCopied {
        /// Where the copy was to be.
        copy: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The database could not be opened or brought up to date.
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
            _ => Self::NotRead(error),
        }
    }
}

/// A column that holds something else.
impl From<FromSqlError> for StoreError {
    fn from(error: FromSqlError) -> Self {
        Self::NotRead(error.into())
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

/// The end of a refusal that can name what this version was left with.
fn or_the_copy(copy: Option<&Path>) -> String {
    copy.map_or_else(String::new, |copy| {
        format!("; as it was before the newer version changed it, it is kept in {}", copy.display())
    })
}
