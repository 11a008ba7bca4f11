//! Extractors of the HTTP handlers: the caller, strictly parsed JSON bodies, and ids in paths.

use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequestParts, Request};
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
use arena_games::{Diagnostic, FieldError, diagnostic};
use arena_play::json::{self, from_json};
use arena_protocol::operator::Proof;
use arena_protocol::strict;
use arena_store as store;

/// Extractor that admits the operator only, with the proof that was given.
pub(super) struct OperatorOnly(pub(super) Proof);

impl FromRequestParts<App> for OperatorOnly {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
        match caller.class {
            Class::Operator(proof) => Ok(Self(proof)),
            Class::Guest => Err(ApiError::needs_operator()),
        }
    }
}

impl FromRequestParts<App> for Requester {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
        let mut given = parts.headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (given.next(), given.next()) else { return Err(ApiError::no_token()) };
        let (scheme, token) =
            value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(ApiError::no_token)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(ApiError::no_token());
        }
        let store::TokenHolder { player, token, scopes, .. } =
            app.accounts
                .known(token.trim(), caller.address)
                .await
                .map_err(|error| if error.code() == "unknown_token" { ApiError::no_token() } else { error })?;
        app.bots.principals.arrives(&player, caller.address);
        let requester = Self { player, token, scopes: scopes.as_deref().map(scopes_of), caller };
        if let Some(scope) = scope_of(&parts.method, parts.uri.path()) {
            requester.check_scope(scope)?;
        }
        Ok(requester)
    }
}

impl OptionalFromRequestParts<App> for Requester {
    type Rejection = ApiError;

    /// Returns `None` without a token, and for a token that no player has, such as the operator's.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, ApiError> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(None);
        }
        Ok(<Self as FromRequestParts<App>>::from_request_parts(parts, app).await.ok())
    }
}

/// Extractor for a JSON body, parsed strictly. The request must come from a program or from the server's own page.
pub(super) struct StrictJson(pub(super) Value);

impl FromRequest<App> for StrictJson {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, app: &App) -> Result<Self, ApiError> {
        check_origin(request.headers(), &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(ApiError::bad_request(diagnostic!("not_json", "Content-Type must be application/json")));
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                let most = app.settings.get().limits.body_bytes;
                ApiError::largest_body(most)
            } else {
                ApiError::bad_request(diagnostic!(
                    "body_incomplete",
                    "the body could not be read or arrived too slowly"
                ))
            }
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::not_utf8())?;
        let value = strict::parse(text).map_err(|problem| ApiError::bad_body(FieldError::whole(problem)))?;
        Ok(Self(value))
    }
}

/// Deserialises the body of a request.
///
/// # Errors
/// [`ApiError`] with the problem.
pub(super) fn read<T: DeserializeOwned>(body: Value) -> Result<T, ApiError> {
    from_json(&body).map_err(ApiError::bad_body)
}

/// Extractor for the parameters of a query. An error names the parameter.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|axum::extract::Query(query)| Self(query)).map_err(|rejection| {
            let mut source = rejection.source();
            let located = loop {
                let Some(error) = source else { break None };
                match error.downcast_ref::<QueryError>() {
                    Some(located) => break Some(json::located(located)),
                    None => source = error.source(),
                }
            };
            let FieldError { path, problem } = located.unwrap_or_else(|| FieldError::whole(rejection.body_text()));
            let problem = problem.message;
            if path.is_empty() {
                ApiError::bad_request(diagnostic!("bad_request", "bad request: {problem}", problem))
            } else {
                bad_filter(path, problem)
            }
        })
    }
}

/// Parses an optional parameter of a query.
pub(super) fn parameter<T: FromStr<Err: Display>>(key: &str, text: Option<&str>) -> Result<Option<T>, ApiError> {
    text.map(str::parse).transpose().map_err(|error| bad_filter(key, error))
}

/// The error for an invalid parameter of a query.
fn bad_filter(key: impl Into<String>, problem: impl Display) -> ApiError {
    let problem = problem.to_string();
    ApiError::bad_request(diagnostic!("bad_filter", "{problem}", problem)).at(key)
}

/// The error of a query, which says where it is.
type QueryError = serde_path_to_error::Error<serde::de::value::Error>;

/// Parses the id of a player or another object.
pub(super) fn id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| {
        ApiError::not_found(diagnostic!("bad_id", "{given} is not an id; an id is a UUID", given = quoted(text)))
    })
}

/// Parses the id of a match in the path. A text that is not a UUID names no match.
///
/// # Errors
/// [`ApiError`] if the text is not a UUID.
pub(super) fn match_id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::no_such_match(quoted(text)))
}

/// Parses the id of a tournament in the path.
///
/// # Errors
/// [`ApiError`] if the text is not a UUID.
pub(super) fn tournament_id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::no_such_tournament(quoted(text)))
}

fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(64).collect::<String>())
}

/// True if the `Accept` header lists this media type.
pub(super) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| item.split(';').next().unwrap_or_default().trim() == kind)
}

/// The error for a number of rows outside of 1 to `most`.
pub(super) fn limit_error(given: u32, most: u32) -> ApiError {
    ApiError::bad_request(Diagnostic::range(given, 1, most)).at("limit")
}
