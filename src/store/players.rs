//! People: a name, and the hash of the secret that proves who they are.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::error::WriteError;
use super::writes::{Write, signed, unsigned};
use super::{Store, StoreError, tallies};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Who.
    pub id: Uuid,
    /// The name to show.
    pub name: String,
    /// When the player first came, in Unix milliseconds.
    pub created_ms: u64,
}

/// A player to be stored.
pub(super) struct NewPlayer {
    id: Uuid,
    name: String,
    token_hash: [u8; 32],
    created_ms: i64,
}

type Row = (Uuid, String, i64);

impl Store {
    /// Stores a player. The token itself is never stored, only this hash of it. Storing the same player twice is no
    /// error.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when another player has the id or the token.
    pub async fn create_player(
        &self,
        id: Uuid,
        name: &str,
        token_hash: [u8; 32],
        created_ms: u64,
    ) -> Result<(), StoreError> {
        let created_ms = signed(created_ms, "created_ms")?;
        self.write(Write::Player(NewPlayer { id, name: name.to_owned(), token_hash, created_ms })).await
    }

    /// The player whose token has this hash.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn player_by_token(&self, token_hash: &[u8; 32]) -> Result<Option<PlayerRow>, StoreError> {
        let row: Option<Row> = sqlx::query_as("SELECT id, name, created_ms FROM players WHERE token_hash = $1")
            .bind(&token_hash[..])
            .fetch_optional(self.readers())
            .await?;
        row.map(player).transpose()
    }

    /// The player with this id.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn player(&self, id: Uuid) -> Result<Option<PlayerRow>, StoreError> {
        let row: Option<Row> = sqlx::query_as("SELECT id, name, created_ms FROM players WHERE id = $1")
            .bind(id)
            .fetch_optional(self.readers())
            .await?;
        row.map(player).transpose()
    }

    /// Gives a player another name, in lists from now on; the seats of earlier matches keep the old one.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] when there is no such player.
    pub async fn rename_player(&self, player: Uuid, name: &str) -> Result<(), StoreError> {
        self.write(Write::Name { player, name: name.to_owned() }).await
    }
}

fn player((id, name, created_ms): Row) -> Result<PlayerRow, StoreError> {
    Ok(PlayerRow { id, name, created_ms: unsigned(created_ms, "a player's created_ms")? })
}

pub(super) fn insert(connection: &Connection, new: &NewPlayer) -> Result<(), WriteError> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO players (id, name, token_hash, created_ms) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        )?
        .execute(params![new.id, new.name, new.token_hash, new.created_ms])?;
    if inserted == 1 {
        // Results may be older than the player: those of a database that was put together from others.
        return Ok(tallies::rename(connection, new.id, &new.name)?);
    }
    let is_same = connection
        .prepare_cached("SELECT 1 FROM players WHERE id = ?1 AND token_hash = ?2")?
        .exists(params![new.id, new.token_hash])?;
    if is_same {
        return Ok(());
    }
    Err(StoreError::Refused(format!("another player has the id {} or its token", new.id)).into())
}

pub(super) fn rename(connection: &Connection, id: Uuid, name: &str) -> Result<(), WriteError> {
    let renamed =
        connection.prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?.execute(params![id, name])?;
    if renamed == 0 {
        return Err(StoreError::NoSuch { what: "player", id }.into());
    }
    Ok(tallies::rename(connection, id, name)?)
}
