//! The schema of the database and its version.
//!
//! A database states its program in `PRAGMA application_id` and its schema version in `PRAGMA user_version`. A database
//! of another version is rejected and not changed.

use std::fs::File;
use std::io;
use std::path::Path;

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
pub(super) fn check(dir: &Path, kind: SchemaKind) -> Result<(), StoreError> {
    match kind {
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
        Ok(kind) => {
            check(dir, kind)?;
            let differences = writing.open_to_read().and_then(|connection| differences(&connection));
            let differences = differences.map_err(|error| failed(error.to_string()))?;
            if differences.is_empty() { Ok(()) } else { Err(failed(differences.join("; "))) }
        }
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

/// Maximum number of characters of a foreign object's name in a message.
const LONGEST_NAME: i64 = 60;
/// Maximum number of foreign objects to name.
const MOST_NAMED: i64 = 8;

/// Compares the schema of a database with [`TABLES`], object by object. Returns a message for each table, index, view or
/// trigger that is missing, changed or foreign.
///
/// A foreign trigger would run with every write, and a view in the place of a table could compute for ever. This must
/// therefore come before any other query of a database from outside.
pub(super) fn differences(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let new = Connection::open_in_memory()?;
    new.execute_batch(TABLES)?;
    let mut query = new.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let expected = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let expected = expected.collect::<rusqlite::Result<Vec<(String, String, String, Option<String>)>>>()?;
    // Comparisons run inside SQLite, so that a long name is not read into memory.
    let is_there = "SELECT 1 FROM main.sqlite_schema WHERE type = ?1 AND name = ?2 AND tbl_name = ?3 AND sql IS ?4";
    let mut is_there = connection.prepare(is_there)?;
    let mut differences = Vec::new();
    for (kind, name, table, sql) in &expected {
        if !is_there.exists((kind, name, table, sql))? {
            differences.push(format!("the {kind} {name} is missing or differs from this program's"));
        }
    }
    let names: Vec<&str> = expected.iter().map(|(_, name, ..)| name.as_str()).collect();
    let names = serde_json::to_string(&names).expect("names are text");
    let foreign = "SELECT CAST(substr(type, 1, 10) AS BLOB), CAST(substr(name, 1, ?2) AS BLOB) FROM main.sqlite_schema \
         WHERE name IS NULL OR name NOT IN (SELECT value FROM json_each(?1)) LIMIT ?3";
    let text = |bytes: Option<Vec<u8>>| String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    let mut foreign = connection.prepare(foreign)?;
    let rows =
        foreign.query_map((names, LONGEST_NAME, MOST_NAMED), |row| Ok((text(row.get(0)?), text(row.get(1)?))))?;
    for row in rows {
        let (kind, name) = row?;
        differences.push(format!("the {kind} {name:?} does not belong to this program"));
    }
    let count: i64 = connection.query_row("SELECT COUNT(*) FROM main.sqlite_schema", [], |row| row.get(0))?;
    if differences.is_empty() && count != i64::try_from(expected.len()).unwrap_or(i64::MAX) {
        differences.push(format!("it has {count} tables and indexes instead of {}", expected.len()));
    }
    Ok(differences)
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
