//! One match: its card and its events.

use std::collections::VecDeque;

use futures::stream::{self, BoxStream, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::writes::unsigned;
use super::{Store, StoreError, event_json};
use crate::games::GameId;
use crate::play::{Card, Numbered, Seat};

/// So many unfinished matches are looked up at a time.
const AT_A_TIME: i64 = 256;

impl Store {
    /// The card of a match, with the seats as they were when it was made.
    ///
    /// # Errors
    /// When the database or the card cannot be read.
    pub async fn card(&self, id: Uuid) -> Result<Option<Card>, StoreError> {
        let body: Option<String> = sqlx::query_scalar(
            "SELECT cards.body FROM cards JOIN matches ON matches.key = cards.match_key WHERE matches.id = $1",
        )
        .bind(id)
        .fetch_optional(self.readers())
        .await?;
        body.map(|body| parse_card(id, &body)).transpose()
    }

    /// All events of a match, in order; none when there is no such match.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] naming match and number when an event is missing or cannot be read.
    pub async fn events(&self, id: Uuid) -> Result<Vec<Numbered>, StoreError> {
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
            events.push(Numbered { seq: expected, event });
        }
        Ok(events)
    }

    /// All matches that are not over, with their events, the oldest first: what a restart brings back. They are read
    /// as the stream is, a few at a time. A match that cannot be read is an error in its place, and the others follow;
    /// after a failure of the database nothing follows.
    pub fn unfinished(&self) -> BoxStream<'_, Result<(Card, Vec<Numbered>), StoreError>> {
        struct Place {
            after: i64,
            ids: VecDeque<(i64, Uuid)>,
            broken: bool,
        }
        let start = Place { after: 0, ids: VecDeque::new(), broken: false };
        stream::unfold(start, move |mut place| async move {
            if place.broken {
                return None;
            }
            if place.ids.is_empty() {
                match self.unfinished_after(place.after).await {
                    Ok(ids) => place.ids = ids.into(),
                    Err(error) => return Some((Err(error), Place { broken: true, ..place })),
                }
            }
            let (key, id) = place.ids.pop_front()?;
            place.after = key;
            let found = self.card_and_events(id).await;
            place.broken = matches!(found, Err(StoreError::NotRead(_)));
            Some((found, place))
        })
        .boxed()
    }

    async fn unfinished_after(&self, key: i64) -> Result<Vec<(i64, Uuid)>, StoreError> {
        let ids = sqlx::query_as(
            "SELECT key, id FROM matches WHERE status IN ('open', 'live') AND key > $1 ORDER BY key LIMIT $2",
        )
        .bind(key)
        .bind(AT_A_TIME)
        .fetch_all(self.readers())
        .await?;
        Ok(ids)
    }

    async fn card_and_events(&self, id: Uuid) -> Result<(Card, Vec<Numbered>), StoreError> {
        let card =
            self.card(id).await?.ok_or_else(|| StoreError::unreadable(format!("match {id}"), "its card is missing"))?;
        Ok((card, self.events(id).await?))
    }
}

pub(super) fn parse_card(id: Uuid, body: &str) -> Result<Card, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::unreadable(format!("the card of match {id}"), error))
}

/// The player, for a person, and the name of whoever holds a seat.
pub(super) fn holder(seat: &Seat) -> (Option<Uuid>, Option<&str>) {
    match seat {
        Seat::Human { player, name } => (Some(*player), Some(name)),
        Seat::Bot { name, .. } => (None, Some(name)),
        Seat::Open | Seat::Reserved { .. } => (None, None),
    }
}

/// The one word that `value` is in JSON.
pub(super) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        // Only enums of plain words come here.
        other => unreachable!("{other:?} is no word"),
    }
}

/// What the word stands for.
pub(super) fn from_word<T: DeserializeOwned>(word: String, what: impl FnOnce() -> String) -> Result<T, StoreError> {
    serde_json::from_value(Value::String(word)).map_err(|error| StoreError::unreadable(what(), error))
}
