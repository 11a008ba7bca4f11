//! Accounts: claimed names, their credentials, and changes to them.

use rusqlite::params;
use uuid::Uuid;

use super::players::{PlayerRow, player, player_columns};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::SEEN_FOR_MS;
use crate::tables::accounts::{AccountWrite, Change, Claim, IS_HELD, TokenKind, Whereabouts};
use crate::tables::notices::NoticeKind;
use crate::values::{from_word, signed, unsigned};
use crate::writes::Write;

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
    pub key: i64,
    /// Label that the owner gave it.
    pub label: String,
    /// Scopes of a key, separated by blanks.
    pub scopes: String,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    /// Time of the last recorded use, in Unix milliseconds.
    pub used_ms: Option<u64>,
    /// Expiry in Unix milliseconds.
    pub expires_ms: u64,
}

/// Suspicious behaviour of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeRow {
    /// The account.
    pub player: Uuid,
    pub name: String,
    /// Kind of behaviour.
    pub kind: NoticeKind,
    pub times: u64,
    /// Last time, in Unix milliseconds.
    pub last_ms: u64,
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

    /// Stores from where a person, or a bot of this person, has connected.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn note_whereabouts(&self, player: Uuid, at: Whereabouts, at_ms: u64) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Seen { player, at, at_ms })).await
    }

    /// Returns the opponents of a player and of the player's bots who share a network with another one of these
    /// opponents within 30 days before `now_ms`, by name, at most `most`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn opponents_of_one_network(
        &self,
        player: Uuid,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Uuid, String)>, StoreError> {
        let query = "WITH met AS (SELECT DISTINCT COALESCE(accounts.owner, accounts.player) AS person FROM meetings \
             JOIN accounts ON accounts.player = unhex(meetings.opponent) WHERE meetings.player IN \
             (SELECT player FROM accounts WHERE player = ?1 OR owner = ?1)), \
             seen AS (SELECT DISTINCT person, whereabouts.network FROM met JOIN whereabouts ON whereabouts.player = person \
             WHERE seen_ms > ?2) \
             SELECT DISTINCT players.id, players.name FROM seen JOIN players ON players.id = person WHERE seen.network IN \
             (SELECT network FROM seen GROUP BY network HAVING COUNT(*) > 1) ORDER BY players.name, players.id LIMIT ?3";
        let since = signed(now_ms, "the time")?.saturating_sub(SEEN_FOR_MS);
        self.list(move |connection| {
            sql::all(connection, query, params![player, since, most], |row| Ok((row.get(0)?, row.get(1)?)))
        })
        .await
    }

    /// Counts a notice about an account for the operator.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn note(&self, player: Uuid, kind: NoticeKind, at_ms: u64) -> Result<(), StoreError> {
        self.write(Write::Account(AccountWrite::Notice { player, kind, at_ms })).await
    }

    /// Returns the latest notices of one account or of all, at most `most`, newest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn notices(&self, of: Option<Uuid>, most: u32) -> Result<Vec<NoticeRow>, StoreError> {
        let query = "SELECT player, players.name, kind, times, last_ms FROM notices JOIN players ON players.id = player \
             WHERE ?1 IS NULL OR player = ?1 ORDER BY last_ms DESC, player, kind LIMIT ?2";
        self.look_up(|connection| {
            sql::all(connection, query, params![of, most], |row| {
                Ok(NoticeRow {
                    player: row.get(0)?,
                    name: row.get(1)?,
                    kind: from_word(row.get_ref(2)?.as_str()?, || "the kind of a notice".to_owned())?,
                    times: unsigned(row.get(3)?, "the number of notices")?,
                    last_ms: unsigned(row.get(4)?, "a notice's last_ms")?,
                })
            })
        })
    }

    /// Deletes an account with its bots and revokes their tokens. Their names are removed from matches in batches;
    /// [`Store::deletions`] returns the remaining work.
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
    /// When the database cannot be read.
    pub async fn claimed_by(&self, looks: &[String; 2], now_ms: u64) -> Result<Option<Uuid>, StoreError> {
        // The name of a deleted account is taken while its player is banned.
        let query = format!(
            "SELECT player FROM claimed_names WHERE look IN (?1, ?3) AND {IS_HELD} ORDER BY look = ?1 DESC LIMIT 1"
        );
        let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
        self.look_up(|connection| sql::first(connection, &query, params![looks[0], now_ms, looks[1]], sql::column))
    }

    /// Returns the tokens of a player of one kind, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn tokens(&self, player: Uuid, kind: TokenKind) -> Result<Vec<TokenRow>, StoreError> {
        let query = "SELECT key, label, created_ms, used_ms, scopes, expires_ms FROM tokens WHERE player = ?1 AND kind = ?2 ORDER BY key DESC";
        self.look_up(|connection| {
            sql::all(connection, query, params![player, kind.word()], |row| {
                let used_ms: Option<i64> = row.get(3)?;
                Ok(TokenRow {
                    key: row.get(0)?,
                    label: row.get(1)?,
                    created_ms: unsigned(row.get(2)?, "a token's created_ms")?,
                    used_ms: used_ms.map(|ms| unsigned(ms, "a token's used_ms")).transpose()?,
                    scopes: row.get(4)?,
                    expires_ms: unsigned(row.get(5)?, "a token's expires_ms")?,
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
