//! An error as HTTP answers it: its body, and the header that says when to come again.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ApiError, seconds};
use crate::bots::FileError;
use crate::games::Problem;
use crate::play::Refusal;
use crate::play::link::Rejection;
use crate::protocol::{Code, Reason};

/// An error as the body of an HTTP answer.
#[derive(Debug, Serialize, Deserialize, ts_rs::TS, ToSchema)]
pub struct ErrorBody {
    /// Why, for programs.
    pub code: Code,
    /// Why, for people.
    pub message: String,
    /// After so many milliseconds it is worth trying again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// What exactly, with its values, where people run into it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<Reason>,
    /// The key of the request that is wrong, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// What is wrong with what stands there, with its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub problem: Option<Problem>,
}

impl ApiError {
    /// The error as the body of an HTTP answer.
    pub(in crate::server) fn body(&self) -> ErrorBody {
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

    /// The key of the request, or of the file in it, that is wrong, where it is one, and what is wrong.
    pub(super) fn wrong(&self) -> (Option<String>, Option<Problem>) {
        match self {
            Self::Field { key, problem, .. } => (Some((*key).to_owned()), Some(problem.clone())),
            Self::BadFile(FileError { key, problem, .. }) => (key.clone(), Some((**problem).clone())),
            Self::Wrong { problem, .. } => (None, Some(problem.clone())),
            Self::Game(error) | Self::Rejected(Rejection::Refused(Refusal::Illegal(error))) => {
                (None, Some(error.into()))
            }
            _ => (None, None),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (_, status) = self.code_and_status();
        let wait = self.retry_after();
        let mut response = (status, Json(self.body())).into_response();
        if let Some(wait) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds(wait).into());
        }
        response
    }
}
