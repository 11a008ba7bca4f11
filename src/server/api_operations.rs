//! HTTP for the operator: server status, announcements and draining.

use axum::Json;
use axum::extract::State;
use uuid::Uuid;

use super::answer::Answer;
use super::app::App;
use super::audit::audit_entry;
use super::error::{ApiError, ErrorBody};
use super::request::{OperatorOnly, StrictJson, read};
use arena_games::diagnostic;
use arena_protocol::listing::TournamentSummary;
use arena_protocol::moderation::AuditAction;
use arena_protocol::operator::{AddressView, AnnounceBody, DrainBody, Gauge, GaugeView, OperationsView};
use arena_protocol::view::TournamentState;

/// Number of addresses in the list of the busiest ones.
const BUSIEST: usize = 10;

/// Maximum length of an announcement in characters.
const LONGEST: usize = 300;

/// Returns the server's status. Operator only.
#[utoipa::path(get, path = "/api/operator/operations", tag = "operator", responses(
    (status = 200, body = OperationsView), (status = 403, body = ErrorBody)))]
pub(super) async fn operations(State(app): State<App>, _: OperatorOnly) -> Answer<OperationsView> {
    Ok(Json(view(&app).await?))
}

/// Shows an announcement to all visitors of the page, or removes it if the text is empty. It ends with the process.
/// Operator only.
#[utoipa::path(post, path = "/api/operator/announcement", tag = "operator", request_body = AnnounceBody, responses(
    (status = 200, body = OperationsView), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn announce(
    State(app): State<App>,
    OperatorOnly(proof): OperatorOnly,
    StrictJson(body): StrictJson,
) -> Answer<OperationsView> {
    let AnnounceBody { text } = read(body)?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let given = text.chars().count();
    if given > LONGEST {
        return Err(ApiError::bad_request(diagnostic!(
            "long_announcement",
            "text must have at most {most} characters, got {given}",
            given,
            most = LONGEST
        ))
        .of("text"));
    }
    app.store.log_action(audit_entry(proof, AuditAction::Announce, Uuid::nil(), text.clone())).await?;
    app.topics.announce((!text.is_empty()).then_some(text));
    Ok(Json(view(&app).await?))
}

/// Starts or ends draining. While draining, players cannot start matches. Running matches continue, and so do
/// tournaments, which can be paused separately. Operator only.
#[utoipa::path(post, path = "/api/operator/drain", tag = "operator", request_body = DrainBody, responses(
    (status = 200, body = OperationsView), (status = 403, body = ErrorBody)))]
pub(super) async fn drain(
    State(app): State<App>,
    OperatorOnly(proof): OperatorOnly,
    StrictJson(body): StrictJson,
) -> Answer<OperationsView> {
    let DrainBody { drain } = read(body)?;
    if drain != app.lobby.is_draining() {
        let kind = if drain { AuditAction::Drain } else { AuditAction::Undrain };
        app.store.log_action(audit_entry(proof, kind, Uuid::nil(), String::new())).await?;
        app.lobby.drain(drain);
    }
    Ok(Json(view(&app).await?))
}

async fn view(app: &App) -> Result<OperationsView, ApiError> {
    let settings = app.settings.get();
    let (matches, dormant) = app.lobby.unfinished();
    let (searches, memory) = (app.bots.pool.load(), &app.bots.memory);
    let is_played = |summary: &TournamentSummary| summary.state == TournamentState::Running;
    let tournaments = app.tournaments.all().await?.iter().filter(|summary| is_played(summary)).count();
    let at_once = app.bots.at_once + app.bots.pool.worker_slots();
    let gauges = [
        (Gauge::Connections, app.limiter.connections().into(), Some(app.limiter.most_connections().into())),
        (Gauge::Matches, matches as u64, Some(settings.limits.matches as u64)),
        (Gauge::Dormant, dormant as u64, None),
        (Gauge::Tournaments, tournaments as u64, None),
        (Gauge::SearchesRunning, searches.running as u64, Some(at_once as u64)),
        (Gauge::SearchesWaiting, searches.waiting as u64, Some(settings.bots.queue as u64)),
        (Gauge::SearchesSuspended, searches.suspended as u64, Some(settings.bots.suspended as u64)),
        (Gauge::SearchMemory, memory.lent(), Some(memory.bound())),
        (Gauge::StoreWaiting, app.store.waiting_bytes(), None),
    ];
    let busiest = app.limiter.busiest(BUSIEST).into_iter();
    Ok(OperationsView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        up_ms: u64::try_from(app.began.elapsed().as_millis()).unwrap_or(u64::MAX),
        draining: app.lobby.is_draining(),
        announcement: app.topics.announced(),
        store_problem: app.store.health().err(),
        gauges: gauges.into_iter().map(|(gauge, now, most)| GaugeView { gauge, now, most }).collect(),
        busiest: busiest
            .map(|(address, connections)| AddressView { address: address.to_string(), connections: connections as u64 })
            .collect(),
    })
}
