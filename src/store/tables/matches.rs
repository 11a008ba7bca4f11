//! The tables `matches` and `cards`: a match as it was made, and what lists and tallies take from its events.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::ratings;
use super::standings::{self, Seated};
use crate::games::{BySide, GameId, Side};
use crate::play::{MatchSetup, Seat, Verdict};
use crate::store::error::{StoreError, WriteError};
use crate::store::values::{signed, word};

/// A match to be made.
pub(in crate::store) struct NewMatch {
    pub(in crate::store) setup: MatchSetup,
    body: String,
    plies: i64,
    created_ms: i64,
}

impl NewMatch {
    pub(in crate::store) fn new(setup: &MatchSetup) -> Result<Self, StoreError> {
        let body = serde_json::to_string(setup)
            .map_err(|error| StoreError::unstorable(format!("the setup of {}", setup.id), error))?;
        let plies = signed(setup.opening.len() as u64, "the opening's length")?;
        Ok(Self { body, plies, created_ms: signed(setup.created_ms, "created_ms")?, setup: setup.clone() })
    }
}

/// What an event changes in the list of matches.
pub(in crate::store) enum ListUpdate {
    None,
    Live,
    Seated { side: Side, player: Option<Uuid>, name: Option<String>, seat: String },
    Ended(Verdict),
}

/// How many plies a row of `matches` has by its events: those after its last move or takeback, or else those of its opening.
/// It is kept in the row once the match is over; to write it with every move would change a page for each.
macro_rules! plies {
    () => {
        "COALESCE((SELECT json_extract(body, '$.ply') + (kind = 'moved') FROM events \
         WHERE match_key = matches.key AND kind IN ('moved', 'taken_back') ORDER BY seq DESC LIMIT 1), plies)"
    };
}
pub(in crate::store) use plies;

/// Inserts a match and returns the key of its row; none where the same match is stored already.
pub(in crate::store) fn insert(connection: &Connection, new: &NewMatch) -> Result<Option<i64>, WriteError> {
    let setup = &new.setup;
    let [(first_player, first_name), (second_player, second_name)] = setup.seats.as_ref().map(holder).into_array();
    let status = if setup.seats.iter().all(|(_, seat)| seat.is_taken()) { "live" } else { "open" };
    let inserted = connection
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
        return same_setup(connection, setup).map(|()| None);
    }
    let key = connection.last_insert_rowid();
    connection
        .prepare_cached("INSERT INTO cards (match_key, body) VALUES (?1, ?2)")?
        .execute(params![key, new.body])?;
    Ok(Some(key))
}

fn same_setup(connection: &Connection, setup: &MatchSetup) -> Result<(), WriteError> {
    let stored: String = connection
        .prepare_cached(
            "SELECT cards.body FROM cards JOIN matches ON matches.key = cards.match_key WHERE matches.id = ?1",
        )?
        .query_row([setup.id], |row| row.get(0))?;
    if parse_setup(setup.id, &stored)? == *setup {
        Ok(())
    } else {
        Err(StoreError::Refused(format!("another match is already stored under the id {}", setup.id)).into())
    }
}

pub(in crate::store) fn parse_setup(id: Uuid, body: &str) -> Result<MatchSetup, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::unreadable(format!("the setup of match {id}"), error))
}

/// The player, for a person, and the name of whoever holds a seat.
pub(in crate::store) fn holder(seat: &Seat) -> (Option<Uuid>, Option<&str>) {
    match seat {
        Seat::Human { player, name } => (Some(*player), Some(name)),
        Seat::Bot { name, .. } => (None, Some(name)),
        Seat::Open | Seat::Reserved { .. } => (None, None),
    }
}

/// Writes what an event changes in the list of matches.
pub(in crate::store) fn update_list(
    connection: &Connection,
    key: i64,
    game: GameId,
    list_update: &ListUpdate,
) -> rusqlite::Result<()> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> rusqlite::Result<()> {
        connection.prepare_cached(sql)?.execute(values).map(drop)
    };
    match list_update {
        ListUpdate::None => Ok(()),
        ListUpdate::Live => execute("UPDATE matches SET status = 'live' WHERE key = ?1 AND status = 'open'", &[&key]),
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
        ListUpdate::Ended(verdict) => finish(connection, key, game, verdict),
    }
}

fn finish(connection: &Connection, key: i64, game: GameId, verdict: &Verdict) -> rusqlite::Result<()> {
    let at_ms = now_ms();
    let ended: Option<BySide<Seated>> = connection
        .prepare_cached(concat!(
            "UPDATE matches SET status = 'finished', outcome = ?2, ended_by = ?3, detail = ?4, finished_ms = ?5, \
             plies = ",
            plies!(),
            " WHERE key = ?1 AND status <> 'finished' \
             RETURNING first_player, first_name, second_player, second_name"
        ))?
        .query_row(params![key, verdict.outcome.map(word), word(verdict.by), verdict.detail, at_ms], |row| {
            Ok(BySide::new((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)))
        })
        .optional()?;
    // A match ends only once: where an end is stored already, it stays.
    let Some(seats) = ended else { return Ok(()) };
    if let Some(outcome) = verdict.outcome {
        ratings::meet(connection, game.name(), &seats, outcome)?;
        ratings::rate(connection, &ratings::Ended { match_key: key, game, seats: &seats, outcome, at_ms })?;
    }
    standings::count(connection, game.name(), seats, verdict.outcome)
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
