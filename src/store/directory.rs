//! The data directory: its lock, its database file, and connections to that file.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::error::StoreError;

/// Name of the file that is locked while a store has the directory open.
pub const LOCK: &str = "arena.lock";

/// Exclusive lock on a data directory. It ends when this value is dropped or the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Creates the directory if it is missing, and locks it.
    pub(super) fn take(dir: &Path) -> Result<Self, StoreError> {
        let unusable = |source| StoreError::Directory { dir: dir.to_owned(), source };
        fs::create_dir_all(dir).map_err(unusable)?;
        let path = dir.join(LOCK);
        let mut options = File::options();
        options.create(true).truncate(false).read(true).write(true);
        let file = options.open(path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { dir: dir.to_owned() }),
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }

    /// Releases the lock even if clones of the surrounding `Arc` still exist.
    pub(super) fn release(&self) {
        // The lock ends with the process at the latest.
        self.file.unlock().ok();
    }
}

impl Drop for Lock {
    /// Unlocks explicitly: closing the file is not enough while a process that is being started still has a copy of it.
    fn drop(&mut self) {
        self.release();
    }
}

/// Returns the path of the database file in a data directory.
pub(super) fn database(dir: &Path) -> PathBuf {
    dir.join("arena.sqlite")
}

/// Returns the number of free bytes on the file system of `folder`; `None` if the system does not report it.
#[cfg(unix)]
pub(super) fn free(folder: &Path) -> Option<u64> {
    let stats = rustix::fs::statvfs(folder).ok()?;
    stats.f_bavail.checked_mul(stats.f_frsize)
}

#[cfg(not(unix))]
pub(super) fn free(_: &Path) -> Option<u64> {
    None
}

/// Opens an existing database and leaves its files as they are.
///
/// SQLite checkpoints and deletes the write-ahead log when the last connection closes. It does so even if a damaged page
/// hides most of the log, which destroys the evidence and whatever could still be read. This connection does neither.
pub(super) fn open_unchanged(path: &Path) -> rusqlite::Result<Connection> {
    // A write-ahead log can only be read with write access.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

/// Number of pages in the write-ahead log that triggers a checkpoint: about 32 MB.
const LOG_PAGES: u32 = 8_192;
/// Size of a page in bytes.
const PAGE: u64 = 4_096;

/// Returns [`LOG_PAGES`], or less if disk space is short, because a checkpoint needs the space of the log once more.
fn log_pages(database: &Path) -> u32 {
    let free = database.parent().and_then(free).unwrap_or(u64::MAX);
    u32::try_from(free / 8 / PAGE).unwrap_or(u32::MAX).clamp(64, LOG_PAGES)
}
/// Cache size of the writer's connection in KiB.
const CACHE_KB: i32 = 32_768;
/// Cache size of the other connections in KiB. It is small, because each write invalidates it and the system caches the
/// file.
const READ_CACHE_KB: i32 = 8_192;
/// Number of prepared statements that a connection caches. It exceeds the number of frequent statements.
const STATEMENTS: usize = 128;

/// Opens connections to a database. Statements run on the calling thread.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    path: PathBuf,
    busy: Duration,
}

impl Writing {
    /// Describes connections to the database at `path` that wait up to `busy` for the lock of another program.
    pub(super) const fn new(path: PathBuf, busy: Duration) -> Self {
        Self { path, busy }
    }

    /// Opens a connection for writing.
    pub(super) fn open(&self) -> rusqlite::Result<Connection> {
        let connection = Connection::open(&self.path)?;
        connection.busy_timeout(self.busy)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // An acknowledged write must survive a power failure. Group commits make this affordable.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        connection.pragma_update(None, "cache_size", -CACHE_KB)?;
        connection.pragma_update(None, "wal_autocheckpoint", log_pages(&self.path))?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }

    /// Opens a connection for reading. The database must exist.
    pub(super) fn open_to_read(&self) -> rusqlite::Result<Connection> {
        let connection = open_unchanged(&self.path)?;
        connection.busy_timeout(self.busy)?;
        connection.pragma_update(None, "query_only", "ON")?;
        connection.pragma_update(None, "cache_size", -READ_CACHE_KB)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_lock_is_free_while_a_copy_of_its_file_is_open() {
        let dir = tempfile::tempdir().unwrap();
        let lock = Lock::take(dir.path()).unwrap();
        // A process that is being started has such a copy.
        let copy = lock.file.try_clone().unwrap();
        drop(lock);
        Lock::take(dir.path()).unwrap();
        drop(copy);
    }
}
