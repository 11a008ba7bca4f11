//! The tables `matches` and `cards`: the setup of each match, and the columns that lists and tallies derive from its
//! events.

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::events::LoggedEvent;
use super::ratings;
use super::standings::Seated;
use super::tallies::Tallies;
use crate::error::{StoreError, WriteError};
use crate::values::{signed, word};
use arena_games::{BySide, GameId, Side};
use arena_play::{GameResult, MatchSetup, Seat, Verdict};

/// The player who made a match, in a query of `cards`. Null if the setup is damaged.
macro_rules! maker {
    () => {
        "CASE WHEN json_valid(cards.body) THEN unhex(replace(json_extract(cards.body, '$.made_by'), '-', '')) END"
    };
}
pub(crate) use maker;

/// A match to create.
#[derive(Clone)]
pub(crate) struct NewMatch {
    pub(crate) setup: MatchSetup,
    /// The setup as JSON.
    pub(crate) body: String,
    plies: i64,
    created_ms: i64,
}

impl NewMatch {
    pub(crate) fn new(setup: &MatchSetup) -> Result<Self, StoreError> {
        let body = serde_json::to_string(setup)
            .map_err(|error| StoreError::unstorable(format!("the setup of {}", setup.id), error))?;
        let plies = signed(setup.opening.len() as u64, "the opening's length")?;
        Ok(Self { body, plies, created_ms: signed(setup.created_ms, "created_ms")?, setup: setup.clone() })
    }
}

/// Effect of an event on the match's row in lists.
pub(crate) enum ListUpdate {
    None,
    Live,
    Plies(i64),
    Seated(Side, TakenSeat),
    Ended(Verdict),
}

/// A seat that was taken after the match was created.
#[derive(Clone)]
pub(crate) struct TakenSeat {
    pub(crate) player: Option<Uuid>,
    pub(crate) name: Option<String>,
    /// The seat as JSON.
    pub(crate) seat: String,
}

/// Combined effect of several events on a match's rows in `matches` and `cards`.
#[derive(Default)]
pub(crate) struct RowChange<'e> {
    live: bool,
    plies: Option<i64>,
    seats: BySide<Option<&'e TakenSeat>>,
    end: Option<(&'e Verdict, &'e LoggedEvent)>,
}

impl<'e> RowChange<'e> {
    /// Combines the effects of these events.
    pub(super) fn of(events: &'e [LoggedEvent]) -> Self {
        let mut change = Self::default();
        for logged in events {
            match &logged.row.list_update {
                ListUpdate::None => {}
                ListUpdate::Live => change.live = true,
                ListUpdate::Plies(plies) => change.plies = Some(*plies),
                ListUpdate::Seated(side, seat) => change.seats[*side] = Some(seat),
                // Only the first end counts.
                ListUpdate::Ended(verdict) => change.end = change.end.or(Some((verdict, logged))),
            }
        }
        change
    }
}

/// End of a match, for tallies and ratings.
pub(crate) struct MatchEnd {
    key: i64,
    game: GameId,
    seats: BySide<Seated>,
    outcome: Option<GameResult>,
    at_ms: i64,
    /// False if the setup excludes a rating. If true, the rating code still reads the setup.
    may_be_rated: bool,
    /// Number of the log entry with the end. Results count in this order.
    pub(crate) place: u64,
}

/// Inserts a match with the effects of its events so far. Returns its key, and its end if it has ended.
pub(crate) fn insert(
    connection: &Connection,
    new: &NewMatch,
    change: RowChange<'_>,
) -> Result<(i64, Option<MatchEnd>), WriteError> {
    let setup = &new.setup;
    let seats = BySide::from_fn(|side| match change.seats[side] {
        Some(TakenSeat { player, name, .. }) => (*player, name.clone()),
        None => {
            let (player, name) = holder(&setup.seats[side]);
            (player, name.map(str::to_owned))
        }
    });
    let status = match change {
        RowChange { end: Some(_), .. } => "finished",
        RowChange { live: true, .. } => "live",
        _ if setup.seats.iter().all(|(_, seat)| seat.is_taken()) => "live",
        _ => "open",
    };
    let verdict = change.end.map(|(verdict, _)| verdict);
    connection
        .prepare_cached(
            "INSERT INTO matches (id, game, status, plies, created_ms, \
             first_player, first_name, second_player, second_name, outcome, ended_by, detail, finished_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            setup.id,
            setup.game.name(),
            status,
            change.plies.unwrap_or(new.plies),
            new.created_ms,
            seats.first.0,
            seats.first.1,
            seats.second.0,
            seats.second.1,
            verdict.and_then(|verdict| verdict.outcome).map(word),
            verdict.map(|verdict| word(verdict.by)),
            verdict.and_then(detail_json),
            change.end.map(|(_, logged)| logged.at_ms),
        ])?;
    let key = connection.last_insert_rowid();
    let taken = change.seats.map(|seat| seat.map(|taken| &taken.seat));
    connection
        .prepare_cached("INSERT INTO cards (match_key, body, first_seat, second_seat) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![key, new.body, taken.first, taken.second])?;
    let end = change.end.map(|(verdict, logged)| MatchEnd {
        key,
        game: setup.game,
        seats,
        outcome: verdict.outcome,
        at_ms: logged.at_ms,
        may_be_rated: setup.rated,
        place: logged.place,
    });
    Ok((key, end))
}

/// Checks that a stored match has this setup.
///
/// # Errors
/// [`WriteError`] if the stored setup differs or the database fails.
pub(crate) fn same_setup(connection: &Connection, setup: &MatchSetup) -> Result<(), WriteError> {
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

pub(crate) fn parse_setup(id: Uuid, body: &str) -> Result<MatchSetup, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::unreadable(format!("the setup of match {id}"), error))
}

/// Returns the player, if the holder is a person, and the name of the holder of a seat.
pub(crate) fn holder(seat: &Seat) -> (Option<Uuid>, Option<&str>) {
    match seat {
        Seat::Human { player, name, .. } => (Some(*player), Some(name)),
        Seat::Bot { name, .. } => (None, Some(name)),
        Seat::Open | Seat::Reserved { .. } => (None, None),
    }
}

/// Updates a match with the effects of further events. Returns its end if these events contain it.
pub(crate) fn update(
    connection: &Connection,
    key: i64,
    game: GameId,
    change: RowChange<'_>,
) -> rusqlite::Result<Option<MatchEnd>> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> rusqlite::Result<()> {
        connection.prepare_cached(sql)?.execute(values).map(drop)
    };
    if change.live {
        execute("UPDATE matches SET status = 'live' WHERE key = ?1 AND status = 'open'", &[&key])?;
    }
    if let Some(plies) = change.plies {
        execute("UPDATE matches SET plies = ?2 WHERE key = ?1", &[&key, &plies])?;
    }
    for (side, taken) in change.seats.iter() {
        let Some(TakenSeat { player, name, seat }) = taken else { continue };
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
        execute(body, &[&key, seat])?;
    }
    let Some((verdict, logged)) = change.end else { return Ok(None) };
    let seats: Option<BySide<Seated>> = connection
        .prepare_cached(
            "UPDATE matches SET status = 'finished', outcome = ?2, ended_by = ?3, detail = ?4, finished_ms = ?5 \
             WHERE key = ?1 AND status <> 'finished' \
             RETURNING first_player, first_name, second_player, second_name",
        )?
        .query_row(
            params![key, verdict.outcome.map(word), word(verdict.by), detail_json(verdict), logged.at_ms],
            |row| Ok(BySide::new((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?))),
        )
        .optional()?;
    let (outcome, at_ms, place) = (verdict.outcome, logged.at_ms, logged.place);
    Ok(seats.map(|seats| MatchEnd { key, game, seats, outcome, at_ms, may_be_rated: true, place }))
}

/// Returns the detail of a verdict as JSON.
pub(crate) fn detail_json(verdict: &Verdict) -> Option<String> {
    let json = |detail| serde_json::to_string(detail).expect("a detail is plain data");
    verdict.detail.as_ref().map(json)
}

/// Adds a result to the tallies, which are written later, and to the ratings.
pub(crate) fn count(connection: &Connection, end: MatchEnd, tallies: &mut Tallies) -> rusqlite::Result<()> {
    let MatchEnd { key, game, seats, outcome, at_ms, may_be_rated, .. } = end;
    let Some(outcome) = outcome else { return Ok(()) };
    tallies.count(game, &seats, outcome);
    if may_be_rated {
        ratings::rate(connection, &ratings::RatedResult { match_key: key, game, seats: &seats, outcome, at_ms })?;
    }
    Ok(())
}
