//! One match: its setup and its events.

use uuid::Uuid;

use crate::games::GameId;
use crate::play::{MatchSetup, NumberedEvent};
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::event_json;
use crate::store::tables::matches::parse_setup;
use crate::store::values::unsigned;

impl Store {
    /// The setup of a match, with the seats as they were when it was made.
    ///
    /// # Errors
    /// When the database or the setup cannot be read.
    pub async fn setup(&self, id: Uuid) -> Result<Option<MatchSetup>, StoreError> {
        let body: Option<String> = sqlx::query_scalar(
            "SELECT cards.body FROM cards JOIN matches ON matches.key = cards.match_key WHERE matches.id = $1",
        )
        .bind(id)
        .fetch_optional(self.readers())
        .await?;
        body.map(|body| parse_setup(id, &body)).transpose()
    }

    /// All events of a match, in order; none when there is no such match.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] naming match and number when an event is missing or cannot be read.
    pub async fn events(&self, id: Uuid) -> Result<Vec<NumberedEvent>, StoreError> {
        let game: Option<(i64, String)> = sqlx::query_as("SELECT key, game FROM matches WHERE id = $1")
            .bind(id)
            .fetch_optional(self.readers())
            .await?;
        let Some((key, game)) = game else {
            return Ok(Vec::new());
        };
        let game: GameId = game.parse().map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
        let rows: Vec<(i64, String, String)> =
            sqlx::query_as("SELECT seq, kind, body FROM events WHERE match_key = $1 ORDER BY seq")
                .bind(key)
                .fetch_all(self.readers())
                .await?;
        let mut events = Vec::with_capacity(rows.len());
        for (expected, (seq, kind, body)) in (1..).zip(rows) {
            let of_event = |problem: &str| StoreError::unreadable(format!("event {expected} of match {id}"), problem);
            if unsigned(seq, "an event's number")? != expected {
                return Err(of_event("it is missing"));
            }
            let event = event_json::decode(game, &kind, &body).map_err(|problem| of_event(&problem))?;
            events.push(NumberedEvent { seq: expected, event });
        }
        Ok(events)
    }

    /// What a start has to know of the matches that are not over, the oldest first: little, so that a hundred thousand of
    /// them take no time. Neither setups nor events are read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn unfinished_matches(&self) -> Result<Vec<UnfinishedMatch>, StoreError> {
        // A seat that stands beside the setup was taken after the match was made.
        let rows: Vec<UnfinishedRow> = sqlx::query_as(
            "SELECT id, first_player, second_player, first_seat IS NULL, second_seat IS NULL \
             FROM matches JOIN cards ON cards.match_key = matches.key \
             WHERE status IN ('open', 'live') ORDER BY matches.key",
        )
        .fetch_all(self.readers())
        .await?;
        let head = |(id, first, second, first_made, second_made): UnfinishedRow| {
            let seated = [first.filter(|_| first_made), second.filter(|_| second_made)];
            UnfinishedMatch { id, seated: seated.into_iter().flatten().collect() }
        };
        Ok(rows.into_iter().map(head).collect())
    }
}

/// A match, the persons in its seats, and whether each sat there when it was made.
type UnfinishedRow = (Uuid, Option<Uuid>, Option<Uuid>, bool, bool);

/// What a start has to know of a match that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedMatch {
    /// The match.
    pub id: Uuid,
    /// The persons who sat in it when it was made.
    pub seated: Vec<Uuid>,
}
