//! The OpenAPI description of the HTTP API. `tests/openapi` checks the server against it.

use std::sync::LazyLock;

use axum::Json;
use serde_json::{Value, json};
use utoipa::OpenApi;

use super::{
    api, api_accounts, api_challenges, api_live, api_operations, api_operator, api_positions, api_ratings,
    api_tournaments, catalog, lichess, peace, probes,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "minimax-arena",
        description = "Games, bots, matches and tournaments. Play itself goes over \
        WebSocket at /ws, in the subprotocol arena.v1."
    ),
    paths(
        api::games,
        api::bots,
        catalog::catalog,
        api::matches,
        api::one_match,
        api::record,
        api::record_pgn,
        api::record_pdn,
        api::events,
        api::player,
        api::leaderboard,
        api_ratings::ratings,
        api_ratings::history,
        api_ratings::opponents,
        api::analysis,
        api::trace,
        api_positions::position,
        api_positions::solve,
        api_tournaments::listing::list,
        api_tournaments::composing::start,
        api_tournaments::composing::plan,
        api_tournaments::composing::composable,
        api_tournaments::one,
        api_tournaments::underway,
        api_tournaments::stop,
        api_tournaments::steer,
        api_tournaments::report_html,
        api_tournaments::report_markdown,
        api_tournaments::crosstable,
        api_tournaments::crosstable_csv,
        api_tournaments::report_csv,
        api_tournaments::records,
        api_tournaments::records_jsonl,
        api_tournaments::records_csv,
        api_tournaments::records_pgn,
        api_tournaments::records_pdn,
        api_live::open,
        api_live::openable,
        api_live::live,
        api_live::begin,
        api_live::enter,
        api_live::quit,
        api_live::invite,
        api_live::close_season,
        api_live::seasons,
        api_live::invitations,
        api_accounts::claim,
        api_accounts::login,
        api_accounts::recover,
        api_accounts::password,
        api_accounts::codes,
        api_accounts::logout,
        api_accounts::delete,
        api_accounts::reset,
        api_accounts::me,
        api_accounts::download::data,
        api_accounts::keys::make,
        api_accounts::keys::revoke,
        api_accounts::keys::make_bot,
        api_accounts::keys::delete_bot,
        api_accounts::keys::make_for_bot,
        api_accounts::keys::revoke_of_bot,
        api_accounts::saved::list,
        api_accounts::saved::save,
        api_accounts::saved::remove,
        api_challenges::listed,
        api_challenges::mine,
        api_challenges::one,
        api_challenges::make,
        api_challenges::accept,
        api_challenges::decline,
        api_challenges::withdraw,
        api_challenges::rules,
        api_challenges::set_rules,
        peace::block,
        peace::unblock,
        peace::blocks,
        peace::mute,
        peace::muted,
        peace::report,
        peace::reports,
        peace::notices,
        peace::close_report,
        peace::ban,
        peace::unban,
        peace::bans,
        peace::void,
        peace::log,
        api_operations::operations,
        api_operations::announce,
        api_operations::drain,
        api_operator::who,
        api_operator::link,
        api_operator::enter,
        api_operator::leave,
        probes::healthz,
        probes::readyz,
        probes::metrics,
        document
    )
)]
struct Description;

/// Responses that any request below `/api` and `/game` and the WebSocket handshake may receive.
const ANY: [(&str, &str); 3] = [
    ("400", "the request could not be read"),
    ("429", "too many requests from this address; `retry_after_ms` and `Retry-After` say when to come back"),
    ("503", "not at the moment: too much is asked, the storage fails, or the server is shutting down"),
];

/// Additional responses for requests with a body.
const WITH_BODY: [(&str, &str); 2] =
    [("403", "a page of another site may not ask this, or only the operator may"), ("413", "the body is too large")];

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let described = serde_json::to_value(Description::openapi().merge_from(lichess::Description::openapi()));
    let mut described = described.expect("the description can be serialised");
    described["paths"]["/ws"] = json!({"get": websocket()});
    let paths = described["paths"].as_object_mut().expect("paths are an object");
    for (path, operations) in paths.iter_mut().filter(|(path, _)| is_limited(path)) {
        for operation in operations.as_object_mut().into_iter().flat_map(|operations| operations.values_mut()) {
            complete(path, operation);
        }
    }
    described
});

/// True for paths with a rate limit.
fn is_limited(path: &str) -> bool {
    path.starts_with("/api/") || path.starts_with("/game/") || path == "/ws"
}

/// Adds the responses that do not depend on the operation.
fn complete(path: &str, operation: &mut Value) {
    let has_body = operation.get("requestBody").is_some();
    let is_changing = has_body || path.ends_with("/stop");
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    let extra: &[(&str, &str)] = if is_changing { &WITH_BODY } else { &[] };
    for (status, description) in ANY.iter().chain(extra) {
        let response = json!({
            "description": description,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}},
        });
        let response = responses.entry(*status).or_insert(response);
        if *status == "429" {
            let seconds = json!({"description": "seconds to wait", "schema": {"type": "integer", "minimum": 1}});
            response["headers"] = json!({"Retry-After": seconds});
        }
    }
}

/// The WebSocket handshake. `docs/protocol.md` describes the messages.
fn websocket() -> Value {
    json!({
        "tags": ["play"],
        "operationId": "ws",
        "summary": "The WebSocket, in the subprotocol arena.v1.",
        "responses": {
            "101": {"description": "the connection is a WebSocket from now on"},
            "403": {
                "description": "a page of another site may not connect",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}},
            },
        },
    })
}

/// Returns this OpenAPI document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "the OpenAPI document", body = serde_json::Value)))]
pub(super) async fn document() -> Json<&'static Value> {
    Json(&DESCRIPTION)
}
