//! Errors as HTTP responses: the body and the `Retry-After` header.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ApiError, seconds};
use arena_bots::FileError;
use arena_games::Problem;
use arena_play::Refusal;
use arena_play::action::MOST_TAKEBACKS;
use arena_play::circumstance::millis;
use arena_play::link::Rejection;
use arena_protocol::{Code, Reason};
use arena_store::StoreError;
use arena_store::accounts::Conflict;

/// Body of an HTTP error response.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ErrorBody {
    /// Error code for programs.
    pub code: Code,
    /// Message for people.
    pub message: String,
    /// Milliseconds after which a retry is worthwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The reason with its values, for common refusals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub detail: Option<Reason>,
    /// The invalid key of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub key: Option<String>,
    /// The problem with the value of the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub problem: Option<Problem>,
}

impl ApiError {
    /// Converts the error to the body of an HTTP response.
    pub(crate) fn body(&self) -> ErrorBody {
        let (key, problem) = self.wrong();
        ErrorBody {
            code: self.code_and_status().0,
            message: self.sentence(),
            retry_after_ms: self.retry_after_ms(),
            detail: self.detail(),
            key,
            problem,
        }
    }

    /// Returns the reason with its values, for errors that have one.
    #[must_use]
    pub fn detail(&self) -> Option<Reason> {
        let reason = match self {
            Self::Told(reason) => reason.clone(),
            Self::NoAccount => Reason::NeedsName,
            Self::NotOperator => Reason::NeedsOperator,
            Self::WrongLogin => Reason::WrongLogin,
            Self::Rejected(Rejection::Unavailable { kept: true }) => Reason::StoredLater,
            Self::Rejected(Rejection::Unavailable { kept: false }) => Reason::NotStored,
            Self::Rejected(Rejection::Refused(Refusal::TooManyTakebacks)) => Reason::Takebacks { most: MOST_TAKEBACKS },
            Self::Rejected(Rejection::Refused(Refusal::NotOver)) => Reason::RematchEarly,
            Self::Rejected(Rejection::Refused(Refusal::TooEarly { wait })) => {
                Reason::MayComeBack { wait_ms: millis(*wait) }
            }
            Self::Store(StoreError::Conflict(conflict)) => match conflict {
                Conflict::NameTaken => return None,
                Conflict::HasAccount => Reason::HasAccount,
                Conflict::Full => Reason::AccountFull,
                Conflict::TooManyReports => Reason::Reports,
                Conflict::AlreadyReported => Reason::AlreadyReported,
                Conflict::NoSuchCode => Reason::RecoveryCode,
            },
            Self::Store(StoreError::NotWritten(_) | StoreError::NotRead(_) | StoreError::Closed) => Reason::NoStorage,
            _ => return None,
        };
        Some(reason)
    }

    /// Returns the invalid key of the request or of the file in it, and the problem.
    pub(super) fn wrong(&self) -> (Option<String>, Option<Problem>) {
        match self {
            Self::Field { key, problem, .. } => (Some((*key).to_owned()), Some(problem.clone())),
            Self::BadFile(FileError { key, problem, .. }) => (key.clone(), Some((**problem).clone())),
            Self::Wrong { problem, .. } => (None, Some(problem.clone())),
            Self::Game(error) => (None, Some(error.into())),
            Self::Rejected(Rejection::Refused(Refusal::Illegal(error))) => (None, Some((&**error).into())),
            _ => (None, None),
        }
    }
}

/// `Retry-After` of a limit that has no known end.
const USUAL_WAIT: Duration = Duration::from_secs(60);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (_, status) = self.code_and_status();
        let wait = self.retry_after();
        let mut response = (status, Json(self.body())).into_response();
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            // The rest of the body is not read, so the connection cannot be used again.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        // A client that meets another limit should not ask again at once.
        let wait = wait.or((status == StatusCode::TOO_MANY_REQUESTS).then_some(USUAL_WAIT));
        if let Some(wait) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds(wait).into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_429_says_when_to_retry() {
        let wait = Duration::from_secs(7);
        for (error, seconds) in [
            (ApiError::from(Reason::TournamentFull), "60"),
            (ApiError::from(Reason::OwnMatches { most: 3 }), "60"),
            (ApiError::TooManyAtOnce("too many"), "1"),
            (ApiError::RateLimited { wait }, "7"),
        ] {
            let response = error.into_response();
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()), Some(seconds));
        }
    }

    #[test]
    fn detail_has_the_same_sentence_and_code_as_the_error() {
        let refused = |refusal| ApiError::Rejected(Rejection::Refused(refusal));
        let conflicts = [
            Conflict::HasAccount,
            Conflict::Full,
            Conflict::TooManyReports,
            Conflict::AlreadyReported,
            Conflict::NoSuchCode,
        ];
        let mut errors = vec![
            ApiError::NoAccount,
            ApiError::NotOperator,
            ApiError::WrongLogin,
            ApiError::Rejected(Rejection::Unavailable { kept: true }),
            ApiError::Rejected(Rejection::Unavailable { kept: false }),
            refused(Refusal::TooManyTakebacks),
            refused(Refusal::NotOver),
            refused(Refusal::TooEarly { wait: Duration::from_millis(1_500) }),
            ApiError::Store(StoreError::Closed),
        ];
        errors.extend(conflicts.map(|conflict| ApiError::Store(StoreError::Conflict(conflict))));
        for error in errors {
            let reason = error.detail().expect("the error has a detail");
            assert_eq!(error.sentence(), reason.to_string());
            assert_eq!(error.code_and_status().0, reason.code(), "{error}");
        }
    }
}
