//! Blocks, mutes, reports, bans and the audit log.

use rusqlite::{Row, params};
use uuid::Uuid;

use super::players::PlayerRow;
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::moderation::{AuditEntry, ModerationWrite, NewReport};
use crate::values::unsigned;
use crate::writes::Write;

/// A ban in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BanRow {
    /// The banned player.
    pub player: Uuid,
    pub reason: String,
    /// Start, in Unix milliseconds.
    pub at_ms: u64,
    /// End, in Unix milliseconds; `None` if permanent.
    pub until_ms: Option<u64>,
}

/// A report by one player about another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    pub key: i64,
    /// Time, in Unix milliseconds.
    pub at_ms: u64,
    /// Player who reports.
    pub reporter: Uuid,
    /// Reported player.
    pub reported: Uuid,
    /// Match in question, if any.
    pub match_id: Option<Uuid>,
    /// Description by the reporter.
    pub reason: String,
    /// True if the reporter was a guest.
    pub is_guests: bool,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    /// Time, in Unix milliseconds.
    pub at_ms: u64,
    /// How the operator was authenticated.
    pub proof: String,
    /// Name of the action.
    pub action: String,
    /// Id of the player or object concerned.
    pub subject: Uuid,
    /// Reason.
    pub detail: String,
}

/// Maximum length of a list for the operator.
const MOST: i64 = 200;

impl Store {
    async fn moderate(&self, write: ModerationWrite) -> Result<(), StoreError> {
        self.write(Write::Moderation(Box::new(write))).await
    }

    /// Blocks `blocked` for `player`.
    ///
    /// # Errors
    /// [`StoreError`] if the blocked player does not exist, or `player` already has `most` blocks.
    pub async fn block(&self, player: Uuid, blocked: Uuid, at_ms: u64, most: i64) -> Result<(), StoreError> {
        let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
        // Added before the write, so that concurrent checks read the database.
        self.blocked().add([player, blocked]);
        self.moderate(ModerationWrite::Block { player, blocked, at_ms, most }).await
    }

    /// Removes a block.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn unblock(&self, player: Uuid, blocked: Uuid) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Unblock { player, blocked }).await
    }

    /// Returns the players that a player has blocked, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn blocks(&self, player: Uuid) -> Result<Vec<(Uuid, String)>, StoreError> {
        let query =
            "SELECT id, name FROM blocks JOIN players ON players.id = blocked WHERE player = ?1 ORDER BY at_ms DESC";
        self.look_up(|connection| sql::all(connection, query, [player], |row| Ok(row.try_into()?)))
    }

    /// Returns false if [`Store::are_apart`] is certainly false for this player and all others. Does not read the
    /// database.
    #[must_use]
    pub fn may_be_apart(&self, player: &PlayerRow) -> bool {
        self.blocked().may_have(player.id) || self.blocked().may_have(player.owner())
    }

    /// Returns whether one of the two, or its owner, has blocked the other or the owner of the other.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn are_apart(&self, one: &PlayerRow, other: &PlayerRow) -> Result<bool, StoreError> {
        if !self.may_be_apart(one) || !self.may_be_apart(other) {
            return Ok(false);
        }
        let query = "SELECT EXISTS (SELECT 1 FROM blocks WHERE player IN (?1, ?2) AND blocked IN (?3, ?4)) \
             OR EXISTS (SELECT 1 FROM blocks WHERE player IN (?3, ?4) AND blocked IN (?1, ?2))";
        let ids = [one.id, one.owner(), other.id, other.owner()];
        self.look_up(|connection| sql::value(connection, query, ids))
    }

    /// Mutes or unmutes the offers to a player in a match.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn mute(&self, match_id: Uuid, player: Uuid, muted: bool) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Mute { match_id, player, muted }).await
    }

    /// Returns whether a player has muted offers in a match.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn is_muted(&self, match_id: Uuid, player: Uuid) -> Result<bool, StoreError> {
        let query = "SELECT EXISTS (SELECT 1 FROM mutes JOIN matches ON matches.key = match_key \
             WHERE matches.id = ?1 AND player = ?2)";
        self.look_up(|connection| sql::value(connection, query, [match_id, player]))
    }

    /// Stores a report about a player.
    ///
    /// # Errors
    /// [`StoreError`] if the reported player does not exist, or there are too many reports.
    pub async fn report(&self, new: NewReport) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Report(Box::new(new))).await
    }

    /// Returns a page of open reports that starts after the report `after`: first those by players with a claimed name,
    /// then those by guests, each oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn open_reports(&self, after: Option<i64>, limit: u32) -> Result<Vec<ReportRow>, StoreError> {
        let query = "SELECT key, at_ms, reporter, reported, match_id, reason, is_guests FROM reports \
             WHERE closed_ms IS NULL AND (is_guests, key) > \
             (COALESCE((SELECT is_guests FROM reports WHERE key = ?1), 0), \
             COALESCE((SELECT key FROM reports WHERE key = ?1), 0)) \
             ORDER BY is_guests, key LIMIT ?2";
        self.look_up(|connection| sql::all(connection, query, params![after, limit], report))
    }

    /// Number of open reports.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn count_open_reports(&self) -> Result<u64, StoreError> {
        let query = "SELECT COUNT(*) FROM reports WHERE closed_ms IS NULL";
        let count: i64 = self.look_up(|connection| sql::value(connection, query, []))?;
        Ok(count.unsigned_abs())
    }

    /// An open report.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn open_report(&self, key: i64) -> Result<Option<ReportRow>, StoreError> {
        let query = "SELECT key, at_ms, reporter, reported, match_id, reason, is_guests FROM reports \
             WHERE key = ?1 AND closed_ms IS NULL";
        self.look_up(|connection| sql::first(connection, query, [key], report))
    }

    /// Closes a report.
    ///
    /// # Errors
    /// [`StoreError`] if there is no open report with this key.
    pub async fn close_report(&self, key: i64, entry: AuditEntry) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::CloseReport { key, entry }).await
    }

    /// Bans the subject of `entry`, permanently or until `until_ms`.
    ///
    /// # Errors
    /// [`StoreError`] if the player does not exist.
    pub async fn set_ban(&self, until_ms: Option<i64>, entry: AuditEntry) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Ban { until_ms, entry }).await
    }

    /// Lifts a ban.
    ///
    /// # Errors
    /// [`StoreError`] if there is no ban.
    pub async fn lift_ban(&self, entry: AuditEntry) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Unban { entry }).await
    }

    /// Returns the ban in force for a player or its owner.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn ban(&self, player: &PlayerRow, now_ms: u64) -> Result<Option<BanRow>, StoreError> {
        let query = "SELECT player, reason, at_ms, until_ms FROM bans WHERE player IN (?1, ?2) \
             AND (until_ms IS NULL OR until_ms > ?3) LIMIT 1";
        let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
        self.look_up(|connection| sql::first(connection, query, params![player.id, player.owner(), now_ms], ban))
    }

    /// Returns all bans in force, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn bans(&self, now_ms: u64) -> Result<Vec<BanRow>, StoreError> {
        let query = "SELECT player, reason, at_ms, until_ms FROM bans WHERE until_ms IS NULL OR until_ms > ?1 \
             ORDER BY at_ms DESC LIMIT ?2";
        let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
        self.list(move |connection| sql::all(connection, query, [now_ms, MOST], ban)).await
    }

    /// Voids a finished match: removes its result from the tallies, meetings and ratings.
    ///
    /// # Errors
    /// [`StoreError`] if there is no finished match with this id.
    pub async fn void_match(&self, entry: AuditEntry) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Void { entry }).await
    }

    /// Appends to the audit log without any other change in the store.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn log_action(&self, entry: AuditEntry) -> Result<(), StoreError> {
        self.moderate(ModerationWrite::Log { entry }).await
    }

    /// Returns the audit log, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn audit_log(&self) -> Result<Vec<AuditRow>, StoreError> {
        let query = "SELECT at_ms, proof, action, subject, detail FROM audit ORDER BY key DESC LIMIT ?1";
        self.look_up(|connection| {
            sql::all(connection, query, [MOST], |row| {
                Ok(AuditRow {
                    at_ms: unsigned(row.get(0)?, "an entry's at_ms")?,
                    proof: row.get(1)?,
                    action: row.get(2)?,
                    subject: row.get(3)?,
                    detail: row.get(4)?,
                })
            })
        })
    }
}

/// Reads a row with the columns `player`, `reason`, `at_ms`, `until_ms`.
fn ban(row: &Row<'_>) -> Result<BanRow, StoreError> {
    let ms = |n| unsigned(n, "a ban's time");
    let until_ms: Option<i64> = row.get(3)?;
    Ok(BanRow {
        player: row.get(0)?,
        reason: row.get(1)?,
        at_ms: ms(row.get(2)?)?,
        until_ms: until_ms.map(ms).transpose()?,
    })
}

/// Reads a row with the columns `key`, `at_ms`, `reporter`, `reported`, `match_id`, `reason`.
pub(super) fn report(row: &Row<'_>) -> Result<ReportRow, StoreError> {
    Ok(ReportRow {
        key: row.get(0)?,
        at_ms: unsigned(row.get(1)?, "a report's at_ms")?,
        reporter: row.get(2)?,
        reported: row.get(3)?,
        match_id: row.get(4)?,
        reason: row.get(5)?,
        is_guests: row.get(6)?,
    })
}
