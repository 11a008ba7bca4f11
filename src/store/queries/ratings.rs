//! Ratings of players by game and by speed, whom they met, and how strong the built-in bots were measured to be.

use std::collections::HashMap;
use uuid::Uuid;

use super::lists::page::Cursor;
use super::players::{PlayerRow, Row, player, player_columns};
use super::tallies::PlayerTally;
use crate::games::{BySide, GameId};
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::rating_fold::{Fold, RatedResult, pause};
use crate::store::tables::ratings::MeasuredBot;
use crate::store::values::{from_word, signed, unsigned};
use crate::store::writes::Write;
use crate::tournament::rating::Speed;
use crate::tournament::rating::glicko::Strength;

/// What somebody's rated matches came to.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The game.
    pub game: GameId,
    /// The speed.
    pub speed: Speed,
    /// The strength at the moment that was asked for.
    pub strength: Strength,
    /// Whether too little is known, or too few interests were met, to compare it with others.
    pub is_provisional: bool,
    /// Rated matches.
    pub matches: u64,
    /// How many others' interests they were against.
    pub opponents: u64,
    /// When the last one ended, in Unix milliseconds.
    pub last_ms: u64,
}

/// A rated match as it stands in the history of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedMatch {
    /// The match.
    pub id: Uuid,
    /// When its end was stored, in Unix milliseconds.
    pub at_ms: u64,
    /// The player's rating and deviation after it.
    pub after: (f64, f64),
    /// The other side's.
    pub opponent_after: (f64, f64),
    /// Whether the player won; none for a draw.
    pub won: Option<bool>,
}

/// Whom a player met.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingRow {
    /// The game.
    pub game: GameId,
    /// The player, unless it was a bot of the server's.
    pub player: Option<Uuid>,
    /// The name to show.
    pub name: String,
    /// The tallies of the player who is asked about, by the seat that this one had.
    pub tallies: BySide<PlayerTally>,
}

/// Game, speed, rating, deviation, volatility, matches, opponents, whether it is settled, when the last match ended.
type RatingColumns = (String, String, f64, f64, f64, i64, i64, bool, i64);

/// Key, match, when, rating and deviation after it, those of the other side, whether the player won.
type HistoryColumns = (i64, Uuid, i64, f64, f64, f64, f64, Option<bool>);

/// Opponent, its player and that one's name, then wins, draws and losses in the first seat and in the second.
type MeetingColumns = (String, Option<Uuid>, Option<String>, i64, i64, i64, i64, i64, i64);

const RATING_COLUMNS: &str = "game, speed, rating, deviation, volatility, matches, opponents, is_settled, last_ms";

fn rating(columns: RatingColumns, now_ms: i64) -> Result<RatingRow, StoreError> {
    let (game, speed, rating, deviation, volatility, matches, opponents, is_settled, last_ms) = columns;
    let wrong = |problem: String| StoreError::unreadable("a rating", problem);
    let strength = Strength { rating, deviation, volatility }.after_pause(pause(last_ms, now_ms));
    Ok(RatingRow {
        game: game.parse().map_err(|error| wrong(format!("{error}")))?,
        speed: speed.parse().map_err(|error| wrong(format!("{error}")))?,
        is_provisional: !is_settled || strength.is_provisional(),
        strength,
        matches: unsigned(matches, "a rating's matches")?,
        opponents: unsigned(opponents, "a rating's opponents")?,
        last_ms: unsigned(last_ms, "a rating's last_ms")?,
    })
}

impl Store {
    /// Anchors the ratings from now on: matches against bots of the server that are none of these count for nobody.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn set_anchors(&self, anchors: Vec<MeasuredBot>) -> Result<(), StoreError> {
        self.write(Write::Anchors(anchors)).await
    }

    /// The anchors of a game, the strongest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn anchors(&self, game: GameId) -> Result<Vec<MeasuredBot>, StoreError> {
        let rows: Vec<(String, f64, f64)> =
            sqlx::query_as("SELECT bot, rating, deviation FROM anchors WHERE game = $1 ORDER BY rating DESC, bot")
                .bind(game.name())
                .fetch_all(self.readers())
                .await?;
        let anchor = |(bot, rating, deviation)| {
            let strength = Strength { rating, deviation, ..Strength::NEW };
            MeasuredBot { game, bot, strength }
        };
        Ok(rows.into_iter().map(anchor).collect())
    }

    /// All ratings of a player, as of `now_ms`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn ratings_of(&self, player: Uuid, now_ms: u64) -> Result<Vec<RatingRow>, StoreError> {
        self.catch_up().await;
        let now_ms = signed(now_ms, "the time")?;
        let query = format!("SELECT {RATING_COLUMNS} FROM ratings WHERE player = $1 ORDER BY game, speed");
        let rows: Vec<RatingColumns> =
            sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(player).fetch_all(self.readers()).await?;
        rows.into_iter().map(|row| rating(row, now_ms)).collect()
    }

    /// The best in a game at a speed, settled ratings or the others, as of `now_ms`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn best_rated(
        &self,
        game: GameId,
        speed: Speed,
        settled: bool,
        limit: u32,
        now_ms: u64,
    ) -> Result<Vec<(PlayerRow, RatingRow)>, StoreError> {
        self.catch_up().await;
        let now_ms = signed(now_ms, "the time")?;
        let columns = player_columns!();
        let query = format!(
            "SELECT {columns}, rating, deviation, volatility, matches, opponents, is_settled, last_ms FROM ratings \
             JOIN players ON players.id = ratings.player LEFT JOIN accounts ON accounts.player = ratings.player \
             WHERE game = $1 AND speed = $2 AND is_settled = $3 ORDER BY rating DESC LIMIT $4"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(game.name())
            .bind(speed.name())
            .bind(settled)
            .bind(i64::from(limit))
            .fetch_all(&mut *self.list_reader().await?)
            .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| -> Result<(PlayerRow, RatingRow), StoreError> {
            use sqlx::Row as _;
            let who: Row =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
            let columns = (
                game.name().to_owned(),
                speed.name().to_owned(),
                row.try_get(6)?,
                row.try_get(7)?,
                row.try_get(8)?,
                row.try_get(9)?,
                row.try_get(10)?,
                row.try_get(11)?,
                row.try_get(12)?,
            );
            Ok((player(who)?, rating(columns, now_ms)?))
        };
        rows.iter().map(read).collect()
    }

    /// A player's rated matches in a game at a speed that are kept, the newest first: at most `limit`, older than `before`; and where the
    /// next page begins.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn rated_matches(
        &self,
        player: Uuid,
        game: GameId,
        speed: Speed,
        before: Option<Cursor>,
        limit: u32,
    ) -> Result<(Vec<RatedMatch>, Option<Cursor>), StoreError> {
        self.catch_up().await;
        let before = before.map_or(i64::MAX, Cursor::place);
        let half = |side: &str, other: &str| {
            format!(
                "SELECT * FROM (SELECT key, match_key, at_ms, {side}_rating AS rating, {side}_deviation AS deviation, \
                 {other}_rating AS others_rating, {other}_deviation AS others_deviation, \
                 CASE outcome WHEN 'draw' THEN NULL ELSE outcome = '{side}' END AS won FROM rated_matches \
                 WHERE {side}_player = $1 AND game = $2 AND speed = $3 AND key < $4 AND match_key IS NOT NULL ORDER BY key DESC LIMIT $5)"
            )
        };
        let query = format!(
            "SELECT picked.key, matches.id, at_ms, rating, deviation, others_rating, others_deviation, won FROM ({} UNION ALL {}) \
             AS picked JOIN matches ON matches.key = picked.match_key ORDER BY picked.key DESC LIMIT $5",
            half("first", "second"),
            half("second", "first")
        );
        let rows: Vec<HistoryColumns> = sqlx::query_as(sqlx::AssertSqlSafe(query))
            .bind(player)
            .bind(game.name())
            .bind(speed.name())
            .bind(before)
            .bind(i64::from(limit) + 1)
            .fetch_all(&mut *self.list_reader().await?)
            .await?;
        let more = rows.len() > limit as usize;
        let mut next = None;
        let mut matches = Vec::with_capacity(rows.len());
        for (key, id, at_ms, rating, deviation, others_rating, others_deviation, won) in
            rows.into_iter().take(limit as usize)
        {
            next = more.then_some(Cursor::at(key));
            matches.push(RatedMatch {
                id,
                at_ms: unsigned(at_ms, "a rated match's at_ms")?,
                after: (rating, deviation),
                opponent_after: (others_rating, others_deviation),
                won,
            });
        }
        Ok((matches, next))
    }

    /// Whether a match counted for ratings.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn is_rated(&self, id: Uuid) -> Result<bool, StoreError> {
        self.catch_up().await;
        let query =
            "SELECT EXISTS (SELECT 1 FROM rated_matches JOIN matches ON matches.key = match_key WHERE matches.id = $1)";
        Ok(sqlx::query_scalar(query).bind(id).fetch_one(self.readers()).await?)
    }

    /// Whom a player met most in a game, at most `limit`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn meetings(&self, player: Uuid, game: GameId, limit: u32) -> Result<Vec<MeetingRow>, StoreError> {
        self.catch_up().await;
        let rows: Vec<MeetingColumns> = sqlx::query_as(
            "SELECT opponent, players.id, players.name, first_wins, first_draws, first_losses, \
             second_wins, second_draws, second_losses FROM meetings \
             LEFT JOIN players ON players.id = CASE WHEN opponent LIKE 'bot %' THEN NULL ELSE unhex(opponent) END \
             WHERE meetings.player = $1 AND game = $2 ORDER BY total DESC, opponent LIMIT $3",
        )
        .bind(player)
        .bind(game.name())
        .bind(i64::from(limit))
        .fetch_all(&mut *self.list_reader().await?)
        .await?;
        let tally = |wins, draws, losses| -> Result<PlayerTally, StoreError> {
            let count = |n| unsigned(n, "a meeting's tally");
            Ok(PlayerTally { wins: count(wins)?, draws: count(draws)?, losses: count(losses)? })
        };
        let rows = rows.into_iter().map(|(opponent, player, name, fw, fd, fl, sw, sd, sl)| {
            let bot = opponent.strip_prefix("bot ");
            let player = player.or_else(|| bot.is_none().then(|| Uuid::parse_str(&opponent).ok()).flatten());
            let name = name.or_else(|| bot.map(str::to_owned)).unwrap_or_default();
            let tallies = BySide::new(tally(fw, fd, fl)?, tally(sw, sd, sl)?);
            Ok(MeetingRow { game, player, name, tallies })
        });
        rows.collect()
    }
}

/// Game, speed, when, outcome, whose interests met, and both sides.
type FoldColumns = (String, String, i64, String, String, Option<Uuid>, f64, f64, Option<Uuid>, f64, f64);

/// Player, game, speed, rating, deviation, matches.
pub(in crate::store) type Folded = (Uuid, String, String, f64, f64, i64);

impl Store {
    /// What ratings follow from the rated matches in their order: for each player, game and speed the rating, the deviation
    /// and how many matches there were.
    pub(in crate::store) async fn folded_ratings(&self) -> Result<Vec<Folded>, StoreError> {
        let rows: Vec<FoldColumns> = sqlx::query_as(
            "SELECT game, speed, at_ms, outcome, pair, first_player, first_rating, first_deviation, \
             second_player, second_rating, second_deviation FROM rated_matches ORDER BY key",
        )
        .fetch_all(self.readers())
        .await?;
        let mut folds: HashMap<(String, String), Fold> = HashMap::new();
        let measured = |rating, deviation| Strength { rating, deviation, ..Strength::NEW };
        for (game, speed, at_ms, outcome, pair, first, rating1, deviation1, second, rating2, deviation2) in rows {
            let outcome = from_word(outcome, || "the outcome of a rated match".to_owned())?;
            let sides = BySide::new((first, measured(rating1, deviation1)), (second, measured(rating2, deviation2)));
            folds.entry((game, speed)).or_default().count(RatedResult { at_ms, outcome, pair, sides });
        }
        let rows = folds.into_iter().flat_map(|((game, speed), fold)| {
            fold.into_players().map(move |(player, after)| {
                let Strength { rating, deviation, .. } = after.strength;
                (player, game.clone(), speed.clone(), rating, deviation, after.matches)
            })
        });
        Ok(rows.collect())
    }
}
