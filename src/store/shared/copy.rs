//! What a database says of the log that it follows, if it follows one.

use std::path::Path;

use rusqlite::Connection;
use uuid::Uuid;

use crate::store::directory::Writing;
use crate::store::error::StoreError;
use crate::store::sql;

/// Whether a database is nobody's copy.
///
/// # Errors
/// [`StoreError::NotForThis`] when it is.
pub(in crate::store) fn check_own(dir: &Path, connection: &Connection) -> Result<(), StoreError> {
    let is_copy: bool = sql::value(connection, "SELECT EXISTS (SELECT 1 FROM replica)", [])?;
    if !is_copy {
        return Ok(());
    }
    let problem =
        "this data directory is a node's copy of what several nodes share; start it with --database and --nats";
    Err(StoreError::NotForThis { dir: dir.to_owned(), problem: problem.to_owned() })
}

/// Up to which change of the log with this id the database has everything. One that is empty begins to follow it.
///
/// # Errors
/// [`StoreError::NotForThis`] when it follows another log, or holds something and follows none.
pub(in crate::store) fn reached(writing: &Writing, dir: &Path, log: Uuid) -> Result<u64, StoreError> {
    let unreadable = |error: rusqlite::Error| StoreError::unreadable("the database", error);
    let not_for_this = |problem: &str| StoreError::NotForThis { dir: dir.to_owned(), problem: problem.to_owned() };
    let connection = writing.open().map_err(unreadable)?;
    let known: rusqlite::Result<(Uuid, i64)> =
        connection.query_row("SELECT log, reached FROM replica", [], |row| Ok((row.get(0)?, row.get(1)?)));
    match known {
        Ok((known, reached)) if known == log => Ok(reached.cast_unsigned()),
        Ok((_, _)) => {
            Err(not_for_this("this data directory belongs to the nodes of another database; take another one"))
        }
        Err(rusqlite::Error::QueryReturnedNoRows) => {
            let used = "SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM matches) \
                 OR EXISTS (SELECT 1 FROM tournaments)";
            if connection.query_row(used, [], |row| row.get(0)).map_err(unreadable)? {
                return Err(not_for_this(
                    "this data directory has an arena of its own; a node begins with an empty one",
                ));
            }
            connection.execute("INSERT INTO replica (log, reached) VALUES (?1, 0)", [log]).map_err(unreadable)?;
            Ok(0)
        }
        Err(error) => Err(unreadable(error)),
    }
}
