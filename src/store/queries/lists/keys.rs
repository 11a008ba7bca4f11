//! Finds the keys of the matches on a page, using only indexes.
//!
//! An index yields matches in key order only if all its columns are fixed. If a filter leaves the game or the status
//! open, the query skips through the index from each game and status to the next. It then reads at most one page of the
//! newest matches of each. The cost therefore does not depend on the number of matches that a player has.

use rusqlite::{Connection, Row};

use super::names;
use super::page::{MatchFilter, MatchStatus};
use crate::error::StoreError;
use crate::sql::{self, Query};
use arena_games::{GameId, Side};

/// Conditions on the players of a match.
#[derive(Default)]
pub(crate) struct PlayerFilter {
    /// Conditions that an index covers, in the form ` AND …`. Empty if there are none.
    pub(super) found_by: Query,
    /// Additional conditions.
    pub(super) besides: Query,
}

/// Game and status, as stored.
pub(crate) type Kind = (String, String);

/// Returns the keys of the requested page, newest first, and one more if there is a next page.
pub(super) fn keys(connection: &Connection, filter: &MatchFilter) -> Result<Vec<i64>, StoreError> {
    let mut keys = Vec::new();
    match &filter.name {
        Some(name) if filter.player.is_none() && filter.bot.is_none() => {
            names::find(connection, filter, name, &mut keys)?;
        }
        _ if filter.player.is_none() && filter.bot.is_none() && filter.game.is_none() => {
            keys = newest(&PlayerFilter::default(), None, filter).all(connection, sql::column)?;
        }
        _ => {
            for who in whom(filter) {
                find(connection, &who, filter, &mut keys)?;
            }
        }
    }
    keys.sort_unstable_by(|one, other| other.cmp(one));
    // One player may occupy both seats.
    keys.dedup();
    keys.truncate(filter.limit as usize + 1);
    Ok(keys)
}

/// Appends the newest matches of these players, enough for one page plus one match.
pub(super) fn find(
    connection: &Connection,
    who: &PlayerFilter,
    filter: &MatchFilter,
    keys: &mut Vec<i64>,
) -> Result<(), StoreError> {
    let game = filter.game.map(GameId::name);
    let status = filter.status.map(MatchStatus::name);
    if let (Some(game), Some(status)) = (game, status) {
        let kind = (game.to_owned(), status.to_owned());
        keys.extend(newest(who, Some(&kind), filter).all(connection, sql::column::<i64>)?);
        return Ok(());
    }
    let read = |row: &Row<'_>| -> Result<Kind, StoreError> { Ok(row.try_into()?) };
    let mut last = (game.unwrap_or_default().to_owned(), String::new());
    loop {
        let [of_game, of_another] = next_kind(who, &last);
        let mut next = of_game.first(connection, read)?;
        if next.is_none() && game.is_none() {
            next = of_another.first(connection, read)?;
        }
        let Some(kind) = next else { return Ok(()) };
        if status.is_none_or(|status| kind.1 == status) {
            keys.extend(newest(who, Some(&kind), filter).all(connection, sql::column::<i64>)?);
        }
        last = kind;
    }
}

/// Returns queries for the next game and status among the matches of these players. The first query finds the next
/// status of the same game, and the second one finds the next game. A single query with `(game, status) > (?, ?)` would
/// make SQLite scan all matches of the previous game.
pub(crate) fn next_kind(who: &PlayerFilter, last: &Kind) -> [Query; 2] {
    let mut of_game = Query::new("SELECT game, status FROM matches WHERE TRUE");
    of_game.append(&who.found_by);
    let mut of_another = of_game.clone();
    of_game.push(" AND game = ").bind(last.0.clone()).push(" AND status > ").bind(last.1.clone());
    of_game.push(" ORDER BY status LIMIT 1");
    of_another.push(" AND game > ").bind(last.0.clone()).push(" ORDER BY game, status LIMIT 1");
    [of_game, of_another]
}

/// Returns the query for the newest matches of these players with a given game and status, or with any game and the
/// filter's status.
pub(crate) fn newest(who: &PlayerFilter, kind: Option<&Kind>, filter: &MatchFilter) -> Query {
    let mut query = Query::new("SELECT key FROM matches WHERE TRUE");
    query.append(&who.found_by).append(&who.besides);
    let status = filter.status.map(MatchStatus::name);
    push_end(&mut query, kind.map(|kind| &*kind.0), kind.map(|kind| &*kind.1).or(status), filter);
    query
}

/// Appends conditions on game, status and cursor, descending order, and a limit of one match more than the page.
pub(super) fn push_end(query: &mut Query, game: Option<&str>, status: Option<&str>, filter: &MatchFilter) {
    if let Some(game) = game {
        query.push(" AND game = ").bind(game.to_owned());
    }
    if let Some(status) = status {
        query.push(" AND status = ").bind(status.to_owned());
    }
    if let Some(before) = filter.before {
        query.push(" AND key < ").bind(before.place());
    }
    query.push(" ORDER BY key DESC LIMIT ").bind(i64::from(filter.limit) + 1);
}

/// Returns the player conditions of a filter by player or bot, one for each side.
pub(crate) fn whom(filter: &MatchFilter) -> Vec<PlayerFilter> {
    let on = |side: Side| {
        let (player, name) = columns(side);
        let mut who = PlayerFilter::default();
        if let Some(id) = filter.player {
            who.found_by.push(" AND ").push(player).push(" = ").bind(id);
            // If a player and a bot are given, the bot is the opponent. The index is used only for the player.
            let (player, name) = columns(!side);
            if let Some(bot) = &filter.bot {
                who.besides.push(" AND ").push(player).push(" IS NULL AND +").push(name).push(" = ").bind(bot.clone());
            }
        } else if let Some(bot) = &filter.bot {
            who.found_by.append(&named(side, bot));
            // The index ignores ASCII case, but names of bots must match exactly.
            who.besides.push(" AND ").push(player).push(" IS NULL AND ").push(name).push(" = ").bind(bot.clone());
        }
        if let Some(start) = &filter.name {
            who.besides.push(" AND ");
            start.push(&mut who.besides, columns(!side).1);
        }
        who
    };
    if filter.player.is_none() && filter.bot.is_none() {
        vec![PlayerFilter::default()]
    } else {
        Side::BOTH.map(on).into()
    }
}

/// Returns the condition that a side has this name. ASCII case is ignored.
pub(super) fn named(side: Side, name: &str) -> Query {
    let mut query = Query::default();
    query.push(" AND ").push(columns(side).1).push(" = ").bind(name.to_owned()).push(" COLLATE NOCASE");
    query
}

/// Returns the player column and the name column of a side.
pub(super) const fn columns(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::First => ("first_player", "first_name"),
        Side::Second => ("second_player", "second_name"),
    }
}
