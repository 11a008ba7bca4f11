//! What can be found out about a data directory without opening the store: nothing is created or written.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::directory;
use super::schema::{self, Found};

/// The state of a data directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// Whether it is there.
    pub exists: bool,
    /// Whether some process has it open; none where that cannot be known.
    pub in_use: Option<bool>,
    /// The bytes of all files in it.
    pub bytes: u64,
    /// The bytes that are free where it is, or will be; none where the system does not say.
    pub free: Option<u64>,
    /// The version of its database; none without one. An error says why it cannot be read.
    pub version: Result<Option<i64>, String>,
    /// The version that this program reads and writes.
    pub expected: i64,
}

/// Looks at the data directory `dir`.
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

/// Whether a process has the data directory `dir` open, which holds its lock; none where that cannot be known.
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

/// The size of all files in and below `folder`; what cannot be read counts nothing, and links are not followed.
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
    let opened = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY);
    match opened.and_then(|connection| schema::find(&connection)) {
        Ok(Found::Version(version)) => Ok(Some(version)),
        Ok(Found::Empty) => Ok(None),
        Ok(Found::Foreign) => Err("no release of the arena wrote it".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
