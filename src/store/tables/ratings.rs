//! The tables `rated_matches`, `ratings` and `meetings`. They are updated in the transaction that stores a result.
//!
//! All of them derive from the results in stored order. The integrity check verifies them.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use uuid::Uuid;

use super::accounts::{self, NoticeKind};
use super::rating_fold::{pause, strengths_after};
use super::standings::Seated;
use super::tallies::Meeting;
use crate::values::word;
use arena_games::{BySide, GameId, Options, Side};
use arena_play::glicko::Strength;
use arena_play::{ClockSetting, GameResult, Speed};

/// A bot of the server with its measured strength. Its rating is fixed and anchors the ratings of players, which makes
/// them meaningful even with few players.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredBot {
    /// The game.
    pub game: GameId,
    /// The bot.
    pub bot: String,
    /// Measured strength.
    pub strength: Strength,
}

pub(crate) fn anchor(connection: &Connection, anchors: &[MeasuredBot]) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM anchors", [])?;
    for MeasuredBot { game, bot, strength } in anchors {
        connection
            .prepare_cached(
                "INSERT INTO anchors (game, bot, rating, deviation) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
            )?
            .execute(params![game.name(), bot, strength.rating, strength.deviation])?;
    }
    Ok(())
}

/// Maximum number of rated matches per day between the same two interests. Further matches carry little information,
/// and the limit prevents boosting one account with the points of another.
const MOST_A_DAY: i64 = 10;
const DAY_MS: i64 = 86_400_000;

/// Until both sides have met so many others, only the first match between them counts: a win over somebody who plays nobody
/// else says little.
const FEWEST_OPPONENTS: i64 = 3;

/// Each side must have moved.
const FEWEST_PLIES: i64 = 2;

/// Fields of a setup that decide whether the match counts.
#[derive(Deserialize)]
struct Agreed {
    #[serde(default)]
    rated: bool,
    options: Options,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    opening: Vec<String>,
    #[serde(default)]
    clock: Option<ClockSetting>,
}

impl Agreed {
    /// Returns true if the match starts from the initial position with default options.
    fn is_usual(&self, game: GameId) -> bool {
        self.position.is_none()
            && self.opening.is_empty()
            && game.complete_options(&Options::new()).is_ok_and(|usual| usual == self.options)
    }
}

struct Contestant {
    player: Option<Uuid>,
    /// Identifier of the interest that it represents: for a bot account, its owner.
    interest: String,
    /// The person it belongs to; none for a bot of the server.
    owner: Option<Uuid>,
    strength: Strength,
    matches: i64,
    opponents: i64,
}

/// A result that may count for ratings.
pub(super) struct RatedResult<'a> {
    pub(super) match_key: i64,
    pub(super) game: GameId,
    pub(super) seats: &'a BySide<Seated>,
    pub(super) outcome: GameResult,
    pub(super) at_ms: i64,
}

/// Updates the ratings of both sides if the result counts.
pub(super) fn rate(connection: &Connection, result: &RatedResult<'_>) -> rusqlite::Result<()> {
    let RatedResult { match_key, game, seats, outcome, at_ms } = *result;
    if seats.iter().all(|(_, (player, _))| player.is_none()) {
        return Ok(());
    }
    let (body, plies, created_ms): (String, i64, i64) = connection
        .prepare_cached(
            "SELECT body, plies, created_ms FROM matches JOIN cards ON cards.match_key = matches.key WHERE matches.key = ?1",
        )?
        .query_row([match_key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    // An unreadable setup is reported by other readers.
    let Ok(agreed) = serde_json::from_str::<Agreed>(&body) else { return Ok(()) };
    if !agreed.rated || plies < FEWEST_PLIES || !agreed.is_usual(game) {
        return Ok(());
    }
    let speed = Speed::of(agreed.clock);
    let side = |seated: &Seated| contestant(connection, game, speed, seated, created_ms, at_ms);
    let (Some(first), Some(second)) = (side(&seats.first)?, side(&seats.second)?) else { return Ok(()) };
    if first.interest == second.interest {
        return Ok(());
    }
    let winner = match outcome.winner() {
        Some(Side::First) => first.owner,
        Some(Side::Second) => second.owner,
        None => None,
    };
    let not_counted = |kind| winner.map_or(Ok(()), |winner| accounts::notice(connection, winner, kind, at_ms));
    if let (Some(one), Some(other)) = (first.owner, second.owner) {
        let together = "SELECT 1 FROM whereabouts AS one JOIN whereabouts AS other USING (household) \
             WHERE one.player = ?1 AND other.player = ?2 AND MIN(one.seen_ms, other.seen_ms) > ?3";
        let since = at_ms - accounts::SEEN_FOR_MS;
        if connection.prepare_cached(together)?.exists(params![one, other, since])? {
            return not_counted(NoticeKind::SameAddress);
        }
    }
    let mut pair = [first.interest.as_str(), second.interest.as_str()];
    pair.sort_unstable();
    let pair = pair.join(" ");
    let lately = "SELECT COUNT(*) FROM rated_matches WHERE pair = ?1 AND at_ms > ?2";
    let lately: i64 = connection.prepare_cached(lately)?.query_row(params![pair, at_ms - DAY_MS], |row| row.get(0))?;
    if lately >= MOST_A_DAY {
        return Ok(());
    }
    let met = "SELECT 1 FROM rated_matches WHERE pair = ?1 AND game = ?2 AND speed = ?3";
    let met = connection.prepare_cached(met)?.exists(params![pair, game.name(), speed.name()])?;
    let knows_few = |side: &Contestant| side.owner.is_some() && side.opponents < FEWEST_OPPONENTS;
    if met && first.owner.is_some() && second.owner.is_some() && (knows_few(&first) || knows_few(&second)) {
        return not_counted(NoticeKind::FewOpponents);
    }
    let sides = BySide::new(first, second);
    let after = strengths_after(sides.as_ref().map(|side| (side.player, side.strength)), outcome);
    connection
        .prepare_cached(
            "INSERT INTO rated_matches (match_key, game, speed, at_ms, outcome, pair, first_player, first_rating, \
             first_deviation, second_player, second_rating, second_deviation) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            match_key,
            game.name(),
            speed.name(),
            at_ms,
            word(outcome),
            pair,
            sides.first.player,
            after.first.rating,
            after.first.deviation,
            sides.second.player,
            after.second.rating,
            after.second.deviation,
        ])?;
    for side in Side::BOTH {
        let (own, Strength { rating, deviation, volatility }) = (&sides[side], after[side]);
        let Some(player) = own.player else { continue };
        connection
            .prepare_cached(
                "INSERT INTO ratings (player, game, speed, rating, deviation, volatility, matches, opponents, last_ms) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (player, game, speed) DO UPDATE SET \
                 rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
                 matches = excluded.matches, opponents = excluded.opponents, last_ms = excluded.last_ms",
            )?
            .execute(params![
                player,
                game.name(),
                speed.name(),
                rating,
                deviation,
                volatility,
                own.matches + 1,
                own.opponents + i64::from(!met),
                at_ms,
            ])?;
    }
    Ok(())
}

/// Returns the holder of a seat if it has a rating: a player whose name was claimed before the match was created, or a
/// measured bot.
fn contestant(
    connection: &Connection,
    game: GameId,
    speed: Speed,
    (player, name): &Seated,
    created_ms: i64,
    at_ms: i64,
) -> rusqlite::Result<Option<Contestant>> {
    let Some(player) = *player else {
        let Some(name) = name else { return Ok(None) };
        let measured: Option<(f64, f64)> = connection
            .prepare_cached("SELECT rating, deviation FROM anchors WHERE game = ?1 AND bot = ?2")?
            .query_row(params![game.name(), name], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((rating, deviation)) = measured else { return Ok(None) };
        let strength = Strength { rating, deviation, ..Strength::NEW };
        let interest = format!("bot:{}", name.replace(' ', "_"));
        return Ok(Some(Contestant { player: None, interest, owner: None, strength, matches: 0, opponents: 0 }));
    };
    let account: Option<Option<Uuid>> = connection
        .prepare_cached(
            "SELECT own.owner FROM accounts AS own LEFT JOIN accounts AS person ON person.player = own.owner \
             WHERE own.player = ?1 AND own.claimed_ms <= ?2 AND own.deleted_ms IS NULL \
             AND MAX(own.rated_ms, COALESCE(person.rated_ms, 0)) <= ?2",
        )?
        .query_row(params![player, created_ms], |row| row.get(0))
        .optional()?;
    let Some(owner) = account else { return Ok(None) };
    let known: Option<(f64, f64, f64, i64, i64, i64)> = connection
        .prepare_cached(
            "SELECT rating, deviation, volatility, matches, opponents, last_ms FROM ratings \
             WHERE player = ?1 AND game = ?2 AND speed = ?3",
        )?
        .query_row(params![player, game.name(), speed.name()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
        })
        .optional()?;
    let owner = owner.unwrap_or(player);
    let interest = owner.to_string();
    let (player, owner) = (Some(player), Some(owner));
    Ok(Some(match known {
        None => Contestant { player, interest, owner, strength: Strength::NEW, matches: 0, opponents: 0 },
        Some((rating, deviation, volatility, matches, opponents, last_ms)) => {
            let strength = Strength { rating, deviation, volatility }.after_pause(pause(last_ms, at_ms));
            Contestant { player, interest, owner, strength, matches, opponents }
        }
    }))
}

/// Adds to a player's results against an opponent.
pub(super) fn meet(
    connection: &Connection,
    game: GameId,
    player: Uuid,
    opponent: &str,
    meeting: Meeting,
) -> rusqlite::Result<()> {
    let [first_wins, first_draws, first_losses, second_wins, second_draws, second_losses] = meeting;
    connection
        .prepare_cached(
            "INSERT INTO meetings (player, game, opponent, first_wins, first_draws, first_losses, \
             second_wins, second_draws, second_losses) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
             ON CONFLICT (player, game, opponent) DO UPDATE SET first_wins = first_wins + excluded.first_wins, \
             first_draws = first_draws + excluded.first_draws, first_losses = first_losses + excluded.first_losses, \
             second_wins = second_wins + excluded.second_wins, second_draws = second_draws + excluded.second_draws, \
             second_losses = second_losses + excluded.second_losses",
        )?
        .execute(params![
            player,
            game.name(),
            opponent,
            first_wins,
            first_draws,
            first_losses,
            second_wins,
            second_draws,
            second_losses
        ])?;
    Ok(())
}

/// Returns the key of a seat's holder in `meetings`; `None` for a free seat.
pub(super) fn opponent_key((player, name): &Seated) -> Option<String> {
    match (player, name) {
        (Some(player), _) => Some(player.simple().to_string().to_uppercase()),
        (None, Some(name)) => Some(format!("bot {name}")),
        (None, None) => None,
    }
}
