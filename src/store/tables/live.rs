//! The table `tournament_log`: the logs of live tournaments.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::results::{self, ResultRow};
use super::tournaments::{self, NewTournament};
use crate::store::error::WriteError;

/// The next entries of a tournament's log, with the results that they mention, and the tournament itself if it is new.
pub(in crate::store) struct LiveWrite {
    pub(in crate::store) tournament: Uuid,
    pub(in crate::store) new: Option<Box<NewTournament>>,
    /// Number of the first entry.
    pub(in crate::store) from: i64,
    pub(in crate::store) entries: Vec<String>,
    pub(in crate::store) results: Vec<ResultRow>,
}

/// Appends entries and results. Existing entries are kept, so that a write can be repeated after a failure.
pub(in crate::store) fn write(connection: &Connection, write: &LiveWrite) -> Result<(), WriteError> {
    if let Some(new) = &write.new {
        tournaments::insert(connection, new)?;
    }
    let key = tournaments::key(connection, write.tournament)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO tournament_log (tournament_key, seq, body) VALUES (?1, ?2, ?3) \
         ON CONFLICT (tournament_key, seq) DO NOTHING",
    )?;
    for (seq, body) in (write.from..).zip(&write.entries) {
        insert.execute(params![key, seq, body])?;
    }
    if !write.results.is_empty() {
        results::insert(connection, write.tournament, &write.results)?;
    }
    Ok(())
}
