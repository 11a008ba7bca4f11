//! Validates log requests against stored and logged data, and determines what they add.

use std::sync::Arc;

use rusqlite::Connection;
use uuid::Uuid;

use super::error::{StoreError, WriteError};
use super::tables::events::{self, EventRow, NewEvents};
use super::tables::matches::{self, NewMatch};
use super::tails::{StoredMatch, Tails};
use arena_play::{event_json, match_id};

/// A request to the log writer.
pub(super) enum LogWrite {
    Match(Box<NewMatch>),
    Events(NewEvents),
    Close,
}

impl LogWrite {
    /// Returns the match of the request.
    pub(super) const fn id(&self) -> Option<Uuid> {
        match self {
            Self::Match(new) => Some(new.setup.id),
            Self::Events(new) => Some(new.id),
            Self::Close => None,
        }
    }
}

/// The part of a request that must be appended to the log.
pub(super) enum Addition {
    /// Nothing, because all of it is already stored.
    Nothing,
    Match(Arc<NewMatch>),
    /// The events without this number of leading ones.
    Events(NewEvents, usize),
}

/// Opens a connection for reading.
pub(super) type Reading = Box<dyn Fn() -> rusqlite::Result<Connection> + Send>;

/// Validates requests. Each log has one validator, whose caller must record a logged request in the tails before the
/// next call.
pub(super) struct Additions {
    tails: Arc<Tails>,
    reading: Reading,
    /// `None` before the first use and after a failure.
    reader: Option<Connection>,
    /// Time when this log was opened for writing, in Unix milliseconds.
    began_ms: i64,
}

impl Additions {
    pub(super) const fn new(tails: Arc<Tails>, reading: Reading, began_ms: i64) -> Self {
        Self { tails, reading, reader: None, began_ms }
    }

    /// Returns the part of a request that must be logged.
    ///
    /// # Errors
    /// [`StoreError`] if the request contradicts stored data, or if that data cannot be read.
    pub(super) fn of(&mut self, write: LogWrite) -> Result<Addition, StoreError> {
        match write {
            LogWrite::Close => Ok(Addition::Nothing),
            LogWrite::Match(new) => self.add_match(Arc::from(new)),
            LogWrite::Events(new) => self.add_events(new),
        }
    }

    fn add_match(&mut self, new: Arc<NewMatch>) -> Result<Addition, StoreError> {
        let id = new.setup.id;
        if let Some(made) = self.tails.known(id).and_then(|known| known.made) {
            return if made.setup == new.setup {
                Ok(Addition::Nothing)
            } else {
                Err(StoreError::Refused(format!("another match is already stored under the id {id}")))
            };
        }
        if self.is_made_since(id) && self.tails.last(id).is_none() {
            return Ok(Addition::Match(new));
        }
        let stored =
            self.read(|reader| events::find(reader, id)?.map(|_| matches::same_setup(reader, &new.setup)).transpose())?;
        Ok(if stored.is_some() { Addition::Nothing } else { Addition::Match(new) })
    }

    /// Returns true if the id was created after this log was opened and after the tails last forgot matches. The tails
    /// then know every match with this id, so that the database need not be read.
    fn is_made_since(&self, id: Uuid) -> bool {
        let Some(made_ms) = match_id::made_ms(id) else { return false };
        i128::from(made_ms) / 1_000 * 1_000 > i128::from(self.began_ms.max(self.tails.forgot_ms()))
    }

    fn add_events(&mut self, new: NewEvents) -> Result<Addition, StoreError> {
        let id = new.id;
        let (game, last) = match self.tails.last(id) {
            Some(known) => known,
            None => {
                let stored = self.read(|reader| events::find(reader, id))?;
                let stored = stored.ok_or(StoreError::NoSuch { what: "match", id })?;
                self.tails.remember(id, stored.game, stored.last);
                (stored.game, stored.last)
            }
        };
        if game != new.game {
            let new_game = new.game;
            return Err(StoreError::Refused(format!("match {id} is of {game}, not of {new_game}")));
        }
        // The events may overlap stored ones but must not leave a gap.
        let first = new.rows.first().map_or(1, |row| row.seq.clamp(1, last + 1));
        if let Some((next, row)) = (first..).zip(&new.rows).find(|(next, row)| row.seq != *next) {
            let seq = row.seq;
            let sentence = format!("event {seq} of match {id} is out of order: expected event {next}");
            return Err(StoreError::Refused(sentence));
        }
        let known = new.rows.partition_point(|row| row.seq <= last);
        if known > 0 {
            self.check_same(id, game, &new.rows[..known])?;
        }
        Ok(if known == new.rows.len() { Addition::Nothing } else { Addition::Events(new, known) })
    }

    /// Checks that repeated events are equal to the stored ones.
    fn check_same(&mut self, id: Uuid, game: arena_games::GameId, rows: &[Arc<EventRow>]) -> Result<(), StoreError> {
        let waiting = self.tails.known(id).map_or_else(Vec::new, |StoredMatch { events, .. }| events);
        for row in rows {
            let seq = row.seq;
            let stored = match waiting.iter().find(|waiting| waiting.seq == seq) {
                Some(waiting) => Some(waiting.json.clone()),
                None => self.read(|reader| {
                    let Some(stored) = events::find(reader, id)? else { return Ok(None) };
                    Ok(events::event(reader, stored.key, seq)?)
                })?,
            };
            let same =
                stored.is_some_and(|stored| event_json::decode(game, &stored) == event_json::decode(game, &row.json));
            if !same {
                return Err(StoreError::Refused(format!("match {id} already has another event {seq}")));
            }
        }
        Ok(())
    }

    fn read<T>(&mut self, read: impl FnOnce(&Connection) -> Result<T, WriteError>) -> Result<T, StoreError> {
        let failed = |error: &rusqlite::Error| StoreError::NotWritten(error.to_string());
        let reader = match &self.reader {
            Some(reader) => reader,
            None => self.reader.insert((self.reading)().map_err(|error| failed(&error))?),
        };
        match read(reader) {
            Ok(value) => Ok(value),
            Err(WriteError::Refused(error)) => Err(error),
            Err(WriteError::Failed(error)) => {
                self.reader = None;
                Err(failed(&error))
            }
        }
    }
}
