//! Snapshots: a node's database is copied while it is written, and put up beside the log in parts; another node takes them and
//! has everything up to where that copy was made.
//!
//! A copy is one read transaction, and a database says itself up to which change it has everything, in the transaction that
//! makes it so. What is taken is written under another name and compared with the digest before it takes the place of what
//! was there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{SharedLog, SharedLogError, Snapshot};
use crate::store::backup::{absent, contents, private, put_in_place, with_suffix};
use crate::store::directory;

/// The bytes of a part: what goes over a slow line well within the time that a database has to answer.
const PART: usize = 256 << 10;

/// How long a copy waits while somebody has the database locked.
const BUSY: Duration = Duration::from_secs(5);

/// What stands beside the database of a directory while something is done with it.
const MEANWHILE: [&str; 3] = [".snapshot", ".taking", ".old"];

/// Why no snapshot was put up, or taken.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// What nodes share cannot be asked.
    #[error(transparent)]
    Log(#[from] SharedLogError),
    /// The database cannot be copied.
    #[error("{} cannot be copied: {problem}", path.display())]
    NotCopied {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// There is none to take.
    #[error("the nodes' log has no whole snapshot")]
    None,
    /// What was read is not what was put up.
    #[error("the snapshot up to change {reached} cannot be taken: {problem}")]
    Unfit {
        /// Up to where it goes.
        reached: u64,
        /// What is wrong.
        problem: String,
    },
}

/// What became of a snapshot that was to be put up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutUp {
    /// It stands beside the log.
    Done(Snapshot),
    /// Another node is about it, or has done it.
    NotNeeded,
}

/// Which log the database of the data directory `dir` follows, and up to which change it has everything; none where there is
/// no database, or one that follows none. Not for a directory whose database is being exchanged.
///
/// # Errors
/// A sentence, when it cannot be read.
pub fn place_of(dir: &Path) -> Result<Option<(Uuid, u64)>, String> {
    let path = directory::database(dir);
    if !path.is_file() {
        return Ok(None);
    }
    // A log beside the database can be read by those alone who may write it.
    let opened = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    opened.and_then(|connection| place_in(&connection)).map_err(|error| format!("{}: {error}", path.display()))
}

fn place_in(connection: &Connection) -> rusqlite::Result<Option<(Uuid, u64)>> {
    let known = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'replica')";
    if !connection.query_row(known, [], |row| row.get::<_, bool>(0))? {
        return Ok(None);
    }
    let place = connection
        .query_row("SELECT log, reached FROM replica", [], |row| Ok((row.get::<_, Uuid>(0)?, row.get::<_, i64>(1)?)));
    Ok(place.optional()?.map(|(log, reached)| (log, reached.cast_unsigned())))
}

/// Copies the database of the data directory `dir` and puts the copy up beside the log, also while a store writes there, but
/// not while the database is exchanged.
///
/// # Errors
/// [`SnapshotError`]; what was put up by then counts for nothing, and goes when the next one is begun.
pub async fn put_up(dir: &Path, log: &dyn SharedLog) -> Result<PutUp, SnapshotError> {
    let path = directory::database(dir);
    let part = with_suffix(&path, MEANWHILE[0]);
    let (from, to) = (path.clone(), part.clone());
    let failed = |problem: String| SnapshotError::NotCopied { path: path.clone(), problem };
    let copying = tokio::task::spawn_blocking(move || copy(&from, &to));
    let copied = copying.await.map_err(|panic| failed(panic.to_string()))?;
    let done = match copied {
        Ok((id, whole)) if id == log.id().await? => send(&part, whole, log).await.map_err(|error| match error {
            Failed::Log(error) => SnapshotError::Log(error),
            Failed::File(error) => failed(error.to_string()),
        }),
        Ok(_) => Err(failed("it follows another log".to_owned())),
        Err(problem) => Err(failed(problem)),
    };
    fs::remove_file(&part).ok();
    done
}

/// Makes a copy: the log that it follows, and what there is to say of it.
fn copy(path: &Path, part: &Path) -> Result<(Uuid, Snapshot), String> {
    let said = |error: rusqlite::Error| error.to_string();
    let failed = |error: io::Error| error.to_string();
    fs::remove_file(part).or_else(absent).map_err(failed)?;
    // It holds the hashes of tokens and passwords.
    private(part).map_err(failed)?;
    let target = part.to_str().ok_or("its name is not UTF-8")?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(said)?;
    connection.busy_timeout(BUSY).map_err(said)?;
    connection.execute("VACUUM INTO ?1", [target]).map_err(said)?;
    drop(connection);
    let copied = Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(said)?;
    let (id, reached) = place_in(&copied).map_err(said)?.ok_or("it follows no log")?;
    drop(copied);
    let (bytes, digest) = digest(part).map_err(failed)?;
    Ok((id, Snapshot { reached, parts: bytes.div_ceil(PART as u64), bytes, digest }))
}

/// The size of a file, and its SHA-256.
fn digest(path: &Path) -> io::Result<(u64, [u8; 32])> {
    let mut hasher = Sha256::new();
    let mut file = File::open(path)?;
    let (mut buffer, mut bytes) = (vec![0; PART], 0);
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok((bytes, hasher.finalize().into()));
        }
        bytes += count as u64;
        hasher.update(&buffer[..count]);
    }
}

enum Failed {
    Log(SharedLogError),
    File(io::Error),
}

async fn send(part: &Path, whole: Snapshot, log: &dyn SharedLog) -> Result<PutUp, Failed> {
    if !log.begin(whole.reached).await.map_err(Failed::Log)? {
        return Ok(PutUp::NotNeeded);
    }
    let mut file = File::open(part).map_err(Failed::File)?;
    for number in 0..whole.parts {
        // A part is read in less time than it takes to send it, and the thread has others to serve.
        let mut body = Vec::with_capacity(PART);
        Read::by_ref(&mut file).take(PART as u64).read_to_end(&mut body).map_err(Failed::File)?;
        log.put(whole.reached, number, body).await.map_err(Failed::Log)?;
    }
    log.finish(&whole).await.map_err(Failed::Log)?;
    Ok(PutUp::Done(whole))
}

/// Removes what is left of snapshots that were being put up or taken when the process ended. The caller holds the directory.
pub(in crate::store) fn tidy(dir: &Path) {
    for end in MEANWHILE {
        if let Err(error) = fs::remove_file(with_suffix(&directory::database(dir), end)).or_else(absent) {
            tracing::warn!(dir = %dir.display(), %error, "what is left of a snapshot cannot be removed");
        }
    }
}

/// Takes the newest snapshot of the log called `id` into the data directory `dir`, which the caller holds; up to which change
/// it has everything.
pub(in crate::store) async fn take(dir: &Path, id: Uuid, log: &dyn SharedLog) -> Result<u64, SnapshotError> {
    let whole = log.newest().await?.ok_or(SnapshotError::None)?;
    let path = directory::database(dir);
    let part = with_suffix(&path, MEANWHILE[1]);
    let unfit = |problem: String| SnapshotError::Unfit { reached: whole.reached, problem };
    let taken = fetch(&part, &whole, log).await.map_err(|error| match error {
        Failed::Log(error) => SnapshotError::Log(error),
        Failed::File(error) => unfit(error.to_string()),
    });
    if let Err(error) = taken {
        fs::remove_file(&part).ok();
        return Err(error);
    }
    let (whole_now, new) = (whole.clone(), part.clone());
    let installing = tokio::task::spawn_blocking(move || {
        check(&new, id, &whole_now)?;
        exchange(&path, &new).map_err(|error| error.to_string())
    });
    installing.await.map_err(|panic| unfit(panic.to_string()))?.map_err(unfit)?;
    Ok(whole.reached)
}

async fn fetch(part: &Path, whole: &Snapshot, log: &dyn SharedLog) -> Result<(), Failed> {
    fs::remove_file(part).or_else(absent).map_err(Failed::File)?;
    let mut file = private(part).map_err(Failed::File)?;
    for number in 0..whole.parts {
        let gone = || SharedLogError::Unavailable("a newer snapshot has taken its place".to_owned());
        let body = log.part(whole.reached, number).await.map_err(Failed::Log)?.ok_or_else(gone).map_err(Failed::Log)?;
        file.write_all(&body).map_err(Failed::File)?;
    }
    Ok(())
}

/// Whether a file is the snapshot, whole, and of a form that this release reads.
fn check(part: &Path, id: Uuid, whole: &Snapshot) -> Result<(), String> {
    if digest(part).map_err(|error| error.to_string())? != (whole.bytes, whole.digest) {
        return Err("it is damaged: its digest is another one".to_owned());
    }
    contents(part)?;
    let said = |error: rusqlite::Error| error.to_string();
    let connection = Connection::open(part).map_err(said)?;
    if place_in(&connection).map_err(said)? != Some((id, whole.reached)) {
        return Err("it is of another log, or does not reach to where it is said to".to_owned());
    }
    // A database of its own: nobody takes its log for that of another.
    connection.execute("UPDATE log_of SET id = randomblob(16)", []).map_err(said)?;
    connection.close().map_err(|(_, error)| said(error))
}

/// Puts the new database in the place of the old one, which nobody uses.
fn exchange(path: &Path, new: &Path) -> io::Result<()> {
    let old = with_suffix(path, MEANWHILE[2]);
    // The old one goes out of the way first: SQLite drops a log that it finds beside no database, and would apply it to another.
    fs::rename(path, &old).or_else(absent)?;
    for end in ["-wal", "-shm"] {
        fs::remove_file(with_suffix(path, end)).or_else(absent)?;
    }
    put_in_place(new, path)?;
    fs::remove_file(&old).or_else(absent)
}
