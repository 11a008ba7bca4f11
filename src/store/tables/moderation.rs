//! The tables `blocks`, `mutes`, `reports`, `bans` and `audit`, and the voiding of matches.

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::matches::detail_json;
use super::standings::Seated;
use super::take_back;
use crate::error::{Conflict, StoreError, WriteError};
use crate::values::{from_word, word};
use arena_games::BySide;
use arena_play::{EndReason, GameResult, Verdict};

/// An action of the operator, for the audit log.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// How the operator was authenticated.
    pub proof: String,
    /// Name of the action.
    pub action: String,
    /// Id of the player or object concerned.
    pub subject: Uuid,
    /// Reason.
    pub detail: String,
    /// Current time in Unix milliseconds.
    pub at_ms: i64,
}

/// A report by one player about another.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Player who reports.
    pub reporter: Uuid,
    /// Reported player.
    pub reported: Uuid,
    /// Match in question, if any.
    pub match_id: Option<Uuid>,
    /// Description by the reporter.
    pub reason: String,
    /// True if the reporter is a guest.
    pub is_guests: bool,
    /// Now, in Unix milliseconds.
    pub at_ms: i64,
    /// Maximum number of reports per reporter and day, and of open reports in total.
    pub most: (i64, i64),
}

/// A write about blocks, mutes, reports, bans or voided matches.
pub(crate) enum ModerationWrite {
    Block {
        player: Uuid,
        blocked: Uuid,
        at_ms: i64,
        most: i64,
    },
    Unblock {
        player: Uuid,
        blocked: Uuid,
    },
    Mute {
        match_id: Uuid,
        player: Uuid,
        muted: bool,
    },
    Report(Box<NewReport>),
    CloseReport {
        key: i64,
        entry: AuditEntry,
    },
    Ban {
        until_ms: Option<i64>,
        entry: AuditEntry,
    },
    Unban {
        entry: AuditEntry,
    },
    Void {
        entry: AuditEntry,
    },
    /// Only appends to the audit log. The action itself changes nothing in the store.
    Log {
        entry: AuditEntry,
    },
}

const DAY_MS: i64 = 86_400_000;

fn execute(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
    connection.prepare_cached(sql)?.execute(values)
}

fn count(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<i64> {
    connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))
}

pub(crate) fn write(connection: &Connection, write: &ModerationWrite) -> Result<(), WriteError> {
    match write {
        ModerationWrite::Block { player, blocked, at_ms, most } => {
            require_player(connection, *blocked)?;
            if count(connection, "SELECT COUNT(*) FROM blocks WHERE player = ?1", [player])? >= *most {
                return Err(StoreError::Conflict(Conflict::Full).into());
            }
            let insert = "INSERT INTO blocks (player, blocked, at_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            execute(connection, insert, params![player, blocked, at_ms])?;
        }
        ModerationWrite::Unblock { player, blocked } => {
            execute(connection, "DELETE FROM blocks WHERE player = ?1 AND blocked = ?2", [player, blocked])?;
        }
        ModerationWrite::Mute { match_id, player, muted } => {
            let sql = if *muted {
                "INSERT INTO mutes (match_key, player) SELECT key, ?2 FROM matches WHERE id = ?1 ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM mutes WHERE match_key = (SELECT key FROM matches WHERE id = ?1) AND player = ?2"
            };
            execute(connection, sql, [match_id, player])?;
        }
        ModerationWrite::Report(new) => report(connection, new)?,
        ModerationWrite::CloseReport { key, entry } => {
            let close = "UPDATE reports SET closed_ms = ?2 WHERE key = ?1 AND closed_ms IS NULL";
            if execute(connection, close, params![key, entry.at_ms])? == 0 {
                return Err(StoreError::Refused(format!("there is no open report {key}")).into());
            }
            log(connection, entry)?;
        }
        ModerationWrite::Ban { until_ms, entry } => {
            require_player(connection, entry.subject)?;
            let insert = "INSERT INTO bans (player, reason, at_ms, until_ms) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (player) DO UPDATE SET reason = excluded.reason, at_ms = excluded.at_ms, \
                 until_ms = excluded.until_ms";
            execute(connection, insert, params![entry.subject, entry.detail, entry.at_ms, until_ms])?;
            log(connection, entry)?;
        }
        ModerationWrite::Unban { entry } => {
            if execute(connection, "DELETE FROM bans WHERE player = ?1", [entry.subject])? == 0 {
                return Err(StoreError::NoSuch { what: "ban of", id: entry.subject }.into());
            }
            log(connection, entry)?;
        }
        ModerationWrite::Void { entry } => {
            void(connection, entry.subject, &entry.detail)?;
            log(connection, entry)?;
        }
        ModerationWrite::Log { entry } => log(connection, entry)?,
    }
    Ok(())
}

fn require_player(connection: &Connection, player: Uuid) -> Result<(), WriteError> {
    if connection.prepare_cached("SELECT 1 FROM players WHERE id = ?1")?.exists([player])? {
        return Ok(());
    }
    Err(StoreError::NoSuch { what: "player", id: player }.into())
}

fn report(connection: &Connection, new: &NewReport) -> Result<(), WriteError> {
    require_player(connection, new.reported)?;
    let lately = "SELECT COUNT(*) FROM reports WHERE reporter = ?1 AND at_ms > ?2";
    let (most_a_day, most_open) = new.most;
    let open = "SELECT COUNT(*) FROM reports WHERE reporter = ?1 AND reported = ?2 AND closed_ms IS NULL";
    if count(connection, open, [new.reporter, new.reported])? > 0 {
        return Err(StoreError::Conflict(Conflict::AlreadyReported).into());
    }
    let too_many = || Err(StoreError::Conflict(Conflict::TooManyReports).into());
    if count(connection, lately, params![new.reporter, new.at_ms - DAY_MS])? >= most_a_day {
        return too_many();
    }
    if count(connection, "SELECT COUNT(*) FROM reports WHERE closed_ms IS NULL", [])? >= most_open {
        let evict = "DELETE FROM reports WHERE key = \
             (SELECT MIN(key) FROM reports WHERE closed_ms IS NULL AND is_guests = 1)";
        if execute(connection, evict, [])? == 0 {
            return too_many();
        }
    }
    let insert =
        "INSERT INTO reports (at_ms, reporter, reported, match_id, reason, is_guests) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let NewReport { reporter, reported, match_id, reason, is_guests, at_ms, .. } = new;
    execute(connection, insert, params![at_ms, reporter, reported, match_id, reason, is_guests])?;
    Ok(())
}

pub(super) fn log(connection: &Connection, entry: &AuditEntry) -> rusqlite::Result<()> {
    let AuditEntry { proof, action, subject, detail, at_ms } = entry;
    let insert = "INSERT INTO audit (at_ms, proof, action, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5)";
    execute(connection, insert, params![at_ms, proof, action, subject, detail]).map(drop)
}

/// Key, game, outcome and players of a finished match.
type Finished = (i64, String, Option<String>, BySide<Seated>);

/// Removes the result of a finished match from tallies, meetings and ratings.
fn void(connection: &Connection, id: Uuid, reason: &str) -> Result<(), WriteError> {
    let row: Option<Finished> = connection
        .prepare_cached(
            "SELECT key, game, outcome, first_player, first_name, second_player, second_name FROM matches \
             WHERE id = ?1 AND status = 'finished'",
        )?
        .query_row([id], |row| {
            let seats = BySide::new((row.get(3)?, row.get(4)?), (row.get(5)?, row.get(6)?));
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, seats))
        })
        .optional()?;
    let (key, game, outcome, seats) = row.ok_or(StoreError::NoSuch { what: "finished match", id })?;
    let Some(outcome) = outcome else { return Ok(()) };
    let outcome: GameResult = from_word(&outcome, || format!("the outcome of match {id}"))?;
    let verdict = Verdict::void(EndReason::Aborted, reason);
    let json = serde_json::to_string(&verdict).map_err(|error| StoreError::unstorable("a verdict", error))?;
    execute(
        connection,
        "UPDATE matches SET outcome = NULL, ended_by = ?2, detail = ?3 WHERE key = ?1",
        params![key, word(verdict.by), detail_json(&verdict)],
    )?;
    execute(
        connection,
        "UPDATE packs SET body = (SELECT json_group_array(json(CASE WHEN json_type(value, '$.ended') IS NULL THEN value \
         ELSE json_set(value, '$.ended.verdict', json(?2)) END) ORDER BY key) FROM json_each(packs.body)) \
         WHERE match_key = ?1 AND instr(body, '\"ended\"') > 0",
        params![key, json],
    )?;
    take_back::take_back(connection, key, &game, &seats, outcome)?;
    Ok(())
}
