//! What handlers take from a request: who calls, a JSON body read strictly, an id from the path.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;
use uuid::Uuid;

use super::app::App;
use super::auth::check_origin;
use super::edge::Caller;
use super::error::ApiError;
use crate::protocol::strict;

/// The caller is the operator.
pub(super) struct OperatorOnly;

impl FromRequestParts<Arc<App>> for OperatorOnly {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::ForeignOrigin)?;
        if caller.is_operator() { Ok(Self) } else { Err(ApiError::NotOperator) }
    }
}

/// A JSON body from a program or from our own page.
pub(super) struct StrictJson(pub(super) Value);

impl FromRequest<Arc<App>> for StrictJson {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, app: &Arc<App>) -> Result<Self, ApiError> {
        check_origin(request.headers(), &app.settings.get().server.origins).map_err(ApiError::ForeignOrigin)?;
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(ApiError::BadRequest("the content type must be application/json".to_owned()));
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                let most = app.settings.get().limits.body_bytes;
                ApiError::TooLarge(format!("a body may have {most} bytes"))
            } else {
                ApiError::BadRequest("the body could not be read, or came too slowly".to_owned())
            }
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::BadRequest("the body is not UTF-8".to_owned()))?;
        let value =
            strict::parse(text).map_err(|error| ApiError::BadRequest(format!("the body is no JSON: {error}")))?;
        Ok(Self(value))
    }
}

/// A player in the path, or an id in the query.
pub(super) fn id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound(format!("{} is no id: an id is a UUID", quoted(text))))
}

/// A match in the path; what is no UUID is no match either.
///
/// # Errors
/// [`ApiError::NoSuchMatch`] with the text.
pub(super) fn match_id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::NoSuchMatch(quoted(text)))
}

/// A tournament in the path.
///
/// # Errors
/// [`ApiError::NotFound`] with the text.
pub(super) fn tournament_id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound(format!("there is no tournament {}", quoted(text))))
}

fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(64).collect::<String>())
}

/// Whether the client prefers this media type, by `Accept`.
pub(super) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| item.split(';').next().unwrap_or_default().trim() == kind)
}
