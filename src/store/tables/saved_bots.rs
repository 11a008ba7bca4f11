//! The table `saved_bots`.

use rusqlite::{Connection, params};
use uuid::Uuid;

use crate::error::{Conflict, StoreError, WriteError};

/// A version of a bot to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewVersion {
    /// Time when it was saved, in Unix milliseconds.
    pub at_ms: u64,
    /// The configuration as JSON.
    pub body: String,
    /// The tournament in which it met the bots of its game.
    pub duel: Option<Uuid>,
}

/// Limits of the bots that a player saves.
#[derive(Clone, Copy, Debug)]
pub struct SavedBotLimits {
    pub bots: usize,
    /// Versions of a bot. Older ones are dropped.
    pub versions: usize,
    /// Bytes of all versions of all bots.
    pub bytes: u64,
}

pub(crate) enum SavedBotWrite {
    Save { player: Uuid, game: String, name: String, versions: Vec<NewVersion>, limits: SavedBotLimits },
    Delete { player: Uuid, game: String, name: String },
}

pub(crate) fn write(connection: &Connection, write: &SavedBotWrite) -> Result<(), WriteError> {
    match write {
        SavedBotWrite::Save { player, game, name, versions, limits } => {
            save(connection, (*player, game, name), versions, *limits)
        }
        SavedBotWrite::Delete { player, game, name } => {
            let delete = "DELETE FROM saved_bots WHERE player = ?1 AND game = ?2 AND name = ?3";
            match connection.prepare_cached(delete)?.execute(params![player, game, name])? {
                0 => Err(StoreError::NoSuch { what: "saved bot of", id: *player }.into()),
                _ => Ok(()),
            }
        }
    }
}

type Bot<'a> = (Uuid, &'a str, &'a str);

/// Appends versions to a bot. A version equal to the one before it, or sent before with the same time, is not stored again;
/// only its duel is.
fn save(
    connection: &Connection,
    bot: Bot<'_>,
    versions: &[NewVersion],
    limits: SavedBotLimits,
) -> Result<(), WriteError> {
    let account = "SELECT 1 FROM accounts WHERE player = ?1 AND deleted_ms IS NULL";
    if !connection.prepare_cached(account)?.exists([bot.0])? {
        return Err(StoreError::NoSuch { what: "player", id: bot.0 }.into());
    }
    let mut known = stored(connection, bot)?;
    let was_known = !known.is_empty();
    for new in versions {
        let newest = known.last().map_or(0, |(number, _)| *number);
        let same =
            |(number, it): &&mut (i64, NewVersion)| it.body == new.body && (*number == newest || it.at_ms == new.at_ms);
        match known.iter_mut().find(same) {
            Some((_, it)) => it.duel = new.duel.or(it.duel),
            None => known.push((newest + 1, new.clone())),
        }
    }
    known.drain(..known.len().saturating_sub(limits.versions));
    check(connection, bot, was_known, &known, limits)?;
    let (player, game, name) = bot;
    let delete = "DELETE FROM saved_bots WHERE player = ?1 AND game = ?2 AND name = ?3";
    connection.prepare_cached(delete)?.execute(params![player, game, name])?;
    for (number, NewVersion { at_ms, body, duel }) in known {
        let insert = "INSERT INTO saved_bots (player, game, name, version, at_ms, body, duel) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
        connection.prepare_cached(insert)?.execute(params![player, game, name, number, at_ms, body, duel])?;
    }
    Ok(())
}

/// Returns the versions of a bot with their numbers, oldest first.
fn stored(connection: &Connection, (player, game, name): Bot<'_>) -> rusqlite::Result<Vec<(i64, NewVersion)>> {
    let query = "SELECT version, at_ms, body, duel FROM saved_bots \
         WHERE player = ?1 AND game = ?2 AND name = ?3 ORDER BY version";
    let mut query = connection.prepare_cached(query)?;
    let versions = query.query_map(params![player, game, name], |row| {
        let at_ms = u64::try_from(row.get::<_, i64>(1)?).unwrap_or(0);
        Ok((row.get(0)?, NewVersion { at_ms, body: row.get(2)?, duel: row.get(3)? }))
    })?;
    versions.collect()
}

/// Checks the limits for a bot with these versions. Nothing has been written yet.
fn check(
    connection: &Connection,
    (player, game, name): Bot<'_>,
    was_known: bool,
    versions: &[(i64, NewVersion)],
    limits: SavedBotLimits,
) -> Result<(), WriteError> {
    let others = "SELECT COUNT(DISTINCT game || ' ' || name), \
         COALESCE(SUM(octet_length(name) + octet_length(body)), 0) FROM saved_bots \
         WHERE player = ?1 AND NOT (game = ?2 AND name = ?3)";
    let (bots, bytes): (i64, i64) = connection
        .prepare_cached(others)?
        .query_row(params![player, game, name], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if !was_known && usize::try_from(bots).unwrap_or(usize::MAX) >= limits.bots {
        return Err(StoreError::Conflict(Conflict::SavedBots(limits.bots)).into());
    }
    let own: usize = versions.iter().map(|(_, version)| name.len() + version.body.len()).sum();
    if u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(own as u64) > limits.bytes {
        return Err(StoreError::Conflict(Conflict::SavedBytes(limits.bytes)).into());
    }
    Ok(())
}
