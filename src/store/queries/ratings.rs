//! Ratings of players by game and by speed, whom they met, and how strong the built-in bots were measured to be.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::lists::page::{Cursor, Page, page};
use super::players::{PlayerRow, player, player_columns};
use super::tallies::{PlayerTally, tally};
use crate::games::{BySide, GameId};
use crate::play::Speed;
use crate::play::glicko::Strength;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;
use crate::store::tables::rating_fold::{Fold, RatedResult, pause};
use crate::store::tables::ratings::MeasuredBot;
use crate::store::values::{from_word, signed, unsigned};
use crate::store::writes::Write;

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

/// The columns that [`rating`] reads.
macro_rules! rating_columns {
    () => {
        "rating, deviation, volatility, matches, opponents, is_settled, last_ms"
    };
}

/// Of a row whose columns of a rating begin with this one.
fn rating(row: &Row<'_>, column: usize, game: GameId, speed: Speed, now_ms: i64) -> Result<RatingRow, StoreError> {
    let number = |place: usize| row.get::<_, f64>(column + place);
    let last_ms = row.get(column + 6)?;
    let strength = Strength { rating: number(0)?, deviation: number(1)?, volatility: number(2)? };
    let strength = strength.after_pause(pause(last_ms, now_ms));
    let is_settled: bool = row.get(column + 5)?;
    Ok(RatingRow {
        game,
        speed,
        is_provisional: !is_settled || strength.is_provisional(),
        strength,
        matches: unsigned(row.get(column + 3)?, "a rating's matches")?,
        opponents: unsigned(row.get(column + 4)?, "a rating's opponents")?,
        last_ms: unsigned(last_ms, "a rating's last_ms")?,
    })
}

/// What half of a history gives: the rated matches that a player had on a side.
macro_rules! rated_on {
    ($side:literal, $other:literal) => {
        concat!(
            "SELECT * FROM (SELECT key, match_key, at_ms, ",
            $side,
            "_rating AS rating, ",
            $side,
            "_deviation AS deviation, ",
            $other,
            "_rating AS others_rating, ",
            $other,
            "_deviation AS others_deviation, CASE outcome WHEN 'draw' THEN NULL ELSE outcome = '",
            $side,
            "' END AS won FROM rated_matches WHERE ",
            $side,
            "_player = ?1 AND game = ?2 AND speed = ?3 AND key < ?4 AND match_key IS NOT NULL ORDER BY key DESC LIMIT ?5)"
        )
    };
}

const RATED_MATCHES: &str = concat!(
    "SELECT picked.key, matches.id, at_ms, rating, deviation, others_rating, others_deviation, won FROM (",
    rated_on!("first", "second"),
    " UNION ALL ",
    rated_on!("second", "first"),
    ") AS picked JOIN matches ON matches.key = picked.match_key ORDER BY picked.key DESC LIMIT ?5"
);

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
        let query = "SELECT bot, rating, deviation FROM anchors WHERE game = ?1 ORDER BY rating DESC, bot";
        self.look_up(|connection| {
            sql::all(connection, query, [game.name()], |row| {
                let strength = Strength { rating: row.get(1)?, deviation: row.get(2)?, ..Strength::NEW };
                Ok(MeasuredBot { game, bot: row.get(0)?, strength })
            })
        })
    }

    /// All ratings of a player, as of `now_ms`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn ratings_of(&self, player: Uuid, now_ms: u64) -> Result<Vec<RatingRow>, StoreError> {
        self.catch_up().await;
        let now_ms = signed(now_ms, "the time")?;
        let query =
            concat!("SELECT game, speed, ", rating_columns!(), " FROM ratings WHERE player = ?1 ORDER BY game, speed");
        self.look_up(|connection| {
            sql::all(connection, query, [player], |row| {
                let (game, speed) = (row.get_ref(0)?.as_str()?.parse(), row.get_ref(1)?.as_str()?.parse());
                let game = game.map_err(|error| StoreError::unreadable("a rating", error))?;
                let speed = speed.map_err(|error| StoreError::unreadable("a rating", error))?;
                rating(row, 2, game, speed, now_ms)
            })
        })
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
        let query = concat!(
            "SELECT ",
            player_columns!(),
            ", ",
            rating_columns!(),
            " FROM ratings JOIN players ON players.id = ratings.player \
             LEFT JOIN accounts ON accounts.player = ratings.player \
             WHERE game = ?1 AND speed = ?2 AND is_settled = ?3 ORDER BY rating DESC LIMIT ?4"
        );
        self.list(move |connection| {
            let values = params![game.name(), speed.name(), settled, limit];
            sql::all(connection, query, values, |row| Ok((player(row)?, rating(row, 6, game, speed, now_ms)?)))
        })
        .await
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
        let rows = self.list(move |connection| {
            let values = params![player, game.name(), speed.name(), before, i64::from(limit) + 1];
            sql::all(connection, RATED_MATCHES, values, |row| {
                let rated = RatedMatch {
                    id: row.get(1)?,
                    at_ms: unsigned(row.get(2)?, "a rated match's at_ms")?,
                    after: (row.get(3)?, row.get(4)?),
                    opponent_after: (row.get(5)?, row.get(6)?),
                    won: row.get(7)?,
                };
                Ok((row.get(0)?, rated))
            })
        });
        let Page { items, next } = page(rows.await?, limit);
        Ok((items, next))
    }

    /// Whether a match counted for ratings.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn is_rated(&self, id: Uuid) -> Result<bool, StoreError> {
        self.catch_up().await;
        let query =
            "SELECT EXISTS (SELECT 1 FROM rated_matches JOIN matches ON matches.key = match_key WHERE matches.id = ?1)";
        self.look_up(|connection| sql::value(connection, query, [id]))
    }

    /// Whom a player met most in a game, at most `limit`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn meetings(&self, player: Uuid, game: GameId, limit: u32) -> Result<Vec<MeetingRow>, StoreError> {
        self.catch_up().await;
        let query = "SELECT opponent, players.id, players.name, first_wins, first_draws, first_losses, \
             second_wins, second_draws, second_losses FROM meetings \
             LEFT JOIN players ON players.id = CASE WHEN opponent LIKE 'bot %' THEN NULL ELSE unhex(opponent) END \
             WHERE meetings.player = ?1 AND game = ?2 ORDER BY total DESC, opponent LIMIT ?3";
        self.list(move |connection| {
            sql::all(connection, query, params![player, game.name(), limit], |row| {
                let opponent = row.get_ref(0)?.as_str()?;
                let (known, name): (Option<Uuid>, Option<String>) = (row.get(1)?, row.get(2)?);
                let bot = opponent.strip_prefix("bot ");
                let player = known.or_else(|| bot.is_none().then(|| Uuid::parse_str(opponent).ok()).flatten());
                let name = name.or_else(|| bot.map(str::to_owned)).unwrap_or_default();
                Ok(MeetingRow { game, player, name, tallies: BySide::new(tally(row, 3)?, tally(row, 6)?) })
            })
        })
        .await
    }
}

/// Player, game, speed, rating, deviation, matches.
pub(super) type Folded = (Uuid, String, String, f64, f64, i64);

/// What ratings follow from the rated matches in their order: for each player, game and speed the rating, the deviation and
/// how many matches there were.
pub(super) fn folded_ratings(connection: &Connection) -> Result<Vec<Folded>, StoreError> {
    let query = "SELECT game, speed, at_ms, outcome, pair, first_player, first_rating, first_deviation, \
         second_player, second_rating, second_deviation FROM rated_matches ORDER BY key";
    let mut folds: HashMap<(String, String), Fold> = HashMap::new();
    sql::all(connection, query, [], |row| {
        let side = |column: usize| -> Result<_, StoreError> {
            let (rating, deviation) = (row.get(column + 1)?, row.get(column + 2)?);
            Ok((row.get(column)?, Strength { rating, deviation, ..Strength::NEW }))
        };
        let outcome = from_word(row.get_ref(3)?.as_str()?, || "the outcome of a rated match".to_owned())?;
        let sides = BySide::new(side(5)?, side(8)?);
        let result = RatedResult { at_ms: row.get(2)?, outcome, pair: row.get(4)?, sides };
        folds.entry((row.get(0)?, row.get(1)?)).or_default().count(result);
        Ok(())
    })?;
    let rows = folds.into_iter().flat_map(|((game, speed), fold)| {
        fold.into_players().map(move |(player, after)| {
            let Strength { rating, deviation, .. } = after.strength;
            (player, game.clone(), speed.clone(), rating, deviation, after.matches)
        })
    });
    Ok(rows.collect())
}
