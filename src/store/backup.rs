//! Copies of the database for safe keeping: made while a server writes to it, checked, and put back.
//!
//! A copy is one file that holds what had been answered when it was begun. It is written under another name, checked,
//! forced to the disk and renamed, so a file of the name that was asked for is always whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use uuid::Uuid;

use super::directory::{self, Lock};
use super::error::StoreError;
use super::schema::{self, Found};
use super::{group, log};

/// How long a copy waits while another program has the database locked.
const BUSY: Duration = Duration::from_secs(5);

/// So often the log of a database is read where it seems damaged.
const ATTEMPTS: usize = 10;

/// Why a copy was not made, or not put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no database {}; give --data as the server was given it", .0.display())]
    NoDatabase(PathBuf),
    /// Nothing is overwritten.
    #[error("{} is there already; choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    /// The data directory has a database.
    #[error(
        "{} is there already; restore to an empty directory, or give --replace, which keeps the present database under \
         another name", .0.display()
    )]
    Occupied(PathBuf),
    /// The file is no database of the arena, or not whole.
    #[error("{} cannot be restored: {problem}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The database is there, and not for this user or not in this place.
    #[error(
        "{} cannot be opened: {problem}; that needs the rights of the server's user, in a directory that can be written to",
        path.display()
    )]
    Unopened {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Writing the copy failed; what there was is as before.
    #[error("{} cannot be written: {problem}", path.display())]
    NotWritten {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The data directory cannot be used, as when a server runs on it.
    #[error(transparent)]
    Directory(#[from] StoreError),
}

/// What a copy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Its size.
    pub bytes: u64,
    /// Matches, finished or not, without those of tournaments.
    pub matches: u64,
    /// People.
    pub players: u64,
    /// Tournaments.
    pub tournaments: u64,
}

/// Copies the database of the data directory `data` to the new file `to`, also while a server uses it.
///
/// # Errors
/// [`BackupError`] when there is no database, `to` is there already, or the copy cannot be written or is not whole.
pub fn backup(data: &Path, to: &Path) -> Result<Contents, BackupError> {
    let path = directory::database(data);
    if !path.is_file() {
        return Err(BackupError::NoDatabase(path));
    }
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    check_opens(&path)?;
    let part = with_suffix(to, ".part");
    let made = copy(&path, &part).and_then(|contents| {
        put_in_place(&part, to).map_err(|error| error.to_string())?;
        Ok(contents)
    });
    made.map_err(|problem| {
        // It may fill the disk.
        for end in ["", "-journal"] {
            fs::remove_file(with_suffix(&part, end)).ok();
        }
        BackupError::NotWritten { path: to.to_owned(), problem }
    })
}

/// Whether a database can be opened as its server opens it: to read a log beside it, one must be able to write.
pub(super) fn check_opens(path: &Path) -> Result<(), BackupError> {
    let unopened = |problem: String| BackupError::Unopened { path: path.to_owned(), problem };
    File::options().read(true).write(true).open(path).map_err(|error| unopened(error.to_string()))?;
    let opened = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .and_then(|connection| connection.query_row("PRAGMA schema_version", [], |_| Ok(())));
    match opened.map_err(|error| (error.sqlite_error_code(), error)) {
        Err((Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly), error)) => {
            Err(unopened(error.to_string()))
        }
        // What else is wrong is found where it is read.
        _ => Ok(()),
    }
}

fn copy(path: &Path, part: &Path) -> Result<Contents, String> {
    fs::remove_file(part).or_else(absent).map_err(|error| error.to_string())?;
    // The copy holds the hashes of tokens and passwords, so only its owner may read it. SQLite fills an empty file that
    // exists already, and keeps its mode.
    private(part).map_err(|error| error.to_string())?;
    let target = part.to_str().ok_or("its name is not UTF-8")?;
    let said = |error: rusqlite::Error| error.to_string();
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(said)?;
    connection.busy_timeout(BUSY).map_err(said)?;
    // Read before the copy is made: what leaves the log meanwhile is in the copy.
    let logged = logged(path, &connection)?;
    // The copy is one read transaction, so it has nothing of what is committed meanwhile.
    connection.execute("VACUUM INTO ?1", [target]).map_err(said)?;
    let mut copied = Connection::open(part).map_err(said)?;
    group::take_in(&mut copied, logged)?;
    // It is another database from now on: the log of the present one holds what comes later and is not for it.
    copied.execute("UPDATE log_of SET id = randomblob(16)", []).map_err(said)?;
    copied.close().map_err(|(_, error)| said(error))?;
    contents(part)
}

/// Reads the log of a database.
fn logged(path: &Path, connection: &Connection) -> Result<Vec<log::Group>, String> {
    let said = |error: rusqlite::Error| error.to_string();
    let id: Uuid = connection.query_row("SELECT id FROM log_of", [], |row| row.get(0)).map_err(said)?;
    let folder = path.parent().ok_or("it is in no folder")?;
    let mut read = log::read(folder, id);
    // What is written meanwhile may look damaged, and what is removed meanwhile missing, though not again and again.
    for _ in 1..ATTEMPTS {
        if read.is_ok() {
            break;
        }
        read = log::read(folder, id);
    }
    Ok(read.map_err(|error| error.to_string())?.groups)
}

/// Puts the copy `from` into the data directory `data`, which no server may be using. With `replace`, a database that is
/// there is kept under the name that is given back.
///
/// # Errors
/// [`BackupError`] when the directory is in use or has a database, or the copy is not whole, not the arena's or of another
/// version; what there was is as before then.
pub fn restore(from: &Path, data: &Path, replace: bool) -> Result<(Contents, Option<PathBuf>), BackupError> {
    let unfit = |problem: String| BackupError::Unfit { path: from.to_owned(), problem };
    let contents = contents(from).map_err(unfit)?;
    // Held until everything is in its place.
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
        // It may fill the disk.
        fs::remove_file(&part).ok();
    }
    if copied.map_err(failed)? != contents.bytes {
        return Err(unfit("it changed while it was read".to_owned()));
    }
    if path.exists() {
        complete(&path);
    }
    let before = if path.exists() { Some(keep(&path).map_err(failed)?) } else { None };
    // Logs without their database would be taken for those of the restored one.
    log::move_away(data, &suffix(before.as_deref())).map_err(failed)?;
    // SQLite would apply a log that was left behind to the restored database.
    for end in ["-wal", "-shm"] {
        fs::remove_file(with_suffix(&path, end)).or_else(absent).map_err(failed)?;
    }
    put_in_place(&part, &path).map_err(failed)?;
    Ok((contents, before))
}

/// Takes the log of a database into it as far as it can be read: what cannot stays beside it.
fn complete(path: &Path) {
    let taken = Connection::open(path).map_err(|error| error.to_string()).and_then(|mut connection| {
        let logged = logged(path, &connection)?;
        group::take_in(&mut connection, logged)
    });
    if let Err(problem) = taken {
        tracing::warn!(database = %path.display(), problem, "the log of a database that is moved away is kept as it is");
    }
}

/// What is put after the names of logs whose database got this name.
fn suffix(database: Option<&Path>) -> String {
    let number = database.and_then(Path::extension).and_then(std::ffi::OsStr::to_str).unwrap_or("before-restore");
    format!(".{number}")
}

/// Gives a database and its log another name, under which they stay; that name. They keep the present one as well until the
/// restored database takes it, so that a directory has a database whatever ends this.
fn keep(path: &Path) -> io::Result<PathBuf> {
    let name = (1..).map(|number| with_suffix(path, &format!(".before-restore-{number}"))).find(|name| !name.exists());
    let name = name.expect("numbers do not end");
    for end in ["-wal", "-shm", ""] {
        let (from, to) = (with_suffix(path, end), with_suffix(&name, end));
        // Of one that was killed before the database had its other name; perhaps it is this very file, and not to be written to.
        fs::remove_file(&to).or_else(absent)?;
        fs::hard_link(&from, &to)
            .or_else(absent)
            // Not every file system has them.
            .or_else(|_| fs::copy(&from, &to).map(drop))?;
    }
    Ok(name)
}

/// What a copy holds, if it is a whole database of an arena that this version understands.
pub(super) fn contents(path: &Path) -> Result<Contents, String> {
    let said = |error: rusqlite::Error| error.to_string();
    let file = fs::metadata(path).map_err(|error| error.to_string())?;
    if file.is_dir() {
        return Err("it is a directory, and a file is needed".to_owned());
    }
    let bytes = file.len();
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(said)?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(said)?;
    if found != "ok" {
        return Err(format!("it is damaged: {found}"));
    }
    match schema::find(&connection).map_err(said)? {
        Found::Version(schema::VERSION) => {}
        Found::Version(found) => {
            let expected = schema::VERSION;
            return Err(format!("it has database version {found}, and this program needs version {expected}"));
        }
        Found::Empty | Found::Foreign => return Err("it is no database of the arena".to_owned()),
    }
    let count = |table: &str| -> Result<u64, String> {
        let count = connection.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get::<_, i64>(0));
        u64::try_from(count.map_err(said)?).map_err(|error| error.to_string())
    };
    let (matches, players, tournaments) = (count("matches")?, count("players")?, count("tournaments")?);
    Ok(Contents { bytes, matches, players, tournaments })
}

/// Forces a file to the disk under its name.
fn put_in_place(part: &Path, to: &Path) -> io::Result<()> {
    File::options().write(true).open(part)?.sync_all()?;
    fs::rename(part, to)?;
    #[cfg(unix)]
    File::open(to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

/// A new file for its owner's eyes only.
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

/// What is not there need not be removed.
pub(super) fn absent(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}
