//! Errors of requests: an HTTP status and a [`Diagnostic`].
//!
//! A handler creates an error where it detects it. Errors with several sources have a constructor here.

mod convert;

use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};

use arena_games::{Diagnostic, FieldError, GameError, diagnostic};
pub use arena_protocol::ErrorBody;
use arena_protocol::FromServer;
use arena_protocol::bounds::field_of;
use arena_protocol::error::whole_ms;

/// Reason why a request was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{diagnostic}")]
pub struct ApiError {
    status: StatusCode,
    diagnostic: Diagnostic,
    /// Path of the invalid key of the request.
    key: Option<String>,
    retry_after: Option<Duration>,
}

impl ApiError {
    /// Creates an error.
    #[must_use]
    pub const fn new(status: StatusCode, diagnostic: Diagnostic) -> Self {
        Self { status, diagnostic, key: None, retry_after: None }
    }

    /// The request is malformed.
    pub const fn bad_request(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::BAD_REQUEST, diagnostic)
    }

    /// The caller is not authenticated.
    pub(crate) const fn unauthorized(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, diagnostic)
    }

    /// The caller lacks permission.
    pub const fn forbidden(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::FORBIDDEN, diagnostic)
    }

    /// The resource does not exist.
    pub const fn not_found(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::NOT_FOUND, diagnostic)
    }

    /// The state of the resource does not permit the request.
    pub(crate) const fn conflict(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::CONFLICT, diagnostic)
    }

    /// The body or a value is too large.
    pub(crate) const fn too_large(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, diagnostic)
    }

    /// A value in a well-formed request is invalid.
    pub(crate) const fn invalid(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, diagnostic)
    }

    /// A limit has been reached.
    pub const fn over_limit(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, diagnostic)
    }

    /// The request cannot be served at the moment.
    pub(crate) const fn unavailable(diagnostic: Diagnostic) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, diagnostic)
    }

    /// An internal failure. The problem is logged and not disclosed.
    pub fn internal(problem: impl Display) -> Self {
        tracing::error!(%problem, "a request failed");
        let message = diagnostic!("internal", "internal server error; the server's log has the details");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Names the invalid key of the request, and begins the message with it.
    #[must_use]
    pub fn at(mut self, key: impl Into<String>) -> Self {
        let key = key.into();
        self.diagnostic.message = format!("{key}: {}", self.diagnostic.message);
        self.of(key)
    }

    /// Names the invalid key of the request, for a message that already speaks of it.
    #[must_use]
    pub fn of(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Names the field that a limit for texts is about.
    #[must_use]
    pub(crate) fn about_field(self) -> Self {
        let key = field_of(&self.diagnostic).map(str::to_owned);
        Self { key, ..self }
    }

    /// Names the part of the request to which the error's key belongs.
    #[must_use]
    pub(crate) fn within(mut self, part: &str) -> Self {
        self.key = Some(self.key.map_or_else(|| part.to_owned(), |key| format!("{part}.{key}")));
        self
    }

    /// Sets the time after which a retry is worthwhile.
    #[must_use]
    pub(crate) const fn after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Returns the code of the message.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.diagnostic.code
    }

    /// Returns the path of the invalid key.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the HTTP status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Converts the error to a message that answers the request `re`.
    #[must_use]
    pub fn message(self, re: Option<u64>) -> FromServer {
        FromServer::Error { re, error: self.body() }
    }

    /// Converts the error to the body of an HTTP response.
    #[must_use]
    pub fn body(self) -> ErrorBody {
        let retry_after_ms = self.retry_after.and_then(whole_ms);
        ErrorBody { key: self.key, retry_after_ms, ..ErrorBody::new(self.status.as_u16(), self.diagnostic) }
    }
}

/// Errors that several handlers return.
impl ApiError {
    pub(crate) fn no_hello() -> Self {
        ErrorBody::no_hello().into()
    }

    /// The error of a match, whose start has keys of its own.
    pub(crate) fn in_start(error: GameError) -> Self {
        ErrorBody::in_start(error).into()
    }

    /// The error of a question, whose position and moves have keys of their own.
    pub(crate) fn in_question(error: GameError) -> Self {
        ErrorBody::in_question(error).into()
    }

    pub(crate) fn unknown_token() -> Self {
        Self::unauthorized(diagnostic!("unknown_token", "unknown token; send hello without a token to play as a guest"))
    }

    pub(crate) fn wrong_login() -> Self {
        Self::unauthorized(diagnostic!("wrong_login", "wrong name, password or recovery code"))
    }

    pub(crate) fn needs_name() -> Self {
        Self::forbidden(diagnostic!(
            "needs_name",
            "only players with a claimed name can do this; claim one with POST /api/accounts/claim"
        ))
    }

    pub(crate) fn needs_operator() -> Self {
        Self::forbidden(diagnostic!(
            "needs_operator",
            "only the operator can do this; run `arena operator-link` on the server's machine and open the link, or \
             send the token in operator.token in the data directory"
        ))
    }

    pub(crate) fn not_from_you() -> Self {
        Self::conflict(diagnostic!("not_from_you", "this player does not accept challenges from you"))
    }

    pub fn no_such_match(id: impl Display) -> Self {
        ErrorBody::no_such_match(id).into()
    }

    pub fn no_such_challenge() -> Self {
        Self::not_found(diagnostic!(
            "no_such_challenge",
            "there is no such challenge for you; it may have been withdrawn, accepted by another player or expired"
        ))
    }

    pub(crate) fn no_such_tournament(id: impl Display) -> Self {
        let id = id.to_string();
        Self::not_found(diagnostic!("no_such_tournament", "there is no tournament {id}", id))
    }

    pub fn no_such_player(id: impl Display) -> Self {
        let id = id.to_string();
        Self::not_found(diagnostic!("no_such_player", "there is no player {id}", id))
    }

    pub(crate) fn not_finished(id: impl Display) -> Self {
        let id = id.to_string();
        Self::conflict(diagnostic!(
            "not_finished",
            "match {id} is not finished, so it has no record yet; ?live=true gives the game so far",
            id
        ))
    }

    pub(crate) fn nothing_here(path: &str) -> Self {
        Self::not_found(diagnostic!("not_found", "there is nothing at {path}", path))
    }

    pub(crate) fn method_not_allowed() -> Self {
        let message = diagnostic!("method_not_allowed", "this URL does not support this method");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, message)
    }

    pub(crate) fn no_token() -> Self {
        Self::unauthorized(diagnostic!(
            "no_token",
            "this request needs a player's token; send the header Authorization: Bearer <token>"
        ))
    }

    pub fn bad_body(error: FieldError) -> Self {
        ErrorBody::bad_body(error).into()
    }

    pub fn not_utf8() -> Self {
        Self::bad_request(diagnostic!("not_utf8", "the body is not UTF-8"))
    }

    pub fn no_offers() -> Self {
        Self::forbidden(diagnostic!("no_offers", "your opponent accepts no offers"))
    }

    pub fn analyses() -> Self {
        let message = diagnostic!(
            "analyses",
            "too many analyses, exports or tournament checks are running on the server or for your address; wait for \
             one to end"
        );
        Self::over_limit(message).after(Duration::from_secs(1))
    }

    pub(crate) fn registration_over() -> Self {
        Self::forbidden(diagnostic!("registration_over", "registration for this tournament is closed"))
    }

    pub(crate) fn foreign_origin(origin: String) -> Self {
        Self::forbidden(diagnostic!("foreign_origin", "pages of {origin} are not allowed to use this server", origin))
    }

    pub(crate) fn rate_limited(wait: Duration) -> Self {
        let wait_ms = wait.as_millis();
        Self::over_limit(diagnostic!("rate_limited", "too many messages; retry in {wait_ms} ms", wait_ms)).after(wait)
    }

    pub(crate) fn too_many_requests(wait: Duration) -> Self {
        let wait_s = seconds(wait);
        let message =
            diagnostic!("too_many_requests", "too many requests from your address; retry in {wait_s} s", wait_s);
        Self::over_limit(message).after(wait)
    }

    pub(crate) fn too_much_sent(wait: Duration) -> Self {
        let wait_s = seconds(wait);
        let message = diagnostic!(
            "too_much_sent",
            "you or your address have downloaded more than this server allows; retry in {wait_s} s",
            wait_s
        );
        Self::over_limit(message).after(wait)
    }

    pub(crate) fn largest_file(most: usize) -> Self {
        Self::too_large(diagnostic!("largest_file", "the tournament file exceeds the limit of {most} bytes", most))
    }

    pub fn largest_body(most: usize) -> Self {
        Self::too_large(diagnostic!("largest_body", "the request body exceeds the limit of {most} bytes", most))
    }

    pub(crate) fn draining() -> Self {
        Self::unavailable(diagnostic!(
            "draining",
            "the server is about to restart and accepts no new matches; running matches continue"
        ))
    }

    pub(crate) fn shutting_down() -> Self {
        Self::unavailable(diagnostic!("shutting_down", "the server is shutting down"))
    }

    pub(crate) fn no_storage() -> Self {
        Self::unavailable(diagnostic!("no_storage", "the server's storage is unavailable; try again later"))
    }
}

/// Whole seconds, rounded up.
fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

/// `Retry-After` of a limit that has no known end.
const USUAL_WAIT: Duration = Duration::from_secs(60);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        // A client that reaches a limit without a known end should not retry at once either.
        let usual = (self.status == StatusCode::TOO_MANY_REQUESTS).then_some(USUAL_WAIT);
        let (status, wait) = (self.status, self.retry_after.or(usual));
        let mut response = (status, Json(self.body())).into_response();
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            // The rest of the body is not read, so the connection cannot be used again.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(wait) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds(wait).into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_429_says_when_to_retry() {
        let error = ApiError::over_limit(diagnostic!("tournament_full", "the tournament is full"));
        for (error, seconds) in [(error.clone(), "60"), (error.after(Duration::from_millis(6_500)), "7")] {
            let response = error.into_response();
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()), Some(seconds));
        }
    }
}
