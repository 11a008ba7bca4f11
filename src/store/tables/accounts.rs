//! The tables of accounts: claimed names and their credentials. Only hashes of secrets are stored. Each write is
//! validated before it changes anything.

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::notices::NoticeKind;
use super::{challenges, modules, notices, removed, standings};
use crate::error::{Conflict, StoreError, WriteError};

/// Name of a deleted account in seats and lists.
pub const DELETED_NAME: &str = "deleted";

/// Returns the name of a deleted account among the entrants of a tournament, whose names must be distinct.
#[must_use]
pub fn deleted_entrant(player: Uuid) -> String {
    format!("{DELETED_NAME} {}", &player.simple().to_string()[20..])
}

/// SQL condition that a row of `claimed_names` reserves its name at the time `?2`. The name of a deleted account is reserved
/// only while the account is banned.
pub(crate) const IS_HELD: &str = "(NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.player = claimed_names.player AND deleted_ms IS NOT NULL) \
     OR EXISTS (SELECT 1 FROM bans WHERE bans.player = claimed_names.player AND (until_ms IS NULL OR until_ms > ?2)))";

pub type SecretHash = [u8; 32];

/// A name to claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The player; for a bot, the id of its new player.
    pub player: Uuid,
    pub name: String,
    /// Looks of the name. No other claimed name may share any of them.
    pub looks: Vec<String>,
    /// For a bot: its owner, and the maximum number of bots per owner.
    pub owner: Option<(Uuid, usize)>,
    /// Hash of the password, if there is one.
    pub password: Option<String>,
    /// Hashes of the recovery codes.
    pub codes: Vec<SecretHash>,
    /// Token to create in the same transaction.
    pub token: Option<NewToken>,
    /// Current time in Unix milliseconds.
    pub at_ms: u64,
    /// Matches created from this time on may be rated, in Unix milliseconds.
    pub rated_ms: u64,
}

/// Kind of token, which determines its lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Valid until the password changes or too many newer sessions exist.
    Session,
    /// Valid until it is revoked.
    Key,
}

impl TokenKind {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Key => "key",
        }
    }
}

/// A token to store.
#[derive(Clone, Debug)]
pub struct NewToken {
    pub hash: SecretHash,
    pub kind: TokenKind,
    /// Label for the owner.
    pub label: String,
    /// Scopes of a key, separated by blanks.
    pub scopes: String,
    /// Maximum number of tokens of this kind per player. One more session ends the oldest; one more key is rejected.
    pub most: usize,
    /// Current time in Unix milliseconds.
    pub at_ms: u64,
    /// Expiry in Unix milliseconds.
    pub expires_ms: u64,
}

/// The hash of an address or of a network.
pub type AddressHash = [u8; 16];

/// The hashes of an address from which a person came.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts {
    /// The narrowest network prefix that one household has; the column `household`.
    pub prefix: AddressHash,
    /// The wider network around it.
    pub network: AddressHash,
}

/// Change of a player's credentials. It is applied completely or not at all.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Recovery code to consume. If it is invalid, the change is rejected.
    pub spent: Option<SecretHash>,
    /// New password hash. The inner `None` removes the password.
    pub password: Option<Option<String>>,
    /// Recovery codes that replace all existing ones.
    pub codes: Option<Vec<SecretHash>>,
    /// Ends all sessions and revokes the first token.
    pub ends_sessions: bool,
    /// Revokes all keys.
    pub ends_keys: bool,
    /// Token to create.
    pub token: Option<NewToken>,
}

pub(crate) enum AccountWrite {
    Claim(Box<Claim>),
    Change { player: Uuid, change: Box<Change> },
    Revoke { player: Uuid, key: Option<i64> },
    Used { key: i64, at_ms: u64 },
    Seen { player: Uuid, at: Whereabouts, at_ms: u64 },
    Notice { player: Uuid, kind: NoticeKind, at_ms: u64 },
    Delete { player: Uuid, at_ms: u64 },
    Anonymise { player: Uuid },
}

/// Maximum number of matches per transaction from which the name of a deleted account is removed. This bounds the delay
/// of other writes.
const STEP: i64 = 200;

pub(crate) fn write(connection: &Connection, write: &AccountWrite) -> Result<(), WriteError> {
    match write {
        AccountWrite::Claim(new) => claim(connection, new),
        AccountWrite::Change { player, change } => self::change(connection, *player, change),
        AccountWrite::Revoke { player, key: None } => Ok(forget_first(connection, *player)?),
        AccountWrite::Revoke { player, key: Some(key) } => {
            let ended = execute(connection, "DELETE FROM tokens WHERE key = ?1 AND player = ?2", params![key, player])?;
            if ended == 0 { Err(StoreError::NoSuch { what: "key of", id: *player }.into()) } else { Ok(()) }
        }
        AccountWrite::Used { key, at_ms } => {
            execute(connection, "UPDATE tokens SET used_ms = ?2 WHERE key = ?1", params![key, ms(*at_ms)])?;
            Ok(())
        }
        AccountWrite::Seen { player, at: Whereabouts { prefix, network }, at_ms } => {
            let insert = "INSERT INTO whereabouts (player, household, network, seen_ms) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT DO UPDATE SET seen_ms = excluded.seen_ms";
            execute(connection, insert, params![player, prefix, network, ms(*at_ms)])?;
            execute(connection, "DELETE FROM whereabouts WHERE seen_ms < ?1", [ms(*at_ms) - super::SEEN_FOR_MS])?;
            Ok(())
        }
        AccountWrite::Notice { player, kind, at_ms } => Ok(notices::count(connection, *player, *kind, ms(*at_ms))?),
        AccountWrite::Delete { player, at_ms } => delete(connection, *player, *at_ms),
        AccountWrite::Anonymise { player } => Ok(anonymise(connection, *player)?),
    }
}

fn execute(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
    connection.prepare_cached(sql)?.execute(values)
}

fn exists(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<bool> {
    connection.prepare_cached(sql)?.exists(values)
}

fn count(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
    let count: i64 = connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}

fn ms(at: u64) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

fn claim(connection: &Connection, new: &Claim) -> Result<(), WriteError> {
    let conflict = |conflict: Conflict| Err(StoreError::Conflict(conflict).into());
    if exists(connection, "SELECT 1 FROM accounts WHERE player = ?1", [new.player])? {
        return conflict(Conflict::HasAccount);
    }
    let made = ms(new.at_ms);
    for look in &new.looks {
        if exists(
            connection,
            &format!("SELECT 1 FROM claimed_names WHERE look = ?1 AND {IS_HELD}"),
            params![look, made],
        )? {
            return conflict(Conflict::NameTaken);
        }
    }
    if let Some((owner, most)) = new.owner {
        let bots = "SELECT COUNT(*) FROM accounts WHERE owner = ?1 AND deleted_ms IS NULL";
        if count(connection, bots, [owner])? >= most {
            return conflict(Conflict::Full);
        }
        // The column requires a hash. No token has this random one, so the bot can only use its keys.
        let insert = "INSERT INTO players (id, name, token_hash, created_ms) VALUES (?1, ?2, randomblob(32), ?3)";
        execute(connection, insert, params![new.player, new.name, made])?;
    } else if !exists(connection, "SELECT 1 FROM players WHERE id = ?1", [new.player])? {
        return Err(StoreError::NoSuch { what: "player", id: new.player }.into());
    }
    execute(connection, "UPDATE players SET name = ?2 WHERE id = ?1", params![new.player, new.name])?;
    standings::rename(connection, new.player, &new.name)?;
    let insert = "INSERT INTO accounts (player, owner, password, claimed_ms, rated_ms) VALUES (?1, ?2, ?3, ?4, ?5)";
    let owner = new.owner.map(|(owner, _)| owner);
    execute(connection, insert, params![new.player, owner, new.password, made, ms(new.rated_ms)])?;
    for look in &new.looks {
        // The two looks of a name may be equal. They then share a row.
        let insert = "INSERT INTO claimed_names (look, player) VALUES (?1, ?2) \
             ON CONFLICT DO UPDATE SET player = excluded.player";
        execute(connection, insert, params![look, new.player])?;
    }
    keep_codes(connection, new.player, &new.codes)?;
    new.token.iter().try_for_each(|token| add_token(connection, new.player, token))?;
    Ok(())
}

fn change(connection: &Connection, player: Uuid, change: &Change) -> Result<(), WriteError> {
    if let Some(code) = &change.spent {
        let known = "SELECT 1 FROM recovery_codes WHERE player = ?1 AND hash = ?2";
        if !exists(connection, known, params![player, code])? {
            return Err(StoreError::Conflict(Conflict::NoSuchCode).into());
        }
    }
    if let Some(token) = change.token.as_ref().filter(|token| token.kind == TokenKind::Key && !change.ends_keys) {
        let keys = "SELECT COUNT(*) FROM tokens WHERE player = ?1 AND kind = 'key' AND expires_ms > ?2";
        if count(connection, keys, params![player, ms(token.at_ms)])? >= token.most {
            return Err(StoreError::Conflict(Conflict::Full).into());
        }
    }
    if let Some(code) = &change.spent {
        execute(connection, "DELETE FROM recovery_codes WHERE player = ?1 AND hash = ?2", params![player, code])?;
    }
    if let Some(password) = &change.password {
        execute(connection, "UPDATE accounts SET password = ?2 WHERE player = ?1", params![player, password])?;
    }
    if let Some(codes) = &change.codes {
        execute(connection, "DELETE FROM recovery_codes WHERE player = ?1", [player])?;
        keep_codes(connection, player, codes)?;
    }
    if change.ends_sessions {
        end_sessions(connection, player)?;
    }
    if change.ends_keys {
        execute(connection, "DELETE FROM tokens WHERE player = ?1 AND kind = 'key'", [player])?;
    }
    change.token.iter().try_for_each(|token| add_token(connection, player, token))?;
    Ok(())
}

fn end_sessions(connection: &Connection, player: Uuid) -> rusqlite::Result<()> {
    forget_first(connection, player)?;
    execute(connection, "DELETE FROM tokens WHERE player = ?1 AND kind = 'session'", [player])?;
    Ok(())
}

/// Revokes a player's first token by replacing its hash with a random one.
fn forget_first(connection: &Connection, player: Uuid) -> rusqlite::Result<()> {
    execute(connection, "UPDATE players SET token_hash = randomblob(32) WHERE id = ?1", [player]).map(drop)
}

fn keep_codes(connection: &Connection, player: Uuid, codes: &[SecretHash]) -> rusqlite::Result<()> {
    for code in codes {
        let insert = "INSERT INTO recovery_codes (player, hash) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        execute(connection, insert, params![player, code])?;
    }
    Ok(())
}

/// Adds a token and ends the oldest sessions beyond the limit.
///
/// Expired tokens are only deleted when they are too many. A clock that is wrong for some time therefore ends no token for
/// good. Twice the limit of keys stays, because so many new ones can be created meanwhile.
fn add_token(connection: &Connection, player: Uuid, token: &NewToken) -> rusqlite::Result<()> {
    let NewToken { hash, kind, label, scopes, at_ms, expires_ms, .. } = token;
    let insert = "INSERT INTO tokens (hash, player, kind, label, scopes, created_ms, expires_ms) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    execute(connection, insert, params![hash, player, kind.word(), label, scopes, ms(*at_ms), ms(*expires_ms)])?;
    let most = i64::try_from(token.most).unwrap_or(i64::MAX);
    let newest = "SELECT key FROM tokens WHERE player = ?1 AND kind = ?2 ORDER BY key DESC LIMIT ?3";
    let (most, which) = match kind {
        TokenKind::Session => (most, ""),
        TokenKind::Key => (most.saturating_mul(2), "AND expires_ms <= ?4"),
    };
    let delete =
        format!("DELETE FROM tokens WHERE player = ?1 AND kind = ?2 {which} AND key NOT IN ({newest}) AND ?4 = ?4");
    execute(connection, &delete, params![player, kind.word(), most, ms(*at_ms)])?;
    Ok(())
}

fn delete(connection: &Connection, player: Uuid, at_ms: u64) -> Result<(), WriteError> {
    if !exists(connection, "SELECT 1 FROM players WHERE id = ?1", [player])? {
        return Err(StoreError::NoSuch { what: "player", id: player }.into());
    }
    let mut bots = connection.prepare_cached("SELECT player FROM accounts WHERE owner = ?1 AND deleted_ms IS NULL")?;
    let bots: Vec<Uuid> = bots.query_map([player], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let banned = "SELECT 1 FROM bans WHERE player = ?1 AND (until_ms IS NULL OR until_ms > ?2)";
    let is_banned = exists(connection, banned, params![player, ms(at_ms)])?;
    for gone in bots.into_iter().chain([player]) {
        if is_banned {
            // The names of a banned person and of that person's bots stay reserved until the ban ends.
            let hold = "UPDATE claimed_names SET player = ?2 WHERE player = ?1";
            execute(connection, hold, [gone, player])?;
        }
        end_sessions(connection, gone)?;
        for table in ["tokens", "recovery_codes", "saved_bots", "whereabouts", "notices", "claimed_names"] {
            if is_banned && table == "claimed_names" {
                continue;
            }
            execute(connection, &format!("DELETE FROM {table} WHERE player = ?1"), [gone])?;
        }
        let insert = "INSERT INTO accounts (player, claimed_ms, deleted_ms) VALUES (?1, ?2, ?2) \
             ON CONFLICT DO UPDATE SET password = NULL, deleted_ms = excluded.deleted_ms";
        execute(connection, insert, params![gone, ms(at_ms)])?;
        execute(
            connection,
            "UPDATE players SET name = ?2, networks = NULL WHERE id = ?1",
            params![gone, DELETED_NAME],
        )?;
        let insert = "INSERT INTO deletions (player, done) VALUES (?1, 0) ON CONFLICT DO NOTHING";
        execute(connection, insert, [gone])?;
        modules::forget(connection, gone)?;
        challenges::forget(connection, gone)?;
        standings::rename(connection, gone, DELETED_NAME)?;
    }
    Ok(())
}

/// Removes the name of a deleted account from its next matches: from lists, setups and events. When all are done,
/// continues with the tournaments that the player has entered.
fn anonymise(connection: &Connection, player: Uuid) -> rusqlite::Result<()> {
    let after: Option<i64> = connection
        .prepare_cached("SELECT done FROM deletions WHERE player = ?1")?
        .query_row([player], |row| row.get(0))
        .optional()?;
    let Some(after) = after else { return Ok(()) };
    let mut next = connection.prepare_cached(
        "SELECT key FROM matches WHERE first_player = ?1 AND key > ?2 UNION \
         SELECT key FROM matches WHERE second_player = ?1 AND key > ?2 ORDER BY key LIMIT ?3",
    )?;
    let keys: Vec<i64> =
        next.query_map(params![player, after, STEP], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let text = player.to_string();
    for key in &keys {
        for side in ["first", "second"] {
            for sql in [
                format!("UPDATE matches SET {side}_name = ?3 WHERE key = ?1 AND {side}_player = ?4 AND ?2 = ?2"),
                format!(
                    "UPDATE cards SET body = \
                     json_remove(json_set(body, '$.seats.{side}.name', ?3), '$.seats.{side}.version') \
                     WHERE match_key = ?1 AND json_extract(body, '$.seats.{side}.player') = ?2 \
                     AND json_extract(body, '$.seats.{side}.kind') = 'human' AND ?4 = ?4"
                ),
                format!(
                    "UPDATE cards SET {side}_seat = json_set({side}_seat, '$.name', ?3) \
                     WHERE match_key = ?1 AND json_extract({side}_seat, '$.player') = ?2 AND ?4 = ?4"
                ),
            ] {
                execute(connection, &sql, params![key, text, DELETED_NAME, player])?;
            }
        }
        let seated = "UPDATE packs SET body = (SELECT json_group_array(json(CASE \
             WHEN json_extract(value, '$.seated.seat.player') = ?2 \
             THEN json_set(value, '$.seated.seat.name', ?3) ELSE value END) ORDER BY key) FROM json_each(packs.body)) \
             WHERE match_key = ?1 AND instr(body, ?2) > 0";
        execute(connection, seated, params![key, text, DELETED_NAME])?;
    }
    match keys.last().filter(|_| keys.len() >= usize::try_from(STEP).unwrap_or(0)) {
        Some(last) => execute(connection, "UPDATE deletions SET done = ?2 WHERE player = ?1", params![player, last])?,
        None if anonymise_entrant(connection, player)? => 0,
        None => {
            let name = "UPDATE standings SET name = ?2, shown = ?2 WHERE player = ?1";
            execute(connection, name, params![player, DELETED_NAME])?;
            removed::anonymise(connection, player, DELETED_NAME)?;
            execute(connection, "DELETE FROM deletions WHERE player = ?1", [player])?
        }
    };
    Ok(())
}

/// Removes the name of a deleted account, and the name of its program's version, from a batch of results of a
/// tournament. When all results are done, changes the tournament's log. Returns false if there was nothing to do.
fn anonymise_entrant(connection: &Connection, player: Uuid) -> rusqlite::Result<bool> {
    let (text, anonymous) = (player.to_string(), deleted_entrant(player));
    let entered: Option<(i64, i64, String)> = connection
        .prepare_cached(
            "SELECT tournament_key, seq, json_extract(body, '$.seat.name') FROM tournament_log \
             WHERE json_extract(body, '$.kind') = 'entered' AND json_extract(body, '$.seat.player') = ?1 \
             AND json_extract(body, '$.seat.name') <> ?2 LIMIT 1",
        )?
        .query_row(params![text, anonymous], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((tournament, seq, name)) = entered else { return Ok(false) };
    let mut changed = 0;
    for (place, side) in ["first", "second"].into_iter().enumerate() {
        // By now another player may use the name.
        let sql = format!(
            "UPDATE results SET {side}_name = ?3, \
             body = json_remove(json_set(body, '$.seats[{place}].name', ?3), '$.seats[{place}].version') \
             WHERE tournament_key = ?1 AND position IN (SELECT position FROM results WHERE tournament_key = ?1 \
             AND {side}_name = ?2 AND json_extract(body, '$.seats[{place}].player') = ?4 LIMIT ?5)"
        );
        changed += execute(connection, &sql, params![tournament, name, anonymous, text, STEP])?;
    }
    if changed == 0 {
        let versions = "UPDATE tournament_log SET body = json_set(body, '$.version', '') \
             WHERE tournament_key = ?1 AND json_extract(body, '$.kind') = 'version' AND json_extract(body, '$.entrant') = \
             (SELECT COUNT(*) FROM tournament_log WHERE tournament_key = ?1 AND seq < ?2 \
             AND json_extract(body, '$.kind') = 'entered')";
        execute(connection, versions, params![tournament, seq])?;
        let named =
            "UPDATE tournament_log SET body = json_set(body, '$.seat.name', ?3) WHERE tournament_key = ?1 AND seq = ?2";
        execute(connection, named, params![tournament, seq, anonymous])?;
    }
    Ok(true)
}
