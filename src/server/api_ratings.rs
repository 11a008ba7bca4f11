//! HTTP: leaderboards by rating, rating histories and opponents of a player.

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::IntoParams;

use super::accounts;
use super::answer::Answer;
use super::error::{ApiError, ErrorBody};
use super::request::{Query, id, limit_error, parameter};
use super::time::unix_ms;
use arena_bots::Roster;
use arena_bots::embedded::Files;
use arena_games::{GameId, Side};
use arena_play::Speed;
use arena_play::glicko::Strength;
use arena_protocol::rating::{
    MeasuredBotView, OpponentView, OpponentsView, RatedMatchView, RatedPlayerView, RatingHistoryView, RatingView,
    RatingsView, ResultWord, TallyView,
};
use arena_store::ratings::{MeasuredBot, RatedMatch, RatingRow};
use arena_store::{PlayerKind, PlayerRow, PlayerTally, Store};
use arena_tournament::rating::ladder::rungs;

/// Maximum number of rows of a leaderboard, and of opponents of a player.
const MOST: u32 = 100;

/// Minimum rating deviation of a bot that was measured with fewer resources than it has.
const LIMITED_DEVIATION: f64 = 150.0;

/// Returns the measured strength of the bots, from the ladder results of each game (`strength/GAME.csv`).
pub(super) fn anchors(files: &Files, roster: &Roster) -> Vec<MeasuredBot> {
    let mut anchors: Vec<(bool, MeasuredBot)> = Vec::new();
    for game in GameId::ALL.iter().copied() {
        let name = format!("strength/{game}.csv");
        let measured = files.one(&name).map_err(|error| error.to_string());
        let measured = measured.and_then(|file| file.map_or(Ok(Vec::new()), |(_, text)| rungs(&text)));
        let measured = measured.unwrap_or_else(|problem| {
            tracing::warn!(file = name, problem, "the bots of this game are no anchors of its ratings");
            Vec::new()
        });
        for rung in measured {
            let Some((elo, error)) = rung.rating else { continue };
            if roster.find(rung.bot()).is_none_or(|bot| bot.game != game) {
                continue;
            }
            let mut strength = Strength::measured(elo, error);
            if rung.is_limited() {
                strength.deviation = strength.deviation.max(LIMITED_DEVIATION);
            }
            anchors.push((rung.is_limited(), MeasuredBot { game, bot: rung.bot().to_owned(), strength }));
        }
    }
    // The store keeps the first entry of each bot: the bot as it is configured before a limited one, and then the most
    // precise measurement.
    anchors.sort_by(|(limited, a), (other, b)| {
        limited.cmp(other).then(a.strength.deviation.total_cmp(&b.strength.deviation))
    });
    anchors.into_iter().map(|(_, bot)| bot).collect()
}

fn rating_view(row: &RatingRow) -> RatingView {
    RatingView {
        game: row.game.name().to_owned(),
        speed: row.speed,
        rating: whole(row.strength.rating),
        deviation: whole(row.strength.deviation).unsigned_abs(),
        provisional: row.is_provisional,
        matches: row.matches,
        opponents: row.opponents,
        last_ms: row.last_ms,
    }
}

/// Rounds a rating. Ratings are bounded, so the conversion never saturates.
pub(super) fn whole(rating: f64) -> i32 {
    rating.round() as i32
}

fn rated_player((player, row): (PlayerRow, RatingRow)) -> RatedPlayerView {
    RatedPlayerView {
        player: accounts::view(&player),
        class: accounts::class(player.kind),
        owner: owner(&player),
        rating: rating_view(&row),
    }
}

/// Returns the owner of a bot.
pub(super) fn owner(player: &PlayerRow) -> Option<uuid::Uuid> {
    match player.kind {
        PlayerKind::Bot { owner } => Some(owner),
        PlayerKind::Guest | PlayerKind::Person | PlayerKind::Deleted => None,
    }
}

/// Returns all current ratings of a player.
pub(super) async fn of_player(store: &Store, player: uuid::Uuid) -> Result<Vec<RatingView>, ApiError> {
    Ok(store.ratings_of(player, unix_ms()).await?.iter().map(rating_view).collect())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RatingsQuery {
    /// `clock` (the default) or `untimed`.
    speed: Option<String>,
}

fn speed(given: Option<&str>) -> Result<Speed, ApiError> {
    Ok(parameter("speed", given)?.unwrap_or(Speed::Clock))
}

/// Returns the leaderboard of a game by rating, the provisional ratings in a separate list, and the measured bots that
/// anchor the scale.
#[utoipa::path(get, path = "/api/ratings/{game}", tag = "players", params(("game" = String, Path), RatingsQuery),
    responses((status = 200, body = RatingsView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn ratings(
    State(store): State<Store>,
    Path(game): Path<String>,
    Query(query): Query<RatingsQuery>,
) -> Answer<RatingsView> {
    let (game, speed): (GameId, Speed) = (game.parse()?, speed(query.speed.as_deref())?);
    let now = unix_ms();
    let settled = store.best_rated(game, speed, true, MOST, now).await?;
    let unsettled = store.best_rated(game, speed, false, MOST, now).await?;
    // The deviation grows while a player is inactive, so a rating that is stored as settled may be provisional now.
    let (forgotten, settled): (Vec<_>, Vec<_>) = settled.into_iter().partition(|(_, row)| row.is_provisional);
    let mut provisional: Vec<RatedPlayerView> = forgotten.into_iter().chain(unsettled).map(rated_player).collect();
    provisional.sort_by_key(|row| std::cmp::Reverse(row.rating.rating));
    provisional.truncate(MOST as usize);
    let bots = store.anchors(game).await?.into_iter().map(|MeasuredBot { bot, strength, .. }| MeasuredBotView {
        name: bot,
        rating: whole(strength.rating),
        deviation: whole(strength.deviation).unsigned_abs(),
    });
    Ok(Json(RatingsView {
        game: game.name().to_owned(),
        speed,
        rows: settled.into_iter().map(rated_player).collect(),
        provisional,
        bots: bots.collect(),
    }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HistoryQuery {
    /// The game's name.
    game: String,
    /// `clock` (the default) or `untimed`.
    speed: Option<String>,
    /// Maximum number of matches, 1 to 100. The default is 50.
    limit: Option<u32>,
    /// The value of `next` from the previous page.
    before: Option<String>,
}

/// Returns a player's rated matches in a game at a speed, newest first.
#[utoipa::path(get, path = "/api/players/{id}/ratings", tag = "players", params(("id" = String, Path), HistoryQuery),
    responses((status = 200, body = RatingHistoryView), (status = 400, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn history(
    State(store): State<Store>,
    Path(text): Path<String>,
    Query(query): Query<HistoryQuery>,
) -> Answer<RatingHistoryView> {
    let player = known(&store, &text).await?;
    let (game, speed): (GameId, Speed) = (query.game.parse()?, speed(query.speed.as_deref())?);
    let limit = query.limit.unwrap_or(50);
    if !(1..=MOST).contains(&limit) {
        return Err(limit_error(limit, MOST));
    }
    let before = parameter("before", query.before.as_deref())?;
    let (matches, next) = store.rated_matches(player, game, speed, before, limit).await?;
    let matches = matches.into_iter().map(|RatedMatch { id, at_ms, after, opponent_after, won }| RatedMatchView {
        id,
        at_ms,
        result: match won {
            Some(true) => ResultWord::Win,
            None => ResultWord::Draw,
            Some(false) => ResultWord::Loss,
        },
        rating: whole(after.0),
        deviation: whole(after.1).unsigned_abs(),
        opponent_rating: whole(opponent_after.0),
        opponent_deviation: whole(opponent_after.1).unsigned_abs(),
    });
    Ok(Json(RatingHistoryView { matches: matches.collect(), next: next.map(|cursor| cursor.to_string()) }))
}

/// Returns the id of the player in the path.
async fn known(store: &Store, text: &str) -> Result<uuid::Uuid, ApiError> {
    let id = id(text)?;
    let found = store.player(id).await?;
    found.map(|row| row.id).ok_or_else(|| ApiError::no_such_player(id))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OpponentsQuery {
    /// The game's name.
    game: String,
}

/// Returns a player's most frequent opponents in a game, at most 100, with the results by the player's seat.
#[utoipa::path(get, path = "/api/players/{id}/opponents", tag = "players", params(("id" = String, Path), OpponentsQuery),
    responses((status = 200, body = OpponentsView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn opponents(
    State(store): State<Store>,
    Path(text): Path<String>,
    Query(query): Query<OpponentsQuery>,
) -> Answer<OpponentsView> {
    let player = known(&store, &text).await?;
    let game: GameId = query.game.parse()?;
    let rows = store.meetings(player, game, MOST).await?;
    let view = |PlayerTally { wins, draws, losses }| TallyView { wins, draws, losses };
    let opponents = rows.into_iter().map(|row| OpponentView {
        player: row.player,
        name: row.name,
        first: view(row.tallies[Side::First]),
        second: view(row.tallies[Side::Second]),
    });
    Ok(Json(OpponentsView { game: game.name().to_owned(), opponents: opponents.collect() }))
}
