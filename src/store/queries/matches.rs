//! A single match: its setup and its events.

use std::collections::HashSet;

use rusqlite::{Connection, params};
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::matches::{maker, parse_setup};
use crate::values::unsigned;
use arena_games::GameId;
use arena_play::{Event, MatchSetup, NumberedEvent, event_json};

impl Store {
    /// Returns the setup of a match, with the seats as of its creation.
    ///
    /// # Errors
    /// [`StoreError`] if the database or the setup cannot be read.
    pub async fn setup(&self, id: Uuid) -> Result<Option<MatchSetup>, StoreError> {
        if let Some(made) = self.tails().known(id).and_then(|known| known.made) {
            return Ok(Some(made.setup.clone()));
        }
        let query = "SELECT cards.body FROM cards JOIN matches ON matches.key = cards.match_key WHERE matches.id = ?1";
        self.look_up(|connection| sql::first(connection, query, [id], |row| parse_setup(id, row.get_ref(0)?.as_str()?)))
    }

    /// Returns the time when the end of a match was stored, in Unix milliseconds.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn finished_ms(&self, id: Uuid) -> Result<Option<u64>, StoreError> {
        let query = "SELECT finished_ms FROM matches WHERE id = ?1 AND finished_ms IS NOT NULL";
        self.look_up(|connection| {
            sql::first(connection, query, [id], |row| unsigned(row.get(0)?, "a match's finished_ms"))
        })
    }

    /// Returns all events of a match in order. The list is empty if the match does not exist.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] with the match and the event number if an event is missing or cannot be read.
    pub async fn events(&self, id: Uuid) -> Result<Vec<NumberedEvent>, StoreError> {
        // The tail is read first: entries that leave it after this are in the database.
        let known = self.tails().known(id);
        let mut events = self.look_up(|connection| stored_events(connection, id))?;
        for row in known.iter().flat_map(|known| &known.events) {
            let (seq, next) = (unsigned(row.seq, "an event's number")?, events.len() as u64 + 1);
            if seq > next {
                return Err(bad_event(id, next, "it is missing"));
            }
            if let Some(known) = known.as_ref().filter(|_| seq == next) {
                let event =
                    event_json::decode(known.game, &row.json).map_err(|problem| bad_event(id, seq, &problem))?;
                events.push(NumberedEvent { seq, event });
            }
        }
        Ok(events)
    }

    /// Returns the size of a match's events in bytes, as they are stored.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub fn event_bytes(&self, id: Uuid) -> Result<u64, StoreError> {
        let logged = self.tails().known(id).map_or(0, |known| known.events.iter().map(|row| row.json.len()).sum());
        let query = "SELECT COALESCE(SUM(octet_length(body)), 0) FROM packs \
             WHERE match_key = (SELECT key FROM matches WHERE id = ?1)";
        let stored: i64 = self.look_up(|connection| sql::value(connection, query, [id]))?;
        Ok(unsigned(stored, "the size of a match")?.saturating_add(logged as u64))
    }

    /// Returns the newest match whose id ends in six bytes between `least` and `most`. Tournament matches that have no
    /// events are not found.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn match_by_tail(&self, least: [u8; 6], most: [u8; 6]) -> Result<Option<Uuid>, StoreError> {
        let stored = self.stored_by_tail(least, most)?;
        if stored.is_some() || self.tails().is_empty() {
            return Ok(stored);
        }
        self.catch_up().await;
        self.stored_by_tail(least, most)
    }

    fn stored_by_tail(&self, least: [u8; 6], most: [u8; 6]) -> Result<Option<Uuid>, StoreError> {
        let query = "SELECT id FROM matches WHERE substr(id, 11) BETWEEN ?1 AND ?2 ORDER BY key DESC LIMIT 1";
        self.look_up(|connection| sql::first(connection, query, params![least, most], sql::column))
    }

    /// Returns the data about unfinished matches that a starting server needs, oldest first. It reads no events, so that
    /// a hundred thousand matches load quickly.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn unfinished_matches(&self) -> Result<Vec<UnfinishedMatch>, StoreError> {
        self.catch_up().await;
        let (made, ended) = self.tails().unfinished();
        let query = concat!(
            "SELECT matches.id, players.id, players.networks, accounts.player IS NULL \
             FROM matches JOIN cards ON cards.match_key = matches.key LEFT JOIN players ON players.id = ",
            maker!(),
            " LEFT JOIN accounts ON accounts.player = players.id \
             WHERE status IN ('open', 'live') ORDER BY matches.key"
        );
        let stored = self.read_through(move |connection| {
            sql::readable(connection, query, [], |row| {
                let (maker, network): (Option<Uuid>, _) = (row.get(1)?, row.get(2)?);
                Ok(UnfinishedMatch { id: row.get(0)?, maker, network, is_guests: maker.is_some() && row.get(3)? })
            })
        });
        let mut heads = stored.await?;
        heads.retain(|head| !ended.contains(&head.id));
        let known: HashSet<Uuid> = heads.iter().map(|head| head.id).collect();
        for made in made.iter().filter(|made| !known.contains(&made.setup.id)) {
            let (id, maker) = (made.setup.id, made.setup.made_by);
            heads.push(UnfinishedMatch { id, maker, network: None, is_guests: false });
        }
        Ok(heads)
    }
}

/// Returns the events of a match that are in the database, in order.
///
/// # Errors
/// [`StoreError::Unreadable`] with the match and the event number if an event is missing or cannot be read.
pub(super) fn stored_events(connection: &Connection, id: Uuid) -> Result<Vec<NumberedEvent>, StoreError> {
    let query = "SELECT game, first_seq, body FROM matches JOIN packs ON packs.match_key = matches.key \
         WHERE matches.id = ?1 ORDER BY first_seq";
    let mut events = Vec::new();
    sql::all(connection, query, [id], |row| {
        let game = row.get_ref(0)?.as_str()?.parse();
        let game: GameId = game.map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
        let next = events.len() as u64 + 1;
        if unsigned(row.get(1)?, "an event's number")? != next {
            return Err(bad_event(id, next, "it is missing"));
        }
        let pack = serde_json::from_str(row.get_ref(2)?.as_str()?);
        let pack: Vec<Event<String>> = pack.map_err(|error| bad_event(id, next, &error.to_string()))?;
        for (seq, event) in (next..).zip(pack) {
            let event = event_json::with_codes(game, event).map_err(|problem| bad_event(id, seq, &problem))?;
            events.push(NumberedEvent { seq, event });
        }
        Ok(())
    })?;
    Ok(events)
}

fn bad_event(id: Uuid, number: u64, problem: &str) -> StoreError {
    StoreError::unreadable(format!("event {number} of match {id}"), problem)
}

/// Data about an unfinished match that a starting server needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedMatch {
    pub id: Uuid,
    /// The player who made it; `None` if a tournament did.
    pub maker: Option<Uuid>,
    /// Digests of the networks from which the maker came.
    pub network: Option<Vec<u8>>,
    /// True if the maker is a guest.
    pub is_guests: bool,
}
