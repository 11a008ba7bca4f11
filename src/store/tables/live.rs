//! The table `tournament_log`: what happened in tournaments that one can enter.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::results::{self, ResultRow};
use super::tournaments::{self, NewTournament};
use crate::store::error::WriteError;

/// The next entries of a tournament's log, with the results that they tell of, and the tournament where it is new.
pub(in crate::store) struct LiveWrite {
    pub(in crate::store) tournament: Uuid,
    pub(in crate::store) new: Option<Box<NewTournament>>,
    /// The number of the first entry.
    pub(in crate::store) from: i64,
    pub(in crate::store) entries: Vec<String>,
    pub(in crate::store) results: Vec<ResultRow>,
}

/// All or nothing. An entry that is there already stays as it is, so that writing again after a failure does no harm.
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
