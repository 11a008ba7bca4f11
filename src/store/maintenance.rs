//! Looking after a data directory from outside a server: whether all of it is sound, and giving unused room back.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::backup::{self, BackupError};
use super::database::Store;
use super::directory::{self, Lock};
use super::error::StoreError;
pub use super::queries::replay::ReadTournamentLog;
use super::schema::{self, Found};

/// Where a copy is checked, in the data directory: there is the room that the database may have.
const CHECKED: &str = "arena.checking";

/// Room beside a new database file that is not to be used up.
const MARGIN: u64 = 16 << 20;

/// Why a data directory was not compacted.
#[derive(Debug, thiserror::Error)]
pub enum CompactError {
    /// There is nothing to compact.
    #[error("there is no database {}; give --data as the server was given it", .0.display())]
    NoDatabase(PathBuf),
    /// The new file needs room beside the old one.
    #[error(
        "compacting {} needs {needed_mb} MB, and {free_mb} MB are free; nothing was changed; make room and try again",
        path.display()
    )]
    NoRoom {
        /// The database.
        path: PathBuf,
        /// What must be free, in MiB.
        needed_mb: u64,
        /// What is free, in MiB.
        free_mb: u64,
    },
    /// The database failed; what it holds is as before.
    #[error("{} cannot be compacted: {problem}", path.display())]
    Failed {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The data directory cannot be used, as when a server runs on it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Everything that is wrong with database and log of the data directory `data`, one sentence each; empty when they are
/// sound. All matches and results are replayed; `read_log` reads the log of a tournament. They are not changed: a copy of both is read, so a server may use them meanwhile, and as much room as the
/// database has must be free.
///
/// # Errors
/// [`BackupError`] when there is no database or no room for its copy.
pub async fn check(data: &Path, read_log: ReadTournamentLog) -> Result<Vec<String>, BackupError> {
    let path = directory::database(data);
    if !path.is_file() {
        return Err(BackupError::NoDatabase(path));
    }
    backup::check_opens(&path)?;
    // A server would refuse such a directory, and it is not damaged.
    if let Ok(found) = found(&path) {
        schema::check(data, found)?;
    }
    // A copy has new indexes, so these are checked where they are.
    let damaged = integrity(&path).unwrap_or_else(|error| vec![error.to_string()]);
    if !damaged.is_empty() {
        return Ok(damaged);
    }
    let folder = data.join(CHECKED);
    let needed = size(&path).saturating_add(MARGIN);
    if let Some(free) = directory::free(data).filter(|free| *free < needed) {
        let problem = format!("that needs {} MB, and {} MB are free", needed.div_ceil(1 << 20), free >> 20);
        return Err(BackupError::NotWritten { path: folder, problem });
    }
    let unusable = |source| StoreError::Directory { dir: folder.clone(), source };
    // What a check that was killed left behind.
    remove(&folder).map_err(unusable)?;
    fs::create_dir(&folder).map_err(unusable)?;
    let found = check_copy(data, &folder, read_log).await;
    remove(&folder).map_err(unusable)?;
    found
}

async fn check_copy(data: &Path, folder: &Path, read_log: ReadTournamentLog) -> Result<Vec<String>, BackupError> {
    match backup::backup(data, &directory::database(folder)) {
        Ok(_) => {}
        // A damaged log or database cannot be copied; the sentence names the place.
        Err(BackupError::NotWritten { problem, .. }) => return Ok(vec![problem]),
        Err(error) => return Err(error),
    }
    let store = match Store::open(folder).await {
        Ok(store) => store,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    let mut faults = store.check().await.unwrap_or_else(|error| vec![error.to_string()]);
    faults.extend(store.replay_all(read_log).await.unwrap_or_else(|error| vec![error.to_string()]));
    store.close().await?;
    Ok(faults)
}

fn found(path: &Path) -> rusqlite::Result<Found> {
    schema::find(&Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?)
}

/// What SQLite finds wrong with the database file.
fn integrity(path: &Path) -> rusqlite::Result<Vec<String>> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mut check = connection.prepare("PRAGMA integrity_check")?;
    let lines = check.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

fn remove(folder: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the database of the data directory `data`, which no server may be using, as small as what it holds: takes in its
/// log, and writes the file anew without unused room. Returns its bytes before and after.
///
/// A kill at any moment loses nothing: SQLite puts the new pages in the place of the old ones as one transaction.
///
/// # Errors
/// [`CompactError`] when the directory is in use, there is no room, or the database fails.
pub async fn compact(data: &Path) -> Result<(u64, u64), CompactError> {
    let path = directory::database(data);
    if !path.is_file() {
        return Err(CompactError::NoDatabase(path));
    }
    // A start and an end bring it up to date, with the log in it.
    Store::open(data).await?.close().await?;
    let _lock = Lock::take(data)?;
    let before = size(&path);
    // The new file is written beside the old one, and then through the database's log.
    let needed = before.saturating_mul(2).saturating_add(MARGIN);
    if let Some(free) = directory::free(data).filter(|free| *free < needed) {
        return Err(CompactError::NoRoom { path, needed_mb: needed.div_ceil(1 << 20), free_mb: free >> 20 });
    }
    vacuum(&path).map_err(|error| CompactError::Failed { path: path.clone(), problem: error.to_string() })?;
    Ok((before, size(&path)))
}

fn vacuum(path: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    connection.execute_batch("VACUUM")?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)
}
