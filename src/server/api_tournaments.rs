//! HTTP: tournaments.

pub(super) mod composing;
pub(super) mod listing;

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
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
use super::request::{Query, StrictJson, accepts, limit_error, read, tournament_id};
use super::tournaments::Tournaments;
use super::tournaments::report_cache::ReportFormat;
use arena_games::conventions::RecordFormat;
use arena_games::diagnostic;
use arena_protocol::compose::UnderwayView;
use arena_protocol::listing::{RecordsView, TournamentPage, TournamentSummary};
use arena_protocol::moderation::AuditAction;
use arena_protocol::{bounds, date};
use arena_records::pgn::{ExtraTags, Unwritable};
use arena_records::{Record, pdn, pgn};
use arena_store::{Store, TimedResult};
use arena_tournament::report::{POLICY, csv_field};

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
    if let Organiser::Operator(proof) = organiser {
        tournaments.log_action(proof, AuditAction::StopTournament, id).await?;
    }
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
    if let (Organiser::Operator(proof), Some(paused)) = (organiser, paused) {
        let kind = if paused { AuditAction::PauseTournament } else { AuditAction::ResumeTournament };
        tournaments.log_action(proof, kind, id).await?;
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
    let mut page = report(&tournaments, &text, ReportFormat::Html, query.timings).await?;
    let policy = HeaderValue::try_from(format!("{}; frame-ancestors 'none'", *POLICY)).map_err(ApiError::internal)?;
    page.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(page)
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
        return Err(limit_error(limit, LARGEST_PAGE));
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

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PlayerQuery {
    /// Only matches of this entrant, by name.
    player: Option<String>,
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
    let (id, timings) = (tournament_id(&text)?, query.timings);
    tournaments.get(id).await?;
    let body = pages((store, rendering), caller, id, query.player, move |page, _| {
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
    })?;
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

/// Returns the matches of a tournament as CSV, one row each, with the times when each began and ended.
#[utoipa::path(get, path = "/api/tournaments/{id}/records.csv", tag = "tournaments",
    params(("id" = String, Path), PlayerQuery), responses(
    (status = 200, content_type = "text/csv", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn records_csv(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<PlayerQuery>,
) -> Result<Response, ApiError> {
    let id = tournament_id(&text)?;
    tournaments.get(id).await?;
    let body = pages((store, rendering), caller, id, query.player, |page, is_first| {
        let mut rows = String::new();
        if is_first {
            rows.push_str("match,id,first,second,result,by,detail,moves,began,ended\n");
        }
        for TimedResult { position, record, began_ms, ended_ms } in page {
            let time = |ms| date::format(ms, "%Y-%m-%dT%H:%M:%SZ");
            let verdict = serde_json::to_value(record.verdict.in_words()).map_err(ApiError::internal)?;
            let word = |key: &str| csv_field(verdict[key].as_str().unwrap_or_default());
            let [first, second] = record.seats.each_ref().map(|seat| csv_field(&seat.name));
            let (result, by, detail) = (word("outcome"), word("by"), word("detail"));
            let (number, id, moves) = (position + 1, record.id, record.moves.len());
            let (began, ended) = (began_ms.map(time).unwrap_or_default(), time(ended_ms));
            let _ = writeln!(rows, "{number},{id},{first},{second},{result},{by},{detail},{moves},{began},{ended}");
        }
        Ok(rows)
    })?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], body).into_response())
}

/// Returns all matches of a tournament in schedule order as Portable Game Notation, for games that use this format.
/// `Round` has the number of the encounter and the number of the match within it.
#[utoipa::path(get, path = "/api/tournaments/{id}/records.pgn", tag = "tournaments",
    params(("id" = String, Path), LinesQuery), responses(
    (status = 200, content_type = "application/x-chess-pgn", body = String),
    (status = 400, description = "no match of its game is written so", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn records_pgn(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<LinesQuery>,
) -> Result<Response, ApiError> {
    notation(
        (tournaments, store, rendering),
        caller,
        (&text, query),
        pgn::write,
        RecordFormat::Pgn,
        "application/x-chess-pgn",
    )
    .await
}

/// Returns all matches of a tournament in schedule order as Portable Draughts Notation, for games that use this format.
#[utoipa::path(get, path = "/api/tournaments/{id}/records.pdn", tag = "tournaments",
    params(("id" = String, Path), LinesQuery), responses(
    (status = 200, content_type = "text/plain", body = String),
    (status = 400, description = "no match of its game is written so", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn records_pdn(
    State((tournaments, store, rendering)): State<(Tournaments, Store, Arc<Rendering>)>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<LinesQuery>,
) -> Result<Response, ApiError> {
    notation(
        (tournaments, store, rendering),
        caller,
        (&text, query),
        pdn::write,
        RecordFormat::Pdn,
        "text/plain; charset=utf-8",
    )
    .await
}

type Writer = fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>;

/// Writes all matches with `write`. With timings they have the date, and the tags for the beginning and the end of a
/// match that other tournament managers write.
async fn notation(
    (tournaments, store, rendering): (Tournaments, Store, Arc<Rendering>),
    caller: Caller,
    (text, query): (&str, LinesQuery),
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
    let (event, timings) = (row.name.clone(), query.timings);
    let body = pages((store, rendering), caller, id, query.player, move |page, _| {
        let mut games = String::new();
        for TimedResult { position, record, began_ms, ended_ms } in page {
            let round = format!("{}.{}", position / 2 + 1, position % 2 + 1);
            let times = [("GameStartTime", began_ms), ("GameEndTime", Some(ended_ms))];
            let times = times.into_iter().filter_map(|(name, ms)| Some((name.to_owned(), ms?)));
            let tags: Vec<(String, String)> = times
                .filter(|_| timings)
                .map(|(name, ms)| (name, date::format(ms, "%Y-%m-%dT%H:%M:%S +0000")))
                .collect();
            let date = began_ms.filter(|_| timings).map(|ms| date::format(ms, "%Y.%m.%d"));
            let place = ExtraTags {
                event: Some(&event),
                round: Some(&round),
                date: date.as_deref(),
                tags: &tags,
                ..ExtraTags::default()
            };
            games += &write(&record, place).map_err(ApiError::internal)?;
        }
        Ok(games)
    })?;
    Ok(([(CONTENT_TYPE, kind)], body).into_response())
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

/// Streams the matches of a tournament, or those of one entrant. `render` gets one page at a time, so that memory is
/// bounded whatever the size of the tournament, and whether it is the first.
fn pages(
    (store, rendering): (Store, Arc<Rendering>),
    caller: Caller,
    id: Uuid,
    player: Option<String>,
    render: impl Fn(Vec<TimedResult>, bool) -> Result<String, ApiError> + Clone + Send + 'static,
) -> Result<Body, ApiError> {
    player.as_ref().map_or(Ok(()), |name| bounds::check_word("player", name))?;
    let pages = futures::stream::try_unfold(Some(0), move |next: Option<u64>| {
        let (store, rendering) = (store.clone(), Arc::clone(&rendering));
        let (player, render) = (player.clone(), render.clone());
        let address = caller.address;
        async move {
            let Some(from) = next else { return Ok(None) };
            let page = store.timed_results(id, from, LARGEST_PAGE, player).await.map_err(std::io::Error::other)?;
            let next = page.last().map(|result| result.position + 1);
            let rendered = rendering.run_for(address, move || render(page, from == 0));
            Ok::<_, std::io::Error>(Some((rendered.await.map_err(std::io::Error::other)?, next)))
        }
    });
    Ok(Body::from_stream(pages))
}
