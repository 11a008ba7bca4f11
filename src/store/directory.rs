//! The data directory: one process at a time, and where its database is.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::StoreError;

/// The exclusive hold on a data directory. It ends with this, or with the process.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    /// Makes the directory where it is missing, and locks it.
    pub(super) fn take(dir: &Path) -> Result<Self, StoreError> {
        let unusable = |source| StoreError::Directory { dir: dir.to_owned(), source };
        fs::create_dir_all(dir).map_err(unusable)?;
        let path = dir.join("arena.lock");
        let file = File::options().create(true).truncate(false).write(true).open(path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { dir: dir.to_owned() }),
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }

    /// Lets the directory go while others still hold this.
    pub(super) fn release(&self) {
        // The lock ends with the process at the latest.
        self.0.unlock().ok();
    }
}

/// The database file of a data directory.
pub(super) fn database(dir: &Path) -> PathBuf {
    dir.join("arena.sqlite")
}

/// How a connection that writes is opened.
pub(super) fn options(path: &Path, busy: Duration) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // What was acknowledged must outlive even a power cut; grouping the commits makes that affordable.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(busy)
        // 32 MB of cache, and as much in the log before it is copied into the database.
        .pragma("cache_size", "-32768")
        .pragma("wal_autocheckpoint", "8192")
        .disable_statement_logging()
}
