//! The tables `challenges` and `challenge_rules`.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::{StoreError, WriteError};
use crate::values::word;

/// Number of closed challenges to keep per challenger, so that the challenger can see their results later.
const KEPT: i64 = 20;

/// How a challenge was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeEnd {
    /// A match was created.
    Accepted,
    /// The opponent declined it.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
    /// It expired without an answer.
    Expired,
}

/// A challenge to store.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    pub id: Uuid,
    pub challenger: Uuid,
    /// The opponent; `None` if anyone who knows the id may accept.
    pub opponent: Option<Uuid>,
    /// The complete challenge as JSON.
    pub body: String,
}

pub(crate) enum ChallengeWrite {
    New(Box<NewChallenge>),
    Close { id: Uuid, end: ChallengeEnd, reason: Option<String> },
    Rules { player: Uuid, body: Option<String> },
}

pub(crate) fn write(connection: &Connection, write: &ChallengeWrite) -> Result<(), WriteError> {
    match write {
        ChallengeWrite::New(new) => {
            connection
                .prepare_cached(
                    "INSERT INTO challenges (id, challenger, opponent, body, state) VALUES (?1, ?2, ?3, ?4, 'standing')",
                )?
                .execute(params![new.id, new.challenger, new.opponent, new.body])?;
        }
        ChallengeWrite::Close { id, end, reason } => close(connection, *id, *end, reason.as_deref())?,
        ChallengeWrite::Rules { player, body: Some(body) } => {
            connection
                .prepare_cached(
                    "INSERT INTO challenge_rules (player, body) VALUES (?1, ?2) \
                     ON CONFLICT (player) DO UPDATE SET body = excluded.body",
                )?
                .execute(params![player, body])?;
        }
        ChallengeWrite::Rules { player, body: None } => {
            connection.prepare_cached("DELETE FROM challenge_rules WHERE player = ?1")?.execute([player])?;
        }
    }
    Ok(())
}

/// Closes an open challenge. A challenge that is not open is rejected, so that none is closed twice.
fn close(connection: &Connection, id: Uuid, end: ChallengeEnd, reason: Option<&str>) -> Result<(), WriteError> {
    let closed = connection
        .prepare_cached("UPDATE challenges SET state = ?2, reason = ?3 WHERE id = ?1 AND state = 'standing'")?
        .execute(params![id, word(end), reason])?;
    if closed == 0 {
        return Err(StoreError::NoSuch { what: "challenge", id }.into());
    }
    connection
        .prepare_cached(
            "DELETE FROM challenges WHERE challenger = (SELECT challenger FROM challenges WHERE id = ?1) \
             AND state <> 'standing' AND key NOT IN (SELECT kept.key FROM challenges AS kept WHERE kept.challenger = \
             (SELECT challenger FROM challenges WHERE id = ?1) AND kept.state <> 'standing' \
             ORDER BY kept.key DESC LIMIT ?2)",
        )?
        .execute(params![id, KEPT])?;
    Ok(())
}

/// Deletes the challenges, rules, blocks and mutes of a deleted account.
pub(super) fn forget(connection: &Connection, player: Uuid) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM challenges WHERE challenger = ?1 OR opponent = ?1",
        "DELETE FROM challenge_rules WHERE player = ?1",
        "DELETE FROM blocks WHERE player = ?1 OR blocked = ?1",
        "DELETE FROM mutes WHERE player = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([player])?;
    }
    Ok(())
}
