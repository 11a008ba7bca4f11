//! One match: its setup and its events.

use std::collections::HashSet;

use uuid::Uuid;

use crate::games::GameId;
use crate::play::{Event, MatchSetup, NumberedEvent, event_json};
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::matches::{holder, parse_setup};
use crate::store::values::unsigned;

impl Store {
    /// The setup of a match, with the seats as they were when it was made.
    ///
    /// # Errors
    /// When the database or the setup cannot be read.
    pub async fn setup(&self, id: Uuid) -> Result<Option<MatchSetup>, StoreError> {
        if let Some(made) = self.tails().known(id).and_then(|known| known.made) {
            return Ok(Some(made.setup.clone()));
        }
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
        // Looked at first: what leaves it meanwhile is in the database.
        let known = self.tails().known(id);
        let packs: Vec<(String, i64, String)> = sqlx::query_as(
            "SELECT game, first_seq, body FROM packs JOIN matches ON matches.key = packs.match_key \
             WHERE matches.id = $1 ORDER BY first_seq",
        )
        .bind(id)
        .fetch_all(self.readers())
        .await?;
        let mut events = Vec::new();
        let of_event =
            |number: u64, problem: &str| StoreError::unreadable(format!("event {number} of match {id}"), problem);
        for (game, first, body) in packs {
            let game: GameId = game.parse().map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
            let next = events.len() as u64 + 1;
            if unsigned(first, "an event's number")? != next {
                return Err(of_event(next, "it is missing"));
            }
            let pack: Vec<Event<String>> =
                serde_json::from_str(&body).map_err(|error| of_event(next, &error.to_string()))?;
            for (seq, event) in (next..).zip(pack) {
                let event = event_json::with_codes(game, event).map_err(|problem| of_event(seq, &problem))?;
                events.push(NumberedEvent { seq, event });
            }
        }
        for row in known.iter().flat_map(|known| &known.events) {
            let (seq, next) = (unsigned(row.seq, "an event's number")?, events.len() as u64 + 1);
            if seq > next {
                return Err(of_event(next, "it is missing"));
            }
            if let Some(known) = known.as_ref().filter(|_| seq == next) {
                let event = event_json::decode(known.game, &row.json).map_err(|problem| of_event(seq, &problem))?;
                events.push(NumberedEvent { seq, event });
            }
        }
        Ok(events)
    }

    /// The newest match whose id ends in six bytes from `least` to `most`; tournaments' matches without events are not
    /// among them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn match_by_tail(&self, least: [u8; 6], most: [u8; 6]) -> Result<Option<Uuid>, StoreError> {
        let found = self.stored_by_tail(least, most).await?;
        if found.is_some() || self.tails().is_empty() {
            return Ok(found);
        }
        self.catch_up().await;
        self.stored_by_tail(least, most).await
    }

    async fn stored_by_tail(&self, least: [u8; 6], most: [u8; 6]) -> Result<Option<Uuid>, StoreError> {
        let query = "SELECT id FROM matches WHERE substr(id, 11) BETWEEN $1 AND $2 ORDER BY key DESC LIMIT 1";
        Ok(sqlx::query_scalar(query)
            .bind(least.as_slice())
            .bind(most.as_slice())
            .fetch_optional(self.readers())
            .await?)
    }

    /// What a start has to know of the matches that are not over, the oldest first: little, so that a hundred thousand of
    /// them take no time. Neither setups nor events are read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn unfinished_matches(&self) -> Result<Vec<UnfinishedMatch>, StoreError> {
        self.catch_up().await;
        let (made, ended) = self.tails().unfinished();
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
        let mut heads: Vec<_> = rows.into_iter().map(head).filter(|head| !ended.contains(&head.id)).collect();
        let known: HashSet<Uuid> = heads.iter().map(|head| head.id).collect();
        for made in made.iter().filter(|made| !known.contains(&made.setup.id)) {
            let seated = made.setup.seats.iter().filter_map(|(_, seat)| holder(seat).0).collect();
            heads.push(UnfinishedMatch { id: made.setup.id, seated });
        }
        Ok(heads)
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
