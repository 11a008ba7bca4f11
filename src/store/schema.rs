//! The schema of the database and its version.
//!
//! A database states its program in `PRAGMA application_id` and its schema version in `PRAGMA user_version`. A database
//! of another version is rejected and not changed.

use std::fs::File;
use std::io;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, TransactionBehavior};

use super::directory::{self, Writing};
use super::error::StoreError;
use super::sums;

/// Version of the schema that this program supports.
pub(super) const VERSION: i64 = 1;

/// Application id of the arena's databases.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Aren");

const TABLES: &str = include_str!("schema.sql");

/// Kind of a database file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaKind {
    /// No tables.
    Empty,
    /// Tables of the arena, with this schema version.
    Version(i64),
    /// Tables that no release of the arena created.
    Foreign,
}

/// Determines the program and the version of a database.
pub(super) fn find(connection: &Connection) -> rusqlite::Result<SchemaKind> {
    let number = |query: &str| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    if number("PRAGMA application_id")? == i64::from(APPLICATION_ID) {
        return number("PRAGMA user_version").map(SchemaKind::Version);
    }
    Ok(if number("SELECT COUNT(*) FROM sqlite_schema")? == 0 { SchemaKind::Empty } else { SchemaKind::Foreign })
}

/// Checks that the database of the data directory `dir` has the version of this program.
///
/// # Errors
/// [`StoreError::Version`] or [`StoreError::Foreign`] otherwise.
pub(super) fn check(dir: &Path, found: SchemaKind) -> Result<(), StoreError> {
    match found {
        SchemaKind::Version(VERSION) => Ok(()),
        SchemaKind::Version(found) => Err(StoreError::Version { dir: dir.to_owned(), found, expected: VERSION }),
        SchemaKind::Empty | SchemaKind::Foreign => Err(StoreError::Foreign { dir: dir.to_owned(), expected: VERSION }),
    }
}

/// Creates the database of the data directory `dir` if it is missing. Checks its version otherwise.
///
/// # Errors
/// [`StoreError::Version`] and [`StoreError::Foreign`] for a database that this program does not support; the database
/// is not changed. [`StoreError::Open`] if the database cannot be read or created.
pub(super) fn prepare(dir: &Path, writing: &Writing) -> Result<(), StoreError> {
    let path = directory::database(dir);
    let failed = |problem: String| StoreError::Open { path: path.clone(), problem };
    make_private(&path).map_err(|error| failed(error.to_string()))?;
    match writing.open_to_read().and_then(|connection| find(&connection)) {
        Ok(SchemaKind::Empty) => create(writing).map_err(|error| failed(error.to_string())),
        Ok(found) => check(dir, found),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Creates the tables in one transaction, so that a kill leaves an empty database.
fn create(writing: &Writing) -> rusqlite::Result<()> {
    let mut connection = writing.open()?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(TABLES)?;
    sums::create(&transaction)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// Returns true if the tables and indexes of a database are those of [`TABLES`].
pub(super) fn is_complete(connection: &Connection) -> rusqlite::Result<bool> {
    let read = |connection: &Connection| {
        let mut query = connection.prepare(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name",
        )?;
        let rows = query.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, row.get::<_, Value>(3)?))
        })?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    let new = Connection::open_in_memory()?;
    new.execute_batch(TABLES)?;
    Ok(read(connection)? == read(&new)?)
}

/// Creates the file with mode 0600, because it contains hashes of passwords and tokens. SQLite creates its other files
/// with the same mode.
fn make_private(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
