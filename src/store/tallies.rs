//! Wins, draws and losses over finished matches. Void matches count for nothing, nor do those that somebody played
//! against themself; matches of tournaments have their own tables.
//!
//! They are kept up in the transaction that stores a result, so that reading them costs the same however many matches
//! there are. [`super::check`] sums them anew.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::writes::unsigned;
use super::{Store, StoreError};
use crate::games::{BySide, GameId, Side};
use crate::play::GameResult;

/// Wins, draws and losses, seen from one side of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Matches won.
    pub wins: u64,
    /// Matches that nobody won.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
}

/// Who a standing is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A person.
    Player(Uuid),
    /// The bot of this name.
    Bot(String),
}

/// A line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub holder: Holder,
    /// The name to show: a person's present one.
    pub name: String,
    /// Their matches.
    pub tally: Tally,
}

impl Store {
    /// A person's tally in every game that they have finished a match of.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn tally(&self, player: Uuid) -> Result<BTreeMap<GameId, Tally>, StoreError> {
        let rows: Vec<(String, i64, i64, i64)> =
            sqlx::query_as("SELECT game, wins, draws, losses FROM standings WHERE player = $1")
                .bind(player)
                .fetch_all(self.readers())
                .await?;
        let mut tallies = BTreeMap::new();
        for (game, wins, draws, losses) in rows {
            let game = game.parse().map_err(|error| StoreError::unreadable("the list of matches", error))?;
            tallies.insert(game, tally(wins, draws, losses)?);
        }
        Ok(tallies)
    }

    /// The best in a game, people and bots alike: most points first (a win counts one, a draw a half), then fewest
    /// losses, then by name.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn leaderboard(&self, game: GameId, limit: u32) -> Result<Vec<Standing>, StoreError> {
        let rows: Vec<StandingRow> = sqlx::query_as(
            "SELECT player, name, shown, wins, draws, losses FROM standings WHERE game = $1 \
             ORDER BY points DESC, losses, shown, player LIMIT $2",
        )
        .bind(game.name())
        .bind(i64::from(limit))
        .fetch_all(&mut *self.list_reader().await?)
        .await?;
        rows.into_iter().map(standing).collect()
    }
}

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
pub(super) type Seated = (Option<Uuid>, Option<String>);

/// Counts a result for both who sat there, unless it does not count.
pub(super) fn count(
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
fn are_two(seats: &BySide<Seated>) -> bool {
    match (&seats.first, &seats.second) {
        ((Some(first), _), (Some(second), _)) => first != second,
        ((None, Some(first)), (None, Some(second))) => first != second,
        ((None, _), (None, _)) => false,
        _ => true,
    }
}

/// Shows a person under another name from now on.
pub(super) fn rename(connection: &Connection, player: Uuid, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE standings SET shown = ?2 WHERE player = ?1")?.execute(params![player, name])?;
    Ok(())
}

/// Player, name in the seat, name to show, wins, draws, losses.
type StandingRow = (Option<Uuid>, String, String, i64, i64, i64);

fn standing((player, bot, name, wins, draws, losses): StandingRow) -> Result<Standing, StoreError> {
    let holder = player.map_or(Holder::Bot(bot), Holder::Player);
    Ok(Standing { holder, name, tally: tally(wins, draws, losses)? })
}

fn tally(wins: i64, draws: i64, losses: i64) -> Result<Tally, StoreError> {
    let count = |n| unsigned(n, "a tally");
    Ok(Tally { wins: count(wins)?, draws: count(draws)?, losses: count(losses)? })
}
