//! The table `tournament_log`: the logs of live tournaments.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::results::{self, ResultRow};
use super::tournaments::{self, NewTournament};
use crate::error::WriteError;

/// The next entries of a tournament's log, with the results that they mention, and the tournament itself if it is new.
pub(crate) struct LiveWrite {
    pub(crate) tournament: Uuid,
    pub(crate) new: Option<Box<NewTournament>>,
    /// Number of the first entry.
    pub(crate) from: i64,
    pub(crate) entries: Vec<String>,
    pub(crate) results: Vec<ResultRow>,
}

/// Appends entries and results. Existing entries are kept, so that a write can be repeated after a failure.
pub(crate) fn write(connection: &Connection, write: &LiveWrite) -> Result<(), WriteError> {
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
