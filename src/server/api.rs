//! HTTP: games, bots, matches, players and analysis.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::accounts::Accounts;
use super::analyst::Analyst;
use super::answer::Answer;
use super::bot_service::{BotService, Listing};
use super::edge::Caller;
use super::error::{ApiError, ErrorBody};
use super::limits::ConnectionLimiter;
use super::live::Live;
use super::lobby::Lobby;
use super::match_history::{MatchHistory, MatchSource};
use super::principals::{Principals, Requester};
use super::rendering::Rendering;
use super::request::{Query, StrictJson, accepts, id, limit_error, match_id, parameter};
use super::tournaments::Tournaments;
use super::{accounts, api_ratings, lobby};
use arena_bots::analysis::{AnalyseBody, AnalysisLimits, PortableQuestion, Question, QuestionError, analyse_within};
use arena_bots::remote::{NoAnswer, Task, ask, is_portable};
use arena_bots::tree::ValueStyle;
use arena_bots::{Lease, Priority, Reach, Request, TurnLimits};
use arena_games::{GameId, diagnostic};
use arena_protocol::listing::{
    BotView, BotsView, EventsView, GameView, GamesView, LeaderboardView, MatchView, MatchesView, PlayerPage,
    StandingView,
};
use arena_protocol::rating::{RatingChange, TallyView};
use arena_protocol::view::MatchSummary;
use arena_protocol::{bounds, date};
use arena_records::pgn::{ExtraTags, Unwritable};
use arena_records::{Record, pdn, pgn};
use arena_store::{Holder, MatchFilter, MatchRow, MatchStatus, NameStart, PlayerTally, Store};

/// Maximum number of rows per page.
const LARGEST_PAGE: u32 = 100;

/// Number of rows in a leaderboard.
const LEADERBOARD: u32 = 100;

/// Lists all games with their options, evaluations and features.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = GamesView)))]
pub(super) async fn games() -> Json<GamesView> {
    Json(GamesView {
        games: GameId::ALL
            .iter()
            .map(|game| GameView::of(*game, ValueStyle::without_distances(*game).scale()))
            .collect(),
    })
}

/// Maximum number of connected bot accounts in the list of bots.
const MOST_HERE: usize = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BotsQuery {
    /// Only bots of this game.
    game: Option<String>,
}

/// Lists the configured bots, for each game from weak to strong, and the bot accounts that are connected.
#[utoipa::path(get, path = "/api/bots", tag = "games", params(BotsQuery), responses(
    (status = 200, body = BotsView), (status = 404, description = "no such game", body = ErrorBody)))]
pub(super) async fn bots(
    State((bots, store, accounts)): State<(Arc<BotService>, Store, Arc<Accounts>)>,
    Query(query): Query<BotsQuery>,
) -> Answer<BotsView> {
    let only: Option<GameId> = query.game.as_deref().map(str::parse).transpose()?;
    let listed = bots.listed.get();
    let mut bots = Vec::new();
    for game in GameId::ALL.iter().filter(|game| only.is_none_or(|only| only == **game)) {
        let measured = store.anchors(*game).await?;
        let engines = listed.roster.engines().iter().filter(|bot| bot.game == *game).map(|spec| (spec, true));
        let (own, of_players): (Vec<_>, Vec<_>) = listed
            .roster
            .of(*game)
            .map(|spec| (spec, false))
            .partition(|(spec, _)| listed.listing(&spec.name).is_none());
        let newest = of_players.into_iter().filter(|(spec, _)| listed.listing(&spec.name) == Some(Listing::Newest));
        for ((spec, engine), level) in own.into_iter().chain(engines).chain(newest).zip(1..) {
            let module = listed.listing(&spec.name).is_some();
            let rating = measured.iter().find(|measured| measured.bot == spec.name);
            bots.push(BotView {
                name: spec.name.clone(),
                game: game.name().to_owned(),
                about: spec.about.clone(),
                level: if module { 0 } else { level },
                spec: spec.public_json(),
                summary: spec.summary(),
                rating: rating.map(|measured| api_ratings::whole(measured.strength.rating)),
                engine,
                module,
            });
        }
    }
    let mut here = Vec::new();
    for id in accounts.online.bots(MOST_HERE) {
        here.extend(store.player(id).await?.as_ref().map(accounts::view));
    }
    here.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Json(BotsView { bots, here }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MatchesQuery {
    /// Only matches of this game.
    game: Option<String>,
    /// Only matches with this player in a seat.
    player: Option<String>,
    /// Only matches with a bot of this name in a seat.
    bot: Option<String>,
    /// Only matches in which a player's name begins with this text, ignoring case. With `player` or `bot`, the name of
    /// the opponent.
    name: Option<String>,
    /// Only matches of this tournament. Without it, matches outside tournaments.
    tournament: Option<String>,
    /// `open`, `live` or `finished`.
    status: Option<String>,
    /// Maximum number of matches, 1 to 100. The default is 50.
    limit: Option<u32>,
    /// The value of `next` from the previous page.
    before: Option<String>,
}

/// Lists matches, newest first. A match with a free seat that its maker did not list is shown only to its maker, with
/// `player` and the maker's token.
#[utoipa::path(get, path = "/api/matches", tag = "matches", params(MatchesQuery), responses(
    (status = 200, body = MatchesView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn matches(
    State((store, lobby)): State<(Store, Lobby)>,
    requester: Option<Requester>,
    Query(query): Query<MatchesQuery>,
) -> Answer<MatchesView> {
    for (key, word) in [("bot", &query.bot), ("name", &query.name)] {
        word.as_ref().map_or(Ok(()), |word| bounds::check_word(key, word))?;
    }
    let limit = page_limit(query.limit)?;
    let filter = MatchFilter {
        game: query.game.as_deref().map(str::parse).transpose()?,
        player: query.player.as_deref().map(id).transpose()?,
        bot: query.bot,
        name: query.name.as_deref().and_then(NameStart::new),
        tournament: query.tournament.as_deref().map(id).transpose()?,
        status: parameter("status", query.status.as_deref())?,
        before: parameter("before", query.before.as_deref())?,
        limit,
    };
    let page = store.matches(&filter).await?;
    // A live match against a bot is listed from its first move on, except to those who ask for somebody's matches.
    let of_somebody = filter.player.is_some() || filter.bot.is_some() || filter.name.is_some();
    let of_requester = requester.is_some_and(|requester| filter.player == Some(requester.player.id));
    let shown = |row: &&MatchRow| is_public(&lobby, row) && (of_somebody || has_begun(&lobby, row)) || of_requester;
    let listed = page.items.iter().filter(shown);
    let matches = listed.map(|row| summary_of(&lobby, row).brief()).collect();
    Ok(Json(MatchesView { matches, next: page.next.map(|cursor| cursor.to_string()) }))
}

/// Returns the number of rows on a page, 50 by default.
///
/// # Errors
/// [`ApiError`] if the requested number is zero or too large.
pub(super) fn page_limit(asked: Option<u32>) -> Result<u32, ApiError> {
    let limit = asked.unwrap_or(50);
    if (1..=LARGEST_PAGE).contains(&limit) {
        return Ok(limit);
    }
    Err(limit_error(limit, LARGEST_PAGE))
}

/// Returns whether strangers may find the match in lists.
fn is_public(lobby: &Lobby, row: &MatchRow) -> bool {
    lobby.get(row.id).map_or(row.is_public, |handle| handle.is_public())
}

/// Returns whether a match is over, waits for a player, is one of two people, or has a move.
fn has_begun(lobby: &Lobby, row: &MatchRow) -> bool {
    let running = lobby.get(row.id);
    running.map_or(row.status != MatchStatus::Live || row.plies > 0, |handle| handle.has_begun())
}

/// Summarises a stored match. A running match is asked itself, because only it knows which players are away.
fn summary_of(lobby: &Lobby, row: &MatchRow) -> MatchSummary {
    if let Some(handle) = lobby.get(row.id) {
        return MatchSummary { ended_ms: row.finished_ms, ..lobby::summary(&handle) };
    }
    lobby::row_summary(row)
}

/// Returns one match, with its record once it is finished.
#[utoipa::path(get, path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path)), responses(
    (status = 200, body = MatchView), (status = 404, body = ErrorBody)))]
pub(super) async fn one_match(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    State((lobby, live)): State<(Lobby, Live)>,
    caller: Caller,
    Path(text): Path<String>,
) -> Answer<MatchView> {
    let id = match_id(&text)?;
    let source = MatchSource::find(&store, &tournaments, id).await?;
    let history = MatchHistory::load(source, &rendering, caller.address).await?;
    let mut view = history.view()?;
    view.unrated = history.unrated(&store).await?;
    if history.setup().rated {
        let changes = store.rating_changes(id).await?;
        let change =
            |(before, after)| RatingChange { before: api_ratings::whole(before), after: api_ratings::whole(after) };
        view.ratings = changes.map(|changes| changes.map(change).into_array());
    }
    view.tournament = view.tournament.or_else(|| live.tournament_of(id));
    if let Some(handle) = lobby.get(id) {
        view.summary = lobby::summary(&handle);
    }
    Ok(Json(view))
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RecordQuery {
    /// `true` also returns the record of a match that is not finished: the moves so far. In PGN and PDN its result is
    /// `*`; in JSON it has neither `verdict` nor `seed`.
    #[serde(default)]
    live: bool,
}

/// Returns the record of a finished match, with everything needed to replay it. With `Accept: application/x-chess-pgn`
/// the record is PGN, for games that use this format.
#[utoipa::path(get, path = "/api/matches/{id}/record", tag = "matches", params(("id" = String, Path), RecordQuery), responses(
    (status = 200, description = "the record", body = Value), (status = 404, body = ErrorBody),
    (status = 409, description = "the match is not finished", body = ErrorBody)))]
pub(super) async fn record(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<RecordQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if accepts(&headers, PGN) {
        return record_pgn(State((store, tournaments, rendering)), caller, Path(text), Query(query)).await;
    }
    let source = MatchSource::find(&store, &tournaments, match_id(&text)?).await?;
    let record = move |history: MatchHistory| match query.live {
        true => history.record_so_far_json(),
        false => history.record(),
    };
    let record = MatchHistory::render(source, &rendering, caller, record).await?;
    Ok(Json(record).into_response())
}

/// Media type of PGN.
const PGN: &str = "application/x-chess-pgn";

/// Returns the record of a finished match as Portable Game Notation, for games that use this format.
#[utoipa::path(get, path = "/api/matches/{id}/record.pgn", tag = "matches", params(("id" = String, Path), RecordQuery), responses(
    (status = 200, content_type = "application/x-chess-pgn", body = String),
    (status = 400, description = "no match of its game is written so", body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, description = "the match is not finished", body = ErrorBody)))]
pub(super) async fn record_pgn(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    written((&store, &tournaments, &rendering), caller, (&text, &query), pgn::write, PGN).await
}

/// Returns the record of a finished match as Portable Draughts Notation, for games that use this format.
#[utoipa::path(get, path = "/api/matches/{id}/record.pdn", tag = "matches", params(("id" = String, Path), RecordQuery), responses(
    (status = 200, content_type = "text/plain", body = String),
    (status = 400, description = "no match of its game is written so", body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, description = "the match is not finished", body = ErrorBody)))]
pub(super) async fn record_pdn(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    let kind = "text/plain; charset=utf-8";
    written((&store, &tournaments, &rendering), caller, (&text, &query), pdn::write, kind).await
}

type Writer = fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>;

async fn written(
    (store, tournaments, rendering): (&Store, &Tournaments, &Rendering),
    caller: Caller,
    (id, &RecordQuery { live }): (&str, &RecordQuery),
    write: Writer,
    kind: &'static str,
) -> Result<Response, ApiError> {
    let source = MatchSource::find(store, tournaments, match_id(id)?).await?;
    let rendered = MatchHistory::render(source, rendering, caller, move |history| {
        let date = date::format(history.setup().created_ms, "%Y.%m.%d");
        let tags = ExtraTags { date: Some(&date), ..ExtraTags::default() };
        let record = if live { history.record_so_far()? } else { history.whole_record()? };
        write(&record, tags).map_err(|error| match error {
            Unwritable::Game { .. } => ApiError::bad_request(error.diagnostic()),
            Unwritable::Record(error) => ApiError::internal(error),
        })
    });
    let text = rendered.await?;
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// Maximum number of events in an answer.
const MOST_EVENTS: u32 = 256;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    /// Only events after this number: the value of `next` from the previous page.
    #[serde(default)]
    since: u64,
    /// Maximum number of events, 1 to 256. The default is 256.
    limit: Option<u32>,
}

/// Returns a page of the events of a match, as on the WebSocket, and the position before the first event.
#[utoipa::path(get, path = "/api/matches/{id}/events", tag = "matches", params(("id" = String, Path), EventsQuery),
    responses((status = 200, body = EventsView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn events(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<EventsQuery>,
) -> Result<Response, ApiError> {
    let limit = query.limit.unwrap_or(MOST_EVENTS);
    if !(1..=MOST_EVENTS).contains(&limit) {
        return Err(limit_error(limit, MOST_EVENTS));
    }
    let page = move |history: MatchHistory| history.events_json(query.since, limit as usize);
    let source = MatchSource::find(&store, &tournaments, match_id(&text)?).await?;
    let rendered = MatchHistory::render(source, &rendering, caller, page);
    Ok(([(CONTENT_TYPE, "application/json")], rendered.await?).into_response())
}

fn tally_view(tally: PlayerTally) -> TallyView {
    TallyView { wins: tally.wins, draws: tally.draws, losses: tally.losses }
}

/// Returns a player with tallies and ratings.
#[utoipa::path(get, path = "/api/players/{id}", tag = "players", params(("id" = String, Path)), responses(
    (status = 200, body = PlayerPage), (status = 404, body = ErrorBody)))]
pub(super) async fn player(State(store): State<Store>, Path(text): Path<String>) -> Answer<PlayerPage> {
    let id = id(&text)?;
    let known = store.player(id).await?.ok_or_else(|| ApiError::no_such_player(id))?;
    let tallies = store.tally(id).await?;
    let tallies = tallies.into_iter().map(|(game, tally)| (game.name().to_owned(), tally_view(tally))).collect();
    let (class, owner) = (accounts::class(known.kind), api_ratings::owner(&known));
    let ratings = api_ratings::of_player(&store, id).await?;
    Ok(Json(PlayerPage { id, name: known.name, created_ms: known.created_ms, class, owner, tallies, ratings }))
}

/// Returns the leaderboard of a game, with people and bots.
#[utoipa::path(get, path = "/api/leaderboard/{game}", tag = "players", params(("game" = String, Path)), responses(
    (status = 200, body = LeaderboardView), (status = 404, body = ErrorBody)))]
pub(super) async fn leaderboard(State(store): State<Store>, Path(game): Path<String>) -> Answer<LeaderboardView> {
    let game: GameId = game.parse()?;
    let rows = store.leaderboard(game, LEADERBOARD).await?.into_iter().map(|standing| {
        let (player, bot) = match standing.holder {
            Holder::Player(id) => (Some(id), None),
            Holder::Bot(name) => (None, Some(name)),
        };
        StandingView { player, bot, name: standing.name, tally: tally_view(standing.tally) }
    });
    Ok(Json(LeaderboardView { game: game.name().to_owned(), rows: rows.collect() }))
}

impl From<QuestionError> for ApiError {
    fn from(error: QuestionError) -> Self {
        match error {
            QuestionError::Game(error) => Self::in_question(error),
            QuestionError::Settings(error) => error.into(),
            QuestionError::Bot(problem) => Self::not_found(problem).at("bot"),
            QuestionError::Form(error) => Self::bad_body(error),
        }
    }
}

/// Searches a position.
#[utoipa::path(post, path = "/api/analyse", tag = "analysis", request_body = AnalyseBody, responses(
    (status = 200, description = "best move, values, line and cost, as arena analyse --json", body = Value),
    (status = 400, body = ErrorBody), (status = 403, description = "a rated match of the caller", body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
    (status = 429, description = "too many analyses at once", body = ErrorBody),
    (status = 503, description = "all search threads are busy", body = ErrorBody)))]
pub(super) async fn analysis(analyst: Analyst, StrictJson(body): StrictJson) -> Answer<Value> {
    bounds::check_question(&body)?;
    let question = Question::from_json(body, &analyst.bots.listed.get().roster)?;
    searched(&analyst, question).await
}

/// Searches a position and returns the steps of the search in pages.
#[utoipa::path(post, path = "/api/trace", tag = "analysis", request_body = AnalyseBody, responses(
    (status = 200, description = "what POST /api/analyse answers, and a page of steps", body = Value),
    (status = 400, body = ErrorBody), (status = 403, description = "a rated match of the caller", body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
    (status = 429, description = "too many analyses at once", body = ErrorBody),
    (status = 503, description = "all search threads are busy", body = ErrorBody)))]
pub(super) async fn trace(analyst: Analyst, StrictJson(body): StrictJson) -> Answer<Value> {
    bounds::check_question(&body)?;
    let question = Question::of_steps(body, &analyst.bots.listed.get().roster)?;
    searched(&analyst, question).await
}

/// Answers a question within the ceilings for strangers and the limits for concurrent analyses.
async fn searched(analyst: &Analyst, question: Question) -> Answer<Value> {
    let game = (question.bot.game, &question.options);
    analyst.check(game, question.position.as_deref(), &question.moves)?;
    let bots = &analyst.bots;
    let settings = bots.settings.get();
    let ceilings = &settings.bots;
    bots.check_ceilings(&question.bot)?;
    let limits = AnalysisLimits {
        nodes: ceilings.nodes,
        time: Duration::from_millis(ceilings.analysis_ms.min(ceilings.time_ms)),
    };
    let (memory, workers) = (bots.memory.clone(), bots.workers.clone());
    let portable = workers.is_some() && is_portable(&question.bot);
    let reach = if portable { Reach::Anywhere } else { Reach::Here };
    let json = shared((bots, &analyst.limiter), &analyst.caller, (question.bot.search.threads, reach), move |lease| {
        if let (Some(worker), Some(workers)) = (lease.worker(), workers) {
            let task = Task::Analysis(PortableQuestion::of(&question), limits);
            match ask(&*workers, worker, &task, limits.time, lease.stop_flag()) {
                Ok(answer) => {
                    lease.answered();
                    return serde_json::from_slice(&answer).map_err(ApiError::internal);
                }
                // The client no longer waits.
                Err(NoAnswer::Stopped) => return Err(evicted_analysis()),
                Err(NoAnswer::Lost(problem)) => {
                    tracing::info!(worker, problem, "a worker did not answer; the analysis runs here");
                    lease.fall_back();
                }
            }
        }
        let limits = TurnLimits { stop: Some(lease.stop_flag()), turn: Some(lease), ..limits.turn() };
        analyse_within(question, limits, &memory).map_err(ApiError::in_analysis)
    });
    Ok(Json(json.await?))
}

/// Runs `job` on the search threads, within the limits for concurrent analyses.
pub(super) async fn shared<T: Send + 'static>(
    (bots, limiter): (&BotService, &Arc<ConnectionLimiter>),
    caller: &Caller,
    (threads, reach): (u16, Reach),
    job: impl FnOnce(&Lease) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = limiter.analyse(caller.address).await.ok_or_else(ApiError::analyses)?;
    let request = Request { principal: Principals::at(caller.address), priority: Priority::Analysis, threads, reach };
    let evicted = permit.evicted();
    let (answer, answered) = oneshot::channel();
    let job = move |lease: &Lease| {
        let _counted_until_it_ends = permit;
        let _ = answer.send(job(lease));
    };
    // Dropping the handle stops the search when the client no longer waits.
    let _search = bots.pool.submit(request, job).map_err(|_| {
        ApiError::unavailable(diagnostic!(
            "searches_busy",
            "all search threads are busy and their queue is full; try again"
        ))
    })?;
    tokio::select! {
        biased;
        answer = answered => answer.map_err(|_| ApiError::internal("an analysis crashed"))?,
        // Returning stops the search.
        () = evicted.cancelled() => Err(evicted_analysis()),
    }
}

fn evicted_analysis() -> ApiError {
    ApiError::over_limit(diagnostic!(
        "analysis_evicted",
        "the analysis was stopped to make room for another address; try again"
    ))
}
