//! The table `standings`: wins, draws and losses per player or bot and game. It is updated in the transaction that
//! stores a result, so that the cost of reading it does not depend on the number of matches.

use rusqlite::{Connection, params};
use uuid::Uuid;

use arena_games::{BySide, GameId};

/// Start of an upsert into `standings`.
macro_rules! upsert {
    () => {
        "INSERT INTO standings (game, player, name, shown, wins, draws, losses) \
         VALUES (?1, ?2, ?3, COALESCE((SELECT name FROM players WHERE id = ?2), ?3), ?4, ?5, ?6) "
    };
}

/// Conflict clause that adds to an existing row.
macro_rules! add {
    () => {
        "DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses, name = MAX(name, excluded.name), \
         shown = COALESCE((SELECT name FROM players WHERE id = excluded.player), MAX(name, excluded.name))"
    };
}

/// Holder of a seat: the player, if it is a person, and the name. Both are `None` for a free seat.
pub(crate) type Seated = (Option<Uuid>, Option<String>);

/// Key of a row in `standings`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    Player(Uuid),
    /// The bot with this name.
    Bot(String),
}

/// Amount to add to a row of `standings`.
#[derive(Default)]
pub(super) struct StandingDelta {
    /// Greatest name that was used in a seat.
    pub(super) name: String,
    pub(super) wins: i64,
    pub(super) draws: i64,
    pub(super) losses: i64,
}

pub(super) fn add(
    connection: &Connection,
    game: GameId,
    holder: &Holder,
    StandingDelta { name, wins, draws, losses }: &StandingDelta,
) -> rusqlite::Result<()> {
    // People are keyed by player and bots by name. Each has a unique index of its own.
    let (player, upsert) = match holder {
        Holder::Player(player) => {
            (Some(player), concat!(upsert!(), "ON CONFLICT (player, game) WHERE player IS NOT NULL ", add!()))
        }
        Holder::Bot(_) => (None, concat!(upsert!(), "ON CONFLICT (name, game) WHERE player IS NULL ", add!())),
    };
    connection.prepare_cached(upsert)?.execute(params![game.name(), player, name, wins, draws, losses])?;
    Ok(())
}

/// Returns true if the seats belong to different people or bots. A free seat has no player: a match of a person against
/// it counts, a match of a bot does not.
pub(super) fn are_two(seats: &BySide<Seated>) -> bool {
    match (&seats.first, &seats.second) {
        ((Some(first), _), (Some(second), _)) => first != second,
        ((None, Some(first)), (None, Some(second))) => first != second,
        ((None, _), (None, _)) => false,
        _ => true,
    }
}

/// Changes the displayed name of a person.
pub(crate) fn rename(connection: &Connection, player: Uuid, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE standings SET shown = ?2 WHERE player = ?1")?.execute(params![player, name])?;
    Ok(())
}
