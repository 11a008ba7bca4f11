//! Which matches stand on a page: their keys, out of indexes alone.
//!
//! An index holds matches in the order of their keys only where all of its columns are given. So where a filter leaves game
//! or status open, the index is asked from each game and status to the next one, past all the matches that have them, and
//! then for the newest of each, a page at most: that costs the same however many matches somebody has played.

use rusqlite::{Connection, Row};

use super::names;
use super::page::{MatchFilter, MatchStatus};
use crate::games::{GameId, Side};
use crate::store::error::StoreError;
use crate::store::sql::{self, Query};

/// Conditions on who sits in a match.
#[derive(Default)]
pub(in crate::store) struct Who {
    /// What an index finds them by, as ` AND …`; nothing for everybody.
    pub(super) found_by: Query,
    /// What else is asked of them.
    pub(super) besides: Query,
}

/// A game and a status, as they are stored.
pub(in crate::store) type Kind = (String, String);

/// The keys of the page that the filter asks for, the newest first, and one more, which tells whether there is another page.
pub(super) fn keys(connection: &Connection, filter: &MatchFilter) -> Result<Vec<i64>, StoreError> {
    let mut found = Vec::new();
    match &filter.name {
        Some(name) if filter.player.is_none() && filter.bot.is_none() => {
            names::find(connection, filter, name, &mut found)?;
        }
        _ if filter.player.is_none() && filter.bot.is_none() && filter.game.is_none() => {
            found = newest(&Who::default(), None, filter).all(connection, sql::column)?;
        }
        _ => {
            for who in whom(filter) {
                find(connection, &who, filter, &mut found)?;
            }
        }
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    // Somebody may sit on both sides.
    found.dedup();
    found.truncate(filter.limit as usize + 1);
    Ok(found)
}

/// Adds the newest matches of these, no fewer than a page and one more has of them.
pub(super) fn find(
    connection: &Connection,
    who: &Who,
    filter: &MatchFilter,
    found: &mut Vec<i64>,
) -> Result<(), StoreError> {
    let game = filter.game.map(GameId::name);
    let status = filter.status.map(MatchStatus::name);
    if let (Some(game), Some(status)) = (game, status) {
        let kind = (game.to_owned(), status.to_owned());
        found.extend(newest(who, Some(&kind), filter).all(connection, sql::column::<i64>)?);
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
            found.extend(newest(who, Some(&kind), filter).all(connection, sql::column::<i64>)?);
        }
        last = kind;
    }
}

/// The next game and status of the matches in which they sit: by the first query another status of the same game, by the
/// second the next game. As one, with `(game, status) > (?, ?)`, SQLite would begin with all the matches of the last.
pub(in crate::store) fn next_kind(who: &Who, last: &Kind) -> [Query; 2] {
    let mut of_game = Query::new("SELECT game, status FROM matches WHERE TRUE");
    of_game.append(&who.found_by);
    let mut of_another = of_game.clone();
    of_game.push(" AND game = ").bind(last.0.clone()).push(" AND status > ").bind(last.1.clone());
    of_game.push(" ORDER BY status LIMIT 1");
    of_another.push(" AND game > ").bind(last.0.clone()).push(" ORDER BY game, status LIMIT 1");
    [of_game, of_another]
}

/// The newest matches in which they sit, of a game and status, or of any game and the filter's status.
pub(in crate::store) fn newest(who: &Who, kind: Option<&Kind>, filter: &MatchFilter) -> Query {
    let mut query = Query::new("SELECT key FROM matches WHERE TRUE");
    query.append(&who.found_by).append(&who.besides);
    let status = filter.status.map(MatchStatus::name);
    push_end(&mut query, kind.map(|kind| &*kind.0), kind.map(|kind| &*kind.1).or(status), filter);
    query
}

/// Of a game, of a status, before the page's beginning; the newest first, and one more than the page holds.
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

/// Whom the filter asks for, by player or bot, for each side that they can sit on.
pub(in crate::store) fn whom(filter: &MatchFilter) -> Vec<Who> {
    let on = |side: Side| {
        let (player, name) = columns(side);
        let mut who = Who::default();
        if let Some(id) = filter.player {
            who.found_by.push(" AND ").push(player).push(" = ").bind(id);
            // One who is asked for along with a person sits opposite, and is not sought by an index.
            let (player, name) = columns(!side);
            if let Some(bot) = &filter.bot {
                who.besides.push(" AND ").push(player).push(" IS NULL AND +").push(name).push(" = ").bind(bot.clone());
            }
        } else if let Some(bot) = &filter.bot {
            who.found_by.append(&named(side, bot));
            // The index takes letters of either case for the same, and bots are known by their exact names.
            who.besides.push(" AND ").push(player).push(" IS NULL AND ").push(name).push(" = ").bind(bot.clone());
        }
        if let Some(start) = &filter.name {
            who.besides.push(" AND ");
            start.push(&mut who.besides, columns(!side).1);
        }
        who
    };
    if filter.player.is_none() && filter.bot.is_none() { vec![Who::default()] } else { Side::BOTH.map(on).into() }
}

/// Whoever has this name on a side, in any case of ASCII letters.
pub(super) fn named(side: Side, name: &str) -> Query {
    let mut query = Query::default();
    query.push(" AND ").push(columns(side).1).push(" = ").bind(name.to_owned()).push(" COLLATE NOCASE");
    query
}

/// The columns of player and name of a side.
pub(super) const fn columns(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::First => ("first_player", "first_name"),
        Side::Second => ("second_player", "second_name"),
    }
}
