//! The table `removed`: what matches counted for in the tallies that are kept no longer.
//!
//! A match that is removed takes its setup, its events and its row in the lists with it. The tallies, the meetings and the
//! ratings stay what they were: they are kept up with each result and never made from the matches again.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::standings::{Seated, are_two};
use crate::games::BySide;
use crate::play::GameResult;
use crate::store::error::WriteError;
use crate::store::values::from_word;

/// The beginning of a statement that makes a row of `removed`.
macro_rules! insert {
    () => {
        "INSERT INTO removed (game, player, name, wins, draws, losses) VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
    };
}

/// What happens to a row that is there.
macro_rules! add {
    () => {
        "DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses, name = MAX(name, excluded.name)"
    };
}

/// A finished match: its key, its game, who sat there, its outcome.
type Finished = (i64, String, BySide<Seated>, Option<String>);

/// Removes matches that ended before `before_ms`, those that ended first, at most `most`.
///
/// # Errors
/// [`StoreError`] if the database fails, or holds an outcome that is none.
pub(in crate::store) fn remove(connection: &Connection, before_ms: i64, most: u32) -> Result<(), WriteError> {
    // The newest one stays whatever its age, so that no other match ever gets its key.
    let mut select = connection.prepare_cached(
        "SELECT key, game, first_player, first_name, second_player, second_name, outcome FROM matches \
         WHERE finished_ms < ?1 AND key < (SELECT MAX(key) FROM matches) ORDER BY finished_ms LIMIT ?2",
    )?;
    let rows = select.query_map(params![before_ms, most], |row| {
        let seats = BySide::new((row.get(2)?, row.get(3)?), (row.get(4)?, row.get(5)?));
        Ok((row.get(0)?, row.get(1)?, seats, row.get(6)?))
    })?;
    let finished: Vec<Finished> = rows.collect::<rusqlite::Result<_>>()?;
    for (key, game, seats, outcome) in finished {
        if let Some(outcome) = outcome {
            let outcome = from_word(&outcome, || format!("the outcome of the match with the key {key}"))?;
            note(connection, &game, &seats, outcome)?;
        }
        for sql in [
            "UPDATE rated_matches SET match_key = NULL WHERE match_key = ?1",
            "DELETE FROM mutes WHERE match_key = ?1",
            "DELETE FROM packs WHERE match_key = ?1",
            "DELETE FROM cards WHERE match_key = ?1",
            "DELETE FROM matches WHERE key = ?1",
        ] {
            connection.prepare_cached(sql)?.execute([key])?;
        }
    }
    Ok(())
}

/// Notes what a match counted for; see [`super::tallies`].
fn note(connection: &Connection, game: &str, seats: &BySide<Seated>, outcome: GameResult) -> rusqlite::Result<()> {
    if !are_two(seats) {
        return Ok(());
    }
    for (side, (player, name)) in seats.iter() {
        let Some(name) = name else { continue };
        let won = outcome.winner().map(|winner| winner == side);
        let insert = match player {
            Some(_) => concat!(insert!(), "ON CONFLICT (player, game) WHERE player IS NOT NULL ", add!()),
            None => concat!(insert!(), "ON CONFLICT (name, game) WHERE player IS NULL ", add!()),
        };
        let (wins, draws, losses) = (won == Some(true), won.is_none(), won == Some(false));
        connection.prepare_cached(insert)?.execute(params![game, player, name, wins, draws, losses])?;
    }
    Ok(())
}

/// Takes the name of a deleted account out.
pub(super) fn anonymise(connection: &Connection, player: Uuid, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE removed SET name = ?2 WHERE player = ?1")?.execute(params![player, name])?;
    Ok(())
}
