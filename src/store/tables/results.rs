//! The table `results`: records of tournament matches by their position in the schedule.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::tournaments;
use crate::error::{StoreError, WriteError};
use crate::log::now_ms;
use crate::values::signed;
use arena_records::Record;

pub(crate) struct ResultRow {
    position: i64,
    match_id: Uuid,
    names: [String; 2],
    body: String,
    began_ms: Option<i64>,
    ended_ms: i64,
}

impl ResultRow {
    pub(crate) fn new(index: u64, record: &Record) -> Result<Self, StoreError> {
        let body = serde_json::to_string(record)
            .map_err(|error| StoreError::unstorable(format!("record {}", record.id), error))?;
        let names = record.seats.each_ref().map(|seat| seat.name.clone());
        let ended_ms = now_ms();
        let took_ms = record.ms.as_ref().map(|moves| moves.iter().sum::<u64>());
        let began_ms = took_ms.and_then(|took_ms| ended_ms.checked_sub_unsigned(took_ms));
        let position = signed(index, "a result's index")?;
        Ok(Self { position, match_id: record.id, names, body, began_ms, ended_ms })
    }
}

pub(crate) fn insert(connection: &Connection, id: Uuid, rows: &[ResultRow]) -> Result<(), WriteError> {
    let key = tournaments::key(connection, id)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO results (tournament_key, position, match_id, first_name, second_name, body, \
         began_ms, ended_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, \
         COALESCE((SELECT created_ms FROM matches WHERE id = ?3), ?7), ?8) ON CONFLICT (tournament_key, position) DO NOTHING",
    )?;
    let mut added = 0;
    for ResultRow { position, match_id, names: [first, second], body, began_ms, ended_ms } in rows {
        added += insert.execute(params![key, position, match_id, first, second, body, began_ms, ended_ms])?;
    }
    connection
        .prepare_cached("UPDATE tournaments SET played = played + ?2 WHERE key = ?1")?
        .execute(params![key, signed(added as u64, "a count of results")?])?;
    Ok(())
}

pub(crate) fn drop_from(connection: &Connection, id: Uuid, from: i64) -> Result<(), WriteError> {
    let key = tournaments::key(connection, id)?;
    let dropped = connection
        .prepare_cached("DELETE FROM results WHERE tournament_key = ?1 AND position >= ?2")?
        .execute(params![key, from])?;
    connection
        .prepare_cached("UPDATE tournaments SET played = played - ?2 WHERE key = ?1")?
        .execute(params![key, signed(dropped as u64, "a count of results")?])?;
    Ok(())
}
