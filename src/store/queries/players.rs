//! People: a name, and the hash of the secret that proves who they are.

use uuid::Uuid;

use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::players::NewPlayer;
use crate::store::values::{signed, unsigned};
use crate::store::writes::Write;

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
