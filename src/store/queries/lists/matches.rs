//! Lists of matches, the newest first, page by page.

use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

use super::page::{MatchFilter, MatchRow, MatchStatus, Page, page};
use crate::games::{GameId, Side};
use crate::play::Verdict;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::matches::parse_setup;
use crate::store::values::{from_word, unsigned};

impl Store {
    /// The matches that the filter admits, the newest first. The pages stay what they are when matches are added.
    ///
    /// # Errors
    /// When the database or a match in it cannot be read.
    pub async fn matches(&self, filter: &MatchFilter) -> Result<Page<MatchRow>, StoreError> {
        if let Some(tournament) = filter.tournament {
            return self.matches_of_tournament(tournament, filter).await;
        }
        self.catch_up().await;
        // The keys come out of indexes alone; only what is on the page is then read.
        let mut query = QueryBuilder::new(
            "SELECT matches.key, id, game, status, plies, finished_ms, outcome, ended_by, detail, \
             body, first_seat, second_seat FROM (",
        );
        push_keys(&mut query, filter);
        query.push(
            ") AS picked JOIN matches ON matches.key = picked.key JOIN cards ON cards.match_key = picked.key \
             ORDER BY picked.key DESC",
        );
        let rows = query.build().fetch_all(&mut *self.list_reader().await?).await?;
        page(rows, filter.limit, |row| Ok((row.try_get(0)?, match_row(row)?)))
    }
}

/// The keys of the page and one more, which tells whether there is another.
///
/// An index holds matches in the order of their keys only where all of its columns are given. So a filter that leaves
/// the game or the status open is asked once for each of them, and the answers, a page each at most, are merged: that
/// costs the same however many matches somebody has played.
pub(in crate::store) fn push_keys(query: &mut QueryBuilder<Sqlite>, filter: &MatchFilter) {
    let sides: &[Option<Side>] = match (filter.player, &filter.bot) {
        (None, None) => &[None],
        _ => &[Some(Side::First), Some(Side::Second)],
    };
    let is_wide = filter.game.is_none() && sides == [None];
    let games: Vec<Option<GameId>> = match filter.game {
        None if !is_wide => GameId::ALL.iter().copied().map(Some).collect(),
        game => vec![game],
    };
    let statuses: Vec<Option<MatchStatus>> = match filter.status {
        None if !is_wide => MatchStatus::ALL.map(Some).to_vec(),
        status => vec![status],
    };
    let mut is_first = true;
    for side in sides {
        for game in &games {
            for status in &statuses {
                query.push(if is_first { "" } else { " UNION " });
                is_first = false;
                push_keys_of(query, filter, *side, *game, *status);
            }
        }
    }
    push_end(query, filter);
}

/// The keys of matches of one game and status, with whoever is asked for on one side.
fn push_keys_of(
    query: &mut QueryBuilder<Sqlite>,
    filter: &MatchFilter,
    side: Option<Side>,
    game: Option<GameId>,
    status: Option<MatchStatus>,
) {
    query.push("SELECT key FROM (SELECT key FROM matches WHERE TRUE");
    if let Some(game) = game {
        query.push(" AND game = ").push_bind(game.name());
    }
    if let Some(status) = status {
        query.push(" AND status = ").push_bind(status.name());
    }
    if let Some(side) = side {
        if let Some(id) = filter.player {
            query.push(format_args!(" AND {} = ", columns(side).0)).push_bind(id);
        }
        if let Some(bot) = &filter.bot {
            // One who is asked for along with a person sits opposite.
            let (player, name) = columns(if filter.player.is_some() { !side } else { side });
            query.push(format_args!(" AND {player} IS NULL AND {name} = ")).push_bind(bot);
        }
    }
    if let Some(before) = filter.before {
        query.push(" AND key < ").push_bind(before.place());
    }
    push_end(query, filter);
    query.push(")");
}

/// The columns of player and name of a side.
const fn columns(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::First => ("first_player", "first_name"),
        Side::Second => ("second_player", "second_name"),
    }
}

fn push_end(query: &mut QueryBuilder<Sqlite>, filter: &MatchFilter) {
    query.push(" ORDER BY key DESC LIMIT ").push_bind(i64::from(filter.limit) + 1);
}

fn match_row(row: &SqliteRow) -> Result<MatchRow, StoreError> {
    let id: Uuid = row.try_get("id")?;
    let what = || format!("match {id}");
    let mut setup = parse_setup(id, row.try_get("body")?)?;
    for (seat, column) in [(&mut setup.seats.first, "first_seat"), (&mut setup.seats.second, "second_seat")] {
        if let Some(taken) = row.try_get::<Option<&str>, _>(column)? {
            *seat = serde_json::from_str(taken).map_err(|error| StoreError::unreadable(what(), error))?;
        }
    }
    let ended_by: Option<String> = row.try_get("ended_by")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    let verdict = match ended_by {
        None => None,
        Some(by) => Some(Verdict {
            outcome: outcome.map(|outcome| from_word(outcome, what)).transpose()?,
            by: from_word(by, what)?,
            detail: row.try_get("detail")?,
        }),
    };
    let status: &str = row.try_get("status")?;
    let finished_ms: Option<i64> = row.try_get("finished_ms")?;
    Ok(MatchRow {
        id,
        game: setup.game,
        options: setup.options,
        seats: setup.seats,
        status: status.parse().map_err(|error| StoreError::unreadable(what(), error))?,
        plies: unsigned(row.try_get("plies")?, "a match's plies")?,
        clock: setup.clock,
        rated: setup.rated,
        created_ms: setup.created_ms,
        finished_ms: finished_ms.map(|ms| unsigned(ms, "a match's finished_ms")).transpose()?,
        verdict,
    })
}
