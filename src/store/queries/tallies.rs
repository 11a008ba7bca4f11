//! Wins, draws and losses over finished matches. Void matches count for nothing, nor do those that somebody played
//! against themself; matches of tournaments have their own tables.
//!
//! They are kept up with each result; [`super::check`] sums them anew.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::games::GameId;
use crate::store::database::Store;
use crate::store::error::StoreError;
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
    pub async fn leaderboard(&self, game: GameId, limit: u32) -> Result<Vec<LeaderboardRow>, StoreError> {
        self.catch_up().await;
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

/// Player, name in the seat, name to show, wins, draws, losses.
type StandingRow = (Option<Uuid>, String, String, i64, i64, i64);

fn standing((player, bot, name, wins, draws, losses): StandingRow) -> Result<LeaderboardRow, StoreError> {
    let holder = player.map_or(Holder::Bot(bot), Holder::Player);
    Ok(LeaderboardRow { holder, name, tally: tally(wins, draws, losses)? })
}

fn tally(wins: i64, draws: i64, losses: i64) -> Result<PlayerTally, StoreError> {
    let count = |n| unsigned(n, "a tally");
    Ok(PlayerTally { wins: count(wins)?, draws: count(draws)?, losses: count(losses)? })
}
