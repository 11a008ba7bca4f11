//! HTTP: tournaments.

pub(super) mod composing;
pub(super) mod listing;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::accounts::Accounts;
use super::answer::Answer;
use super::api_live::Organiser;
use super::edge::Caller;
use super::error::{ApiError, ErrorBody};
use super::live::Live;
use super::rendering::Rendering;
use super::request::{StrictJson, accepts, read, tournament_id};
use super::tournaments::Tournaments;
use super::tournaments::rendered::ReportFormat;
use arena_games::conventions::RecordFormat;
use arena_games::diagnostic;
use arena_protocol::bounds;
use arena_protocol::compose::UnderwayView;
use arena_protocol::listing::{RecordsView, TournamentPage, TournamentSummary};
use arena_records::pgn::{ExtraTags, Unwritable};
use arena_records::{Record, pdn, pgn};
use arena_store::{Store, TimedResult};

/// Maximum number of records in one response.
const LARGEST_PAGE: u32 = 1_000;

/// Returns the matches of a tournament that are being played, at their newest positions.
#[utoipa::path(get, path = "/api/tournaments/{id}/underway", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = UnderwayView), (status = 404, body = ErrorBody)))]
pub(super) async fn underway(State(tournaments): State<Tournaments>, Path(text): Path<String>) -> Answer<UnderwayView> {
    Ok(Json(tournaments.underway(tournament_id(&text)?).await?))
}

/// Returns one tournament and its file.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path)), responses(
    (status = 200, body = TournamentPage), (status = 404, body = ErrorBody)))]
pub(super) async fn one(State(tournaments): State<Tournaments>, Path(text): Path<String>) -> Answer<TournamentPage> {
    let id = tournament_id(&text)?;
    let summary = tournaments.summary(id).await?;
    Ok(Json(TournamentPage { summary, source: tournaments.get(id).await?.row.source_toml }))
}

/// Stops a tournament. Results so far are kept. Allowed for the operator, and the player who opened or composed it.
#[utoipa::path(post, path = "/api/tournaments/{id}/stop", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = TournamentSummary), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub(super) async fn stop(
    State((tournaments, live, accounts)): State<(Tournaments, Live, Arc<Accounts>)>,
    organiser: Organiser,
    Path(text): Path<String>,
) -> Answer<TournamentSummary> {
    let id = tournament_id(&text)?;
    organiser.check(&accounts, &[tournaments.composer(id).await?, live.opener(id)]).await?;
    Ok(Json(tournaments.stop(id).await?))
}

/// Changes to a running tournament. Absent fields stay as they are.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub(super) struct SteerBody {
    /// True pauses the tournament: running matches are finished and no others start. False resumes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused: Option<bool>,
    /// Number of concurrent matches, from 1 to the number of the server's processors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    concurrency: Option<usize>,
}

/// Pauses or resumes a running tournament, or changes its number of concurrent matches. A pause survives a restart of
/// the server. Results do not depend on it. Allowed for the operator and the player who opened it.
#[utoipa::path(post, path = "/api/tournaments/{id}/steer", tag = "tournaments", params(("id" = String, Path)),
    request_body = SteerBody, responses((status = 200, body = TournamentSummary), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn steer(
    State((tournaments, live, accounts)): State<(Tournaments, Live, Arc<Accounts>)>,
    organiser: Organiser,
    Path(text): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<TournamentSummary> {
    let id = tournament_id(&text)?;
    organiser.check(&accounts, &[live.opener(id)]).await?;
    let body: SteerBody = read(body)?;
    let SteerBody { paused, concurrency } = body;
    if paused.is_none() && concurrency.is_none() {
        return Err(ApiError::bad_request(diagnostic!("no_change", "give paused, concurrency or both")));
    }
    Ok(Json(tournaments.steer(id, paused, concurrency).await?))
}

/// Returns the full report as one HTML page with plots.
#[utoipa::path(get, path = "/api/tournaments/{id}/report.html", tag = "tournaments",
    params(("id" = String, Path), CrosstableQuery), responses(
    (status = 200, content_type = "text/html", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn report_html(
    State(tournaments): State<Tournaments>,
    Path(text): Path<String>,
    Query(query): Query<CrosstableQuery>,
) -> Result<Response, ApiError> {
    report(&tournaments, &text, ReportFormat::Html, query.timings).await
}

/// Returns the full report as Markdown.
#[utoipa::path(get, path = "/api/tournaments/{id}/report.md", tag = "tournaments",
    params(("id" = String, Path), CrosstableQuery), responses(
    (status = 200, content_type = "text/markdown", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn report_markdown(
    State(tournaments): State<Tournaments>,
    Path(text): Path<String>,
    Query(query): Query<CrosstableQuery>,
) -> Result<Response, ApiError> {
    report(&tournaments, &text, ReportFormat::Markdown, query.timings).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CrosstableQuery {
    /// Adds timings in milliseconds, which differ from run to run.
    #[serde(default)]
    timings: bool,
}

/// Returns the crosstable in the format of `arena tournament --json`, or as CSV if the `Accept` header asks for it.
#[utoipa::path(get, path = "/api/tournaments/{id}/crosstable", tag = "tournaments",
    params(("id" = String, Path), CrosstableQuery), responses(
    (status = 200, content((Value = "application/json"), (String = "text/csv"))), (status = 404, body = ErrorBody)))]
pub(super) async fn crosstable(
    State(tournaments): State<Tournaments>,
    Path(text): Path<String>,
    Query(query): Query<CrosstableQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let format = if accepts(&headers, "text/csv") { ReportFormat::Csv } else { ReportFormat::Json };
    report(&tournaments, &text, format, query.timings).await
}

/// Returns the crosstable as CSV.
#[utoipa::path(get, path = "/api/tournaments/{id}/report.csv", tag = "tournaments",
    params(("id" = String, Path), CrosstableQuery), responses(
    (status = 200, content_type = "text/csv", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn report_csv(
    tournaments: State<Tournaments>,
    id: Path<String>,
    query: Query<CrosstableQuery>,
) -> Result<Response, ApiError> {
    crosstable_csv(tournaments, id, query).await
}

/// Returns the crosstable as CSV, as `report.csv` does.
#[utoipa::path(get, path = "/api/tournaments/{id}/crosstable.csv", tag = "tournaments",
    params(("id" = String, Path), CrosstableQuery), responses(
    (status = 200, content_type = "text/csv", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn crosstable_csv(
    State(tournaments): State<Tournaments>,
    Path(text): Path<String>,
    Query(query): Query<CrosstableQuery>,
) -> Result<Response, ApiError> {
    report(&tournaments, &text, ReportFormat::Csv, query.timings).await
}

async fn report(
    tournaments: &Tournaments,
    text: &str,
    format: ReportFormat,
    timings: bool,
) -> Result<Response, ApiError> {
    let known = tournaments.get(tournament_id(text)?).await?;
    let report = tournaments.rendered(&known, format, timings).await?;
    let kind = match format {
        ReportFormat::Html => "text/html; charset=utf-8",
        ReportFormat::Markdown => "text/markdown; charset=utf-8",
        ReportFormat::Csv => "text/csv; charset=utf-8",
        ReportFormat::Json => "application/json",
    };
    Ok(([(CONTENT_TYPE, kind)], report).into_response())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RecordsQuery {
    /// One entrant. With `b`, only matches between these two are returned.
    a: Option<String>,
    /// The other entrant.
    b: Option<String>,
    /// Number of records to skip.
    #[serde(default)]
    offset: u64,
    /// Maximum number of records, 1 to 1000. The default is 100.
    limit: Option<u32>,
    /// Adds timings in milliseconds, which differ from run to run.
    #[serde(default)]
    timings: bool,
}

/// Returns records of a tournament's matches in schedule order.
#[utoipa::path(get, path = "/api/tournaments/{id}/records", tag = "tournaments",
    params(("id" = String, Path), RecordsQuery), responses(
    (status = 200, body = RecordsView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn records(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<RecordsQuery>,
) -> Answer<RecordsView> {
    let id = tournament_id(&text)?;
    let known = tournaments.get(id).await?;
    let limit = query.limit.unwrap_or(100);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(ApiError::page_limit(limit, LARGEST_PAGE));
    }
    let (records, total) = match (&query.a, &query.b) {
        (Some(a), Some(b)) => {
            let page = store.results_of_pair(id, a, b, query.offset, limit).await?;
            (page.records, page.total)
        }
        (None, None) => {
            let results = store.list_results(id, query.offset, limit).await?;
            (results.into_iter().map(|(_, record)| record).collect(), known.played)
        }
        _ => return Err(ApiError::bad_request(diagnostic!("pair", "give both a and b, or neither"))),
    };
    let rendered = rendering.render(caller, move || {
        let records = records.into_iter().map(|record| public_record(record, query.timings));
        Ok(RecordsView { records: records.collect::<Result<_, _>>()?, total })
    });
    Ok(Json(rendered.await?))
}

fn public_record(record: Record, timings: bool) -> Result<Value, ApiError> {
    let record = if timings { record } else { Record { ms: None, ..record } };
    serde_json::to_value(record).map_err(ApiError::internal)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinesQuery {
    /// Only matches of this entrant, by name.
    player: Option<String>,
    /// Adds what differs from run to run: the milliseconds of each move, and `began_ms` and `ended_ms` of each match.
    #[serde(default)]
    timings: bool,
}

/// Returns all records of a tournament, one JSON object per line, in the format of `arena tournament --records`.
#[utoipa::path(get, path = "/api/tournaments/{id}/records.jsonl", tag = "tournaments",
    params(("id" = String, Path), LinesQuery), responses(
    (status = 200, content_type = "application/x-ndjson", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn records_jsonl(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<LinesQuery>,
) -> Result<Response, ApiError> {
    let id = tournament_id(&text)?;
    query.player.as_ref().map_or(Ok(()), |name| bounds::check_word("player", name))?;
    tournaments.get(id).await?;
    let query = Arc::new(query);
    // Pages bound the memory, whatever the size of the tournament.
    let pages = futures::stream::try_unfold(Some(0), move |next: Option<u64>| {
        let (store, rendering, query) = (store.clone(), Arc::clone(&rendering), Arc::clone(&query));
        async move {
            let Some(from) = next else { return Ok(None) };
            page_of_lines((&store, &rendering), caller.address, id, from, &query)
                .await
                .map_err(std::io::Error::other)
                .map(Some)
        }
    });
    let kind = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, axum::body::Body::from_stream(pages)).into_response())
}

/// Returns all matches of a tournament in schedule order as Portable Game Notation, for games that use this format.
/// `Round` has the number of the encounter and the number of the match within it.
#[utoipa::path(get, path = "/api/tournaments/{id}/records.pgn", tag = "tournaments",
    params(("id" = String, Path)), responses(
    (status = 200, content_type = "application/x-chess-pgn", body = String),
    (status = 400, description = "no match of its game is written so", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn records_pgn(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
) -> Result<Response, ApiError> {
    notation((tournaments, store, rendering), caller, &text, pgn::write, RecordFormat::Pgn, "application/x-chess-pgn")
        .await
}

/// Returns all matches of a tournament in schedule order as Portable Draughts Notation, for games that use this format.
#[utoipa::path(get, path = "/api/tournaments/{id}/records.pdn", tag = "tournaments",
    params(("id" = String, Path)), responses(
    (status = 200, content_type = "text/plain", body = String),
    (status = 400, description = "no match of its game is written so", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn records_pdn(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
) -> Result<Response, ApiError> {
    notation((tournaments, store, rendering), caller, &text, pdn::write, RecordFormat::Pdn, "text/plain; charset=utf-8")
        .await
}

type Writer = fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>;

/// Writes all matches with `write`, one page at a time.
async fn notation(
    (tournaments, store, rendering): (Tournaments, Store, Arc<Rendering>),
    caller: Caller,
    text: &str,
    write: Writer,
    format: RecordFormat,
    kind: &'static str,
) -> Result<Response, ApiError> {
    let id = tournament_id(text)?;
    let row = tournaments.get(id).await?.row;
    if row.game.record_format() != Some(format) {
        let (game, found) = (format.games(), row.game.name());
        return Err(ApiError::bad_request(diagnostic!(
            "other_notation",
            "this format is for tournaments of {game}, not of {found}",
            game,
            found
        )));
    }
    let pages = futures::stream::try_unfold(Some(0), move |next: Option<u64>| {
        let (store, rendering, event) = (store.clone(), Arc::clone(&rendering), row.name.clone());
        async move {
            let Some(from) = next else { return Ok(None) };
            let page = store.list_results(id, from, LARGEST_PAGE).await.map_err(std::io::Error::other)?;
            let next = page.last().map(|(index, _)| index + 1);
            let rendered = rendering.run_for(caller.address, move || {
                let mut games = String::new();
                for (index, record) in page {
                    let round = format!("{}.{}", index / 2 + 1, index % 2 + 1);
                    let place = ExtraTags { event: Some(&event), round: Some(&round), ..ExtraTags::default() };
                    games += &write(&record, place).map_err(ApiError::internal)?;
                }
                Ok(games)
            });
            let games = rendered.await.map_err(std::io::Error::other)?;
            Ok::<_, std::io::Error>(Some((games, next)))
        }
    });
    Ok(([(CONTENT_TYPE, kind)], axum::body::Body::from_stream(pages)).into_response())
}

/// A record with the times of its match, which are no part of the record itself.
#[derive(Serialize)]
struct TimedRecord {
    #[serde(flatten)]
    record: Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    began_ms: Option<u64>,
    ended_ms: u64,
}

/// Returns a page of records as lines, and the offset of the next page.
async fn page_of_lines(
    (store, rendering): (&Store, &Rendering),
    address: IpAddr,
    id: Uuid,
    from: u64,
    query: &LinesQuery,
) -> Result<(String, Option<u64>), ApiError> {
    let timings = query.timings;
    let page = store.timed_results(id, from, LARGEST_PAGE, query.player.clone()).await?;
    let next = page.last().map(|result| result.position + 1);
    let rendered = rendering.run_for(address, move || {
        let mut lines = String::new();
        for TimedResult { record, began_ms, ended_ms, .. } in page {
            let line = if timings {
                serde_json::to_string(&TimedRecord { record, began_ms, ended_ms })
            } else {
                serde_json::to_string(&Record { ms: None, ..record })
            };
            lines += &line.map_err(ApiError::internal)?;
            lines.push('\n');
        }
        Ok(lines)
    });
    Ok((rendered.await?, next))
}
