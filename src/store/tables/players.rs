//! The table `players`.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::standings;
use crate::store::error::{StoreError, WriteError};

pub(in crate::store) struct NewPlayer {
    pub(in crate::store) id: Uuid,
    pub(in crate::store) name: String,
    pub(in crate::store) token_hash: [u8; 32],
    pub(in crate::store) created_ms: i64,
}

pub(in crate::store) fn insert(connection: &Connection, new: &NewPlayer) -> Result<(), WriteError> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO players (id, name, token_hash, created_ms) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        )?
        .execute(params![new.id, new.name, new.token_hash, new.created_ms])?;
    if inserted == 1 {
        // A database that was merged from others may contain results of players that it does not know yet.
        return Ok(standings::rename(connection, new.id, &new.name)?);
    }
    let is_same = connection
        .prepare_cached("SELECT 1 FROM players WHERE id = ?1 AND token_hash = ?2")?
        .exists(params![new.id, new.token_hash])?;
    if is_same {
        return Ok(());
    }
    Err(StoreError::Refused(format!("another player has the id {} or its token", new.id)).into())
}

pub(in crate::store) fn rename(connection: &Connection, id: Uuid, name: &str) -> Result<(), WriteError> {
    let renamed =
        connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?.execute(params![id, name])?;
    if renamed == 0 {
        return Err(StoreError::NoSuch { what: "player", id }.into());
    }
    Ok(standings::rename(connection, id, name)?)
}
