//! Who wants nothing from whom, who may not come, and what the operator was told and did.

use rusqlite::{Row, params};
use uuid::Uuid;

use super::players::PlayerRow;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;
use crate::store::tables::peace::{Deed, NewReport, PeaceWrite};
use crate::store::values::unsigned;
use crate::store::writes::Write;

/// A ban that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BanRow {
    /// Who.
    pub player: Uuid,
    /// Why.
    pub reason: String,
    /// Since when, in Unix milliseconds.
    pub at_ms: u64,
    /// Until when, in Unix milliseconds; none for good.
    pub until_ms: Option<u64>,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// Its number.
    pub key: i64,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// By whom.
    pub reporter: Uuid,
    /// Of whom.
    pub reported: Uuid,
    /// In which match.
    pub match_id: Option<Uuid>,
    /// What happened.
    pub reason: String,
    /// Whether the reporter was a guest.
    pub is_guests: bool,
}

/// A line of the operator's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeedRow {
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// By what the operator was known.
    pub proof: String,
    /// What was done.
    pub deed: String,
    /// To whom or what.
    pub subject: Uuid,
    /// Why.
    pub detail: String,
}

/// Lines of a list of the operator's.
const MOST: i64 = 200;

impl Store {
    async fn keep_peace(&self, write: PeaceWrite) -> Result<(), StoreError> {
        self.write(Write::Peace(Box::new(write))).await
    }

    /// From now on `player` wants nothing from `blocked`.
    ///
    /// # Errors
    /// When there is no such player, or there are `most` already.
    pub async fn block(&self, player: Uuid, blocked: Uuid, at_ms: u64, most: i64) -> Result<(), StoreError> {
        let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
        // Before it is written: whoever is asked meanwhile looks into the database.
        self.blocked().add([player, blocked]);
        self.keep_peace(PeaceWrite::Block { player, blocked, at_ms, most }).await
    }

    /// Ends that.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn unblock(&self, player: Uuid, blocked: Uuid) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Unblock { player, blocked }).await
    }

    /// Whom a player has blocked, the newest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn blocks(&self, player: Uuid) -> Result<Vec<(Uuid, String)>, StoreError> {
        let query =
            "SELECT id, name FROM blocks JOIN players ON players.id = blocked WHERE player = ?1 ORDER BY at_ms DESC";
        self.look_up(|connection| sql::all(connection, query, [player], |row| Ok(row.try_into()?)))
    }

    /// Whether [`Store::are_apart`] may be true of this player and somebody: nearly never, and without a read of the database.
    #[must_use]
    pub fn may_be_apart(&self, player: &PlayerRow) -> bool {
        self.blocked().may_have(player.id) || self.blocked().may_have(player.owner())
    }

    /// Whether one of the two, or whoever one belongs to, has blocked the other, or whoever that one belongs to.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn are_apart(&self, one: &PlayerRow, other: &PlayerRow) -> Result<bool, StoreError> {
        if !self.may_be_apart(one) || !self.may_be_apart(other) {
            return Ok(false);
        }
        let query = "SELECT EXISTS (SELECT 1 FROM blocks WHERE player IN (?1, ?2) AND blocked IN (?3, ?4)) \
             OR EXISTS (SELECT 1 FROM blocks WHERE player IN (?3, ?4) AND blocked IN (?1, ?2))";
        let ids = [one.id, one.owner(), other.id, other.owner()];
        self.look_up(|connection| sql::value(connection, query, ids))
    }

    /// Says whether a player takes offers in a match.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn mute(&self, match_id: Uuid, player: Uuid, muted: bool) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Mute { match_id, player, muted }).await
    }

    /// Whether a player takes no offers in a match.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn is_muted(&self, match_id: Uuid, player: Uuid) -> Result<bool, StoreError> {
        let query = "SELECT EXISTS (SELECT 1 FROM mutes JOIN matches ON matches.key = match_key \
             WHERE matches.id = ?1 AND player = ?2)";
        self.look_up(|connection| sql::value(connection, query, [match_id, player]))
    }

    /// Tells the operator of a player.
    ///
    /// # Errors
    /// When there is no such player, or too much was told.
    pub async fn report(&self, new: NewReport) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Report(Box::new(new))).await
    }

    /// A page of the open reports: those of players with a claimed name first, then those of guests, the oldest first. A
    /// page begins after the report with this number.
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
    /// When none of this number is open.
    pub async fn close_report(&self, key: i64, deed: Deed) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::CloseReport { key, deed }).await
    }

    /// Bans the deed's subject until then.
    ///
    /// # Errors
    /// When there is no such player.
    pub async fn set_ban(&self, until_ms: Option<i64>, deed: Deed) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Ban { until_ms, deed }).await
    }

    /// Lifts a ban.
    ///
    /// # Errors
    /// When there is none.
    pub async fn lift_ban(&self, deed: Deed) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Unban { deed }).await
    }

    /// The ban that holds for a player, or for whoever that one belongs to.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn ban(&self, player: &PlayerRow, now_ms: u64) -> Result<Option<BanRow>, StoreError> {
        let query = "SELECT player, reason, at_ms, until_ms FROM bans WHERE player IN (?1, ?2) \
             AND (until_ms IS NULL OR until_ms > ?3) LIMIT 1";
        let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
        self.look_up(|connection| sql::first(connection, query, params![player.id, player.owner(), now_ms], ban))
    }

    /// All bans that hold, the newest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn bans(&self, now_ms: u64) -> Result<Vec<BanRow>, StoreError> {
        let query = "SELECT player, reason, at_ms, until_ms FROM bans WHERE until_ms IS NULL OR until_ms > ?1 \
             ORDER BY at_ms DESC LIMIT ?2";
        let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
        self.list(move |connection| sql::all(connection, query, [now_ms, MOST], ban)).await
    }

    /// Takes the result of a finished match out of everything that it counted for.
    ///
    /// # Errors
    /// When there is no finished match of this id.
    pub async fn void_match(&self, deed: Deed) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Void { deed }).await
    }

    /// Logs a deed that changes nothing else in the store.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn log_deed(&self, deed: Deed) -> Result<(), StoreError> {
        self.keep_peace(PeaceWrite::Log { deed }).await
    }

    /// What the operator did, the newest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn deeds(&self) -> Result<Vec<DeedRow>, StoreError> {
        let query = "SELECT at_ms, proof, deed, subject, detail FROM audit ORDER BY key DESC LIMIT ?1";
        self.look_up(|connection| {
            sql::all(connection, query, [MOST], |row| {
                Ok(DeedRow {
                    at_ms: unsigned(row.get(0)?, "a deed's at_ms")?,
                    proof: row.get(1)?,
                    deed: row.get(2)?,
                    subject: row.get(3)?,
                    detail: row.get(4)?,
                })
            })
        })
    }
}

/// Of the columns player, reason, at_ms, until_ms.
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

/// Of the columns key, at_ms, reporter, reported, match_id, reason, is_guests.
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
