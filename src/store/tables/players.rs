//! The table `players`.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::standings;
use crate::error::{StoreError, WriteError};

pub(crate) struct NewPlayer {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) token_hash: [u8; 32],
    pub(crate) created_ms: i64,
    /// Digests of the networks from which the player came.
    pub(crate) network: Option<Vec<u8>>,
}

pub(crate) fn insert(connection: &Connection, new: &NewPlayer) -> Result<(), WriteError> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO players (id, name, token_hash, created_ms, networks) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![new.id, new.name, new.token_hash, new.created_ms, new.network])?;
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

/// Removes the networks of players who were created before `before_ms`, at most `most`.
pub(crate) fn forget_networks(connection: &Connection, before_ms: i64, most: u32) -> Result<(), WriteError> {
    let forget = "UPDATE players SET networks = NULL WHERE id IN \
         (SELECT id FROM players WHERE networks IS NOT NULL AND created_ms < ?1 ORDER BY created_ms LIMIT ?2)";
    connection.prepare_cached(forget)?.execute(params![before_ms, most])?;
    Ok(())
}

pub(crate) fn rename(connection: &Connection, id: Uuid, name: &str) -> Result<(), WriteError> {
    let renamed =
        connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?.execute(params![id, name])?;
    if renamed == 0 {
        return Err(StoreError::NoSuch { what: "player", id }.into());
    }
    Ok(standings::rename(connection, id, name)?)
}
