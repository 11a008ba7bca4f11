//! The OpenAPI description of the HTTP API. `tests/openapi` checks the server against it.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::OpenApi;

use super::app::App;
use super::extension::Extension;
use super::http;

/// Responses that any request below `/api` and `/game` and the WebSocket handshake may receive.
const ANY: [(&str, &str); 3] = [
    ("400", "the request could not be read"),
    ("429", "too many requests from this address; `retry_after_ms` and `Retry-After` say when to come back"),
    ("503", "not at the moment: too much is asked, the storage fails, or the server is shutting down"),
];

/// Additional responses for requests with a body.
const WITH_BODY: [(&str, &str); 2] =
    [("403", "a page of another site may not ask this, or only the operator may"), ("413", "the body is too large")];

fn describe(extensions: &[Box<dyn Extension>]) -> Value {
    let all = extensions.iter().map(|extension| extension.description());
    let described = serde_json::to_value(all.fold(http::Description::openapi(), utoipa::openapi::OpenApi::merge_from));
    let mut described = described.expect("the description can be serialised");
    described["paths"]["/ws"] = json!({"get": websocket()});
    let paths = described["paths"].as_object_mut().expect("paths are an object");
    for (path, operations) in paths.iter_mut().filter(|(path, _)| is_limited(path)) {
        for operation in operations.as_object_mut().into_iter().flat_map(|operations| operations.values_mut()) {
            complete(path, operation);
        }
    }
    described
}

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
pub(super) async fn document(State(app): State<App>) -> Response {
    Json(app.description.get_or_init(|| describe(&app.extensions))).into_response()
}
