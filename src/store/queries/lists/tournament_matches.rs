//! Lists of the matches of a tournament.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::page::{MatchFilter, MatchRow, MatchStatus, Page, page};
use crate::database::Store;
use crate::error::StoreError;
use crate::queries::results::record;
use crate::sql::{self, Query};
use crate::values::unsigned;
use arena_games::BySide;
use arena_records::Record;

impl Store {
    /// Lists the matches of a tournament, last in the schedule first.
    pub(super) async fn matches_of_tournament(
        &self,
        tournament: Uuid,
        filter: &MatchFilter,
    ) -> Result<Page<MatchRow>, StoreError> {
        if filter.status.is_some_and(|status| status != MatchStatus::Finished) {
            return Ok(Page { items: Vec::new(), next: None });
        }
        let (asked, limit) = (filter.clone(), filter.limit);
        let rows = self.list(move |connection| {
            let player = match asked.player {
                Some(player) => match entered_as(connection, tournament, player)? {
                    Some(name) => Some(name),
                    None => return Ok(Vec::new()),
                },
                None => None,
            };
            query(tournament, &asked, player).all(connection, |row| {
                let began_ms = unsigned(row.get(2)?, "the beginning of a match")?;
                let ended_ms = unsigned(row.get(3)?, "the end of a match")?;
                Ok((row.get(0)?, match_row(record(tournament, row, 1)?, began_ms, ended_ms)))
            })
        });
        Ok(page(rows.await?, limit))
    }
}

/// Returns the query for the position, record and times of the matches that pass the filter.
/// `player` is the entrant name of the filter's player.
fn query(tournament: Uuid, filter: &MatchFilter, player: Option<String>) -> Query {
    // If a player and a bot are given, the bot is the opponent.
    let (who, opposite) = if player.is_some() { (&player, &filter.bot) } else { (&filter.bot, &None) };
    let mut query = Query::new(
        "SELECT results.position, body, COALESCE(began_ms, created_ms), ended_ms FROM tournaments JOIN results ON tournament_key = tournaments.key",
    );
    // For an entrant, the indexes yield the positions for each seat in order.
    if let Some(who) = who {
        query.push(" JOIN (");
        for (seat, other, union) in [("first_name", "second_name", " UNION "), ("second_name", "first_name", "")] {
            query.push("SELECT position FROM (SELECT position FROM results WHERE tournament_key = ");
            query.push("(SELECT key FROM tournaments WHERE id = ").bind(tournament);
            query.push(") AND ").push(seat).push(" = ").bind(who.clone());
            if let Some(opposite) = opposite {
                query.push(" AND ").push(other).push(" = ").bind(opposite.clone());
            }
            if let Some(name) = &filter.name {
                query.push(" AND ");
                name.push(&mut query, other);
            }
            push_end(&mut query, "position", filter);
            query.push(")").push(union);
        }
        query.push(") AS picked ON picked.position = results.position");
    }
    query.push(" WHERE id = ").bind(tournament);
    if let Some(name) = filter.name.as_ref().filter(|_| who.is_none()) {
        query.push(" AND (");
        name.push(&mut query, "results.first_name");
        query.push(" OR ");
        name.push(&mut query, "results.second_name");
        query.push(")");
    }
    if let Some(game) = filter.game {
        query.push(" AND game = ").bind(game.name().to_owned());
    }
    push_end(&mut query, "results.position", filter);
    query
}

/// Returns the unique name of a player among the entrants of a tournament; `None` if the player has not entered.
fn entered_as(connection: &Connection, tournament: Uuid, player: Uuid) -> Result<Option<String>, StoreError> {
    let query = "SELECT json_extract(body, '$.seat.name') FROM tournament_log \
         WHERE json_extract(body, '$.kind') = 'entered' AND json_extract(body, '$.seat.player') = ?1 \
         AND tournament_key = (SELECT key FROM tournaments WHERE id = ?2) LIMIT 1";
    sql::first(connection, query, params![player.to_string(), tournament], sql::column)
}

/// Appends the condition on the cursor, descending order, and a limit of one more than the page.
fn push_end(query: &mut Query, position: &str, filter: &MatchFilter) {
    if let Some(before) = filter.before {
        query.push(" AND ").push(position).push(" < ").bind(before.place());
    }
    query.push(" ORDER BY ").push(position).push(" DESC LIMIT ").bind(i64::from(filter.limit) + 1);
}

fn match_row(record: Record, began_ms: u64, ended_ms: u64) -> MatchRow {
    MatchRow {
        id: record.id,
        game: record.game,
        options: record.options,
        seats: BySide::from(record.seats.map(|seat| seat.seat())),
        status: MatchStatus::Finished,
        plies: record.moves.len() as u64,
        clock: None,
        rated: false,
        created_ms: began_ms,
        finished_ms: Some(ended_ms),
        verdict: Some(record.verdict),
        is_public: true,
    }
}
