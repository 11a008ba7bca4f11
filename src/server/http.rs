//! Routes, and the middleware for all responses: limits, headers, compression and error bodies.

use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{any, delete, get, post};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;
use tracing::field::Empty;

use super::api_tournaments::{composing, listing};
use super::app::App;
use super::auth::check_origin;
use super::edge::Caller;
use super::error::ApiError;
use super::limits::Cost;
use super::{
    api, api_accounts, api_challenges, api_live, api_operations, api_operator, api_positions, api_ratings,
    api_tournaments, catalog, edge, lichess, metered, openapi, page, peace, probes, socket,
};
use arena_games::diagnostic;

/// Security headers of every response, besides the ones about its content and its frames.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// The content security policy of every response that has none of its own, and the one of the embedded page, which other
/// sites may frame.
static POLICIES: LazyLock<[HeaderValue; 2]> = LazyLock::new(|| [policy("'none'"), policy("*")]);

/// Returns the content security policy of a page that these sites may frame. Of inline scripts and styles it allows only
/// the style sheets inside the page's document.
fn policy(ancestors: &str) -> HeaderValue {
    let policy = format!(
        "default-src 'self'; script-src 'self'; img-src 'self' data:; style-src 'self'{}; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}",
        page::style_sources()
    );
    HeaderValue::try_from(policy).expect("base64 is visible ASCII")
}

/// Builds the router with all routes and middleware.
pub(super) fn router(app: Arc<App>) -> Router {
    let settings = app.settings.get();
    let limits = &settings.limits;
    let timeout = Duration::from_millis(limits.request_ms);
    Router::new()
        .route("/ws", any(ws))
        .route("/api/games", get(api::games))
        .route("/api/bots", get(api::bots))
        .route("/api/catalog", get(catalog::catalog))
        .route("/api/matches", get(api::matches))
        .route("/api/matches/{id}", get(api::one_match))
        .route("/api/matches/{id}/record", get(api::record))
        .route("/api/matches/{id}/record.pgn", get(api::record_pgn))
        .route("/api/matches/{id}/record.pdn", get(api::record_pdn))
        .route("/api/matches/{id}/events", get(api::events))
        .route("/api/players/{id}", get(api::player))
        .route("/api/players/{id}/ratings", get(api_ratings::history))
        .route("/api/players/{id}/opponents", get(api_ratings::opponents))
        .route("/api/ratings/{game}", get(api_ratings::ratings))
        .route("/api/leaderboard/{game}", get(api::leaderboard))
        .route("/api/analyse", post(api::analysis))
        .route("/api/trace", post(api::trace))
        .route("/api/position", post(api_positions::position))
        .route("/api/solve", post(api_positions::solve))
        .route("/api/tournaments", get(listing::list).post(composing::start))
        .route("/api/tournaments/{id}", get(api_tournaments::one))
        .route("/api/tournaments/plan", get(composing::composable).post(composing::plan))
        .route("/api/tournaments/{id}/underway", get(api_tournaments::underway))
        .route("/api/tournaments/{id}/stop", post(api_tournaments::stop))
        .route("/api/tournaments/{id}/steer", post(api_tournaments::steer))
        .route("/api/tournaments/{id}/report.html", get(api_tournaments::report_html))
        .route("/api/tournaments/{id}/report.md", get(api_tournaments::report_markdown))
        .route("/api/tournaments/{id}/report.csv", get(api_tournaments::report_csv))
        .route("/api/tournaments/{id}/crosstable", get(api_tournaments::crosstable))
        .route("/api/tournaments/{id}/crosstable.csv", get(api_tournaments::crosstable_csv))
        .route("/api/tournaments/{id}/records", get(api_tournaments::records))
        .route("/api/tournaments/{id}/records.jsonl", get(api_tournaments::records_jsonl))
        .route("/api/tournaments/{id}/records.csv", get(api_tournaments::records_csv))
        .route("/api/tournaments/{id}/records.pgn", get(api_tournaments::records_pgn))
        .route("/api/tournaments/{id}/records.pdn", get(api_tournaments::records_pdn))
        .route("/api/tournaments/open", get(api_live::openable).post(api_live::open))
        .route("/api/tournaments/{id}/live", get(api_live::live))
        .route("/api/tournaments/{id}/begin", post(api_live::begin))
        .route("/api/tournaments/{id}/enter", post(api_live::enter).delete(api_live::quit))
        .route("/api/tournaments/{id}/invite", post(api_live::invite))
        .route("/api/tournaments/{id}/season", post(api_live::close_season))
        .route("/api/tournaments/{id}/seasons", get(api_live::seasons))
        .route("/api/operator/invitations", post(api_live::invitations))
        .route("/api/accounts/claim", post(api_accounts::claim))
        .route("/api/accounts/login", post(api_accounts::login))
        .route("/api/accounts/recover", post(api_accounts::recover))
        .route("/api/accounts/password", post(api_accounts::password))
        .route("/api/accounts/codes", post(api_accounts::codes))
        .route("/api/accounts/logout", post(api_accounts::logout))
        .route("/api/accounts/delete", post(api_accounts::delete))
        .route("/api/accounts/reset", post(api_accounts::reset))
        .route("/api/accounts/me", get(api_accounts::me))
        .route("/api/accounts/me/data", get(api_accounts::download::data))
        .route("/api/accounts/keys", post(api_accounts::keys::make))
        .route("/api/accounts/keys/{key}", delete(api_accounts::keys::revoke))
        .route("/api/accounts/bots", post(api_accounts::keys::make_bot))
        .route("/api/accounts/bots/{id}", delete(api_accounts::keys::delete_bot))
        .route("/api/accounts/bots/{id}/keys", post(api_accounts::keys::make_for_bot))
        .route("/api/accounts/bots/{id}/keys/{key}", delete(api_accounts::keys::revoke_of_bot))
        .route("/api/accounts/saved-bots", get(api_accounts::saved::list).post(api_accounts::saved::save))
        .route("/api/accounts/saved-bots/{game}/{name}", delete(api_accounts::saved::remove))
        .route("/api/operator", get(api_operator::who))
        .route("/api/operator/operations", get(api_operations::operations))
        .route("/api/operator/announcement", post(api_operations::announce))
        .route("/api/operator/drain", post(api_operations::drain))
        .route("/api/operator/links", post(api_operator::link))
        .route("/api/operator/session", post(api_operator::enter).delete(api_operator::leave))
        .route("/api/challenges", get(api_challenges::listed).post(api_challenges::make))
        .route("/api/challenges/mine", get(api_challenges::mine))
        .route("/api/challenges/rules", get(api_challenges::rules).post(api_challenges::set_rules))
        .route("/api/challenges/{id}", get(api_challenges::one).delete(api_challenges::withdraw))
        .route("/api/challenges/{id}/accept", post(api_challenges::accept))
        .route("/api/challenges/{id}/decline", post(api_challenges::decline))
        .route("/api/blocks", get(peace::blocks).post(peace::block))
        .route("/api/blocks/{player}", delete(peace::unblock))
        .route("/api/matches/{id}/mute", get(peace::muted).post(peace::mute))
        .route("/api/reports", post(peace::report))
        .route("/api/operator/reports", get(peace::reports))
        .route("/api/operator/notices", get(peace::notices))
        .route("/api/operator/reports/{id}/close", post(peace::close_report))
        .route("/api/operator/bans", get(peace::bans).post(peace::ban))
        .route("/api/operator/bans/{player}", delete(peace::unban))
        .route("/api/operator/matches/{id}/void", post(peace::void))
        .route("/api/operator/log", get(peace::log))
        .route("/api/openapi.json", get(openapi::document))
        .route("/healthz", get(probes::healthz))
        .route("/readyz", get(probes::readyz))
        .route("/metrics", get(probes::metrics))
        .merge(lichess::router())
        .fallback(page::fallback)
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeout))
        // Inside the compression layer, because a compressed body can no longer be read.
        .layer(middleware::map_response(in_our_words))
        // Inside the compression layer too, because answers are charged by their uncompressed size.
        .layer(middleware::from_fn_with_state(Arc::clone(&app), metered::metered))
        // Streams are not compressed, because compression buffers its input and would delay lines.
        .layer(
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(NotForContentType::const_new(lichess::NDJSON))),
        )
        .layer(middleware::from_fn_with_state(Arc::clone(&app), paced))
        .layer(middleware::from_fn_with_state(Arc::clone(&app.edge), edge::admit))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), every))
        .with_state(app)
}

/// Counts responses and adds the headers.
async fn every(State(app): State<Arc<App>>, request: Request, next: Next) -> Response<Body> {
    // Records the route instead of the path, because a path may contain secrets.
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
    let is_embedded = page::is_embedded(request.uri().path());
    let span = tracing::debug_span!("request", method = %request.method(), route, status = Empty);
    let mut response = next.run(request).instrument(span.clone()).await;
    span.record("status", response.status().as_u16());
    app.metrics.count_response(response.status());
    if response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == lichess::NDJSON) {
        // nginx and other proxies would hold lines back until a buffer is full.
        response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    }
    let policy = &POLICIES[usize::from(is_embedded)];
    response.headers_mut().entry(CONTENT_SECURITY_POLICY).or_insert_with(|| policy.clone());
    if !is_embedded {
        response.headers_mut().insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Limits the request rate of an address. The operator and health checks are exempt.
async fn paced(State(app): State<Arc<App>>, caller: Caller, request: Request, next: Next) -> Response<Body> {
    let cost = match request.uri().path() {
        "/healthz" | "/readyz" => return next.run(request).await,
        "/metrics" => Cost::Request,
        // Each move of a bot is a request. Moves have a limit of their own.
        path if path.starts_with("/api/bot/game/") => Cost::File,
        path if path.starts_with("/api/") || path.starts_with("/game/") => Cost::Request,
        _ => Cost::File,
    };
    if caller.is_operator() {
        return next.run(request).await;
    }
    match app.limiter.admit_request(caller.address, cost) {
        Ok(()) => next.run(request).await,
        Err(wait) => {
            app.metrics.requests_refused.fetch_add(1, Ordering::Relaxed);
            ApiError::too_many_requests(wait).into_response()
        }
    }
}

/// Converts plain-text errors of the framework to JSON errors with a code.
async fn in_our_words(response: Response<Body>) -> Response<Body> {
    let status = response.status();
    let is_text = response.headers().get(CONTENT_TYPE).is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || !is_text {
        return response;
    }
    let text = axum::body::to_bytes(response.into_body(), 4_096).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    match status {
        StatusCode::METHOD_NOT_ALLOWED => ApiError::method_not_allowed(),
        StatusCode::SERVICE_UNAVAILABLE if text.is_empty() => {
            ApiError::unavailable(diagnostic!("timeout", "the request took too long; try again later"))
        }
        _ if status.is_client_error() => {
            let problem = text;
            ApiError::new(status, diagnostic!("bad_request", "bad request: {problem}", problem))
        }
        _ => ApiError::internal(text),
    }
    .into_response()
}

/// Opens a WebSocket.
async fn ws(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Result<Response<Body>, ApiError> {
    check_origin(request.headers(), &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
    socket::upgrade(&app, caller, request)
}
