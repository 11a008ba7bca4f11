//! The table `notices`: what the operator should know about accounts.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::values::word;

/// Kind of suspicious behaviour of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A key was used from very many addresses within a day.
    KeyAddresses,
    /// A match that it won is not rated, because both sides came from one address.
    SameAddress,
    /// A match that it won is not rated, because one of the sides has met too few others.
    FewOpponents,
    /// A match that it won is not rated, because it has met enough others of the opponent's network, which count as one
    /// opponent.
    OneNetwork,
}

/// Counts one more notice of this kind about an account.
pub(super) fn count(connection: &Connection, player: Uuid, kind: NoticeKind, at_ms: i64) -> rusqlite::Result<()> {
    let insert = "INSERT INTO notices (player, kind, times, last_ms) VALUES (?1, ?2, 1, ?3) \
         ON CONFLICT DO UPDATE SET times = times + 1, last_ms = excluded.last_ms";
    connection.prepare_cached(insert)?.execute(params![player, word(kind), at_ms]).map(drop)
}
