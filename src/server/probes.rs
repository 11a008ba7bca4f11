//! Probes for monitoring: liveness, readiness and metrics.

use arena_games::diagnostic;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::app::App;
use super::edge::{Caller, Peer};
use super::error::{ApiError, ErrorBody};
use super::tls::Tls;
use arena_store::{backup, inspect};

#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    status: &'static str,
    /// Version of the program.
    version: &'static str,
}

const HEALTHY: Health = Health { status: "ok", version: env!("CARGO_PKG_VERSION") };

/// Returns success while the process is alive.
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, body = Health)))]
pub(super) async fn healthz() -> Json<Health> {
    Json(HEALTHY)
}

/// Returns success while the server is ready: it is not shutting down, it accepts new matches, and its storage works.
#[utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, body = Health), (status = 503, body = ErrorBody)))]
pub(super) async fn readyz(State(app): State<App>) -> Answer<Health> {
    if app.stopping.is_cancelled() {
        return Err(ApiError::shutting_down());
    }
    if app.lobby.is_draining() {
        return Err(ApiError::draining());
    }
    app.store.health().map_err(|problem| {
        ApiError::unavailable(diagnostic!("storage_failed", "the storage failed: {problem}", problem))
    })?;
    Ok(Json(HEALTHY))
}

/// Returns metrics in the text format of Prometheus. For the operator and the addresses in `metrics_from` only.
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, content_type = "text/plain", body = String), (status = 403, body = ErrorBody)))]
pub(super) async fn metrics(
    State(app): State<App>,
    caller: Caller,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let is_admitted = app.settings.get().server.metrics_from.iter().any(|network| network.contains(caller.address))
        && app.edge.knows_address(peer, &headers);
    if !is_admitted && !caller.is_operator() {
        return Err(ApiError::forbidden(diagnostic!(
            "metrics_private",
            "only the operator and the addresses in `metrics_from` in [server] can read the metrics"
        )));
    }
    let data = app.settings.get().server.data.clone();
    let seconds = |ms: u64| ms / 1_000;
    let (reports, added_up) = (app.store.count_open_reports().ok(), app.tournaments.reports_added_up());
    let sometimes = [
        inspect::free(&data).map(|value| ("data_free_bytes", "free disk space for the data", value)),
        backup::last_ms(&data).map(|ms| {
            ("last_backup_timestamp_seconds", "when the last copy of the data was made, in Unix time", seconds(ms))
        }),
        app.tls.as_ref().and_then(Tls::expires_ms).map(|ms| {
            ("certificate_expiry_timestamp_seconds", "when the certificate expires, in Unix time", seconds(ms))
        }),
        reports.map(|value| ("open_reports", "reports that the operator has not closed", value)),
    ];
    let (written, memory) = (app.store.written(), &app.bots.memory);
    let (searches, counted) = (app.bots.pool.load(), app.bots.pool.counts());
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let readings = [
        ("matches", "unfinished matches, and finished ones that are watched", app.lobby.held() as u64),
        ("matches_dormant", "unfinished matches that are not in memory", app.lobby.dormant() as u64),
        ("search_memory_bytes", "memory in use by running searches and by bots between moves", memory.lent()),
        ("search_memory_bound_bytes", "the budget of memory for searches", memory.bound()),
        ("bot_states_kept", "bot states that are kept for the next move", memory.idle() as u64),
        ("bot_states_dropped_total", "bot states that were dropped for other searches", memory.dropped()),
        ("tables_shrunk_total", "searches with a smaller table than requested", memory.shrunk()),
        ("outgoing_bytes", "bytes of messages that wait to be sent", app.limiter.outgoing().held() as u64),
        ("body_bytes", "bytes of request bodies that are being received", app.limiter.bodies().held() as u64),
        ("position_bytes", "bytes of matches with large positions", app.limiter.positions().held() as u64),
        ("answers_rendered_total", "large answers that were rendered", app.rendering.done()),
        ("reports_added_up_total", "reports of tournaments that were added up from stored results", added_up),
        ("sockets", "WebSocket connections", app.limiter.connections().into()),
        ("store_commits_total", "groups of the log and transactions of the database written", written.transactions),
        ("store_requests_total", "writes in the groups and transactions", written.requests),
        ("store_waiting_bytes", "bytes that are logged and not yet in the database", app.store.waiting_bytes()),
        ("store_healthy", "1 while writing works", app.store.health().is_ok().into()),
        ("searches_waiting", "searches that have not begun", searches.waiting as u64),
        ("searches_running", "searches that run", searches.running as u64),
        ("searches_suspended", "searches that have begun and wait for their turn", searches.suspended as u64),
        ("searches_begun_total", "searches begun since the start", counted.begun),
        ("searches_waited_ms_total", "time that searches waited for their start", ms(counted.waited)),
        ("search_suspensions_total", "suspensions of searches", counted.suspensions),
        ("searches_suspended_ms_total", "time that searches were suspended", ms(counted.suspended)),
        ("search_worker_slots", "searches that workers take at a time", app.bots.pool.worker_slots() as u64),
        ("searches_by_workers_total", "searches that workers answered", counted.answered_by_workers),
        ("searches_fallen_back_total", "searches made here because their worker did not answer", counted.fallbacks),
    ];
    let readings: Vec<_> = readings.into_iter().chain(sometimes.into_iter().flatten()).collect();
    let histograms: Vec<_> = app.store.metrics().all().into_iter().chain([app.bots.pool.waits()]).collect();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text(&readings, &histograms)))
}
