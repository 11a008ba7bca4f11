//! Accounts: claimed names, their credentials, and changes to them.

use rusqlite::params;
use uuid::Uuid;

use super::players::{PlayerRow, player, player_columns};
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;
use crate::store::tables::accounts::{AccountWrite, Change, Claim, TokenKind};
use crate::store::values::unsigned;
use crate::store::writes::Write;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// Hash of the password, if there is one.
    pub password: Option<String>,
    /// Time when the name was claimed, in Unix milliseconds.
    pub claimed_ms: u64,
    /// Number of unused recovery codes.
    pub codes: u64,
}

/// Metadata of a token, without the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Key of the token.
    pub key: i64,
    /// Label that the owner gave it.
    pub label: String,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    /// Time of the last recorded use, in Unix milliseconds.
    pub used_ms: Option<u64>,
}

impl Store {
    /// Claims a name permanently. For a bot, also creates its player.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the name is taken, the player already has an account, or the owner has too many
    /// bots.
    pub async fn claim(&self, claim: Claim) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Claim(Box::new(claim)))).await
    }

    /// Changes the credentials of a player.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the recovery code is invalid or there are too many keys.
    pub async fn change_account(&self, player: Uuid, change: Change) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Change { player, change: Box::new(change) })).await
    }

    /// Revokes the token `key` of a player, or the first token if `key` is `None`.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the player has no token with this key.
    pub async fn revoke_token(&self, player: Uuid, key: Option<i64>) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Revoke { player, key })).await
    }

    /// Records the use of a token.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn note_use(&self, key: i64, at_ms: u64) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Used { key, at_ms })).await
    }

    /// Deletes an account and its bots. All their credentials stop working at once. Their names are removed from
    /// matches in steps; see [`Store::deletions`].
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the player does not exist.
    pub async fn delete_account(&self, player: Uuid, at_ms: u64) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Delete { player, at_ms })).await
    }

    /// Removes the name of a deleted account from the next batch of its matches.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn go_on_deleting(&self, player: Uuid) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Anonymise { player })).await
    }

    /// Returns the deleted accounts whose names are still to be removed from matches.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn deletions(&self) -> Result<Vec<Uuid>, StoreError> {
        self.read_through(|connection| sql::readable(connection, "SELECT player FROM deletions", [], sql::column)).await
    }

    /// Returns the number of accounts, including deleted ones.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn accounts(&self) -> Result<u64, StoreError> {
        let count = self.read_through(|connection| sql::value(connection, "SELECT COUNT(*) FROM accounts", [])).await?;
        unsigned(count, "the number of accounts")
    }

    /// Returns the account of a player; `None` for guests and deleted accounts.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn account(&self, player: Uuid) -> Result<Option<AccountRow>, StoreError> {
        let query = "SELECT password, claimed_ms, (SELECT COUNT(*) FROM recovery_codes WHERE player = ?1) \
             FROM accounts WHERE player = ?1 AND deleted_ms IS NULL";
        self.look_up(|connection| {
            sql::first(connection, query, [player], |row| {
                Ok(AccountRow {
                    password: row.get(0)?,
                    claimed_ms: unsigned(row.get(1)?, "an account's claimed_ms")?,
                    codes: unsigned(row.get(2)?, "the number of recovery codes")?,
                })
            })
        })
    }

    /// Returns the player whose claimed name has one of these looks. The first look takes precedence.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn claimed_by(&self, looks: &[String; 2]) -> Result<Option<Uuid>, StoreError> {
        let query = "SELECT player FROM claimed_names WHERE look IN (?1, ?2) ORDER BY look = ?1 DESC LIMIT 1";
        self.look_up(|connection| sql::first(connection, query, looks.each_ref(), sql::column))
    }

    /// Returns the tokens of a player of one kind, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn tokens(&self, player: Uuid, kind: TokenKind) -> Result<Vec<TokenRow>, StoreError> {
        let query =
            "SELECT key, label, created_ms, used_ms FROM tokens WHERE player = ?1 AND kind = ?2 ORDER BY key DESC";
        self.look_up(|connection| {
            sql::all(connection, query, params![player, kind.word()], |row| {
                let used_ms: Option<i64> = row.get(3)?;
                Ok(TokenRow {
                    key: row.get(0)?,
                    label: row.get(1)?,
                    created_ms: unsigned(row.get(2)?, "a token's created_ms")?,
                    used_ms: used_ms.map(|ms| unsigned(ms, "a token's used_ms")).transpose()?,
                })
            })
        })
    }

    /// Returns the bots of a person in the order of their creation.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn bots_of(&self, owner: Uuid) -> Result<Vec<PlayerRow>, StoreError> {
        let query = concat!(
            "SELECT ",
            player_columns!(),
            " FROM accounts JOIN players ON players.id = accounts.player \
             WHERE accounts.owner = ?1 AND deleted_ms IS NULL ORDER BY claimed_ms, players.id"
        );
        self.look_up(|connection| sql::all(connection, query, [owner], player))
    }
}
