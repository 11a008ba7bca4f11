//! Challenges and the players' rules for accepting them.

use rusqlite::Row;
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::challenges::{ChallengeEnd, ChallengeWrite, NewChallenge};
use crate::values::from_word;
use crate::writes::Write;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    pub id: Uuid,
    /// The complete challenge as JSON.
    pub body: String,
    /// How it was closed; `None` while it is open.
    pub end: Option<ChallengeEnd>,
    /// Reason for declining it.
    pub reason: Option<String>,
    /// True if a guest made it.
    pub is_guests: bool,
    /// Digests of the networks from which the challenger came.
    pub network: Option<Vec<u8>>,
}

/// The columns of a [`ChallengeRow`].
macro_rules! challenge_columns {
    () => {
        "id, body, state, reason, NOT EXISTS (SELECT 1 FROM accounts WHERE player = challenger), \
         (SELECT networks FROM players WHERE players.id = challenger)"
    };
}

/// Reads a row with the [`challenge_columns`].
pub(super) fn challenge(row: &Row<'_>) -> Result<ChallengeRow, StoreError> {
    let id = row.get(0)?;
    let end = match row.get_ref(2)?.as_str()? {
        "standing" => None,
        state => Some(from_word(state, || format!("the state of challenge {id}"))?),
    };
    let (is_guests, network) = (row.get(4)?, row.get(5)?);
    Ok(ChallengeRow { id, body: row.get(1)?, end, reason: row.get(3)?, is_guests, network })
}

impl Store {
    /// Stores a challenge.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn add_challenge(&self, new: NewChallenge) -> Result<(), StoreError> {
        self.write(Write::Challenge(ChallengeWrite::New(Box::new(new)))).await
    }

    /// Closes an open challenge.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if there is no open challenge with this id.
    pub async fn close_challenge(&self, id: Uuid, end: ChallengeEnd, reason: Option<String>) -> Result<(), StoreError> {
        self.write(Write::Challenge(ChallengeWrite::Close { id, end, reason })).await
    }

    /// Sets a player's rules for challenges, as JSON. `None` removes them.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn set_challenge_rules(&self, player: Uuid, body: Option<String>) -> Result<(), StoreError> {
        self.write(Write::Challenge(ChallengeWrite::Rules { player, body })).await
    }

    /// Returns a player's rules for challenges, as JSON.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn challenge_rules(&self, player: Uuid) -> Result<Option<String>, StoreError> {
        let query = "SELECT body FROM challenge_rules WHERE player = ?1";
        self.look_up(|connection| sql::first(connection, query, [player], sql::column))
    }

    /// Returns all open challenges, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn standing_challenges(&self) -> Result<Vec<ChallengeRow>, StoreError> {
        let query = concat!("SELECT ", challenge_columns!(), " FROM challenges WHERE state = 'standing' ORDER BY key");
        self.read_through(move |connection| sql::readable(connection, query, [], challenge)).await
    }

    /// Returns a challenge by its id.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn challenge(&self, id: Uuid) -> Result<Option<ChallengeRow>, StoreError> {
        let query = concat!("SELECT ", challenge_columns!(), " FROM challenges WHERE id = ?1");
        self.look_up(|connection| sql::first(connection, query, [id], challenge))
    }

    /// Returns the latest closed challenges of a player, newest first, at most 100.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn closed_challenges(&self, challenger: Uuid) -> Result<Vec<ChallengeRow>, StoreError> {
        let query = concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM challenges WHERE challenger = ?1 AND state <> 'standing' ORDER BY key DESC LIMIT 100"
        );
        self.look_up(|connection| sql::all(connection, query, [challenger], challenge))
    }
}
