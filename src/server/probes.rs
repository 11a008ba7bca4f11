//! Probes for monitoring: liveness, readiness and metrics.

use arena_games::diagnostic;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::error::{ApiError, ErrorBody};
use super::metrics::Reading;
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
pub(super) async fn readyz(State(app): State<App>) -> Result<Json<Health>, ApiError> {
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

/// Returns metrics in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let data = app.settings.get().server.data.clone();
    let seconds = |ms: u64| ms / 1_000;
    let sometimes = [
        inspect::free(&data).map(|value| Reading {
            name: "data_free_bytes",
            help: "free disk space for the data",
            value,
        }),
        backup::last_ms(&data).map(|ms| Reading {
            name: "last_backup_timestamp_seconds",
            help: "when the last copy of the data was made, in Unix time",
            value: seconds(ms),
        }),
        app.tls.as_ref().and_then(Tls::expires_ms).map(|ms| Reading {
            name: "certificate_expiry_timestamp_seconds",
            help: "when the certificate expires, in Unix time",
            value: seconds(ms),
        }),
        app.store.count_open_reports().ok().map(|value| Reading {
            name: "open_reports",
            help: "reports that the operator has not closed",
            value,
        }),
    ];
    let (written, memory) = (app.store.written(), &app.bots.memory);
    let (searches, counted) = (app.bots.pool.load(), app.bots.pool.counts());
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let readings = [
        Reading {
            name: "matches",
            help: "unfinished matches, and finished ones that are watched",
            value: app.lobby.held() as u64,
        },
        Reading {
            name: "matches_dormant",
            help: "unfinished matches that are not in memory",
            value: app.lobby.dormant() as u64,
        },
        Reading {
            name: "search_memory_bytes",
            help: "memory in use by running searches and by bots between moves",
            value: memory.lent(),
        },
        Reading { name: "search_memory_bound_bytes", help: "the budget of memory for searches", value: memory.bound() },
        Reading {
            name: "bot_states_kept",
            help: "bot states that are kept for the next move",
            value: memory.idle() as u64,
        },
        Reading {
            name: "bot_states_dropped_total",
            help: "bot states that were dropped for other searches",
            value: memory.dropped(),
        },
        Reading {
            name: "tables_shrunk_total",
            help: "searches with a smaller table than requested",
            value: memory.shrunk(),
        },
        Reading {
            name: "outgoing_bytes",
            help: "bytes of messages that wait to be sent",
            value: app.limiter.outgoing().held() as u64,
        },
        Reading {
            name: "body_bytes",
            help: "bytes of request bodies that are being received",
            value: app.limiter.bodies().held() as u64,
        },
        Reading {
            name: "position_bytes",
            help: "bytes of matches with large positions",
            value: app.limiter.positions().held() as u64,
        },
        Reading {
            name: "answers_rendered_total",
            help: "large answers that were rendered",
            value: app.rendering.done(),
        },
        Reading {
            name: "reports_added_up_total",
            help: "reports of tournaments that were added up from stored results",
            value: app.tournaments.reports_added_up(),
        },
        Reading { name: "sockets", help: "WebSocket connections", value: app.limiter.connections().into() },
        Reading {
            name: "store_commits_total",
            help: "groups of the log and transactions of the database written",
            value: written.transactions,
        },
        Reading {
            name: "store_requests_total",
            help: "writes in the groups and transactions",
            value: written.requests,
        },
        Reading {
            name: "store_waiting_bytes",
            help: "bytes that are logged and not yet in the database",
            value: app.store.waiting_bytes(),
        },
        Reading { name: "store_healthy", help: "1 while writing works", value: app.store.health().is_ok().into() },
        Reading { name: "searches_waiting", help: "searches that have not begun", value: searches.waiting as u64 },
        Reading { name: "searches_running", help: "searches that run", value: searches.running as u64 },
        Reading {
            name: "searches_suspended",
            help: "searches that have begun and wait for their turn",
            value: searches.suspended as u64,
        },
        Reading { name: "searches_begun_total", help: "searches begun since the start", value: counted.begun },
        Reading {
            name: "searches_waited_ms_total",
            help: "time that searches waited for their start",
            value: ms(counted.waited),
        },
        Reading { name: "search_suspensions_total", help: "suspensions of searches", value: counted.suspensions },
        Reading {
            name: "searches_suspended_ms_total",
            help: "time that searches were suspended",
            value: ms(counted.suspended),
        },
        Reading {
            name: "search_worker_slots",
            help: "searches that workers take at a time",
            value: app.bots.pool.worker_slots() as u64,
        },
        Reading {
            name: "searches_by_workers_total",
            help: "searches that workers answered",
            value: counted.answered_by_workers,
        },
        Reading {
            name: "searches_fallen_back_total",
            help: "searches made here because their worker did not answer",
            value: counted.fallbacks,
        },
    ];
    let readings: Vec<_> = readings.into_iter().chain(sometimes.into_iter().flatten()).collect();
    let histograms: Vec<_> = app.store.metrics().all().into_iter().chain([app.bots.pool.waits()]).collect();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text(&readings, &histograms))
}
