//! The description of the HTTP interface for programs.

use axum::Json;
use utoipa::OpenApi;

use super::{api, api_tournaments, edge, http};

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
        api::matches,
        api::one_match,
        api::record,
        api::record_pgn,
        api::record_pdn,
        api::events,
        api::player,
        api::leaderboard,
        api::analysis,
        api_tournaments::list,
        api_tournaments::start,
        api_tournaments::one,
        api_tournaments::stop,
        api_tournaments::steer,
        api_tournaments::report_html,
        api_tournaments::report_markdown,
        api_tournaments::crosstable,
        api_tournaments::crosstable_csv,
        api_tournaments::records,
        api_tournaments::records_jsonl,
        api_tournaments::records_pgn,
        api_tournaments::records_pdn,
        edge::api::who,
        edge::api::link,
        edge::api::enter,
        edge::api::leave,
        http::healthz,
        http::readyz,
        http::metrics,
        document
    )
)]
struct Description;

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "the OpenAPI document", body = serde_json::Value)))]
pub(super) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
