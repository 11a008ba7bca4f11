//! What handlers take from a request: who calls, a JSON body read strictly, an id from the path.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::accounts::scopes_of;
use super::app::App;
use super::auth::check_origin;
use super::edge::{Caller, Class};
use super::error::ApiError;
use super::principals::{Requester, scope_of};
use crate::games::parser_words;
use crate::protocol::Reason;
use crate::protocol::operator::Proof;
use crate::protocol::strict;
use crate::store;

/// The caller is the operator, known by this.
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

/// The body of a request as the handler takes it.
///
/// # Errors
/// [`ApiError::BadRequest`] with what is wrong.
pub(super) fn read<T: DeserializeOwned + Serialize>(body: Value) -> Result<T, ApiError> {
    parser_words::json(&body).map_err(ApiError::BadRequest)
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
