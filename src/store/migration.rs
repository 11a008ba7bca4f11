//! Brings the database of an earlier version up to date, once, after a copy of it.
//!
//! The copy stands beside the database and is named by the schema that it has: `arena.schema-2.sqlite`. It is written
//! under another name, forced to the disk and renamed, so a file of that name is always whole. Each step of the
//! schema is a transaction. So whatever ends the process, the database has the schema of some step, wholly, and the
//! next start goes on from there. A copy is never overwritten and never deleted.

use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::directory;
use super::error::StoreError;

pub(super) static STEPS: Migrator = sqlx::migrate!("src/store/migrations");

/// The version of the database that this program writes.
pub(super) fn newest() -> i64 {
    STEPS.iter().map(|step| step.version).max().unwrap_or(0)
}

/// Bytes that must stay free beside a copy: for the log of the steps, and for whatever else the disk is used for.
const MARGIN: u64 = 16 << 20;

/// Places at which a migration can be interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Point {
    /// The copy is to be made.
    Copying,
    /// It is written, but does not have its name yet.
    Written,
    /// It has its name; the steps are to be made.
    Copied,
}

/// What a migration needs from outside.
pub(super) struct Migration<'a> {
    /// All steps of the schema.
    pub(super) steps: &'a Migrator,
    /// The bytes that are free in a folder; none where that cannot be known.
    pub(super) free: &'a (dyn Fn(&Path) -> Option<u64> + Sync),
    /// Is told where the migration stands.
    pub(super) reached: &'a (dyn Fn(Point) + Sync),
}

/// The last step of the schema that this version knows.
pub(super) fn known() -> i64 {
    STEPS.iter().map(|step| step.version).max().unwrap_or(0)
}

/// Brings the database up to date, making it where there is none.
pub(super) async fn migrate(path: &Path, options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let tell = |point| {
        if point == Point::Copying {
            tracing::info!(database = %path.display(), "the database is of an earlier version: a copy of it is made first");
        }
    };
    let migration = Migration { steps: &STEPS, free: &directory::free, reached: &tell };
    if let Some(copy) = migration.run(path, options).await? {
        tracing::info!(copy = %copy.display(), "the database is up to date; the copy is as it was before");
    }
    Ok(())
}

/// Makes the file of a new database, which nobody but the server's own user may read: it holds hashes of passwords and tokens.
/// What the database keeps beside it has the same mode.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

impl Migration<'_> {
    /// Brings the database up to date; gives the copy of what was there before, where anything was and had to change.
    pub(super) async fn run(&self, path: &Path, options: &SqliteConnectOptions) -> Result<Option<PathBuf>, StoreError> {
        let failed = |problem: String| StoreError::Open { path: path.to_owned(), problem };
        make_private(path).map_err(|error| failed(error.to_string()))?;
        let mut connection = options.connect().await.map_err(|error| failed(error.to_string()))?;
        let found = rusqlite::Connection::open(path).and_then(|connection| schema(&connection));
        let found = found.map_err(|error| failed(error.to_string()))?;
        let known = self.steps.iter().map(|step| step.version).max().unwrap_or(0);
        let copy = match found {
            Found::Foreign => return Err(failed("it is a database, but none of the arena".to_owned())),
            Found::Step(found) if found > known => {
                let copy = Some(copy_of(path, known)).filter(|copy| copy.is_file());
                return Err(StoreError::Newer { path: path.to_owned(), found, known, copy });
            }
            Found::Step(found) if 0 < found && found < known => Some(self.copy(&mut connection, path, found).await?),
            Found::Step(_) => None,
        };
        let made = self.steps.run(&mut connection).await;
        made.map_err(|error| match error {
            MigrateError::VersionMismatch(step) => {
                failed(format!("step {step} of its schema is not the one of this version of the arena"))
            }
            MigrateError::VersionMissing(step) => {
                failed(format!("step {step} of its schema is not known to this version of the arena"))
            }
            error => failed(error.to_string()),
        })?;
        connection.close().await.map_err(|error| failed(error.to_string()))?;
        Ok(copy)
    }

    /// Copies the database, which has this schema.
    async fn copy(&self, connection: &mut SqliteConnection, path: &Path, schema: i64) -> Result<PathBuf, StoreError> {
        (self.reached)(Point::Copying);
        let copy = copy_of(path, schema);
        let folder = path.parent().unwrap_or(Path::new("."));
        let needed = size(path)?.saturating_add(MARGIN);
        let free = (self.free)(folder);
        if let Some(free) = free.filter(|free| *free < needed) {
            return Err(StoreError::NoRoom { copy, needed_mb: needed.div_ceil(1 << 20), free_mb: free >> 20 });
        }
        let part = part_of(&copy);
        let failed = |problem: String| StoreError::NotCopied { copy: copy.clone(), problem };
        let done = self.write(connection, path, &copy, &part).await;
        if done.is_err() {
            // It may fill the disk; where it cannot be removed now, the next attempt does it.
            fs::remove_file(&part).ok();
        }
        let copied = done.map_err(failed)?;
        (self.reached)(Point::Copied);
        Ok(copied)
    }

    async fn write(
        &self,
        connection: &mut SqliteConnection,
        path: &Path,
        copy: &Path,
        part: &Path,
    ) -> Result<PathBuf, String> {
        let said = |error: io::Error| error.to_string();
        match fs::remove_file(part) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(said(error)),
            Ok(()) | Err(_) => {}
        }
        let name = part.to_str().ok_or("its path is not UTF-8")?;
        let vacuumed = sqlx::query("VACUUM INTO ?").bind(name).execute(connection).await;
        vacuumed.map_err(|error| error.to_string())?;
        // SQLite leaves it to the system when such a copy reaches the disk.
        File::options().write(true).open(part).and_then(|file| file.sync_all()).map_err(said)?;
        // The copy holds the same secrets as the database, so it gets the same mode.
        let rights = fs::metadata(path).map_err(said)?.permissions();
        fs::set_permissions(part, rights).map_err(said)?;
        (self.reached)(Point::Written);
        for number in 1.. {
            let copy = if number == 1 { copy.to_owned() } else { copy.with_extension(format!("{number}.sqlite")) };
            if !copy.exists() {
                fs::rename(part, &copy).map_err(said)?;
                sync_folder(&copy).map_err(said)?;
                return Ok(copy);
            }
            // The migration was interrupted after its copy, and nothing was written since.
            if same(part, &copy).map_err(said)? {
                fs::remove_file(part).map_err(said)?;
                return Ok(copy);
            }
        }
        unreachable!("the loop ends with a name that is free")
    }
}

/// What a database is.
pub(super) enum Found {
    /// It has the schema of this step; 0 when it is empty.
    Step(i64),
    /// Another program's.
    Foreign,
}

pub(super) fn schema(connection: &rusqlite::Connection) -> rusqlite::Result<Found> {
    let count = |tables: &str| -> rusqlite::Result<i64> {
        let query = format!("SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND {tables}");
        connection.query_row(&query, [], |row| row.get(0))
    };
    if count("name = '_sqlx_migrations'")? == 0 {
        return Ok(if count("TRUE")? == 0 { Found::Step(0) } else { Found::Foreign });
    }
    let step: Option<i64> = connection.query_row("SELECT MAX(version) FROM _sqlx_migrations", [], |row| row.get(0))?;
    Ok(Found::Step(step.unwrap_or(0)))
}

/// The bytes that a copy takes at most.
fn size(path: &Path) -> rusqlite::Result<u64> {
    let connection = rusqlite::Connection::open(path)?;
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
    Ok(number("PRAGMA page_count")?.saturating_mul(number("PRAGMA page_size")?))
}

/// Where the copy of a database with this schema stands.
pub(super) fn copy_of(path: &Path, schema: i64) -> PathBuf {
    path.with_extension(format!("schema-{schema}.sqlite"))
}

/// Where it stands before it is whole.
pub(super) fn part_of(copy: &Path) -> PathBuf {
    copy.with_extension("sqlite.part")
}

/// Makes a new name outlive a power cut.
#[cfg(unix)]
fn sync_folder(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether two files hold the same bytes.
fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one).bytes(), BufReader::new(other).bytes());
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (mine, theirs) if mine != theirs => return Ok(false),
            _ => {}
        }
    }
}
