//! The tables `rated_matches`, `ratings` and `meetings`. They are updated in the transaction that stores a result.
//!
//! All of them derive from the results in stored order. The integrity check verifies them.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use uuid::Uuid;

use super::notices::{self, NoticeKind};
use super::rating_fold::{pause, strengths_after};
use super::standings::Seated;
use crate::values::word;
use arena_games::{BySide, GameId, Options, Side};
use arena_play::glicko::Strength;
use arena_play::{ClockSetting, GameResult, Speed};

/// A bot of the server with its measured strength. Its rating is fixed and anchors the ratings of players, which makes
/// them meaningful even with few players.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredBot {
    pub game: GameId,
    pub bot: String,
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

/// Maximum number of rated matches of a person or bot account against one opponent in a day, and against one person in
/// thirty days. Further matches carry little information: what is unknown about the opponent does not get known by
/// repetition. The limits prevent boosting one account with the points of another.
const MOST_A_DAY: i64 = 10;
const MOST_A_MONTH: i64 = 30;
const DAY_MS: i64 = 86_400_000;
const MONTH_MS: i64 = 30 * DAY_MS;

/// Maximum number of rated matches in thirty days against two or more people of one network. They may be the accounts of
/// one person, so they count as one opponent that was met on one day; and against those who have met few others.
const MOST_OF_ONE_NETWORK: i64 = MOST_A_DAY;
const MOST_NEWCOMERS_OF_ONE_NETWORK: i64 = 3;

/// Number of opponents that both sides need before more than one match between them counts. A win over a player without
/// other opponents carries little information. The bots of the server count as one, because everybody can meet them
/// alone.
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

struct RatedEntrant {
    player: Option<Uuid>,
    /// Identifier of the interest that it represents: for a bot account, its owner.
    interest: String,
    /// Its owner; `None` for a bot of the server.
    owner: Option<Uuid>,
    strength: Strength,
    matches: i64,
    opponents: i64,
    people: i64,
}

impl RatedEntrant {
    /// Whether this is a person's side that has met too few others.
    fn knows_few(&self) -> bool {
        let bots = i64::from(self.opponents > self.people);
        self.owner.is_some() && self.people + bots < FEWEST_OPPONENTS
    }
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
    let side = |seated: &Seated| rated_entrant(connection, game, speed, seated, created_ms, at_ms);
    let (Some(first), Some(second)) = (side(&seats.first)?, side(&seats.second)?) else { return Ok(()) };
    if first.interest == second.interest {
        return Ok(());
    }
    let winner = match outcome.winner() {
        Some(Side::First) => first.owner,
        Some(Side::Second) => second.owner,
        None => None,
    };
    let not_counted = |kind| winner.map_or(Ok(()), |winner| notices::count(connection, winner, kind, at_ms));
    if let (Some(one), Some(other)) = (first.owner, second.owner) {
        let together = "SELECT 1 FROM whereabouts AS one JOIN whereabouts AS other USING (household) \
             WHERE one.player = ?1 AND other.player = ?2 AND MIN(one.seen_ms, other.seen_ms) > ?3";
        let since = at_ms - super::SEEN_FOR_MS;
        if connection.prepare_cached(together)?.exists(params![one, other, since])? {
            return not_counted(NoticeKind::SameAddress);
        }
    }
    let pair = pair_of(&first.interest, &second.interest);
    let alone = counted(connection, &pair, game, speed, at_ms)?;
    let is_new = alone.ever == 0;
    if let (Some(one), Some(other)) = (first.owner, second.owner) {
        let knows_few = first.knows_few() || second.knows_few();
        for (person, opponent) in [(one, other), (other, one)] {
            let network = met_of_network(connection, person, opponent, game, speed, at_ms)?;
            if network.is_exhausted(knows_few) {
                return if network.people > 1 { not_counted(NoticeKind::OneNetwork) } else { Ok(()) };
            }
        }
        if knows_few && !is_new {
            return not_counted(NoticeKind::FewOpponents);
        }
    } else if alone.day >= MOST_A_DAY {
        return Ok(());
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
                "INSERT INTO ratings (player, game, speed, rating, deviation, volatility, matches, opponents, people, \
                 last_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (player, game, speed) DO UPDATE SET \
                 rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
                 matches = excluded.matches, opponents = excluded.opponents, people = excluded.people, \
                 last_ms = excluded.last_ms",
            )?
            .execute(params![
                player,
                game.name(),
                speed.name(),
                rating,
                deviation,
                volatility,
                own.matches + 1,
                own.opponents + i64::from(is_new),
                own.people + i64::from(is_new && sides[!side].player.is_some()),
                at_ms,
            ])?;
    }
    Ok(())
}

/// The two interests in a sorted order.
fn pair_of(one: &str, other: &str) -> String {
    if one <= other { format!("{one} {other}") } else { format!("{other} {one}") }
}

/// Number of rated matches between two interests.
#[derive(Clone, Copy, Default)]
struct Counted {
    /// In this game and at this speed, at any time.
    ever: i64,
    /// In all games, less than a day and less than thirty days away.
    day: i64,
    month: i64,
}

fn counted(connection: &Connection, pair: &str, game: GameId, speed: Speed, at_ms: i64) -> rusqlite::Result<Counted> {
    // Times in the future, from when the clock was ahead, are as far away as those in the past.
    let query = "SELECT COALESCE(SUM(game = ?2 AND speed = ?3), 0), COALESCE(SUM(abs(at_ms - ?4) < ?5), 0), \
         COALESCE(SUM(abs(at_ms - ?4) < ?6), 0) FROM rated_matches WHERE pair = ?1";
    connection
        .prepare_cached(query)?
        .query_row(params![pair, game.name(), speed.name(), at_ms, DAY_MS, MONTH_MS], |row| {
            Ok(Counted { ever: row.get(0)?, day: row.get(1)?, month: row.get(2)? })
        })
}

/// The rated matches of a person against an opponent and all people of the opponent's network.
struct NetworkMet {
    counted: Counted,
    /// Number of these people that the person has met within thirty days, with the opponent.
    people: usize,
}

impl NetworkMet {
    /// Whether no further match counts. `knows_few` is true if one of the sides has met few others.
    const fn is_exhausted(&self, knows_few: bool) -> bool {
        let most = match self.people {
            0 | 1 => MOST_A_MONTH,
            _ if knows_few => MOST_NEWCOMERS_OF_ONE_NETWORK,
            _ => MOST_OF_ONE_NETWORK,
        };
        self.counted.day >= MOST_A_DAY || self.counted.month >= most
    }
}

/// Maximum number of people of a network to look at, the ones seen last.
const MOST_OF_A_NETWORK: u32 = 500;

/// Counts the rated matches of `person` against `opponent` and all people who came from a network of `opponent` within
/// thirty days. Information from people who may be one person counts as that from one opponent.
fn met_of_network(
    connection: &Connection,
    person: Uuid,
    opponent: Uuid,
    game: GameId,
    speed: Speed,
    at_ms: i64,
) -> rusqlite::Result<NetworkMet> {
    let there = "SELECT other.player FROM whereabouts AS one JOIN whereabouts AS other USING (network) \
         WHERE one.player = ?1 AND other.player NOT IN (?1, ?2) AND one.seen_ms > ?3 AND other.seen_ms > ?3 \
         GROUP BY other.player ORDER BY MAX(other.seen_ms) DESC, other.player LIMIT ?4";
    let since = at_ms - super::SEEN_FOR_MS;
    let mut there = connection.prepare_cached(there)?;
    let there = there.query_map(params![opponent, person, since, MOST_OF_A_NETWORK], |row| row.get::<_, Uuid>(0))?;
    let person = person.to_string();
    let mut totals = NetworkMet { counted: Counted::default(), people: 1 };
    for other in there.chain([Ok(opponent)]) {
        let other = other?;
        let Counted { day, month, .. } =
            counted(connection, &pair_of(&person, &other.to_string()), game, speed, at_ms)?;
        totals.counted.day += day;
        totals.counted.month += month;
        totals.people += usize::from(month > 0 && other != opponent);
    }
    Ok(totals)
}

/// Returns the holder of a seat if it has a rating: a player whose name was claimed before the match was created, or a
/// measured bot.
fn rated_entrant(
    connection: &Connection,
    game: GameId,
    speed: Speed,
    (player, name): &Seated,
    created_ms: i64,
    at_ms: i64,
) -> rusqlite::Result<Option<RatedEntrant>> {
    let Some(player) = *player else {
        let Some(name) = name else { return Ok(None) };
        let measured: Option<(f64, f64)> = connection
            .prepare_cached("SELECT rating, deviation FROM anchors WHERE game = ?1 AND bot = ?2")?
            .query_row(params![game.name(), name], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((rating, deviation)) = measured else { return Ok(None) };
        let strength = Strength { rating, deviation, ..Strength::NEW };
        let interest = format!("bot:{}", name.replace(' ', "_"));
        return Ok(Some(RatedEntrant {
            player: None,
            interest,
            owner: None,
            strength,
            matches: 0,
            opponents: 0,
            people: 0,
        }));
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
    let known: Option<(Strength, [i64; 4])> = connection
        .prepare_cached(
            "SELECT rating, deviation, volatility, matches, opponents, people, last_ms FROM ratings \
             WHERE player = ?1 AND game = ?2 AND speed = ?3",
        )?
        .query_row(params![player, game.name(), speed.name()], |row| {
            let strength = Strength { rating: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)? };
            Ok((strength, [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?]))
        })
        .optional()?;
    let owner = owner.unwrap_or(player);
    let interest = owner.to_string();
    let (player, owner) = (Some(player), Some(owner));
    Ok(Some(match known {
        None => RatedEntrant { player, interest, owner, strength: Strength::NEW, matches: 0, opponents: 0, people: 0 },
        Some((strength, [matches, opponents, people, last_ms])) => {
            let strength = strength.after_pause(pause(last_ms, at_ms));
            RatedEntrant { player, interest, owner, strength, matches, opponents, people }
        }
    }))
}

/// Wins, draws and losses in the first seat, followed by those in the second seat.
pub(super) type Meeting = [i64; 6];

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
