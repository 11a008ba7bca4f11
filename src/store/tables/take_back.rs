//! Removes the result of a finished match from tallies, meetings and ratings.

use rusqlite::{Connection, OptionalExtension, params};

use super::rating_fold::{Fold, Folded, RatedResult, RatedSide, won};
use super::ratings::opponent_key;
use super::standings::{Seated, are_two};
use crate::error::WriteError;
use crate::values::from_word;
use arena_games::{BySide, Side};
use arena_play::GameResult;
use arena_play::glicko::Strength;

/// Removes the result of the match with this key.
pub(super) fn take_back(
    connection: &Connection,
    match_key: i64,
    game: &str,
    seats: &BySide<Seated>,
    outcome: GameResult,
) -> Result<(), WriteError> {
    uncount(connection, game, seats, outcome)?;
    unmeet(connection, game, seats, outcome)?;
    let speed: Option<String> = connection
        .prepare_cached("DELETE FROM rated_matches WHERE match_key = ?1 RETURNING speed")?
        .query_row([match_key], |row| row.get(0))
        .optional()?;
    speed.map_or(Ok(()), |speed| refold(connection, game, &speed))
}

/// Subtracts from the tallies; see [`super::tallies`].
fn uncount(connection: &Connection, game: &str, seats: &BySide<Seated>, outcome: GameResult) -> rusqlite::Result<()> {
    if !are_two(seats) {
        return Ok(());
    }
    for (side, (player, name)) in seats.iter() {
        let Some(name) = name else { continue };
        let column = match outcome.winner() {
            None => "draws",
            Some(winner) if winner == side => "wins",
            Some(_) => "losses",
        };
        let row = if player.is_some() { "player = ?2" } else { "player IS NULL AND name = ?3" };
        // All three parameters must occur in each statement.
        let sql =
            format!("UPDATE standings SET {column} = {column} - 1 WHERE game = ?1 AND {row} AND ?2 IS ?2 AND ?3 = ?3");
        connection.prepare_cached(&sql)?.execute(params![game, player, name])?;
    }
    let delete = "DELETE FROM standings WHERE game = ?1 AND wins = 0 AND draws = 0 AND losses = 0";
    connection.prepare_cached(delete)?.execute([game])?;
    Ok(())
}

fn unmeet(connection: &Connection, game: &str, seats: &BySide<Seated>, outcome: GameResult) -> rusqlite::Result<()> {
    if seats.first.0.is_some() && seats.first.0 == seats.second.0 {
        return Ok(());
    }
    for side in Side::BOTH {
        let (Some(player), Some(opponent)) = (seats[side].0, opponent_key(&seats[!side])) else { continue };
        let seat = if side == Side::First { "first" } else { "second" };
        let result = match won(outcome, side) {
            Some(true) => "wins",
            None => "draws",
            Some(false) => "losses",
        };
        let column = format!("{seat}_{result}");
        let row = "player = ?1 AND game = ?2 AND opponent = ?3";
        let update = format!("UPDATE meetings SET {column} = {column} - 1 WHERE {row}");
        connection.prepare_cached(&update)?.execute(params![player, game, opponent])?;
        let delete = format!("DELETE FROM meetings WHERE {row} AND total = 0");
        connection.prepare_cached(&delete)?.execute(params![player, game, opponent])?;
    }
    Ok(())
}

/// Recomputes all ratings of a game and speed.
fn refold(connection: &Connection, game: &str, speed: &str) -> Result<(), WriteError> {
    let mut select = connection.prepare_cached(
        "SELECT key, at_ms, outcome, pair, first_player, first_rating, first_deviation, second_player, second_rating, \
         second_deviation FROM rated_matches WHERE game = ?1 AND speed = ?2 ORDER BY key",
    )?;
    let rows = select.query_map([game, speed], |row| {
        let measured = |rating, deviation| Strength { rating, deviation, ..Strength::NEW };
        let sides = BySide::new(
            (row.get(4)?, measured(row.get(5)?, row.get(6)?)),
            (row.get(7)?, measured(row.get(8)?, row.get(9)?)),
        );
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, sides))
    })?;
    let rows: Vec<(i64, i64, String, String, BySide<RatedSide>)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut fold = Fold::default();
    let mut update = connection.prepare_cached(
        "UPDATE rated_matches SET first_rating = ?2, first_deviation = ?3, second_rating = ?4, second_deviation = ?5 \
         WHERE key = ?1",
    )?;
    for (key, at_ms, outcome, pair, sides) in rows {
        let outcome = from_word(&outcome, || format!("the outcome of rated match {key}"))?;
        let BySide { first, second } = fold.count(RatedResult { at_ms, outcome, pair, sides });
        update.execute(params![key, first.rating, first.deviation, second.rating, second.deviation])?;
    }
    connection.prepare_cached("DELETE FROM ratings WHERE game = ?1 AND speed = ?2")?.execute([game, speed])?;
    for (player, Folded { strength, matches, opponents, people, last_ms }) in fold.into_players() {
        let Strength { rating, deviation, volatility } = strength;
        connection
            .prepare_cached(
                "INSERT INTO ratings (player, game, speed, rating, deviation, volatility, matches, opponents, people, last_ms) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![player, game, speed, rating, deviation, volatility, matches, opponents, people, last_ms])?;
    }
    Ok(())
}
