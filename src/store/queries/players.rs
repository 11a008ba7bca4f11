//! Players: names, and the hashes of the tokens that authenticate them.

use rusqlite::Row;
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::accounts::TokenKind;
use crate::tables::players::NewPlayer;
use crate::values::{signed, unsigned};
use crate::writes::Write;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    pub id: Uuid,
    /// Displayed name.
    pub name: String,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    pub kind: PlayerKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A player without an account, known only by a token. Others may use the same name.
    Guest,
    /// A person with a claimed name.
    Person,
    /// A program with a claimed name. A person owns it.
    Bot {
        /// Owner of the bot.
        owner: Uuid,
    },
    /// A deleted account. Its matches keep the player's id.
    Deleted,
}

impl PlayerRow {
    /// Returns the player whose interest this player represents: for a bot, its owner.
    #[must_use]
    pub const fn owner(&self) -> Uuid {
        match self.kind {
            PlayerKind::Bot { owner } => owner,
            PlayerKind::Guest | PlayerKind::Person | PlayerKind::Deleted => self.id,
        }
    }
}

/// A player who was authenticated by a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenHolder {
    pub player: PlayerRow,
    /// Key of the token; `None` for the player's first token, which `welcome` contains.
    pub token: Option<i64>,
    /// Time of the last recorded use of the token, in Unix milliseconds.
    pub used_ms: Option<u64>,
    /// Scopes of a key, separated by blanks; `None` for other tokens.
    pub scopes: Option<String>,
    /// Expiry of the token in Unix milliseconds; `None` for the first token.
    pub expires_ms: Option<u64>,
    /// Time when the name was claimed, in Unix milliseconds; `None` for a guest.
    pub claimed_ms: Option<u64>,
}

/// Columns of a [`PlayerRow`].
macro_rules! player_columns {
    () => {
        "players.id, name, players.created_ms, accounts.player IS NOT NULL, accounts.owner, deleted_ms IS NOT NULL"
    };
}
pub(super) use player_columns;

const BY_FIRST_TOKEN: &str = concat!(
    "SELECT ",
    player_columns!(),
    ", claimed_ms FROM players LEFT JOIN accounts ON accounts.player = players.id WHERE token_hash = ?1"
);
const BY_TOKEN: &str = concat!(
    "SELECT ",
    player_columns!(),
    ", claimed_ms, tokens.key, used_ms, kind, scopes, expires_ms FROM tokens JOIN players ON players.id = tokens.player \
     LEFT JOIN accounts ON accounts.player = players.id WHERE tokens.hash = ?1"
);
const BY_ID: &str = concat!(
    "SELECT ",
    player_columns!(),
    " FROM players LEFT JOIN accounts ON accounts.player = players.id WHERE id = ?1"
);

/// Where a player came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerOrigin {
    /// Digests of the networks; `None` if they are not stored any more.
    pub network: Option<Vec<u8>>,
    /// True if the player is a guest.
    pub is_guest: bool,
}

impl Store {
    /// Stores a player with the hash of the token; the token itself is never stored. A repeated call with the same
    /// player does nothing.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if another player has the id or the token.
    pub async fn create_player(
        &self,
        id: Uuid,
        name: &str,
        token_hash: [u8; 32],
        created_ms: u64,
    ) -> Result<(), StoreError> {
        self.create_guest(id, name, token_hash, created_ms, None).await
    }

    /// Like [`Self::create_player`], with digests of the networks from which the player comes.
    ///
    /// # Errors
    /// Like [`Self::create_player`].
    pub async fn create_guest(
        &self,
        id: Uuid,
        name: &str,
        token_hash: [u8; 32],
        created_ms: u64,
        network: Option<Vec<u8>>,
    ) -> Result<(), StoreError> {
        let created_ms = signed(created_ms, "created_ms")?;
        self.write(Write::Player(NewPlayer { id, name: name.to_owned(), token_hash, created_ms, network })).await
    }

    /// Returns where a player came from; `None` if there is no such player.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub fn player_origin(&self, player: Uuid) -> Result<Option<PlayerOrigin>, StoreError> {
        let query = "SELECT networks, NOT EXISTS (SELECT 1 FROM accounts WHERE player = ?1) FROM players WHERE id = ?1";
        self.look_up(|connection| {
            sql::first(connection, query, [player], |row| {
                Ok(PlayerOrigin { network: row.get(0)?, is_guest: row.get(1)? })
            })
        })
    }

    /// Returns the player whose token has this hash.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn player_by_token(&self, token_hash: &[u8; 32]) -> Result<Option<TokenHolder>, StoreError> {
        let time = |row: &Row<'_>, column: usize| {
            let ms: Option<i64> = row.get(column)?;
            ms.map(|ms| unsigned(ms, "a time of a token")).transpose()
        };
        let by_first = |row: &Row<'_>| {
            Ok(TokenHolder {
                player: player(row)?,
                token: None,
                used_ms: None,
                scopes: None,
                expires_ms: None,
                claimed_ms: time(row, 6)?,
            })
        };
        let by_another = |row: &Row<'_>| {
            let is_key = row.get_ref(9)?.as_str()? == TokenKind::Key.word();
            let scopes = if is_key { Some(row.get(10)?) } else { None };
            Ok(TokenHolder {
                player: player(row)?,
                token: Some(row.get(7)?),
                used_ms: time(row, 8)?,
                scopes,
                expires_ms: time(row, 11)?,
                claimed_ms: time(row, 6)?,
            })
        };
        self.look_up(|connection| match sql::first(connection, BY_FIRST_TOKEN, [token_hash], by_first)? {
            Some(holder) => Ok(Some(holder)),
            None => sql::first(connection, BY_TOKEN, [token_hash], by_another),
        })
    }

    /// Returns the player with this id.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn player(&self, id: Uuid) -> Result<Option<PlayerRow>, StoreError> {
        self.look_up(|connection| sql::first(connection, BY_ID, [id], player))
    }

    /// Renames a player in lists. The seats of earlier matches keep the old name.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the player does not exist.
    pub async fn rename_player(&self, player: Uuid, name: &str) -> Result<(), StoreError> {
        self.write(Write::Name { player, name: name.to_owned() }).await
    }
}

/// Reads a row that starts with the columns of a player.
pub(super) fn player(row: &Row<'_>) -> Result<PlayerRow, StoreError> {
    let (claimed, owner, deleted): (bool, Option<Uuid>, bool) = (row.get(3)?, row.get(4)?, row.get(5)?);
    let kind = match owner {
        _ if deleted => PlayerKind::Deleted,
        Some(owner) => PlayerKind::Bot { owner },
        None if claimed => PlayerKind::Person,
        None => PlayerKind::Guest,
    };
    let created_ms = unsigned(row.get(2)?, "a player's created_ms")?;
    Ok(PlayerRow { id: row.get(0)?, name: row.get(1)?, created_ms, kind })
}
