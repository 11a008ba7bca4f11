//! The data directory: one process at a time, and where its database is.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::OpenFlags;

use super::error::StoreError;

/// The file that is locked while a store has the directory.
pub(crate) const LOCK: &str = "arena.lock";

/// The exclusive hold on a data directory. It ends with this, or with the process.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Makes the directory where it is missing, and locks it.
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

    /// Lets the directory go while others still hold this.
    pub(super) fn release(&self) {
        // The lock ends with the process at the latest.
        self.file.unlock().ok();
    }
}

/// The database file of a data directory.
pub(super) fn database(dir: &Path) -> PathBuf {
    dir.join("arena.sqlite")
}

/// The bytes that are free where this folder is; none where the system does not say.
#[cfg(unix)]
pub(super) fn free(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
pub(super) fn free(_: &Path) -> Option<u64> {
    None
}

/// How many pages the log has before they are copied into the database: about 32 MB.
const LOG_PAGES: u32 = 8_192;
/// A page has so many bytes.
const PAGE: u64 = 4_096;

/// [`LOG_PAGES`], or fewer where there is little room: what the log takes, the database needs once more.
fn log_pages(database: &Path) -> u32 {
    let free = database.parent().and_then(free).unwrap_or(u64::MAX);
    u32::try_from(free / 8 / PAGE).unwrap_or(u32::MAX).clamp(64, LOG_PAGES)
}
/// How many KiB the writer's connection keeps of the database.
const CACHE_KB: i32 = 32_768;
/// The same of each other one. What is written makes it forget all of it, and the system keeps the file in its memory.
const READ_CACHE_KB: i32 = 8_192;
/// Statements that a connection keeps prepared: more than there are to write, and than are asked often.
const STATEMENTS: usize = 128;

/// How connections are opened. A statement is a call, on the thread that makes it.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    path: PathBuf,
    busy: Duration,
}

impl Writing {
    /// A connection to the database at `path`, which waits for `busy` while another program has it locked.
    pub(super) const fn new(path: PathBuf, busy: Duration) -> Self {
        Self { path, busy }
    }

    /// Connects to write.
    pub(super) fn open(&self) -> rusqlite::Result<rusqlite::Connection> {
        let connection = rusqlite::Connection::open(&self.path)?;
        connection.busy_timeout(self.busy)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // An acknowledged write survives a power cut; commits in groups make that affordable.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        connection.pragma_update(None, "cache_size", -CACHE_KB)?;
        connection.pragma_update(None, "wal_autocheckpoint", log_pages(&self.path))?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }

    /// Connects to read; there must be a database.
    pub(super) fn open_to_read(&self) -> rusqlite::Result<rusqlite::Connection> {
        // A log beside the database can be read by those alone who may write it.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(self.busy)?;
        connection.pragma_update(None, "query_only", "ON")?;
        connection.pragma_update(None, "cache_size", -READ_CACHE_KB)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }
}
