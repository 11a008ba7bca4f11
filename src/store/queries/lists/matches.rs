//! Lists of matches, newest first, in pages.

use rusqlite::{Connection, Row};
use serde::Deserialize;
use uuid::Uuid;

use super::keys::keys;
use super::page::{MatchFilter, MatchRow, Page, page};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::values::{from_word, unsigned};
use arena_games::{BySide, Options};
use arena_play::{ClockSetting, Seat, Verdict};

const MATCH: &str = "SELECT id, game, status, plies, created_ms, finished_ms, outcome, ended_by, detail, \
     body, first_seat, second_seat FROM matches JOIN cards ON cards.match_key = matches.key WHERE matches.key = ?1";

impl Store {
    /// Returns the matches that pass the filter, newest first. New matches do not change later pages.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a match in it cannot be read.
    pub async fn matches(&self, filter: &MatchFilter) -> Result<Page<MatchRow>, StoreError> {
        if let Some(tournament) = filter.tournament {
            return self.matches_of_tournament(tournament, filter).await;
        }
        self.catch_up().await;
        let (asked, limit) = (filter.clone(), filter.limit);
        let rows = self.list(move |connection| rows(connection, &keys(connection, &asked)?)).await?;
        Ok(page(rows, limit).readable())
    }
}

/// Reads the matches with these keys. An unreadable row yields `None`.
fn rows(connection: &Connection, keys: &[i64]) -> Result<Vec<(i64, Option<MatchRow>)>, StoreError> {
    let mut statement = connection.prepare_cached(MATCH)?;
    let mut rows = Vec::with_capacity(keys.len());
    for key in keys {
        if let Some(row) = statement.query([key])?.next()? {
            rows.push((*key, sql::or_logged(match_row(row))?));
        }
    }
    Ok(rows)
}

pub(in crate::queries) fn match_row_of(connection: &Connection, key: i64) -> Result<Option<MatchRow>, StoreError> {
    sql::first(connection, MATCH, [key], match_row)
}

/// The fields of a setup that lists show.
#[derive(Deserialize)]
struct ListedSetup {
    options: Options,
    seats: BySide<Seat>,
    #[serde(default)]
    clock: Option<ClockSetting>,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    listed: bool,
}

fn match_row(row: &Row<'_>) -> Result<MatchRow, StoreError> {
    let id: Uuid = row.get(0)?;
    let what = || format!("match {id}");
    let text = |column: usize| -> Result<Option<&str>, StoreError> { Ok(row.get_ref(column)?.as_str_or_null()?) };
    let setup = serde_json::from_str(row.get_ref(9)?.as_str()?);
    let ListedSetup { options, mut seats, clock, rated, listed } =
        setup.map_err(|error| StoreError::unreadable(format!("the setup of match {id}"), error))?;
    for (seat, column) in [(&mut seats.first, 10), (&mut seats.second, 11)] {
        if let Some(taken) = text(column)? {
            *seat = serde_json::from_str(taken).map_err(|error| StoreError::unreadable(what(), error))?;
        }
    }
    let verdict = match text(7)? {
        None => None,
        Some(by) => Some(Verdict {
            outcome: text(6)?.map(|outcome| from_word(outcome, what)).transpose()?,
            by: from_word(by, what)?,
            detail: text(8)?
                .map(serde_json::from_str)
                .transpose()
                .map_err(|error| StoreError::unreadable(what(), error))?,
        }),
    };
    let game = row.get_ref(1)?.as_str()?.parse();
    let status = row.get_ref(2)?.as_str()?.parse();
    let finished_ms: Option<i64> = row.get(5)?;
    Ok(MatchRow {
        id,
        is_public: listed || seats.iter().all(|(_, seat)| seat.is_taken()),
        game: game.map_err(|error| StoreError::unreadable(what(), error))?,
        options,
        seats,
        status: status.map_err(|error| StoreError::unreadable(what(), error))?,
        plies: unsigned(row.get(3)?, "a match's plies")?,
        clock,
        rated,
        created_ms: unsigned(row.get(4)?, "a match's created_ms")?,
        finished_ms: finished_ms.map(|ms| unsigned(ms, "a match's finished_ms")).transpose()?,
        verdict,
    })
}
