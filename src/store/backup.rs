//! Backups of the database: creating one while a server writes, verifying it, and restoring it.
//!
//! A backup is a single file that contains all writes acknowledged before it began. It is written under a temporary
//! name, verified, flushed to disk and then renamed. A file with the requested name is therefore always complete. There
//! is no backup of a database that lacks acknowledged data: it would look like a good copy, and rotation would remove
//! the good ones for it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use uuid::Uuid;

use super::directory::{self, Lock};
use super::error::StoreError;
use super::schema::{self, SchemaKind};
use super::{group, log, mark, queries, sums};

/// Time that a backup waits for the lock of another program.
const BUSY: Duration = Duration::from_secs(5);

/// Maximum number of attempts to read the log of a database while it seems damaged.
const ATTEMPTS: usize = 10;

/// Maximum number of faults in the message about a file that is not restored.
const MOST_FAULTS: usize = 5;

/// Error of a backup or of a restore.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no database to copy.
    #[error("there is no database {}; use the --data of the server", .0.display())]
    NoDatabase(PathBuf),
    /// The target exists. Nothing is overwritten.
    #[error("{} already exists; choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    /// The data directory already has a database.
    #[error(
        "{} already exists; restore to an empty directory, or give --replace, which renames the present \
         database", .0.display()
    )]
    Occupied(PathBuf),
    /// The database is damaged or lacks acknowledged data. No copy was made.
    #[error("{} is damaged, and no copy was made: {problem}", path.display())]
    Damaged {
        /// The database file.
        path: PathBuf,
        problem: String,
    },
    /// The file is not a complete database of the arena.
    #[error("{} cannot be restored: {problem}", path.display())]
    Unfit {
        /// The backup file.
        path: PathBuf,
        problem: String,
    },
    /// The database exists, but this user cannot open it, or its directory is read-only.
    #[error(
        "{} cannot be opened: {problem}; run the command as the server's user, with write access to the directory",
        path.display()
    )]
    Unopened {
        /// The database file.
        path: PathBuf,
        problem: String,
    },
    /// Writing failed. Existing files are unchanged.
    #[error("{} cannot be written: {problem}", path.display())]
    NotWritten { path: PathBuf, problem: String },
    /// The data directory cannot be used, for example because a server uses it.
    #[error(transparent)]
    Directory(#[from] StoreError),
}

/// Contents of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Number of matches, finished or not, without tournament matches.
    pub matches: u64,
    pub players: u64,
    pub tournaments: u64,
}

/// File in the data directory with the time of the last backup in Unix milliseconds.
const LAST: &str = "arena.last-backup";

/// Copies the database of the data directory `data` to the new file `to`, and notes the time for [`last_ms`]. A server
/// may use the directory at the same time.
///
/// # Errors
/// [`BackupError`] if there is no database, it is damaged or lacks acknowledged data, `to` already exists, or the copy
/// cannot be written or is incomplete.
pub fn backup(data: &Path, to: &Path) -> Result<Contents, BackupError> {
    let began_ms = log::now_ms();
    let contents = copy_to(data, to, Rows::Verified)?;
    let last = data.join(LAST);
    fs::write(&last, began_ms.to_string())
        .map_err(|error| BackupError::NotWritten { path: last, problem: error.to_string() })?;
    Ok(contents)
}

/// Returns when the last backup of the data directory `data` began, in Unix milliseconds; `None` if there was none.
#[must_use]
pub fn last_ms(data: &Path) -> Option<u64> {
    fs::read_to_string(data.join(LAST)).ok()?.trim().parse().ok()
}

/// Removes all but the newest `keep` of the copies in `folder` that [`name`] named, `newest` included. Returns the removed
/// files. Copies that are named after a later time than `newest` do not count and stay: the clock was wrong then or is
/// wrong now.
///
/// # Errors
/// [`BackupError::NotWritten`] with the folder or file that cannot be read or removed.
pub fn remove_old(folder: &Path, newest: &Path, keep: usize) -> Result<Vec<PathBuf>, BackupError> {
    let failed =
        |path: &Path, error: io::Error| BackupError::NotWritten { path: path.to_owned(), problem: error.to_string() };
    let entries = fs::read_dir(folder).map_err(|error| failed(folder, error))?;
    let mut copies: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| is_copy(path) && path.file_name() <= newest.file_name())
        .collect();
    // The names sort by time.
    copies.sort();
    copies.truncate(copies.len().saturating_sub(keep));
    for path in &copies {
        fs::remove_file(path).map_err(|error| failed(path, error))?;
    }
    Ok(copies)
}

/// Returns the name of a copy for this time in UTC, such as `2027-01-31T180059Z`.
#[must_use]
pub fn name(time: &str) -> String {
    format!("arena-{time}.sqlite")
}

/// Whether a path has a name of [`name`].
fn is_copy(path: &Path) -> bool {
    let time = path.file_name().and_then(|name| name.to_str()?.strip_prefix("arena-")?.strip_suffix(".sqlite"));
    time.is_some_and(|time| time.len() == 18 && time.ends_with('Z') && time.as_bytes()[10] == b'T')
}

/// Treatment of a database with damaged rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// It is not copied.
    Verified,
    /// It is copied as it is, to look for the damage.
    Unverified,
}

/// Problem of a copy that is being made.
enum CopyProblem {
    /// The database is damaged.
    Source(String),
    /// The copy cannot be written.
    Target(String),
}

impl CopyProblem {
    fn target(problem: impl ToString) -> Self {
        Self::Target(problem.to_string())
    }
}

impl From<rusqlite::Error> for CopyProblem {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Source(error.to_string()),
            _ => Self::Target(error.to_string()),
        }
    }
}

/// Copies the database of the data directory `data` to the new file `to`.
pub(super) fn copy_to(data: &Path, to: &Path, rows: Rows) -> Result<Contents, BackupError> {
    let path = directory::database(data);
    if !path.is_file() {
        return Err(BackupError::NoDatabase(path));
    }
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    check_opens(&path)?;
    let part = with_suffix(to, ".part");
    let made = copy(data, &part, rows).and_then(|contents| {
        put_in_place(&part, to).map_err(CopyProblem::target)?;
        Ok(contents)
    });
    made.map_err(|problem| {
        // The partial file may fill the disk.
        for end in ["", "-journal"] {
            fs::remove_file(with_suffix(&part, end)).ok();
        }
        match problem {
            CopyProblem::Source(problem) => BackupError::Damaged { path, problem },
            CopyProblem::Target(problem) => BackupError::NotWritten { path: to.to_owned(), problem },
        }
    })
}

/// Checks that a database can be opened for writing, because a write-ahead log can only be read with write access.
pub(super) fn check_opens(path: &Path) -> Result<(), BackupError> {
    let unopened = |problem: String| BackupError::Unopened { path: path.to_owned(), problem };
    File::options().read(true).write(true).open(path).map_err(|error| unopened(error.to_string()))?;
    if fs::metadata(path).is_ok_and(|file| file.len() == 0) {
        // SQLite would delete the write-ahead log of an empty file.
        return Ok(());
    }
    let opened = directory::open_unchanged(path)
        .and_then(|connection| connection.query_row("PRAGMA schema_version", [], |_| Ok(())));
    match opened.map_err(|error| (error.sqlite_error_code(), error)) {
        Err((Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly), error)) => {
            Err(unopened(error.to_string()))
        }
        // Other problems are reported by the code that reads the database.
        _ => Ok(()),
    }
}

fn copy(data: &Path, part: &Path, rows: Rows) -> Result<Contents, CopyProblem> {
    if let Some(problem) = sums::lost(data) {
        return Err(CopyProblem::Source(problem));
    }
    fs::remove_file(part).or_else(absent).map_err(CopyProblem::target)?;
    // The copy contains hashes of tokens and passwords, so only its owner may read it. SQLite writes into the existing
    // empty file and keeps its mode.
    private(part).map_err(CopyProblem::target)?;
    let target = part.to_str().ok_or_else(|| CopyProblem::target("its name is not UTF-8"))?;
    let connection = directory::open_unchanged(&directory::database(data))?;
    connection.busy_timeout(BUSY)?;
    verify_schema(&connection).map_err(CopyProblem::Source)?;
    // The log is read first: entries that leave the log after this are in the copy.
    let logged = logged(data, &connection).map_err(CopyProblem::Source)?;
    if rows == Rows::Verified
        && let Some(problem) = sums::missing(data, &connection)?
    {
        return Err(CopyProblem::Source(problem));
    }
    // `VACUUM INTO` is a single read transaction, so later commits are not in the copy.
    connection.execute("VACUUM INTO ?1", [target])?;
    let mut copied = Connection::open(part)?;
    sums::keep(&copied)?;
    group::apply(&mut copied, logged).map_err(CopyProblem::Source)?;
    // The copy is a different database. It gets a new id, because the current log continues with entries that do not
    // belong to the copy.
    copied.execute("UPDATE log_of SET id = randomblob(16)", [])?;
    if rows == Rows::Verified
        && let Some(problem) = sums::faults(&copied)?.into_iter().next()
    {
        return Err(CopyProblem::Source(format!("{problem}; `arena data check` names the rows")));
    }
    copied.close().map_err(|(_, error)| error)?;
    contents(part).map_err(CopyProblem::Target)
}

fn logged(data: &Path, connection: &Connection) -> Result<Vec<log::Group>, String> {
    let id: Uuid =
        connection.query_row("SELECT id FROM log_of", [], |row| row.get(0)).map_err(|error| error.to_string())?;
    let mut read = log::read(data, id);
    // Concurrent writes can make the log look damaged or incomplete, but not repeatedly.
    for _ in 1..ATTEMPTS {
        if read.is_ok() {
            break;
        }
        read = log::read(data, id);
    }
    Ok(read.map_err(|error| error.to_string())?.groups)
}

/// Restores the backup `from` into the data directory `data`, which no server may be using. With `replace`, keeps an
/// existing database under another name and returns that name.
///
/// # Errors
/// [`BackupError`] if the directory is in use or has a database, or if the backup is incomplete, not from the arena, or
/// of another version. Existing files are then unchanged.
pub fn restore(from: &Path, data: &Path, replace: bool) -> Result<(Contents, Option<PathBuf>), BackupError> {
    let unfit = |problem: String| BackupError::Unfit { path: from.to_owned(), problem };
    if fs::metadata(with_suffix(from, "-wal")).is_ok_and(|log| log.len() > 0) {
        let problem = "a write-ahead log is beside it, so it is the database of a server and no copy by `arena backup`; \
             copy it with `arena backup`, or put all of its files into the data directory";
        return Err(unfit(problem.to_owned()));
    }
    let contents = contents(from).and_then(|contents| sound(from).map(|()| contents)).map_err(unfit)?;
    // Held until all files are in place.
    let _lock = Lock::take(data)?;
    let path = directory::database(data);
    if path.exists() && !replace {
        return Err(BackupError::Occupied(path));
    }
    let failed = |error: io::Error| BackupError::NotWritten { path: path.clone(), problem: error.to_string() };
    let part = with_suffix(&path, ".restoring");
    fs::remove_file(&part).or_else(absent).map_err(failed)?;
    let copied = private(&part).and_then(|mut file| io::copy(&mut File::open(from)?, &mut file));
    if !matches!(copied, Ok(bytes) if bytes == contents.bytes) {
        // The partial file may fill the disk.
        fs::remove_file(&part).ok();
    }
    if copied.map_err(failed)? != contents.bytes {
        return Err(unfit("it changed while it was read".to_owned()));
    }
    if path.exists() {
        complete(data);
    }
    let before = if path.exists() { Some(keep(&path).map_err(failed)?) } else { None };
    // Without their database, these marks and segments would be treated as those of the restored one.
    let suffix = suffix(before.as_deref());
    let moved = [log::MARK, sums::MARK].iter().try_for_each(|name| mark::move_away(data, name, &suffix));
    moved.and_then(|()| log::move_away(data, &suffix)).map_err(failed)?;
    // SQLite would apply a remaining write-ahead log to the restored database.
    for end in ["-wal", "-shm"] {
        fs::remove_file(with_suffix(&path, end)).or_else(absent).map_err(failed)?;
    }
    put_in_place(&part, &path).map_err(failed)?;
    Ok((contents, before))
}

/// Applies the logs of a data directory to its database. Logs that cannot be applied completely stay beside the database
/// as they are.
fn complete(data: &Path) {
    let apply = || -> Result<(), CopyProblem> {
        if let Some(problem) = sums::lost(data) {
            return Err(CopyProblem::Source(problem));
        }
        let mut connection = directory::open_unchanged(&directory::database(data))?;
        verify_schema(&connection).map_err(CopyProblem::Source)?;
        if let Some(problem) = sums::missing(data, &connection)? {
            return Err(CopyProblem::Source(problem));
        }
        let logged = logged(data, &connection).map_err(CopyProblem::Source)?;
        sums::keep(&connection)?;
        group::apply(&mut connection, logged).map_err(CopyProblem::Source)?;
        // Closing it now applies the write-ahead log to the database.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        Ok(connection.close().map_err(|(_, error)| error)?)
    };
    if let Err(CopyProblem::Source(problem) | CopyProblem::Target(problem)) = apply() {
        let data = data.display();
        tracing::warn!(%data, problem, "the logs of a database that is moved away are kept as they are");
    }
}

/// Returns the suffix for log segments that belong to the database with this name.
fn suffix(database: Option<&Path>) -> String {
    let number = database.and_then(Path::extension).and_then(std::ffi::OsStr::to_str).unwrap_or("before-restore");
    format!(".{number}")
}

/// Gives a database and its write-ahead log a second name and returns that name. The first name remains until the
/// restored database replaces it. The directory therefore has a database at any time.
fn keep(path: &Path) -> io::Result<PathBuf> {
    let name = (1..).map(|number| with_suffix(path, &format!(".before-restore-{number}"))).find(|name| !name.exists());
    let name = name.expect("the range is unbounded");
    for end in ["-wal", "-shm", ""] {
        let (from, to) = (with_suffix(path, end), with_suffix(&name, end));
        // An earlier restore that was killed may have left this link. It may point to the same file, so it must not be
        // written to.
        fs::remove_file(&to).or_else(absent)?;
        fs::hard_link(&from, &to)
            .or_else(absent)
            // Some file systems do not support hard links.
            .or_else(|_| fs::copy(&from, &to).map(drop))?;
    }
    Ok(name)
}

/// Verifies that a database has the version and the schema of this program. This comes before all other queries, because
/// a foreign view or trigger could run with them.
fn verify_schema(connection: &Connection) -> Result<(), String> {
    let message = |error: rusqlite::Error| error.to_string();
    match schema::find(connection).map_err(message)? {
        SchemaKind::Version(schema::VERSION) => {}
        SchemaKind::Version(version) => {
            let expected = schema::VERSION;
            return Err(format!("it has database version {version}, but this program needs version {expected}"));
        }
        SchemaKind::Empty | SchemaKind::Foreign => return Err("it is not a database of the arena".to_owned()),
    }
    let differences = schema::differences(connection).map_err(message)?;
    if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
}

/// Verifies the pages, the checksums and the values of a file with a verified schema.
fn sound(path: &Path) -> Result<(), String> {
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(|error| error.to_string())?;
    let mut faults = sums::faults(&connection).map_err(|error| error.to_string())?;
    faults.extend(queries::check::wrong_values(&connection).map_err(|error| error.to_string())?);
    if faults.is_empty() { Ok(()) } else { Err(faults.into_iter().take(MOST_FAULTS).collect::<Vec<_>>().join("; ")) }
}

/// Verifies that a file is a complete database of the arena with the current version, and counts its contents.
pub(super) fn contents(path: &Path) -> Result<Contents, String> {
    let message = |error: rusqlite::Error| error.to_string();
    let file = fs::metadata(path).map_err(|error| error.to_string())?;
    if file.is_dir() {
        return Err("it is a directory, but a file is needed".to_owned());
    }
    let bytes = file.len();
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(message)?;
    verify_schema(&connection)?;
    let report: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(message)?;
    if report != "ok" {
        return Err(format!("it is damaged: {report}"));
    }
    let count = |table: &str| -> Result<u64, String> {
        let count = connection.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get::<_, i64>(0));
        u64::try_from(count.map_err(message)?).map_err(|error| error.to_string())
    };
    let (matches, players, tournaments) = (count("matches")?, count("players")?, count("tournaments")?);
    Ok(Contents { bytes, matches, players, tournaments })
}

fn put_in_place(part: &Path, to: &Path) -> io::Result<()> {
    File::options().write(true).open(part)?.sync_all()?;
    fs::rename(part, to)?;
    #[cfg(unix)]
    File::open(to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

/// Creates a file that only its owner can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Ignores the error of removing a file that does not exist.
pub(super) fn absent(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}
