//! The table `packs`: the consecutively numbered events of each match, in packs.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::matches::{self, ListUpdate, MatchEnd, NewMatch, RowChange, TakenSeat, holder};
use crate::error::{StoreError, WriteError};
use arena_games::GameId;
use arena_play::{Event, NumberedEvent, event_json};

/// Events to append.
#[derive(Clone)]
pub(crate) struct NewEvents {
    pub(crate) id: Uuid,
    pub(crate) game: GameId,
    pub(crate) rows: Vec<Arc<EventRow>>,
}

impl NewEvents {
    pub(crate) fn new(id: Uuid, game: GameId, events: &[NumberedEvent]) -> Result<Self, StoreError> {
        let rows = events.iter().map(|numbered| {
            EventRow::new(game, numbered)
                .map(Arc::new)
                .map_err(|problem| StoreError::unstorable(format!("event {} of match {id}", numbered.seq), problem))
        });
        Ok(Self { id, game, rows: rows.collect::<Result<_, _>>()? })
    }

    /// Converts events from the log. The first one has the number `from`.
    ///
    /// # Errors
    /// A message if an event does not belong to the game.
    pub(crate) fn stored(id: Uuid, game: GameId, from: u64, events: Vec<Event<String>>) -> Result<Self, String> {
        let rows = (from..).zip(events).map(|(seq, event)| {
            let event = event_json::with_codes(game, event)?;
            EventRow::new(game, &NumberedEvent { seq, event }).map(Arc::new)
        });
        Ok(Self { id, game, rows: rows.collect::<Result<_, _>>()? })
    }
}

/// An event to append.
pub(crate) struct EventRow {
    pub(crate) seq: i64,
    /// `{"kind":{…}}`.
    pub(crate) json: String,
    pub(crate) list_update: ListUpdate,
}

impl EventRow {
    fn new(game: GameId, numbered: &NumberedEvent) -> Result<Self, String> {
        let number = |n: u64| i64::try_from(n).map_err(|_| format!("the number {n} is too large"));
        let plies = |n: usize| i64::try_from(n).map_err(|_| format!("the ply {n} is too large"));
        let list_update = match &numbered.event {
            Event::Started { .. } => ListUpdate::Live,
            Event::Seated { side, seat } => {
                let (player, name) = holder(seat);
                let name = name.map(str::to_owned);
                let seat = serde_json::to_string(seat).map_err(|error| error.to_string())?;
                ListUpdate::Seated(*side, TakenSeat { player, name, seat })
            }
            Event::Moved { ply, .. } => ListUpdate::Plies(plies(*ply)?.saturating_add(1)),
            Event::TakenBack { ply, .. } => ListUpdate::Plies(plies(*ply)?),
            Event::Ended { verdict, .. } => ListUpdate::Ended(verdict.clone()),
            Event::Thought { .. }
            | Event::Offered { .. }
            | Event::Answered { .. }
            | Event::Away { .. }
            | Event::Back { .. } => ListUpdate::None,
        };
        let json = event_json::encode(game, &numbered.event)?;
        Ok(Self { seq: number(numbered.seq)?, json, list_update })
    }
}

#[derive(Clone)]
pub(crate) struct LoggedEvent {
    pub(crate) row: Arc<EventRow>,
    /// Time of logging, in Unix milliseconds.
    pub(crate) at_ms: i64,
    /// Number of its log entry.
    pub(crate) place: u64,
}

/// The part of a match that is not yet in the database.
#[derive(Clone)]
pub(crate) struct TailOfMatch {
    pub(crate) id: Uuid,
    pub(crate) game: GameId,
    /// The match itself, if it is not yet in the database.
    pub(crate) made: Option<Arc<NewMatch>>,
    /// The events, in order.
    pub(crate) events: Vec<LoggedEvent>,
}

/// A match in the database, with its last event number.
#[derive(Clone, Copy)]
pub(crate) struct StoredMatch {
    pub(crate) key: i64,
    pub(crate) game: GameId,
    /// Number of the last event; 0 if there is none.
    pub(crate) last: i64,
}

/// Cache of the last event numbers of recently written matches. It is exact because the writer is the only one to
/// write. It must be cleared after a failed transaction.
#[derive(Default)]
pub(crate) struct SequenceCache(HashMap<Uuid, StoredMatch>);

impl SequenceCache {
    /// Maximum number of entries. When it is reached, the cache is cleared.
    const MOST: usize = 1 << 16;

    /// Clears the cache if it is full.
    pub(crate) fn trim(&mut self) {
        if self.0.len() >= Self::MOST {
            self.forget();
        }
    }

    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

/// Finds a match in the database.
///
/// # Errors
/// [`WriteError`] if the database fails or the row cannot be read.
pub(crate) fn find(connection: &Connection, id: Uuid) -> Result<Option<StoredMatch>, WriteError> {
    let row: Option<(i64, String, i64)> = connection
        .prepare_cached(
            "SELECT key, game, COALESCE((SELECT MAX(last_seq) FROM packs WHERE match_key = matches.key), 0) \
             FROM matches WHERE id = ?1",
        )?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((key, game, last)) = row else { return Ok(None) };
    let game = game.parse().map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
    Ok(Some(StoredMatch { key, game, last }))
}

/// Returns a stored event by its number.
///
/// # Errors
/// An error if the database fails.
pub(crate) fn event(connection: &Connection, key: i64, seq: i64) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached(
            "SELECT json_extract(body, '$[' || (?2 - first_seq) || ']') FROM packs \
             WHERE match_key = ?1 AND first_seq <= ?2 AND last_seq >= ?2",
        )?
        .query_row([key, seq], |row| row.get(0))
        .optional()
}

/// Applies the tail of a match to the database and skips the part that it already has. Returns the end of the match if
/// the tail contains it.
pub(crate) fn apply(
    connection: &Connection,
    sequences: &mut SequenceCache,
    tail: &TailOfMatch,
) -> Result<Option<MatchEnd>, WriteError> {
    let known = match sequences.0.get(&tail.id) {
        Some(known) => Some(*known),
        None => find(connection, tail.id)?,
    };
    let last = known.map_or(0, |known| known.last);
    let fresh = &tail.events[tail.events.partition_point(|logged| logged.row.seq <= last)..];
    if let Some(first) = fresh.first().filter(|first| first.row.seq != last + 1) {
        let (id, seq, next) = (tail.id, first.row.seq, last + 1);
        let sentence = format!("event {seq} of match {id} is out of order: expected event {next}");
        return Err(StoreError::Refused(sentence).into());
    }
    let change = RowChange::of(fresh);
    let (key, end) = match (known, &tail.made) {
        (Some(known), _) => (known.key, matches::update(connection, known.key, tail.game, change)?),
        (None, Some(made)) => matches::insert(connection, made, change)?,
        (None, None) => return Err(StoreError::NoSuch { what: "match", id: tail.id }.into()),
    };
    if let (Some(first), Some(newest)) = (fresh.first(), fresh.last()) {
        let rows: Vec<&str> = fresh.iter().map(|logged| logged.row.json.as_str()).collect();
        let mut pack = Pack { first: first.row.seq, last: newest.row.seq, body: format!("[{}]", rows.join(",")) };
        if end.is_some() && last > 0 {
            pack = pack.after(connection, key)?;
        }
        connection
            .prepare_cached("INSERT INTO packs (match_key, first_seq, last_seq, body) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![key, pack.first, pack.last, pack.body])?;
    }
    let last = fresh.last().map_or(last, |logged| logged.row.seq);
    sequences.0.insert(tail.id, StoredMatch { key, game: tail.game, last });
    Ok(end)
}

/// Consecutive events that are stored together.
struct Pack {
    first: i64,
    last: i64,
    body: String,
}

impl Pack {
    /// Merges all stored packs of the match with this one, and deletes them.
    fn after(self, connection: &Connection, key: i64) -> rusqlite::Result<Self> {
        let mut select = connection.prepare_cached("SELECT body FROM packs WHERE match_key = ?1 ORDER BY first_seq")?;
        let mut bodies: Vec<String> = select.query_map([key], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        bodies.push(self.body);
        connection.prepare_cached("DELETE FROM packs WHERE match_key = ?1")?.execute([key])?;
        // Each body is a non-empty array without surrounding spaces.
        let inner =
            bodies.iter().map(|body| body.strip_prefix('[').and_then(|body| body.strip_suffix(']')).unwrap_or(body));
        let inner: Vec<&str> = inner.collect();
        Ok(Self { first: 1, last: self.last, body: format!("[{}]", inner.join(",")) })
    }
}
