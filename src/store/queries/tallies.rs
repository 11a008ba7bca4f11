//! Wins, draws and losses over finished matches. Void matches count for nothing, nor do those that somebody played
//! against themself; matches of tournaments have their own tables.
//!
//! They are kept up with each result; [`super::check`] sums them anew.

use std::collections::BTreeMap;

use rusqlite::{Row, params};
use uuid::Uuid;

use crate::games::GameId;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;
use crate::store::values::unsigned;

/// Wins, draws and losses, seen from one side of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayerTally {
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
pub struct LeaderboardRow {
    /// Who.
    pub holder: Holder,
    /// The name to show: a person's present one.
    pub name: String,
    /// Their matches.
    pub tally: PlayerTally,
}

impl Store {
    /// A person's tally in every game that they have finished a match of.
    ///
    /// # Errors
    /// When the database cannot be read.
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

    /// The best in a game, people and bots alike: most points first (a win counts one, a draw a half), then fewest
    /// losses, then by name.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn leaderboard(&self, game: GameId, limit: u32) -> Result<Vec<LeaderboardRow>, StoreError> {
        self.catch_up().await;
        let query = "SELECT player, name, shown, wins, draws, losses FROM standings WHERE game = ?1 \
             ORDER BY points DESC, losses, shown, player LIMIT ?2";
        self.list(move |connection| sql::all(connection, query, params![game.name(), limit], standing)).await
    }
}

/// Of the columns player, name in the seat, name to show, wins, draws, losses.
fn standing(row: &Row<'_>) -> Result<LeaderboardRow, StoreError> {
    let holder = match row.get(0)? {
        Some(player) => Holder::Player(player),
        None => Holder::Bot(row.get(1)?),
    };
    Ok(LeaderboardRow { holder, name: row.get(2)?, tally: tally(row, 3)? })
}

/// The tally whose columns begin with this one.
pub(super) fn tally(row: &Row<'_>, column: usize) -> Result<PlayerTally, StoreError> {
    let count = |place| unsigned(row.get(column + place)?, "a tally");
    Ok(PlayerTally { wins: count(0)?, draws: count(1)?, losses: count(2)? })
}
