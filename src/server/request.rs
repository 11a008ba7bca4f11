//! Extractors of the HTTP handlers: the caller, strictly parsed JSON bodies, and ids in paths.

use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::error::ApiError;
use arena_games::{Diagnostic, FieldError, diagnostic};
use arena_play::json::{self, from_json};
use arena_protocol::operator::Proof;

/// Extractor that admits the operator only, with the proof that was given.
pub(super) struct OperatorOnly(pub(super) Proof);

/// Extractor for a JSON body, parsed strictly. The request must come from a program or from the server's own page.
pub struct StrictJson(pub Value);

/// Deserialises the body of a request.
///
/// # Errors
/// [`ApiError`] with the problem.
pub(super) fn read<T: DeserializeOwned>(body: Value) -> Result<T, ApiError> {
    from_json(&body).map_err(ApiError::bad_body)
}

/// Extractor for the parameters of a query. An error names the parameter.
pub struct Query<T>(pub T);

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
pub fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| item.split(';').next().unwrap_or_default().trim() == kind)
}

/// The error for a number of rows outside of 1 to `most`.
pub(super) fn limit_error(given: u32, most: u32) -> ApiError {
    ApiError::bad_request(Diagnostic::range(given, 1, most)).at("limit")
}
