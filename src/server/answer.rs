//! Response types of the HTTP handlers.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::error::ApiError;
use arena_protocol::account::DoneView;

/// Result of an HTTP handler: a JSON body or an error.
pub type Answer<T> = Result<Json<T>, ApiError>;

/// Response of handlers that have nothing else to report.
pub(super) const DONE: Json<DoneView> = Json(DoneView { done: true });

/// Builds a JSON response with `Cache-Control: no-store`, for bodies that may contain secrets.
pub(super) fn no_store_json(answer: impl Serialize) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(answer)).into_response()
}
