//! Conversions of the errors of other crates.

use std::time::Duration;

use axum::http::StatusCode;

use super::ApiError;
use arena_bots::{FileError, PlayerError};
use arena_games::{Diagnostic, FieldError, GameError, diagnostic};
use arena_play::Refusal;
use arena_play::handle::SendError;
use arena_play::link::Rejection;
use arena_protocol::{ErrorBody, Malformed};
use arena_store::StoreError;
use arena_store::accounts::Conflict;

impl From<ErrorBody> for ApiError {
    fn from(error: ErrorBody) -> Self {
        let ErrorBody { status, code, args, message, key, retry_after_ms } = error;
        let args = args.into_iter().map(|(name, value)| (name.into(), value)).collect();
        Self {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            diagnostic: Diagnostic { code: code.into(), args, message },
            key,
            retry_after: retry_after_ms.map(Duration::from_millis),
        }
    }
}

/// Errors that convert as in [`ErrorBody`].
macro_rules! as_bodies {
    ($($error:ty),*) => {$(
        impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                ErrorBody::from(error).into()
            }
        }
    )*};
}

as_bodies!(Malformed, Diagnostic, FieldError, GameError, SendError, Rejection, Refusal);

/// The message names the file, the line and the key.
impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        let diagnostic = Diagnostic { message: error.to_string(), ..(*error.problem).clone() };
        Self { key: error.key, ..Self::invalid(diagnostic) }
    }
}

impl ApiError {
    /// The error of an analysis.
    pub(crate) fn in_analysis(error: PlayerError) -> Self {
        error.of_question().map_or_else(Self::unavailable, Self::in_question)
    }
}

impl From<Conflict> for ApiError {
    fn from(conflict: Conflict) -> Self {
        const HOUR: Duration = Duration::from_secs(3_600);
        let diagnostic = conflict.diagnostic();
        match conflict {
            Conflict::NameTaken | Conflict::HasAccount => Self::conflict(diagnostic),
            Conflict::NoSuchCode => Self::unauthorized(diagnostic),
            Conflict::TooManyReports => Self::over_limit(diagnostic).after(HOUR),
            Conflict::ModuleRefused => Self::forbidden(diagnostic),
            Conflict::Full
            | Conflict::SavedBots(_)
            | Conflict::SavedBytes(_)
            | Conflict::Modules(_)
            | Conflict::ModuleVersions(_)
            | Conflict::ModuleBytes(_)
            | Conflict::ModulesInAll
            | Conflict::AlreadyReported => Self::over_limit(diagnostic),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(conflict) => conflict.into(),
            StoreError::NoSuch { what: "match", id } => Self::no_such_match(id),
            StoreError::NoSuch { what: "player", id } => Self::no_such_player(id),
            StoreError::NoSuch { what: "tournament", id } => Self::no_such_tournament(id),
            StoreError::NoSuch { .. } => Self::not_found(diagnostic!("no_such_entry", "there is no such entry")),
            StoreError::NotInTime => Self::unavailable(diagnostic!(
                "slow_query",
                "the database query took too long; narrow the request or try again later"
            ))
            .after(Duration::from_secs(1)),
            StoreError::NotWritten(_) | StoreError::NotRead(_) | StoreError::Closed => {
                tracing::error!(%error, "the store failed");
                Self::no_storage()
            }
            error => Self::internal(error),
        }
    }
}
