//! Ratings of players by game and speed, their opponents, and the measured strength of the built-in bots.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::lists::page::{Cursor, Page, page};
use super::players::{PlayerRow, player, player_columns};
use super::tallies::{PlayerTally, tally};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::rating_fold::{Fold, RatedResult, pause};
use crate::tables::ratings::MeasuredBot;
use crate::values::{from_word, signed, unsigned};
use crate::writes::Write;
use arena_games::{BySide, GameId};
use arena_play::Speed;
use arena_play::glicko::Strength;

/// Rating of a player in a game at a speed.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    pub game: GameId,
    pub speed: Speed,
    /// Strength at the requested time.
    pub strength: Strength,
    /// True if the strength is too uncertain, or the opponents too few, for a comparison.
    pub is_provisional: bool,
    /// Number of rated matches.
    pub matches: u64,
    /// Number of distinct opposing interests.
    pub opponents: u64,
    /// Time when the last rated match ended, in Unix milliseconds.
    pub last_ms: u64,
}

/// A rated match in a player's history.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedMatch {
    pub id: Uuid,
    /// Time when its end was stored, in Unix milliseconds.
    pub at_ms: u64,
    /// Rating and deviation of the player after the match.
    pub after: (f64, f64),
    /// Rating and deviation of the opponent after the match.
    pub opponent_after: (f64, f64),
    /// True if the player won; `None` for a draw.
    pub won: Option<bool>,
}

/// Tally of a player against one opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingRow {
    pub game: GameId,
    /// Opponent; `None` for a bot of the server.
    pub player: Option<Uuid>,
    /// Displayed name of the opponent.
    pub name: String,
    /// Results of the player, by the player's seat.
    pub tallies: BySide<PlayerTally>,
}

/// Columns that [`rating`] reads.
macro_rules! rating_columns {
    () => {
        "rating, deviation, volatility, matches, opponents, is_settled, last_ms"
    };
}

/// Reads the rating columns of a row, starting at `column`.
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

/// Subquery for the rated matches of a player on one side.
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
    /// Replaces the anchors of the ratings. Matches against a bot of the server that is not among them do not count.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be written.
    pub async fn set_anchors(&self, anchors: Vec<MeasuredBot>) -> Result<(), StoreError> {
        self.write(Write::Anchors(anchors)).await
    }

    /// Returns the anchors of a game, strongest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn anchors(&self, game: GameId) -> Result<Vec<MeasuredBot>, StoreError> {
        let query = "SELECT bot, rating, deviation FROM anchors WHERE game = ?1 ORDER BY rating DESC, bot";
        self.look_up(|connection| {
            sql::all(connection, query, [game.name()], |row| {
                let strength = Strength { rating: row.get(1)?, deviation: row.get(2)?, ..Strength::NEW };
                Ok(MeasuredBot { game, bot: row.get(0)?, strength })
            })
        })
    }

    /// Returns all ratings of a player as of `now_ms`.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
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

    /// Returns the highest ratings in a game at a speed as of `now_ms`, either the settled or the other ones.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
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

    /// Returns the stored rated matches of a player in a game at a speed, newest first: at most `limit`, older than
    /// `before`. Also returns the start of the next page.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
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

    /// Returns whether a match counted for ratings.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn is_rated(&self, id: Uuid) -> Result<bool, StoreError> {
        self.catch_up().await;
        let query =
            "SELECT EXISTS (SELECT 1 FROM rated_matches JOIN matches ON matches.key = match_key WHERE matches.id = ?1)";
        self.look_up(|connection| sql::value(connection, query, [id]))
    }

    /// Returns each side's rating before and after a match that counted for ratings.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn rating_changes(&self, id: Uuid) -> Result<Option<BySide<(f64, f64)>>, StoreError> {
        self.catch_up().await;
        let query = "SELECT rated.key, rated.game, rated.speed, rated.first_player, rated.first_rating, \
                     rated.second_player, rated.second_rating \
                     FROM rated_matches AS rated JOIN matches ON matches.key = rated.match_key WHERE matches.id = ?1";
        // The rating of a player's previous match in this game and at this speed.
        let previous = "SELECT rating FROM (\
            SELECT key, first_rating AS rating FROM rated_matches \
            WHERE first_player = ?1 AND game = ?2 AND speed = ?3 AND key < ?4 UNION ALL \
            SELECT key, second_rating FROM rated_matches \
            WHERE second_player = ?1 AND game = ?2 AND speed = ?3 AND key < ?4) ORDER BY key DESC LIMIT 1";
        self.look_up(|connection| {
            type Found = (i64, String, String, [(Option<Uuid>, f64); 2]);
            let row: Option<Found> = sql::first(connection, query, [id], |row| {
                let sides = [(row.get(3)?, row.get(4)?), (row.get(5)?, row.get(6)?)];
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, sides))
            })?;
            let Some((key, game, speed, [first, second])) = row else { return Ok(None) };
            let change = |(player, after): (Option<Uuid>, f64)| -> Result<(f64, f64), StoreError> {
                // A bot of the server has a fixed rating.
                let Some(player) = player else { return Ok((after, after)) };
                let before = sql::first(connection, previous, params![player, game, speed, key], sql::column)?;
                Ok((before.unwrap_or(Strength::NEW.rating), after))
            };
            Ok(Some(BySide::new(change(first)?, change(second)?)))
        })
    }

    /// Returns the most frequent opponents of a player in a game, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
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

/// Recomputes the ratings from the rated matches in order. Returns the rating, the deviation and the number of matches
/// for each player, game and speed.
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
