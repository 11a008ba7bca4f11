//! The table `results`: records of tournament matches by their position in the schedule.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::tournaments;
use crate::records::Record;
use crate::store::error::{StoreError, WriteError};
use crate::store::values::signed;

pub(in crate::store) struct ResultRow {
    position: i64,
    match_id: Uuid,
    names: [String; 2],
    body: String,
}

impl ResultRow {
    pub(in crate::store) fn new(index: u64, record: &Record) -> Result<Self, StoreError> {
        let body = serde_json::to_string(record)
            .map_err(|error| StoreError::unstorable(format!("record {}", record.id), error))?;
        let names = record.seats.each_ref().map(|seat| seat.name.clone());
        Ok(Self { position: signed(index, "a result's index")?, match_id: record.id, names, body })
    }
}

pub(in crate::store) fn insert(connection: &Connection, id: Uuid, rows: &[ResultRow]) -> Result<(), WriteError> {
    let key = tournaments::key(connection, id)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO results (tournament_key, position, match_id, first_name, second_name, body) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (tournament_key, position) DO NOTHING",
    )?;
    let mut added = 0;
    for ResultRow { position, match_id, names: [first, second], body } in rows {
        added += insert.execute(params![key, position, match_id, first, second, body])?;
    }
    connection
        .prepare_cached("UPDATE tournaments SET played = played + ?2 WHERE key = ?1")?
        .execute(params![key, signed(added as u64, "a count of results")?])?;
    Ok(())
}

pub(in crate::store) fn drop_from(connection: &Connection, id: Uuid, from: i64) -> Result<(), WriteError> {
    let key = tournaments::key(connection, id)?;
    let dropped = connection
        .prepare_cached("DELETE FROM results WHERE tournament_key = ?1 AND position >= ?2")?
        .execute(params![key, from])?;
    connection
        .prepare_cached("UPDATE tournaments SET played = played - ?2 WHERE key = ?1")?
        .execute(params![key, signed(dropped as u64, "a count of results")?])?;
    Ok(())
}
