//! Replays all stored data, for diagnostics.

use std::time::Instant;

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::lists::matches::match_row_of;
use super::lists::page::MatchStatus;
use super::matches::stored_events;
use super::results::record;
use super::tournaments::{select_tournaments, tournament};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::matches::{holder, parse_setup};
use crate::tables::standings::Seated;
use crate::tables::tournaments::NamedFiles;
use arena_games::BySide;
use arena_play::{EndReason, GameResult, Match, MatchSetup, Terms, Timeouts, Verdict};
use arena_records::replay::replay;

/// Parses the log of a tournament, whose entries are JSON texts. The error describes the problem.
pub type ReadTournamentLog = fn(&[String]) -> Result<(), String>;

impl Store {
    /// Replays all matches and all results of tournaments, and parses the logs of live tournaments. Returns one
    /// sentence for each fault.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read at all.
    pub async fn replay_all(&self, read_log: ReadTournamentLog) -> Result<Vec<String>, StoreError> {
        self.catch_up().await;
        self.read_through(move |connection| {
            let mut faults = Vec::new();
            for key in sql::all::<i64>(connection, "SELECT key FROM matches ORDER BY key", [], sql::column)? {
                if let Err(problem) = replay_match(connection, key) {
                    faults.push(format!("row {key} of matches: {problem}"));
                }
            }
            for key in sql::all::<i64>(connection, "SELECT key FROM tournaments ORDER BY key", [], sql::column)? {
                if let Err(problem) = read_tournament(connection, key, read_log) {
                    faults.push(format!("row {key} of tournaments: {problem}"));
                }
                faults.extend(bad_results(connection, key)?);
            }
            Ok(faults)
        })
        .await
    }
}

/// Replays a match and compares its row with the result.
fn replay_match(connection: &Connection, key: i64) -> Result<(), String> {
    let row = match_row_of(connection, key).map_err(|error| error.to_string())?.ok_or("its setup is missing")?;
    let id = row.id;
    let query = "SELECT body, first_player, first_name, second_player, second_name FROM cards \
         JOIN matches ON matches.key = match_key WHERE match_key = ?1";
    let stored = sql::first(connection, query, [key], |row| {
        let setup = parse_setup(id, row.get_ref(0)?.as_str()?)?;
        let seats: BySide<Seated> = BySide::new((row.get(1)?, row.get(2)?), (row.get(3)?, row.get(4)?));
        Ok((setup, seats))
    });
    let (setup, seats) = stored.map_err(|error| error.to_string())?.ok_or("its setup is missing")?;
    let events = stored_events(connection, id).map_err(|error| error.to_string())?;
    let replayed = replayed(&setup, events.into_iter().map(|numbered| numbered.event))
        .map_err(|problem| format!("match {id} cannot be replayed: {problem}"))?;
    let differs = |what: &str| Err(format!("the {what} of match {id} contradicts its events"));
    if (setup.id, setup.game, setup.created_ms) != (id, row.game, row.created_ms) {
        return Err(format!("the setup of match {id} is of another match"));
    }
    if replayed.verdict() != row.verdict.as_ref() || (row.status == MatchStatus::Finished) != row.verdict.is_some() {
        return differs("verdict");
    }
    if let Some(Verdict { outcome, by: EndReason::Rules, .. }) = replayed.verdict()
        && replayed.outcome_by_rules().map(GameResult::from) != *outcome
    {
        return differs("verdict");
    }
    if replayed.moves().len() as u64 != row.plies {
        return differs("number of plies");
    }
    let held = |(player, name): (Option<Uuid>, Option<&str>)| (player, name.map(str::to_owned));
    if replayed.seats().as_ref().map(|seat| held(holder(seat))) != seats {
        return differs("players");
    }
    Ok(())
}

fn replayed(setup: &MatchSetup, events: impl Iterator<Item = arena_play::Event>) -> Result<Match, String> {
    let board = setup.board().map_err(|error| error.to_string())?;
    let terms: Terms = setup.terms(Timeouts::ENDLESS).map_err(|error| error.to_string())?;
    Match::replay(board, terms, setup.seats.clone(), events, Instant::now()).map_err(|error| error.to_string())
}

fn read_tournament(connection: &Connection, key: i64, read_log: ReadTournamentLog) -> Result<(), String> {
    let query = select_tournaments!(" WHERE key = ?1");
    let read = sql::first(connection, query, [key], tournament).map_err(|error| error.to_string())?;
    let id = read.ok_or("it is gone")?.row.id;
    let files = sql::first(connection, "SELECT files FROM tournaments WHERE key = ?1", [key], |row| {
        serde_json::from_str::<NamedFiles>(row.get_ref(0)?.as_str()?)
            .map_err(|error| StoreError::unreadable(format!("the files of tournament {id}"), error))
    });
    files.map_err(|error| error.to_string())?;
    let query = "SELECT body FROM tournament_log WHERE tournament_key = ?1 ORDER BY seq";
    let log = sql::all(connection, query, [key], sql::column).map_err(|error| error.to_string())?;
    if log.is_empty() {
        return Ok(());
    }
    read_log(&log).map_err(|problem| format!("the log of tournament {id} cannot be read: {problem}"))
}

/// Returns the results that cannot be replayed or that differ from their row.
fn bad_results(connection: &Connection, key: i64) -> Result<Vec<String>, StoreError> {
    let query = "SELECT position, match_id, first_name, second_name, body, id FROM results \
         JOIN tournaments ON key = tournament_key WHERE tournament_key = ?1 ORDER BY position";
    let problems = sql::all(connection, query, params![key], |row| {
        let position: i64 = row.get(0)?;
        let read = || -> Result<Option<String>, StoreError> {
            let record = record(row.get(5)?, row, 4)?;
            let same = row.get::<_, Uuid>(1)? == record.id
                && row.get::<_, String>(2)? == record.seats[0].name
                && row.get::<_, String>(3)? == record.seats[1].name;
            Ok(match replay(&record) {
                Err(problem) => Some(problem.to_string()),
                Ok(_) if !same => Some("its row is of another match".to_owned()),
                Ok(_) => None,
            })
        };
        let problem = read().unwrap_or_else(|error| Some(error.to_string()));
        Ok(problem.map(|problem| format!("result {position} in row {key} of tournaments: {problem}")))
    })?;
    Ok(problems.into_iter().flatten().collect())
}
