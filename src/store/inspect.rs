//! Read-only inspection of a data directory without opening the store.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use super::directory;
use super::schema::{self, SchemaKind};

/// State of a data directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// True if the directory exists.
    pub exists: bool,
    /// True if a process has the directory open; `None` if that cannot be determined.
    pub in_use: Option<bool>,
    /// Total size of its files in bytes.
    pub bytes: u64,
    /// Free bytes on its file system; `None` if the system does not report it.
    pub free: Option<u64>,
    /// Version of its database; `None` if there is no database. The error states why it cannot be read.
    pub version: Result<Option<i64>, String>,
    /// Version that this program supports.
    pub expected: i64,
}

/// Inspects the data directory `dir`.
pub async fn inspect(dir: &Path) -> Inspection {
    let nearest = dir.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let database = directory::database(dir);
    Inspection {
        exists: dir.is_dir(),
        in_use: in_use(dir),
        bytes: bytes_below(dir),
        free: directory::free(nearest),
        version: if database.is_file() { version(&database) } else { Ok(None) },
        expected: schema::VERSION,
    }
}

/// Returns whether a process holds the lock of the data directory `dir`; `None` if that cannot be determined.
#[must_use]
pub fn in_use(dir: &Path) -> Option<bool> {
    let path = dir.join(directory::LOCK);
    if !path.exists() {
        return Some(false);
    }
    let file = File::open(path).ok()?;
    match file.try_lock_shared() {
        Ok(()) => Some(false),
        Err(TryLockError::WouldBlock) => Some(true),
        Err(TryLockError::Error(_)) => None,
    }
}

/// Returns the number of free bytes on the file system of `folder`; `None` if the system does not report it.
#[must_use]
pub fn free(folder: &Path) -> Option<u64> {
    directory::free(folder)
}

/// Returns the total size of all files below `folder`. Skips unreadable files and does not follow symbolic links.
fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => bytes_below(&entry.path()),
        Ok(kind) if kind.is_file() => entry.metadata().map_or(0, |data| data.len()),
        _ => 0,
    };
    entries.map(size).sum()
}

fn version(database: &Path) -> Result<Option<i64>, String> {
    match directory::open_unchanged(database).and_then(|connection| schema::find(&connection)) {
        Ok(SchemaKind::Version(version)) => Ok(Some(version)),
        Ok(SchemaKind::Empty) => Ok(None),
        Ok(SchemaKind::Foreign) => Err("it was not written by a release of the arena".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
