//! Offline maintenance of a data directory: integrity check and compaction.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::backup::{self, BackupError, Rows};
use super::database::Store;
use super::directory::{self, Lock};
use super::error::StoreError;
pub use super::queries::replay::ReadTournamentLog;
use super::schema::{self, SchemaKind};
use super::sums;

/// Directory for the copy that is checked. It is inside the data directory, where space for the database is expected.
const CHECKED: &str = "arena.checking";

/// Disk space in bytes to leave free beside a new database file.
const MARGIN: u64 = 16 << 20;

#[derive(Debug, thiserror::Error)]
pub enum CompactError {
    /// The database does not exist.
    #[error("there is no database {}; use the --data of the server", .0.display())]
    NoDatabase(PathBuf),
    /// There is no space for the new file beside the old one.
    #[error(
        "compacting {} needs {needed_mb} MB, but only {free_mb} MB are free; nothing was changed; free some space and try again",
        path.display()
    )]
    NoRoom {
        /// The database file.
        path: PathBuf,
        /// Required free space in MiB.
        needed_mb: u64,
        /// Available space in MiB.
        free_mb: u64,
    },
    /// The database failed. Its content is unchanged.
    #[error("{} cannot be compacted: {problem}", path.display())]
    Failed {
        /// The database file.
        path: PathBuf,
        problem: String,
    },
    /// The data directory cannot be used, for example because a server uses it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns all faults of the database and the log of the data directory `data`, one sentence each. The list is empty if
/// they are sound.
///
/// The check replays all matches and results. `read_log` parses the log of a tournament. The check works on a copy,
/// which needs as much free space as the database. A server may therefore use the directory at the same time.
///
/// # Errors
/// [`BackupError`] if there is no database or no space for its copy.
pub async fn check(data: &Path, read_log: ReadTournamentLog) -> Result<Vec<String>, BackupError> {
    let path = directory::database(data);
    if !path.is_file() {
        return Err(BackupError::NoDatabase(path));
    }
    if let Some(problem) = sums::lost(data) {
        return Ok(vec![problem]);
    }
    backup::check_opens(&path)?;
    // A server would reject such a directory, but it is not damaged.
    if let Ok(kind) = found(&path) {
        schema::check(data, kind)?;
    }
    // The copy has new indexes, so the original ones are checked here.
    let damaged = integrity(&path).unwrap_or_else(|error| vec![error.to_string()]);
    if !damaged.is_empty() {
        return Ok(damaged.into_iter().chain(missing(&path, data).unwrap_or_default()).collect());
    }
    let mut faults = unlike_sums(&path, data).unwrap_or_else(|error| vec![error.to_string()]);
    let folder = data.join(CHECKED);
    let needed = size(&path).saturating_add(MARGIN);
    if let Some(free) = directory::free(data).filter(|free| *free < needed) {
        let problem = format!("it needs {} MB, but only {} MB are free", needed.div_ceil(1 << 20), free >> 20);
        return Err(BackupError::NotWritten { path: folder, problem });
    }
    let unusable = |source| StoreError::Directory { dir: folder.clone(), source };
    // A check that was killed may have left this directory behind.
    remove(&folder).map_err(unusable)?;
    fs::create_dir(&folder).map_err(unusable)?;
    let faults_of_copy = check_copy(data, &folder, read_log).await;
    remove(&folder).map_err(unusable)?;
    faults.extend(faults_of_copy?);
    Ok(faults)
}

async fn check_copy(data: &Path, folder: &Path, read_log: ReadTournamentLog) -> Result<Vec<String>, BackupError> {
    match backup::copy_to(data, &directory::database(folder), Rows::Unverified) {
        Ok(_) => {}
        // A damaged log or database cannot be copied. The message names the place.
        Err(BackupError::NotWritten { problem, .. } | BackupError::Damaged { problem, .. }) => {
            return Ok(vec![problem]);
        }
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

fn found(path: &Path) -> rusqlite::Result<SchemaKind> {
    schema::find(&directory::open_unchanged(path)?)
}

/// Compares the schema, and runs SQLite's integrity check.
fn integrity(path: &Path) -> rusqlite::Result<Vec<String>> {
    let connection = directory::open_unchanged(path)?;
    let differences = schema::differences(&connection)?;
    if !differences.is_empty() {
        return Ok(differences);
    }
    let mut check = connection.prepare("PRAGMA integrity_check")?;
    let lines = check.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let mut faults: Vec<String> = lines.into_iter().filter(|line| line != "ok").collect();
    if connection.is_readonly("main")? {
        faults.push("the header marks the database as read-only".to_owned());
    }
    Ok(faults)
}

/// Compares all rows with their checksums, and the number of transactions with that of the acknowledged ones.
fn unlike_sums(path: &Path, data: &Path) -> rusqlite::Result<Vec<String>> {
    let missing = missing(path, data)?;
    Ok(missing.into_iter().chain(sums::faults(&directory::open_unchanged(path)?)?).collect())
}

/// Returns the problem if acknowledged transactions are missing.
fn missing(path: &Path, data: &Path) -> rusqlite::Result<Option<String>> {
    sums::missing(data, &directory::open_unchanged(path)?)
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

/// Minimises the size of the database in the data directory `data`: applies its log and rewrites the file without
/// unused space. No server may be using the directory. Returns the file size in bytes before and after.
///
/// A kill at any time loses nothing, because SQLite replaces the old pages in one transaction.
///
/// # Errors
/// [`CompactError`] if the directory is in use, there is not enough space, or the database fails.
pub async fn compact(data: &Path) -> Result<(u64, u64), CompactError> {
    let path = directory::database(data);
    if !path.is_file() {
        return Err(CompactError::NoDatabase(path));
    }
    // Opening and closing the store applies the log.
    Store::open(data).await?.close().await?;
    let _lock = Lock::take(data)?;
    let before = size(&path);
    // `VACUUM` writes the new file beside the old one and then through the write-ahead log.
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
