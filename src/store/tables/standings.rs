//! The table `standings`: wins, draws and losses of everybody in every game, kept up in the transaction that stores a
//! result, so that reading them costs the same however many matches there are.

use rusqlite::{Connection, params};
use uuid::Uuid;

use crate::games::{BySide, Side};
use crate::play::GameResult;

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

/// Counts a result for both who sat there, unless it does not count.
pub(in crate::store) fn count(
    connection: &Connection,
    game: &str,
    seats: BySide<Seated>,
    outcome: Option<GameResult>,
) -> rusqlite::Result<()> {
    let Some(outcome) = outcome else { return Ok(()) };
    if !are_two(&seats) {
        return Ok(());
    }
    for (side, (player, name)) in seats.iter() {
        let Some(name) = name else { continue };
        let won = match outcome {
            GameResult::Draw => None,
            GameResult::First => Some(side == Side::First),
            GameResult::Second => Some(side == Side::Second),
        };
        // A person's row is found by the player, a bot's by the name; each has an index of its own.
        let upsert = match player {
            Some(_) => concat!(upsert!(), "ON CONFLICT (player, game) WHERE player IS NOT NULL ", add!()),
            None => concat!(upsert!(), "ON CONFLICT (name, game) WHERE player IS NULL ", add!()),
        };
        connection.prepare_cached(upsert)?.execute(params![
            game,
            player,
            name,
            won == Some(true),
            won.is_none(),
            won == Some(false)
        ])?;
    }
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
