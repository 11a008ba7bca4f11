//! One transaction that holds the writes of many.
//!
//! A write is checked before it touches anything, so that one that is refused leaves its neighbours alone; what the
//! checks need to know of live matches is held in memory.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use uuid::Uuid;

use super::error::WriteError;
use super::tallies::{self, Seated};
use super::writes::{EventRow, ListUpdate, NewEvents, NewMatch, Write};
use super::{StoreError, event_json, matches, players, tournaments};
use crate::games::{BySide, GameId, Side};
use crate::play::{MatchSetup, Verdict};

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
    transaction: Transaction<'g>,
    sequences: &'g mut SequenceCache,
}

impl<'g> Group<'g> {
    pub(super) fn begin(connection: &'g mut Connection, sequences: &'g mut SequenceCache) -> rusqlite::Result<Self> {
        if sequences.0.len() >= SequenceCache::MOST {
            sequences.forget();
        }
        Ok(Self { transaction: connection.transaction_with_behavior(TransactionBehavior::Immediate)?, sequences })
    }

    /// Adds a write.
    ///
    /// # Errors
    /// [`WriteError::Failed`] when the database failed and the whole group must be given up; the refusal of this write
    /// alone otherwise.
    pub(super) fn add(&mut self, write: &Write) -> Result<(), WriteError> {
        match write {
            Write::Match(new) => self.setup(new),
            Write::Events(new) => self.append(new),
            Write::Player(new) => players::insert(&self.transaction, new),
            Write::Name { player, name } => players::rename(&self.transaction, *player, name),
            Write::Tournament(row) => tournaments::insert(&self.transaction, row),
            Write::State { tournament, state } => tournaments::set_state(&self.transaction, *tournament, state),
            Write::Results { tournament, rows } => tournaments::insert_results(&self.transaction, *tournament, rows),
            Write::DropResults { tournament, from } => tournaments::drop_results(&self.transaction, *tournament, *from),
            // The writer ends itself; nothing is to be written for it.
            Write::Close => Ok(()),
        }
    }

    /// Commits: what was added then survives a crash.
    pub(super) fn commit(self) -> rusqlite::Result<()> {
        self.transaction.commit()
    }

    fn setup(&mut self, new: &NewMatch) -> Result<(), WriteError> {
        let setup = &new.setup;
        let [(first_player, first_name), (second_player, second_name)] =
            setup.seats.as_ref().map(matches::holder).into_array();
        let status = if setup.seats.iter().all(|(_, seat)| seat.is_taken()) { "live" } else { "open" };
        let inserted = self
            .transaction
            .prepare_cached(
                "INSERT INTO matches (id, game, status, plies, created_ms, \
                 first_player, first_name, second_player, second_name) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO NOTHING",
            )?
            .execute(params![
                setup.id,
                setup.game.name(),
                status,
                new.plies,
                new.created_ms,
                first_player,
                first_name,
                second_player,
                second_name
            ])?;
        if inserted == 0 {
            return self.same_setup(setup);
        }
        let key = self.transaction.last_insert_rowid();
        self.transaction
            .prepare_cached("INSERT INTO cards (match_key, body) VALUES (?1, ?2)")?
            .execute(params![key, new.body])?;
        self.sequences.0.insert(setup.id, MatchSequence { key, game: setup.game, last: 0 });
        Ok(())
    }

    fn same_setup(&self, setup: &MatchSetup) -> Result<(), WriteError> {
        let stored: String = self
            .transaction
            .prepare_cached(
                "SELECT cards.body FROM cards JOIN matches ON matches.key = cards.match_key WHERE matches.id = ?1",
            )?
            .query_row([setup.id], |row| row.get(0))?;
        if matches::parse_setup(setup.id, &stored)? == *setup {
            Ok(())
        } else {
            Err(StoreError::Refused(format!("another match is already stored under the id {}", setup.id)).into())
        }
    }

    fn append(&mut self, new: &NewEvents) -> Result<(), WriteError> {
        let sequence = self.sequence(new.id)?;
        if sequence.game != new.game {
            let (id, given, stored) = (new.id, new.game, sequence.game);
            return Err(StoreError::Refused(format!("match {id} is one of {stored}, not of {given}")).into());
        }
        // They may begin among those that are stored, but leave no gap.
        let first = new.rows.first().map_or(1, |row| row.seq.clamp(1, sequence.last + 1));
        if let Some((next, row)) = (first..).zip(&new.rows).find(|(next, row)| row.seq != *next) {
            let (id, seq) = (new.id, row.seq);
            let sentence = format!("event {seq} of match {id} does not follow the one before it: {next} is to come");
            return Err(StoreError::Refused(sentence).into());
        }
        let known = new.rows.partition_point(|row| row.seq <= sequence.last);
        let (known, fresh) = new.rows.split_at(known);
        if !known.is_empty() {
            self.same_events(sequence, new.id, known)?;
        }
        let Some(last) = fresh.last() else {
            return Ok(());
        };
        let mut insert = self
            .transaction
            .prepare_cached("INSERT INTO events (match_key, seq, kind, body) VALUES (?1, ?2, ?3, ?4)")?;
        for row in fresh {
            insert.execute(params![sequence.key, row.seq, row.kind, row.body])?;
            self.update_list(sequence, &row.list_update)?;
        }
        drop(insert);
        self.sequences.0.insert(new.id, MatchSequence { last: last.seq, ..sequence });
        Ok(())
    }

    fn sequence(&mut self, id: Uuid) -> Result<MatchSequence, WriteError> {
        if let Some(sequence) = self.sequences.0.get(&id) {
            return Ok(*sequence);
        }
        let row: Option<(i64, String, i64)> = self
            .transaction
            .prepare_cached(
                "SELECT key, game, COALESCE((SELECT MAX(seq) FROM events WHERE match_key = matches.key), 0) \
                 FROM matches WHERE id = ?1",
            )?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let (key, game, last) = row.ok_or(StoreError::NoSuch { what: "match", id })?;
        let game = game.parse().map_err(|error| StoreError::unreadable(format!("match {id}"), error))?;
        let sequence = MatchSequence { key, game, last };
        self.sequences.0.insert(id, sequence);
        Ok(sequence)
    }

    /// Checks that events that were sent again are those that are stored.
    fn same_events(&self, sequence: MatchSequence, id: Uuid, rows: &[EventRow]) -> Result<(), WriteError> {
        let mut select =
            self.transaction.prepare_cached("SELECT kind, body FROM events WHERE match_key = ?1 AND seq = ?2")?;
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

    /// What an event changes in the list of matches.
    fn update_list(&self, sequence: MatchSequence, list_update: &ListUpdate) -> rusqlite::Result<()> {
        let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> rusqlite::Result<()> {
            self.transaction.prepare_cached(sql)?.execute(values).map(drop)
        };
        let key = sequence.key;
        match list_update {
            ListUpdate::None => Ok(()),
            ListUpdate::Live => {
                execute("UPDATE matches SET status = 'live' WHERE key = ?1 AND status = 'open'", &[&key])
            }
            ListUpdate::Seated { side, player, name, seat } => {
                let (holder, body) = match side {
                    Side::First => (
                        "UPDATE matches SET first_player = ?2, first_name = ?3 WHERE key = ?1",
                        "UPDATE cards SET first_seat = ?2 WHERE match_key = ?1",
                    ),
                    Side::Second => (
                        "UPDATE matches SET second_player = ?2, second_name = ?3 WHERE key = ?1",
                        "UPDATE cards SET second_seat = ?2 WHERE match_key = ?1",
                    ),
                };
                execute(holder, &[&key, player, name])?;
                execute(body, &[&key, seat])
            }
            ListUpdate::Ended(verdict) => self.finish(sequence, verdict),
        }
    }

    fn finish(&self, sequence: MatchSequence, verdict: &Verdict) -> rusqlite::Result<()> {
        let ended: Option<BySide<Seated>> = self
            .transaction
            .prepare_cached(concat!(
                "UPDATE matches SET status = 'finished', outcome = ?2, ended_by = ?3, detail = ?4, finished_ms = ?5, \
                 plies = ",
                super::list::plies!(),
                " WHERE key = ?1 AND status <> 'finished' \
                 RETURNING first_player, first_name, second_player, second_name"
            ))?
            .query_row(
                params![
                    sequence.key,
                    verdict.outcome.map(matches::word),
                    matches::word(verdict.by),
                    verdict.detail,
                    now_ms()
                ],
                |row| Ok(BySide::new((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?))),
            )
            .optional()?;
        // A match ends once; its first end stands.
        let Some(seats) = ended else { return Ok(()) };
        tallies::count(&self.transaction, sequence.game.name(), seats, verdict.outcome)
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
