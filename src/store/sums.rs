//! Checksums of the stored rows, and a count of the acknowledged transactions.
//!
//! SQLite has checksums in its write-ahead log only, and it drops the rest of that log without an error if one is
//! wrong. The table `sums` therefore holds, for each table, the sum of the CRC-32 of its rows, and the number of committed
//! transactions. Temporary triggers of each writing connection keep the sums, so other programs can still read the
//! database. A file beside the database repeats the number of transactions after each commit and before it is
//! acknowledged; a database with fewer of them has lost some.

use std::path::Path;

use crc32fast::Hasher;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use uuid::Uuid;

use super::directory;
use super::mark::{self, CommitMark};

/// Name of the file with the number of acknowledged transactions.
pub(super) const MARK: &str = "arena.committed";

/// Tables without a checksum: the sums themselves, and the table that tests the disk.
const WITHOUT: [&str; 2] = ["sums", "probe"];

/// The name of the number of transactions in the table `sums`.
const TRANSACTIONS: &str = "";

/// Returns all tables with a checksum, each with the names of its columns.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<(String, Vec<String>)>> {
    let mut query = connection.prepare(
        "SELECT tables.name, columns.name FROM main.sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' ORDER BY tables.name, columns.cid",
    )?;
    let mut rows = query.query([])?;
    let mut tables: Vec<(String, Vec<String>)> = Vec::new();
    while let Some(row) = rows.next()? {
        let (table, column): (String, String) = (row.get(0)?, row.get(1)?);
        match tables.last_mut().filter(|(last, _)| *last == table) {
            Some((_, columns)) => columns.push(column),
            None => tables.push((table, vec![column])),
        }
    }
    tables.retain(|(table, _)| !WITHOUT.contains(&table.as_str()));
    Ok(tables)
}

/// The SQL expression for the checksum of a row.
fn sum_of(row: &str, columns: &[String]) -> String {
    let columns: Vec<String> = columns.iter().map(|column| format!("{row}\"{column}\"")).collect();
    format!("crc32_of({})", columns.join(", "))
}

/// Defines the SQL function `crc32_of`, the checksum of its arguments.
fn define(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("crc32_of", -1, flags, |values| {
        let mut hasher = Hasher::new();
        for at in 0..values.len() {
            // The type and the length belong to the value, so that no two rows have the same bytes.
            match values.get_raw(at) {
                ValueRef::Null => hasher.update(&[0]),
                ValueRef::Integer(value) => {
                    hasher.update(&[1]);
                    hasher.update(&value.to_le_bytes());
                }
                ValueRef::Real(value) => {
                    hasher.update(&[2]);
                    hasher.update(&value.to_le_bytes());
                }
                ValueRef::Text(bytes) => {
                    hasher.update(&[3]);
                    hasher.update(&(bytes.len() as u64).to_le_bytes());
                    hasher.update(bytes);
                }
                ValueRef::Blob(bytes) => {
                    hasher.update(&[4]);
                    hasher.update(&(bytes.len() as u64).to_le_bytes());
                    hasher.update(bytes);
                }
            }
        }
        Ok(i64::from(hasher.finalize()))
    })
}

/// Fills the table `sums` of a new database.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    define(connection)?;
    for (table, columns) in tables(connection)? {
        let total = format!("SELECT ?1, COALESCE(SUM({}), 0) FROM \"{table}\"", sum_of("", &columns));
        connection.execute(&format!("INSERT INTO sums (name, total) {total}"), [&table])?;
    }
    connection.execute("INSERT INTO sums (name, total) VALUES (?1, 0)", [TRANSACTIONS]).map(drop)
}

/// Makes a connection keep the sums. Every connection that writes rows needs this.
pub(super) fn keep(connection: &Connection) -> rusqlite::Result<()> {
    define(connection)?;
    for (table, columns) in tables(connection)? {
        let (new, old) = (sum_of("NEW.", &columns), sum_of("OLD.", &columns));
        for (when, change) in
            [("INSERT", format!("+ {new}")), ("DELETE", format!("- {old}")), ("UPDATE", format!("+ {new} - {old}"))]
        {
            connection.execute_batch(&format!(
                "CREATE TEMP TRIGGER \"sum {table} {when}\" AFTER {when} ON main.\"{table}\" BEGIN \
                 UPDATE sums SET total = total {change} WHERE name = '{table}'; END"
            ))?;
        }
    }
    Ok(())
}

/// Counts a transaction, before its commit. Returns the number of transactions.
pub(super) fn count(connection: &Connection) -> rusqlite::Result<i64> {
    let query = "UPDATE sums SET total = total + 1 WHERE name = ?1 RETURNING total";
    connection.prepare_cached(query)?.query_row([TRANSACTIONS], |row| row.get(0))
}

/// Compares all rows with the sums. Returns a sentence for each table that differs.
pub(super) fn faults(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    define(connection)?;
    // A single view, because a server may write meanwhile.
    let view = connection.unchecked_transaction()?;
    let mut faults = Vec::new();
    for (table, columns) in tables(&view)? {
        let query = format!("SELECT COALESCE(SUM({}), 0) FROM \"{table}\"", sum_of("", &columns));
        let sum: i64 = view.query_row(&query, [], |row| row.get(0))?;
        let stored =
            view.query_row("SELECT total FROM sums WHERE name = ?1", params![table], |row| row.get::<_, i64>(0));
        if !stored.is_ok_and(|stored| stored == sum) {
            faults.push(format!("the rows of {table} do not match their checksum"));
        }
    }
    Ok(faults)
}

/// Returns the problem if the database file is missing or empty although it held data. SQLite would create a new
/// database and delete the write-ahead log of the old one.
pub(super) fn lost(dir: &Path) -> Option<String> {
    let noted = std::fs::read(dir.join(MARK)).is_ok_and(|text| mark::parse::<1>(&text).is_some());
    let has_bytes = |path: &Path| std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    let database = directory::database(dir);
    if has_bytes(&database) {
        return None;
    }
    let mut log = database.into_os_string();
    log.push("-wal");
    let left = if noted {
        MARK
    } else if has_bytes(Path::new(&log)) {
        "its write-ahead log"
    } else {
        return None;
    };
    Some(format!(
        "the file is missing or empty, but {left} beside it shows that it held data; restore a copy, or remove {left} to \
         start without the data"
    ))
}

/// Returns the problem if a database lacks data that a server acknowledged. The connection must be one of
/// [`directory::open_unchanged`], so that the files stay as they are.
pub(super) fn missing(dir: &Path, connection: &Connection) -> rusqlite::Result<Option<String>> {
    let database = connection.query_row("SELECT id FROM log_of", [], |row| row.get(0))?;
    problem(&mark(dir, database), connection)
}

/// Returns the file with the number of acknowledged transactions. It is written after each commit.
pub(super) fn mark(dir: &Path, database: Uuid) -> CommitMark<1> {
    CommitMark::new(dir, MARK, database)
}

/// Returns the problem if the database does not have all transactions that were acknowledged.
pub(super) fn problem(mark: &CommitMark<1>, connection: &Connection) -> rusqlite::Result<Option<String>> {
    // The file is read first: later transactions are in the database before they are in the file.
    let noted = match mark.read() {
        Err(problem) => return Ok(Some(problem)),
        Ok(None) => return Ok(None),
        Ok(Some([noted])) => noted,
    };
    let query = "SELECT total FROM sums WHERE name = ?1";
    let held: i64 = connection.query_row(query, [TRANSACTIONS], |row| row.get(0))?;
    let missing = noted.saturating_sub(held.cast_unsigned());
    Ok((missing > 0).then(|| {
        let what = match missing {
            1 => "the last acknowledged transaction is missing".to_owned(),
            _ => format!("the last {missing} acknowledged transactions are missing"),
        };
        format!(
            "{what}, because the write-ahead log is damaged or missing; restore a copy, or remove {} to continue without \
             that data",
            mark.path().display()
        )
    }))
}
