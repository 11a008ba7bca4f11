//! The table `modules`.

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::moderation::{AuditEntry, log};
use crate::error::{Conflict, StoreError, WriteError};
use crate::values::word;
use arena_play::ModuleState;

/// The code of the reason why a module was refused by the operator and not by its own failure.
pub const REFUSED_BY_OPERATOR: &str = "module_refused";

/// A module to hand in.
#[derive(Clone, Debug)]
pub struct NewModule {
    pub player: Uuid,
    /// Name of the game.
    pub game: String,
    pub name: String,
    /// SHA-256 of the file.
    pub digest: String,
    /// Time when it was handed in, in Unix milliseconds.
    pub at_ms: u64,
    pub wasm: Vec<u8>,
}

/// Limits of the modules that players hand in.
#[derive(Clone, Copy, Debug)]
pub struct ModuleLimits {
    /// Modules of a player.
    pub modules: usize,
    /// Versions of all modules of a player.
    pub versions: usize,
    /// Bytes of all versions of a player.
    pub bytes: u64,
    /// Versions in all.
    pub total_versions: usize,
    /// Bytes in all.
    pub total_bytes: u64,
}

/// The next state of a version, with what is known by then.
#[derive(Clone, Debug)]
pub struct ModuleChange {
    pub state: ModuleState,
    /// What `arena check` says.
    pub report: Option<String>,
    /// Why it was refused, as JSON.
    pub failure: Option<String>,
    /// The ids of the trial matches, as JSON.
    pub trial: Option<String>,
}

pub(crate) enum ModuleWrite {
    HandIn(NewModule, ModuleLimits),
    Change {
        key: i64,
        change: ModuleChange,
    },
    Withdraw {
        player: Uuid,
        game: String,
        name: String,
    },
    /// Refuses all versions with this digest. The subject of the entry is the player who handed one in.
    Refuse {
        digest: String,
        failure: String,
        entry: AuditEntry,
    },
}

pub(crate) fn write(connection: &Connection, write: &ModuleWrite) -> Result<(), WriteError> {
    match write {
        ModuleWrite::HandIn(new, limits) => hand_in(connection, new, *limits),
        ModuleWrite::Change { key, change } => {
            let ModuleChange { state, report, failure, trial } = change;
            // One that was withdrawn or refused meanwhile stays so.
            let update = "UPDATE modules SET state = ?2, report = COALESCE(?3, report), failure = ?4, \
                 trial = COALESCE(?5, trial), wasm = CASE ?2 WHEN 'refused' THEN x'' ELSE wasm END \
                 WHERE key = ?1 AND state IN ('waiting', 'analysed')";
            execute(connection, update, params![key, word(state), report, failure, trial])?;
            Ok(())
        }
        ModuleWrite::Withdraw { player, game, name } => {
            let own = "player = ?1 AND game = ?2 AND name = ?3";
            let deleted = execute(
                connection,
                &format!("DELETE FROM modules WHERE {own} AND state NOT IN ('accepted', 'withdrawn') AND NOT {BANNED}"),
                params![player, game, name, REFUSED_BY_OPERATOR],
            )?;
            let withdraw = format!("UPDATE modules SET state = 'withdrawn' WHERE {own} AND state = 'accepted'");
            if deleted + execute(connection, &withdraw, params![player, game, name])? == 0 {
                return Err(StoreError::NoSuch { what: "module of", id: *player }.into());
            }
            Ok(())
        }
        ModuleWrite::Refuse { digest, failure, entry } => {
            let refuse = "UPDATE modules SET state = 'refused', failure = ?2, wasm = x'' WHERE digest = ?1";
            if execute(connection, refuse, params![digest, failure])? == 0 {
                return Err(StoreError::NoSuch { what: "module of", id: entry.subject }.into());
            }
            log(connection, entry)?;
            Ok(())
        }
    }
}

/// SQL condition that the operator refused a version. `?4` is [`REFUSED_BY_OPERATOR`].
const BANNED: &str = "(failure IS NOT NULL AND json_extract(failure, '$.code') = ?4)";

fn execute(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
    connection.prepare_cached(sql)?.execute(values)
}

/// Appends a version. The newest version again is not stored a second time, unless it was refused.
fn hand_in(connection: &Connection, new: &NewModule, limits: ModuleLimits) -> Result<(), WriteError> {
    let NewModule { player, game, name, digest, at_ms, wasm } = new;
    let account = "SELECT 1 FROM accounts WHERE player = ?1 AND deleted_ms IS NULL";
    if !connection.prepare_cached(account)?.exists([player])? {
        return Err(StoreError::NoSuch { what: "player", id: *player }.into());
    }
    let banned =
        "SELECT 1 FROM modules WHERE digest = ?1 AND failure IS NOT NULL AND json_extract(failure, '$.code') = ?2";
    if connection.prepare_cached(banned)?.exists(params![digest, REFUSED_BY_OPERATOR])? {
        return Err(StoreError::Conflict(Conflict::ModuleRefused).into());
    }
    let own = params![player, game, name];
    let newest = "SELECT version, digest, state FROM modules WHERE player = ?1 AND game = ?2 AND name = ?3 \
         ORDER BY version DESC LIMIT 1";
    let newest: Option<(i64, String, String)> = connection
        .prepare_cached(newest)?
        .query_row(own, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let (version, known, state) = newest.unwrap_or_default();
    if known == *digest && !["refused", "withdrawn"].contains(&&*state) {
        return Ok(());
    }
    check(connection, new, limits)?;
    // Only the newest refused version of a module is kept, so that failing attempts do not use up the limits.
    let tidy = "DELETE FROM modules WHERE player = ?1 AND game = ?2 AND name = ?3 AND state = 'refused' \
         AND version < ?4 AND NOT (failure IS NOT NULL AND json_extract(failure, '$.code') = ?5)";
    execute(connection, tidy, params![player, game, name, version, REFUSED_BY_OPERATOR])?;
    let insert = "INSERT INTO modules (player, game, name, version, digest, at_ms, state, report, trial, wasm) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', '', '[]', ?7)";
    let at_ms = i64::try_from(*at_ms).unwrap_or(i64::MAX);
    execute(connection, insert, params![player, game, name, version + 1, digest, at_ms, wasm])?;
    Ok(())
}

/// Checks the limits for one more version. Nothing has been written yet.
fn check(connection: &Connection, new: &NewModule, limits: ModuleLimits) -> Result<(), WriteError> {
    let NewModule { player, game, name, wasm, .. } = new;
    let others = "SELECT COUNT(DISTINCT game || ' ' || name) FROM modules \
         WHERE player = ?1 AND NOT (game = ?2 AND name = ?3) AND state <> 'withdrawn'";
    let sums = |players: Option<Uuid>| -> rusqlite::Result<(u64, u64)> {
        let sums = "SELECT COUNT(*), COALESCE(SUM(octet_length(wasm)), 0) FROM modules WHERE ?1 IS NULL OR player = ?1";
        let sums = connection.prepare_cached(sums)?.query_row([players], |row| Ok((row.get(0)?, row.get(1)?)));
        let (count, bytes): (i64, i64) = sums?;
        Ok((count.unsigned_abs(), bytes.unsigned_abs()))
    };
    let others: i64 = connection.prepare_cached(others)?.query_row(params![player, game, name], |row| row.get(0))?;
    let (versions, bytes) = sums(Some(*player))?;
    let (total_versions, total_bytes) = sums(None)?;
    let (more, most) = (wasm.len() as u64, |most: usize| most as u64);
    let conflict = if others.unsigned_abs() >= most(limits.modules) {
        Conflict::Modules(limits.modules)
    } else if versions >= most(limits.versions) {
        Conflict::ModuleVersions(limits.versions)
    } else if bytes + more > limits.bytes {
        Conflict::ModuleBytes(limits.bytes)
    } else if total_versions >= most(limits.total_versions) || total_bytes + more > limits.total_bytes {
        Conflict::ModulesInAll
    } else {
        return Ok(());
    };
    Err(StoreError::Conflict(conflict).into())
}

/// Withdraws the modules of a deleted account. Those that were accepted stay for the records of their matches.
pub(super) fn forget(connection: &Connection, player: Uuid) -> rusqlite::Result<()> {
    execute(connection, "UPDATE modules SET state = 'withdrawn' WHERE player = ?1 AND state = 'accepted'", [player])?;
    let delete = "DELETE FROM modules WHERE player = ?1 AND state IN ('waiting', 'analysed')";
    execute(connection, delete, [player])?;
    let delete = "DELETE FROM modules WHERE player = ?1 AND state = 'refused' \
         AND NOT (failure IS NOT NULL AND json_extract(failure, '$.code') = ?2)";
    execute(connection, delete, params![player, REFUSED_BY_OPERATOR]).map(drop)
}
