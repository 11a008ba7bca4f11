//! Extractors of the HTTP handlers: the caller, strictly parsed JSON bodies, and ids in paths.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::accounts::scopes_of;
use super::app::App;
use super::auth::check_origin;
use super::edge::{Caller, Class};
use super::error::ApiError;
use super::principals::{Requester, scope_of};
use arena_bots::json::from_json;
use arena_protocol::operator::Proof;
use arena_protocol::{Reason, strict};
use arena_store as store;

/// Extractor that admits the operator only, with the proof that was given.
pub(super) struct OperatorOnly(pub(super) Proof);

impl FromRequestParts<Arc<App>> for OperatorOnly {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::ForeignOrigin)?;
        match caller.class {
            Class::Operator(proof) => Ok(Self(proof)),
            Class::Guest => Err(ApiError::NotOperator),
        }
    }
}

impl FromRequestParts<Arc<App>> for Requester {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::ForeignOrigin)?;
        let mut given = parts.headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (given.next(), given.next()) else { return Err(ApiError::NoToken) };
        let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or(ApiError::NoToken)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(ApiError::NoToken);
        }
        let store::TokenHolder { player, token, scopes, .. } =
            app.accounts.known(token.trim(), caller.address).await.map_err(|error| match error {
                ApiError::Unauthorised => ApiError::NoToken,
                error => error,
            })?;
        app.bots.principals.arrives(&player, caller.address);
        let requester = Self { player, token, scopes: scopes.as_deref().map(scopes_of), caller };
        if let Some(scope) = scope_of(&parts.method, parts.uri.path()) {
            requester.check_scope(scope)?;
        }
        Ok(requester)
    }
}

/// Extractor for a JSON body, parsed strictly. The request must come from a program or from the server's own page.
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
                Reason::LargestBody { most }.into()
            } else {
                ApiError::BadRequest("the body could not be read, or came too slowly".to_owned())
            }
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::BadRequest("the body is not UTF-8".to_owned()))?;
        let value =
            strict::parse(text).map_err(|problem| ApiError::BadRequest(format!("the body is no JSON: {problem}")))?;
        Ok(Self(value))
    }
}

/// Deserialises the body of a request.
///
/// # Errors
/// [`ApiError::BadRequest`] with the problem.
pub(super) fn read<T: DeserializeOwned>(body: Value) -> Result<T, ApiError> {
    from_json(&body).map_err(ApiError::BadRequest)
}

/// Parses the id of a player or another object.
pub(super) fn id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound(format!("{} is no id: an id is a UUID", quoted(text))))
}

/// Parses the id of a match in the path. A text that is not a UUID names no match.
///
/// # Errors
/// [`ApiError::NoSuchMatch`] if the text is not a UUID.
pub(super) fn match_id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::NoSuchMatch(quoted(text)))
}

/// Parses the id of a tournament in the path.
///
/// # Errors
/// [`ApiError::NotFound`] if the text is not a UUID.
pub(super) fn tournament_id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound(format!("there is no tournament {}", quoted(text))))
}

fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(64).collect::<String>())
}

/// True if the `Accept` header lists this media type.
pub(super) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| item.split(';').next().unwrap_or_default().trim() == kind)
}
