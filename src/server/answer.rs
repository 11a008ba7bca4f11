//! What handlers answer with.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::error::ApiError;
use crate::protocol::account::DoneView;

/// What a handler of HTTP answers: a body of JSON, or why there is none.
pub(super) type Answer<T> = Result<Json<T>, ApiError>;

/// The answer where there is nothing else to be told.
pub(super) const DONE: Json<DoneView> = Json(DoneView { done: true });

/// An answer that no cache keeps: it may hold what is told once.
pub(super) fn no_store_json(answer: impl Serialize) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(answer)).into_response()
}
