//! The table `removed`: the contribution of removed matches to the tallies.
//!
//! Removing a match deletes its setup, its events and its row in lists. Tallies, meetings and ratings do not change,
//! because they are updated with each result and not recomputed from matches.

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::standings::{Seated, are_two};
use crate::error::WriteError;
use crate::values::from_word;
use arena_games::BySide;
use arena_play::GameResult;

/// Start of an upsert into `removed`.
macro_rules! insert {
    () => {
        "INSERT INTO removed (game, player, name, wins, draws, losses) VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
    };
}

/// Conflict clause that adds to an existing row.
macro_rules! add {
    () => {
        "DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses, name = MAX(name, excluded.name)"
    };
}

/// Game, players and outcome of a finished match.
type Finished = (String, BySide<Seated>, Option<String>);

/// Removes matches that ended before `before_ms`, oldest first, at most `most`.
///
/// # Errors
/// [`WriteError`] if the database fails or an outcome is invalid.
pub(crate) fn remove_ended(connection: &Connection, before_ms: i64, most: u32) -> Result<(), WriteError> {
    let mut select =
        connection.prepare_cached("SELECT key FROM matches WHERE finished_ms < ?1 ORDER BY finished_ms LIMIT ?2")?;
    let keys = select.query_map(params![before_ms, most], |row| row.get(0))?;
    let keys: Vec<i64> = keys.collect::<rusqlite::Result<_>>()?;
    remove(connection, &keys)
}

/// Removes the matches with these keys, if they are finished.
///
/// # Errors
/// Like [`remove_ended`].
pub(crate) fn remove(connection: &Connection, keys: &[i64]) -> Result<(), WriteError> {
    // The newest match is always kept, so that keys are never reused.
    let mut select = connection.prepare_cached(
        "SELECT game, first_player, first_name, second_player, second_name, outcome FROM matches \
         WHERE key = ?1 AND finished_ms IS NOT NULL AND key < (SELECT MAX(key) FROM matches)",
    )?;
    for key in keys {
        let finished: Option<Finished> = select
            .query_row([key], |row| {
                let seats = BySide::new((row.get(1)?, row.get(2)?), (row.get(3)?, row.get(4)?));
                Ok((row.get(0)?, seats, row.get(5)?))
            })
            .optional()?;
        let Some((game, seats, outcome)) = finished else { continue };
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

/// Records the contribution of a match; see [`super::tallies`].
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

/// Replaces the name of a deleted account.
pub(super) fn anonymise(connection: &Connection, player: Uuid, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE removed SET name = ?2 WHERE player = ?1")?.execute(params![player, name])?;
    Ok(())
}
