//! The table `events`: what happened in each match, numbered without a gap.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::event_json;
use super::matches::{ListUpdate, holder, update_list};
use crate::games::GameId;
use crate::play::{Event, NumberedEvent};
use crate::store::error::{StoreError, WriteError};

/// Events to be appended.
pub(in crate::store) struct NewEvents {
    id: Uuid,
    game: GameId,
    rows: Vec<EventRow>,
}

impl NewEvents {
    pub(in crate::store) fn new(id: Uuid, game: GameId, events: &[NumberedEvent]) -> Result<Self, StoreError> {
        let rows = events.iter().map(|numbered| {
            EventRow::new(game, numbered)
                .map_err(|problem| StoreError::unstorable(format!("event {} of match {id}", numbered.seq), problem))
        });
        Ok(Self { id, game, rows: rows.collect::<Result<_, _>>()? })
    }
}

/// An event to be appended.
struct EventRow {
    seq: i64,
    kind: String,
    body: String,
    list_update: ListUpdate,
}

impl EventRow {
    fn new(game: GameId, numbered: &NumberedEvent) -> Result<Self, String> {
        let number = |n: u64| i64::try_from(n).map_err(|_| format!("the number {n} is too large"));
        let list_update = match &numbered.event {
            Event::Started { .. } => ListUpdate::Live,
            Event::Seated { side, seat } => {
                let (player, name) = holder(seat);
                let name = name.map(str::to_owned);
                let seat = serde_json::to_string(seat).map_err(|error| error.to_string())?;
                ListUpdate::Seated { side: *side, player, name, seat }
            }
            Event::Ended { verdict, .. } => ListUpdate::Ended(verdict.clone()),
            // A move changes no row of a list: while a match goes on, its plies are counted from its events.
            Event::Moved { .. }
            | Event::TakenBack { .. }
            | Event::Thought { .. }
            | Event::Offered { .. }
            | Event::Answered { .. }
            | Event::Away { .. }
            | Event::Back { .. } => ListUpdate::None,
        };
        let (kind, body) = event_json::encode(game, &numbered.event)?;
        Ok(Self { seq: number(numbered.seq)?, kind, body, list_update })
    }
}

/// Where a match's events end.
#[derive(Clone, Copy)]
struct MatchSequence {
    key: i64,
    game: GameId,
    /// The number of its last event; 0 before the first.
    last: i64,
}

/// The last sequence numbers of matches that were written to lately. Only the writer writes, so they are exact for as long as its
/// transactions succeed; after a failure they must be forgotten.
#[derive(Default)]
pub(in crate::store) struct SequenceCache(HashMap<Uuid, MatchSequence>);

impl SequenceCache {
    /// So many are held at most; then all are forgotten and read again where they are needed.
    const MOST: usize = 1 << 16;

    /// Makes room where it has grown too large.
    pub(in crate::store) fn trim(&mut self) {
        if self.0.len() >= Self::MOST {
            self.forget();
        }
    }

    /// Notes a match that has just been made.
    pub(in crate::store) fn begin(&mut self, id: Uuid, key: i64, game: GameId) {
        self.0.insert(id, MatchSequence { key, game, last: 0 });
    }

    pub(in crate::store) fn forget(&mut self) {
        self.0.clear();
    }
}

/// Appends events. Those that are stored already are no error; a gap and other events in their places are.
pub(in crate::store) fn append(
    connection: &Connection,
    sequences: &mut SequenceCache,
    new: &NewEvents,
) -> Result<(), WriteError> {
    let sequence = sequence_of(connection, sequences, new.id)?;
    if sequence.game != new.game {
        let (id, given, stored) = (new.id, new.game, sequence.game);
        return Err(StoreError::Refused(format!("match {id} is one of {stored}, not of {given}")).into());
    }
    // A caller who does not know what was stored sends events again, so these may overlap the stored ones. They must not
    // leave a gap behind them.
    let first = new.rows.first().map_or(1, |row| row.seq.clamp(1, sequence.last + 1));
    if let Some((next, row)) = (first..).zip(&new.rows).find(|(next, row)| row.seq != *next) {
        let (id, seq) = (new.id, row.seq);
        let sentence = format!("event {seq} of match {id} does not follow the one before it: {next} is to come");
        return Err(StoreError::Refused(sentence).into());
    }
    let known = new.rows.partition_point(|row| row.seq <= sequence.last);
    let (known, fresh) = new.rows.split_at(known);
    if !known.is_empty() {
        same_events(connection, sequence, new.id, known)?;
    }
    let Some(last) = fresh.last() else {
        return Ok(());
    };
    let mut insert =
        connection.prepare_cached("INSERT INTO events (match_key, seq, kind, body) VALUES (?1, ?2, ?3, ?4)")?;
    for row in fresh {
        insert.execute(params![sequence.key, row.seq, row.kind, row.body])?;
        update_list(connection, sequence.key, sequence.game, &row.list_update)?;
    }
    sequences.0.insert(new.id, MatchSequence { last: last.seq, ..sequence });
    Ok(())
}

fn sequence_of(connection: &Connection, sequences: &mut SequenceCache, id: Uuid) -> Result<MatchSequence, WriteError> {
    if let Some(sequence) = sequences.0.get(&id) {
        return Ok(*sequence);
    }
    let row: Option<(i64, String, i64)> = connection
        .prepare_cached(
            "SELECT key, game, COALESCE((SELECT MAX(seq) FROM events WHERE match_key = matches.key), 0) \
             FROM matches WHERE id = ?1",
        )?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let (key, game, last) = row.ok_or(StoreError::NoSuch { what: "match", id })?;
    let game = game.parse().map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
    let sequence = MatchSequence { key, game, last };
    sequences.0.insert(id, sequence);
    Ok(sequence)
}

/// Checks that events that were sent again are those that are stored.
fn same_events(
    connection: &Connection,
    sequence: MatchSequence,
    id: Uuid,
    rows: &[EventRow],
) -> Result<(), WriteError> {
    let mut select = connection.prepare_cached("SELECT kind, body FROM events WHERE match_key = ?1 AND seq = ?2")?;
    for row in rows {
        let (kind, body): (String, String) =
            select.query_row([sequence.key, row.seq], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let stored = event_json::decode(sequence.game, &kind, &body);
        if stored != event_json::decode(sequence.game, &row.kind, &row.body) {
            let seq = row.seq;
            return Err(StoreError::Refused(format!("match {id} already has another event {seq}")).into());
        }
    }
    Ok(())
}
