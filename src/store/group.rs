//! One transaction that holds the writes of many.
//!
//! A write is checked before it touches anything, so that one that is refused leaves its neighbours alone; what the
//! checks need to know of live matches is held in memory. Events and plies are collected and written many rows at a
//! time at the end.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::sqlite::{Sqlite, SqliteConnection};
use sqlx::{Connection, QueryBuilder, Row, Transaction};
use uuid::Uuid;

use super::tallies::{self, Seated};
use super::writes::{EventRow, ListUpdate, NewEvents, NewMatch, Write};
use super::{StoreError, event_json, matches, players, tournaments};
use crate::games::{BySide, GameId, Side};
use crate::play::{MatchSetup, Verdict};

/// Numbers of rows that one statement inserts or updates: few, so that the prepared statements are used again.
const CHUNKS: [usize; 4] = [128, 32, 8, 1];

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
pub(super) struct SequenceCache(HashMap<Uuid, MatchSequence>);

impl SequenceCache {
    /// So many are held at most; then all are forgotten and read again where they are needed.
    const MOST: usize = 1 << 16;

    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}

/// A transaction under way.
pub(super) struct Group<'g> {
    transaction: Transaction<'g, Sqlite>,
    sequences: &'g mut SequenceCache,
    events: Vec<(i64, &'g EventRow)>,
    plies: HashMap<i64, i64>,
}

impl<'g> Group<'g> {
    pub(super) async fn begin(
        connection: &'g mut SqliteConnection,
        sequences: &'g mut SequenceCache,
    ) -> sqlx::Result<Self> {
        if sequences.0.len() >= SequenceCache::MOST {
            sequences.forget();
        }
        let transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Self { transaction, sequences, events: Vec::new(), plies: HashMap::new() })
    }

    /// Adds a write.
    ///
    /// # Errors
    /// [`StoreError::NotRead`] when the database failed and the whole group must be given up; any other error is the
    /// refusal of this write alone.
    pub(super) async fn add(&mut self, write: &'g Write) -> Result<(), StoreError> {
        match write {
            Write::Match(new) => self.setup(new).await,
            Write::Events(new) => self.append(new).await,
            Write::Player(new) => players::insert(&mut self.transaction, new).await,
            Write::Name { player, name } => players::rename(&mut self.transaction, *player, name).await,
            Write::Tournament(row) => tournaments::insert(&mut self.transaction, row).await,
            Write::Status { tournament, status, detail } => {
                tournaments::set_status(&mut self.transaction, *tournament, *status, detail.as_deref()).await
            }
            Write::Results { tournament, rows } => {
                tournaments::insert_results(&mut self.transaction, *tournament, rows).await
            }
            Write::DropResults { tournament, from } => {
                tournaments::drop_results(&mut self.transaction, *tournament, *from).await
            }
            // The writer ends itself; nothing is to be written for it.
            Write::Close => Ok(()),
        }
    }

    /// Writes what was collected and commits: what was added then survives a crash.
    pub(super) async fn commit(mut self) -> sqlx::Result<()> {
        self.flush().await?;
        self.transaction.commit().await
    }

    async fn setup(&mut self, new: &NewMatch) -> Result<(), StoreError> {
        let setup = &new.setup;
        let [(first_player, first_name), (second_player, second_name)] =
            setup.seats.as_ref().map(matches::holder).into_array();
        let key: Option<i64> = sqlx::query_scalar(
            "INSERT INTO matches (id, game, status, plies, created_ms, \
             first_player, first_name, second_player, second_name) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING RETURNING key",
        )
        .bind(setup.id)
        .bind(setup.game.name())
        .bind(if setup.seats.iter().all(|(_, seat)| seat.is_taken()) { "live" } else { "open" })
        .bind(new.plies)
        .bind(new.created_ms)
        .bind(first_player)
        .bind(first_name)
        .bind(second_player)
        .bind(second_name)
        .fetch_optional(&mut *self.transaction)
        .await?;
        let Some(key) = key else {
            return self.same_setup(setup).await;
        };
        sqlx::query("INSERT INTO cards (match_key, body) VALUES ($1, $2)")
            .bind(key)
            .bind(&new.body)
            .execute(&mut *self.transaction)
            .await?;
        self.sequences.0.insert(setup.id, MatchSequence { key, game: setup.game, last: 0 });
        Ok(())
    }

    async fn same_setup(&mut self, setup: &MatchSetup) -> Result<(), StoreError> {
        let stored: String = sqlx::query_scalar(
            "SELECT cards.body FROM cards JOIN matches ON matches.key = cards.match_key WHERE matches.id = $1",
        )
        .bind(setup.id)
        .fetch_one(&mut *self.transaction)
        .await?;
        if matches::parse_setup(setup.id, &stored)? == *setup {
            Ok(())
        } else {
            Err(StoreError::Refused(format!("another match is already stored under the id {}", setup.id)))
        }
    }

    async fn append(&mut self, new: &'g NewEvents) -> Result<(), StoreError> {
        let sequence = self.sequence(new.id).await?;
        if sequence.game != new.game {
            let (id, given, stored) = (new.id, new.game, sequence.game);
            return Err(StoreError::Refused(format!("match {id} is one of {stored}, not of {given}")));
        }
        // They may begin among those that are stored, but leave no gap.
        let first = new.rows.first().map_or(1, |row| row.seq.clamp(1, sequence.last + 1));
        if let Some((next, row)) = (first..).zip(&new.rows).find(|(next, row)| row.seq != *next) {
            let (id, seq) = (new.id, row.seq);
            let sentence = format!("event {seq} of match {id} does not follow the one before it: {next} is to come");
            return Err(StoreError::Refused(sentence));
        }
        let known = new.rows.partition_point(|row| row.seq <= sequence.last);
        let (known, fresh) = new.rows.split_at(known);
        if !known.is_empty() {
            self.same_events(sequence, new.id, known).await?;
        }
        let Some(last) = fresh.last() else {
            return Ok(());
        };
        for row in fresh {
            self.update_list(sequence, &row.list_update).await?;
            self.events.push((sequence.key, row));
        }
        self.sequences.0.insert(new.id, MatchSequence { last: last.seq, ..sequence });
        Ok(())
    }

    async fn sequence(&mut self, id: Uuid) -> Result<MatchSequence, StoreError> {
        if let Some(sequence) = self.sequences.0.get(&id) {
            return Ok(*sequence);
        }
        let row: Option<(i64, String, i64)> = sqlx::query_as(
            "SELECT key, game, COALESCE((SELECT MAX(seq) FROM events WHERE match_key = matches.key), 0) \
             FROM matches WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&mut *self.transaction)
        .await?;
        let (key, game, last) = row.ok_or(StoreError::NoSuch { what: "match", id })?;
        let game = game.parse().map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
        let sequence = MatchSequence { key, game, last };
        self.sequences.0.insert(id, sequence);
        Ok(sequence)
    }

    /// Checks that events that were sent again are those that are stored.
    async fn same_events(&mut self, sequence: MatchSequence, id: Uuid, rows: &[EventRow]) -> Result<(), StoreError> {
        // The first sending may be waiting in this very group.
        self.flush().await?;
        for row in rows {
            let (kind, body): (String, String) =
                sqlx::query_as("SELECT kind, body FROM events WHERE match_key = $1 AND seq = $2")
                    .bind(sequence.key)
                    .bind(row.seq)
                    .fetch_one(&mut *self.transaction)
                    .await?;
            let stored = event_json::decode(sequence.game, &kind, &body);
            if stored != event_json::decode(sequence.game, row.kind, &row.body) {
                let seq = row.seq;
                return Err(StoreError::Refused(format!("match {id} already has another event {seq}")));
            }
        }
        Ok(())
    }

    /// What an event changes in the list of matches.
    async fn update_list(&mut self, sequence: MatchSequence, list_update: &ListUpdate) -> sqlx::Result<()> {
        match list_update {
            ListUpdate::None => {}
            ListUpdate::Plies(plies) => {
                self.plies.insert(sequence.key, *plies);
            }
            ListUpdate::Live => {
                sqlx::query("UPDATE matches SET status = 'live' WHERE key = $1 AND status = 'open'")
                    .bind(sequence.key)
                    .execute(&mut *self.transaction)
                    .await?;
            }
            ListUpdate::Seated { side, player, name, seat } => {
                let (holder, body) = match side {
                    Side::First => (
                        "UPDATE matches SET first_player = $2, first_name = $3 WHERE key = $1",
                        "UPDATE cards SET first_seat = $2 WHERE match_key = $1",
                    ),
                    Side::Second => (
                        "UPDATE matches SET second_player = $2, second_name = $3 WHERE key = $1",
                        "UPDATE cards SET second_seat = $2 WHERE match_key = $1",
                    ),
                };
                let transaction = &mut *self.transaction;
                sqlx::query(holder).bind(sequence.key).bind(*player).bind(name).execute(&mut *transaction).await?;
                sqlx::query(body).bind(sequence.key).bind(seat).execute(transaction).await?;
            }
            ListUpdate::Ended(verdict) => self.finish(sequence, verdict).await?,
        }
        Ok(())
    }

    async fn finish(&mut self, sequence: MatchSequence, verdict: &Verdict) -> sqlx::Result<()> {
        let ended = sqlx::query(
            "UPDATE matches SET status = 'finished', outcome = $2, ended_by = $3, detail = $4, finished_ms = $5 \
             WHERE key = $1 AND status <> 'finished' RETURNING first_player, first_name, second_player, second_name",
        )
        .bind(sequence.key)
        .bind(verdict.outcome.map(matches::word))
        .bind(matches::word(verdict.by))
        .bind(&verdict.detail)
        .bind(now_ms())
        .fetch_optional(&mut *self.transaction)
        .await?;
        // A match ends once; its first end stands.
        let Some(row) = ended else { return Ok(()) };
        let seats: BySide<Seated> = BySide::new((row.try_get(0)?, row.try_get(1)?), (row.try_get(2)?, row.try_get(3)?));
        tallies::count(&mut self.transaction, sequence.game.name(), seats, verdict.outcome).await
    }

    async fn flush(&mut self) -> sqlx::Result<()> {
        let events = std::mem::take(&mut self.events);
        for chunk in chunks(&events) {
            QueryBuilder::new("INSERT INTO events (match_key, seq, kind, body) ")
                .push_values(chunk, |mut values, (key, row)| {
                    values.push_bind(*key).push_bind(row.seq).push_bind(row.kind).push_bind(&row.body);
                })
                .build()
                .execute(&mut *self.transaction)
                .await?;
        }
        let plies: Vec<(i64, i64)> = self.plies.drain().collect();
        for chunk in chunks(&plies) {
            // Both SQLite and PostgreSQL name the columns of VALUES so.
            QueryBuilder::new("UPDATE matches SET plies = v.column2 FROM (")
                .push_values(chunk, |mut values, (key, plies)| {
                    values.push_bind(*key).push_bind(*plies);
                })
                .push(") AS v WHERE matches.key = v.column1")
                .build()
                .execute(&mut *self.transaction)
                .await?;
        }
        Ok(())
    }
}

/// `rows` in pieces of the lengths of [`CHUNKS`].
pub(super) fn chunks<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = CHUNKS.into_iter().find(|&length| length <= rows.len())?;
        let (chunk, rest) = rows.split_at(length);
        rows = rest;
        Some(chunk)
    })
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
