//! Routes, and the middleware for all responses: limits, headers, compression and error bodies.

use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, STRICT_TRANSPORT_SECURITY, X_FRAME_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::any;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;
use tracing::field::Empty;

use super::api_tournaments::{composing, listing};
use super::app::App;
use super::auth::check_origin;
use super::edge::{Caller, Peer};
use super::error::ApiError;
use super::limits::{ConnectionLimiter, Cost};
use super::metrics::Metrics;
use super::{
    api, api_accounts, api_challenges, api_live, api_modules, api_operations, api_operator, api_positions, api_ratings,
    api_tournaments, catalog, daily, edge, metered, moderation, openapi, page, pictures, probes, socket,
};
use crate::routes;
use arena_games::diagnostic;

/// Media type of newline-delimited JSON.
pub const NDJSON: &str = "application/x-ndjson";

/// Security headers of every response, besides the ones about its content and its frames.
const HEADERS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Tells browsers to use only HTTPS for a year. Only responses over the server's own TLS have it; otherwise the proxy
/// decides.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

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

routes! {
    info(
        title = "minimax-arena",
        description = "Games, bots, matches and tournaments. Play itself goes over \
        WebSocket at /ws, in the subprotocol arena.v1."
    );
    "/api/games" => get api::games;
    "/api/bots" => get api::bots;
    "/api/catalog" => get catalog::catalog;
    "/api/matches" => get api::matches;
    "/api/matches/{id}" => get api::one_match;
    "/api/matches/{id}/record" => get api::record;
    "/api/matches/{id}/record.pgn" => get api::record_pgn;
    "/api/matches/{id}/record.pdn" => get api::record_pdn;
    "/api/matches/{id}/events" => get api::events;
    "/api/matches/{id}/card.png" => get pictures::match_picture;
    "/api/matches/{id}/moves.gif" => get pictures::match_animation;
    "/api/players/{id}" => get api::player;
    "/api/players/{id}/ratings" => get api_ratings::history;
    "/api/players/{id}/opponents" => get api_ratings::opponents;
    "/api/ratings/{game}" => get api_ratings::ratings;
    "/api/leaderboard/{game}" => get api::leaderboard;
    "/api/analyse" => post api::analysis;
    "/api/trace" => post api::trace;
    "/api/position" => post api_positions::position;
    "/api/solve" => post api_positions::solve;
    "/api/cards/{view}" => get pictures::view_picture;
    "/api/daily/{day}" => get daily::results, post daily::answer;
    "/api/tournaments" => get listing::list, post composing::start;
    "/api/tournaments/{id}" => get api_tournaments::one;
    "/api/tournaments/plan" => get composing::composable, post composing::plan;
    "/api/tournaments/{id}/underway" => get api_tournaments::underway;
    "/api/tournaments/{id}/stop" => post api_tournaments::stop;
    "/api/tournaments/{id}/steer" => post api_tournaments::steer;
    "/api/tournaments/{id}/card.png" => get pictures::tournament_picture;
    "/api/tournaments/{id}/report.html" => get api_tournaments::report_html;
    "/api/tournaments/{id}/report.md" => get api_tournaments::report_markdown;
    "/api/tournaments/{id}/report.csv" => get api_tournaments::report_csv;
    "/api/tournaments/{id}/crosstable" => get api_tournaments::crosstable;
    "/api/tournaments/{id}/crosstable.csv" => get api_tournaments::crosstable_csv;
    "/api/tournaments/{id}/records" => get api_tournaments::records;
    "/api/tournaments/{id}/records.jsonl" => get api_tournaments::records_jsonl;
    "/api/tournaments/{id}/records.csv" => get api_tournaments::records_csv;
    "/api/tournaments/{id}/records.pgn" => get api_tournaments::records_pgn;
    "/api/tournaments/{id}/records.pdn" => get api_tournaments::records_pdn;
    "/api/tournaments/open" => get api_live::openable, post api_live::open;
    "/api/tournaments/{id}/live" => get api_live::live;
    "/api/tournaments/{id}/begin" => post api_live::begin;
    "/api/tournaments/{id}/enter" => post api_live::enter, delete api_live::quit;
    "/api/tournaments/{id}/invite" => post api_live::invite;
    "/api/tournaments/{id}/season" => post api_live::close_season;
    "/api/tournaments/{id}/seasons" => get api_live::seasons;
    "/api/operator/invitations" => post api_live::invitations;
    "/api/accounts/claim" => post api_accounts::claim;
    "/api/accounts/login" => post api_accounts::login;
    "/api/accounts/recover" => post api_accounts::recover;
    "/api/accounts/password" => post api_accounts::password;
    "/api/accounts/codes" => post api_accounts::codes;
    "/api/accounts/logout" => post api_accounts::logout;
    "/api/accounts/delete" => post api_accounts::delete;
    "/api/accounts/reset" => post api_accounts::reset;
    "/api/accounts/me" => get api_accounts::me;
    "/api/accounts/me/data" => get api_accounts::download::data;
    "/api/accounts/keys" => post api_accounts::keys::make;
    "/api/accounts/keys/{key}" => delete api_accounts::keys::revoke;
    "/api/accounts/bots" => post api_accounts::keys::make_bot;
    "/api/accounts/bots/{id}" => delete api_accounts::keys::delete_bot;
    "/api/accounts/bots/{id}/keys" => post api_accounts::keys::make_for_bot;
    "/api/accounts/bots/{id}/keys/{key}" => delete api_accounts::keys::revoke_of_bot;
    "/api/accounts/saved-bots" => get api_accounts::saved::list, post api_accounts::saved::save;
    "/api/accounts/saved-bots/{game}/{name}" => delete api_accounts::saved::remove;
    "/api/operator" => get api_operator::who;
    "/api/operator/operations" => get api_operations::operations;
    "/api/operator/announcement" => post api_operations::announce;
    "/api/operator/drain" => post api_operations::drain;
    "/api/operator/links" => post api_operator::link;
    "/api/operator/session" => post api_operator::enter, delete api_operator::leave;
    "/api/modules" => get api_modules::list;
    "/api/modules/{game}/{name}" => post api_modules::hand_in, delete api_modules::remove;
    "/api/modules/files/{digest}" => get api_modules::file;
    "/api/operator/modules/{digest}/refuse" => post api_modules::refuse;
    "/api/challenges" => get api_challenges::listed, post api_challenges::make;
    "/api/challenges/mine" => get api_challenges::mine;
    "/api/challenges/rules" => get api_challenges::rules, post api_challenges::set_rules;
    "/api/challenges/{id}" => get api_challenges::one, delete api_challenges::withdraw;
    "/api/challenges/{id}/accept" => post api_challenges::accept;
    "/api/challenges/{id}/decline" => post api_challenges::decline;
    "/api/blocks" => get moderation::blocks, post moderation::block;
    "/api/blocks/{player}" => delete moderation::unblock;
    "/api/matches/{id}/mute" => get moderation::muted, post moderation::mute;
    "/api/reports" => post moderation::report;
    "/api/operator/reports" => get moderation::reports;
    "/api/operator/notices" => get moderation::notices;
    "/api/operator/reports/{id}/close" => post moderation::close_report;
    "/api/operator/bans" => get moderation::bans, post moderation::ban;
    "/api/operator/bans/{player}" => delete moderation::unban;
    "/api/operator/matches/{id}/void" => post moderation::void;
    "/api/operator/log" => get moderation::log;
    "/api/openapi.json" => get openapi::document;
    "/healthz" => get probes::healthz;
    "/readyz" => get probes::readyz;
    "/metrics" => get probes::metrics;
}

/// Builds the router with all routes and middleware.
pub(super) fn router(app: App) -> Router {
    let settings = app.settings.get();
    let limits = &settings.limits;
    let timeout = Duration::from_millis(limits.request_ms);
    let all = Router::new().route("/ws", any(ws)).merge(routes());
    app.extensions
        .iter()
        .fold(all, |all, extension| all.merge(extension.routes()))
        .fallback(page::fallback)
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeout))
        // Inside the compression layer, because a compressed body can no longer be read.
        .layer(middleware::map_response(in_our_words))
        // Inside the compression layer too, because answers are charged by their uncompressed size.
        .layer(middleware::from_fn_with_state(app.clone(), metered::metered))
        // Streams are not compressed, because compression buffers its input and would delay lines.
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(NotForContentType::const_new(NDJSON))))
        .layer(middleware::from_fn_with_state(app.clone(), paced))
        .layer(middleware::from_fn_with_state(Arc::clone(&app.edge), edge::admit))
        .layer(middleware::from_fn_with_state(app.clone(), every))
        .with_state(app)
}

/// Counts responses and adds the headers.
async fn every(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response<Body> {
    // Records the route instead of the path, because a path may contain secrets.
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
    let is_embedded = page::is_embedded(request.uri().path());
    let is_secured = matches!(request.extensions().get::<Peer>(), Some(Peer::Tls(_)));
    // Browsers send this header only to addresses that they trust, and complain about the policy at all others.
    let is_trusted = request.headers().contains_key("sec-fetch-site");
    let span = tracing::debug_span!("request", method = %request.method(), route, status = Empty);
    let mut response = next.run(request).instrument(span.clone()).await;
    span.record("status", response.status().as_u16());
    metrics.count_response(response.status());
    if response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == NDJSON) {
        // nginx and other proxies would hold lines back until a buffer is full.
        response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    }
    let policy = &POLICIES[usize::from(is_embedded)];
    response.headers_mut().entry(CONTENT_SECURITY_POLICY).or_insert_with(|| policy.clone());
    if !is_embedded {
        response.headers_mut().insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if is_secured {
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    if is_trusted {
        response.headers_mut().insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Limits the request rate of an address. The operator and health checks are exempt.
async fn paced(
    State((limiter, metrics)): State<(Arc<ConnectionLimiter>, Arc<Metrics>)>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response<Body> {
    let cost = match request.uri().path() {
        "/healthz" | "/readyz" => return next.run(request).await,
        "/metrics" => Cost::Request,
        // Each move of a bot is a request. Moves have a limit of their own.
        path if path.starts_with("/api/bot/game/") => Cost::File,
        path if path.starts_with("/api/") || path.starts_with("/game/") || path == "/mcp" => Cost::Request,
        _ => Cost::File,
    };
    if caller.is_operator() {
        return next.run(request).await;
    }
    match limiter.admit_request(caller.address, cost) {
        Ok(()) => next.run(request).await,
        Err(wait) => {
            metrics.requests_refused.fetch_add(1, Ordering::Relaxed);
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
async fn ws(State(app): State<App>, caller: Caller, request: Request) -> Result<Response<Body>, ApiError> {
    check_origin(request.headers(), &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
    socket::upgrade(&app, caller, request)
}
