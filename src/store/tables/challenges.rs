//! The tables `challenges` and `challenge_rules`.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::store::error::{StoreError, WriteError};
use crate::store::values::word;

/// So many challenges that stand no more are kept of each challenger, so that one who was away can look.
const KEPT: i64 = 20;

/// What became of a challenge that stands no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeEnd {
    /// A match was made.
    Accepted,
    /// The opponent does not want it.
    Declined,
    /// The challenger does not want it any more.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// A challenge to be stored.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// Its id.
    pub id: Uuid,
    /// Who challenges.
    pub challenger: Uuid,
    /// Whom; none for anybody who knows the id.
    pub opponent: Option<Uuid>,
    /// All of it, as JSON.
    pub body: String,
}

/// Something to be written of challenges.
pub(in crate::store) enum ChallengeWrite {
    New(Box<NewChallenge>),
    Close { id: Uuid, end: ChallengeEnd, reason: Option<String> },
    Rules { player: Uuid, body: Option<String> },
}

pub(in crate::store) fn write(connection: &Connection, write: &ChallengeWrite) -> Result<(), WriteError> {
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

/// Closes one that stands; one that does not is refused, so that nothing happens to it twice.
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

/// Takes everything about a player who is no more.
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
