//! The matches of a tournament, as lists show matches.

use sqlx::sqlite::{Sqlite, SqliteConnection};
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

use super::page::{MatchFilter, MatchRow, MatchStatus, Page, page};
use crate::games::BySide;
use crate::records::Record;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::queries::results::record;
use crate::store::values::unsigned;

impl Store {
    /// A tournament's matches as lists show matches, the last of the schedule first.
    pub(super) async fn matches_of_tournament(
        &self,
        tournament: Uuid,
        filter: &MatchFilter,
    ) -> Result<Page<MatchRow>, StoreError> {
        let none = Page { items: Vec::new(), next: None };
        if filter.status.is_some_and(|status| status != MatchStatus::Finished) {
            return Ok(none);
        }
        let mut connection = self.list_reader().await?;
        let player = match filter.player {
            Some(player) => match entered_as(&mut connection, tournament, player).await? {
                Some(name) => Some(name),
                None => return Ok(none),
            },
            None => None,
        };
        // One who is asked for along with a player sits opposite.
        let (who, opposite) = if player.is_some() { (&player, &filter.bot) } else { (&filter.bot, &None) };
        let mut query = QueryBuilder::new(
            "SELECT results.position AS position, body, created_ms FROM tournaments \
             JOIN results ON tournament_key = tournaments.key",
        );
        // Of an entrant's matches an index tells the places, for either seat in their order.
        if let Some(who) = who {
            query.push(" JOIN (");
            for (seat, other, union) in [("first_name", "second_name", " UNION "), ("second_name", "first_name", "")] {
                query.push("SELECT position FROM (SELECT position FROM results WHERE tournament_key = ");
                query.push("(SELECT key FROM tournaments WHERE id = ").push_bind(tournament);
                query.push(format_args!(") AND {seat} = ")).push_bind(who);
                if let Some(opposite) = opposite {
                    query.push(format_args!(" AND {other} = ")).push_bind(opposite);
                }
                push_end(&mut query, "position", filter);
                query.push(")").push(union);
            }
            query.push(") AS picked ON picked.position = results.position");
        }
        query.push(" WHERE id = ").push_bind(tournament);
        if let Some(game) = filter.game {
            query.push(" AND game = ").push_bind(game.name());
        }
        push_end(&mut query, "results.position", filter);
        let rows = query.build().fetch_all(&mut *connection).await?;
        page(rows, filter.limit, |row| {
            let created_ms = unsigned(row.try_get("created_ms")?, "a tournament's created_ms")?;
            Ok((row.try_get("position")?, match_row(record(tournament, row.try_get("body")?)?, created_ms)))
        })
    }
}

/// The name that a player has among the entrants of a tournament, which no other of them has; none where it has not entered.
async fn entered_as(
    connection: &mut SqliteConnection,
    tournament: Uuid,
    player: Uuid,
) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar(
        "SELECT json_extract(body, '$.seat.name') FROM tournament_log WHERE json_extract(body, '$.kind') = 'entered' \
         AND json_extract(body, '$.seat.player') = $1 \
         AND tournament_key = (SELECT key FROM tournaments WHERE id = $2) LIMIT 1",
    );
    Ok(name.bind(player.to_string()).bind(tournament).fetch_optional(connection).await?)
}

/// The places before that of the filter, the last first, and one more than the page holds.
fn push_end(query: &mut QueryBuilder<Sqlite>, position: &str, filter: &MatchFilter) {
    if let Some(before) = filter.before {
        query.push(format_args!(" AND {position} < ")).push_bind(before.place());
    }
    query.push(format_args!(" ORDER BY {position} DESC LIMIT ")).push_bind(i64::from(filter.limit) + 1);
}

fn match_row(record: Record, created_ms: u64) -> MatchRow {
    MatchRow {
        id: record.id,
        game: record.game,
        options: record.options,
        seats: BySide::from(record.seats.map(|seat| seat.seat())),
        status: MatchStatus::Finished,
        plies: record.moves.len() as u64,
        clock: None,
        rated: false,
        created_ms,
        finished_ms: None,
        verdict: Some(record.verdict),
    }
}
