//! Challenges and the rules by which players take them.

use uuid::Uuid;

use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::challenges::{ChallengeEnd, ChallengeWrite, NewChallenge};
use crate::store::values::from_word;
use crate::store::writes::Write;

/// A stored challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// Its id.
    pub id: Uuid,
    /// All of it, as JSON.
    pub body: String,
    /// What became of it; none while it stands.
    pub end: Option<ChallengeEnd>,
    /// Why it was declined.
    pub reason: Option<String>,
}

pub(super) type Columns = (Uuid, String, String, Option<String>);

pub(super) fn row((id, body, state, reason): Columns) -> Result<ChallengeRow, StoreError> {
    let end =
        if state == "standing" { None } else { Some(from_word(state, || format!("the state of challenge {id}"))?) };
    Ok(ChallengeRow { id, body, end, reason })
}

impl Store {
    /// Stores a challenge.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn add_challenge(&self, new: NewChallenge) -> Result<(), StoreError> {
        self.write(Write::Challenge(ChallengeWrite::New(Box::new(new)))).await
    }

    /// Closes a challenge that stands.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] when it does not stand.
    pub async fn close_challenge(&self, id: Uuid, end: ChallengeEnd, reason: Option<String>) -> Result<(), StoreError> {
        self.write(Write::Challenge(ChallengeWrite::Close { id, end, reason })).await
    }

    /// Sets by which rules a player takes challenges, as JSON; none for no rules.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn set_challenge_rules(&self, player: Uuid, body: Option<String>) -> Result<(), StoreError> {
        self.write(Write::Challenge(ChallengeWrite::Rules { player, body })).await
    }

    /// The rules of a player, as JSON.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn challenge_rules(&self, player: Uuid) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT body FROM challenge_rules WHERE player = $1");
        Ok(query.bind(player).fetch_optional(self.readers()).await?)
    }

    /// All challenges that stand, the oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn standing_challenges(&self) -> Result<Vec<ChallengeRow>, StoreError> {
        let rows: Vec<Columns> =
            sqlx::query_as("SELECT id, body, state, reason FROM challenges WHERE state = 'standing' ORDER BY key")
                .fetch_all(self.readers())
                .await?;
        rows.into_iter().map(row).collect()
    }

    /// The newest challenges of a player that stand no more, the newest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn closed_challenges(&self, challenger: Uuid) -> Result<Vec<ChallengeRow>, StoreError> {
        let rows: Vec<Columns> = sqlx::query_as(
            "SELECT id, body, state, reason FROM challenges WHERE challenger = $1 AND state <> 'standing' \
             ORDER BY key DESC LIMIT 100",
        )
        .bind(challenger)
        .fetch_all(self.readers())
        .await?;
        rows.into_iter().map(row).collect()
    }
}
