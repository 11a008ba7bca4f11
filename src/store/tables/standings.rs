//! The table `standings`: wins, draws and losses of everybody in every game, kept up in the transaction that stores a
//! result, so that reading them costs the same however many matches there are.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::tallies::{Holder, Standing};
use crate::games::{BySide, GameId};

/// The beginning of a statement that makes a row of `standings`.
macro_rules! upsert {
    () => {
        "INSERT INTO standings (game, player, name, shown, wins, draws, losses) \
         VALUES (?1, ?2, ?3, COALESCE((SELECT name FROM players WHERE id = ?2), ?3), ?4, ?5, ?6) "
    };
}

/// What happens to a row that is there.
macro_rules! add {
    () => {
        "DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses, name = MAX(name, excluded.name), \
         shown = COALESCE((SELECT name FROM players WHERE id = excluded.player), MAX(name, excluded.name))"
    };
}

/// Who sat in a seat: the player, for a person, and the name; neither in a free one.
pub(in crate::store) type Seated = (Option<Uuid>, Option<String>);

/// Adds to somebody's row.
pub(super) fn add(
    connection: &Connection,
    game: GameId,
    holder: &Holder,
    Standing { name, wins, draws, losses }: &Standing,
) -> rusqlite::Result<()> {
    // A person's row is found by the player, a bot's by the name; each has an index of its own.
    let (player, upsert) = match holder {
        Holder::Player(player) => {
            (Some(player), concat!(upsert!(), "ON CONFLICT (player, game) WHERE player IS NOT NULL ", add!()))
        }
        Holder::Bot(_) => (None, concat!(upsert!(), "ON CONFLICT (name, game) WHERE player IS NULL ", add!())),
    };
    connection.prepare_cached(upsert)?.execute(params![game.name(), player, name, wins, draws, losses])?;
    Ok(())
}

/// Whether two different people or bots sat there. A free seat is nobody: a person's match against it counts, a bot's
/// does not.
pub(super) fn are_two(seats: &BySide<Seated>) -> bool {
    match (&seats.first, &seats.second) {
        ((Some(first), _), (Some(second), _)) => first != second,
        ((None, Some(first)), (None, Some(second))) => first != second,
        ((None, _), (None, _)) => false,
        _ => true,
    }
}

/// Shows a person under another name from now on.
pub(in crate::store) fn rename(connection: &Connection, player: Uuid, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE standings SET shown = ?2 WHERE player = ?1")?.execute(params![player, name])?;
    Ok(())
}
