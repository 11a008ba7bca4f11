//! Wins, draws and losses in finished matches. Void matches and matches of a player against themself do not count.
//! Tournament matches have tables of their own.
//!
//! The tallies are updated with each result. [`super::check`] recomputes them.

use std::collections::BTreeMap;

use rusqlite::{Row, params};
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::values::unsigned;
use arena_games::GameId;

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayerTally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// Subject of a standing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A person.
    Player(Uuid),
    /// The bot of this name.
    Bot(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// The player or the bot.
    pub holder: Holder,
    /// Displayed name: the current one for a person.
    pub name: String,
    /// Wins, draws and losses.
    pub tally: PlayerTally,
}

impl Store {
    /// Returns the tallies of a person in all games in which the person has finished a match.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn tally(&self, player: Uuid) -> Result<BTreeMap<GameId, PlayerTally>, StoreError> {
        self.catch_up().await;
        let query = "SELECT game, wins, draws, losses FROM standings WHERE player = ?1";
        let tallies = self.look_up(|connection| {
            sql::all(connection, query, [player], |row| {
                let game = row.get_ref(0)?.as_str()?.parse();
                let game = game.map_err(|error| StoreError::unreadable("the list of matches", error))?;
                Ok((game, tally(row, 1)?))
            })
        });
        Ok(tallies?.into_iter().collect())
    }

    /// Returns the leaderboard of a game, people and bots. It is sorted by points (a win counts 1, a draw 0.5), then by
    /// fewest losses, then by name.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn leaderboard(&self, game: GameId, limit: u32) -> Result<Vec<LeaderboardRow>, StoreError> {
        self.catch_up().await;
        let query = "SELECT player, name, shown, wins, draws, losses FROM standings WHERE game = ?1 \
             ORDER BY points DESC, losses, shown, player LIMIT ?2";
        self.list(move |connection| sql::all(connection, query, params![game.name(), limit], standing)).await
    }
}

/// Reads a row with the columns player, name in the seat, displayed name, wins, draws, losses.
fn standing(row: &Row<'_>) -> Result<LeaderboardRow, StoreError> {
    let holder = match row.get(0)? {
        Some(player) => Holder::Player(player),
        None => Holder::Bot(row.get(1)?),
    };
    Ok(LeaderboardRow { holder, name: row.get(2)?, tally: tally(row, 3)? })
}

/// Reads the tally columns of a row, starting at `column`.
pub(super) fn tally(row: &Row<'_>, column: usize) -> Result<PlayerTally, StoreError> {
    let count = |place| unsigned(row.get(column + place)?, "a tally");
    Ok(PlayerTally { wins: count(0)?, draws: count(1)?, losses: count(2)? })
}
