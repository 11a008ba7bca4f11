//! Conversions of the errors of other crates.

use std::time::Duration;

use axum::http::StatusCode;

use super::ApiError;
use arena_bots::{FileError, PlayerError};
use arena_games::{Diagnostic, FieldError, GameError, diagnostic};
use arena_play::Refusal;
use arena_play::handle::SendError;
use arena_play::link::Rejection;
use arena_protocol::Malformed;
use arena_store::StoreError;
use arena_store::accounts::Conflict;

impl From<Malformed> for ApiError {
    fn from(error: Malformed) -> Self {
        match error {
            Malformed::Bad { key, diagnostic, .. } => Self { key, ..Self::bad_request(diagnostic) },
            Malformed::NoSuchMatch { given, .. } => Self::no_such_match(format!("{given:?}")),
        }
    }
}

/// The error for a text or a list that is too long.
impl From<Diagnostic> for ApiError {
    fn from(problem: Diagnostic) -> Self {
        Self::bad_request(problem).about_field()
    }
}

impl From<FieldError> for ApiError {
    fn from(FieldError { path, problem }: FieldError) -> Self {
        Self::invalid(problem).at(path)
    }
}

/// The message names the file, the line and the key.
impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        let diagnostic = Diagnostic { message: error.to_string(), ..(*error.problem).clone() };
        Self { key: error.key, ..Self::invalid(diagnostic) }
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> Self {
        let status = match error {
            GameError::UnknownGame { .. } => StatusCode::NOT_FOUND,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let key = match error {
            GameError::UnknownGame { .. } => Some("game"),
            GameError::Options { .. } => Some("options"),
            GameError::Evaluation { .. } => Some("evaluation"),
            GameError::Position { .. } | GameError::IllegalMove { .. } | GameError::MoveText(_) => None,
        };
        let key = key.map(str::to_owned);
        Self { key, ..Self::new(status, Diagnostic { message: error.to_string(), ..(&error).into() }) }
    }
}

impl ApiError {
    /// The error of a match, whose start has keys of its own.
    pub(crate) fn in_start(error: GameError) -> Self {
        let key = match error {
            GameError::Position { .. } => Some("start.position"),
            GameError::IllegalMove { .. } | GameError::MoveText(_) => Some("start.moves"),
            _ => None,
        };
        Self::from(error).about(key)
    }

    /// The error of an analysis.
    pub(crate) fn in_analysis(error: PlayerError) -> Self {
        match error {
            PlayerError::Game(error) => Self::in_question(error),
            _ => Self::unavailable(diagnostic!(
                "searches_memory",
                "other searches have the memory that the module needs; try again"
            )),
        }
    }

    /// The error of a question, whose position and moves have keys of their own.
    pub(crate) fn in_question(error: GameError) -> Self {
        let key = match error {
            GameError::Position { .. } => Some("position"),
            GameError::IllegalMove { .. } | GameError::MoveText(_) => Some("moves"),
            _ => None,
        };
        Self::from(error).about(key)
    }

    /// Adds the key at which the error is, if it has none of its own.
    fn about(self, key: Option<&str>) -> Self {
        match key {
            Some(key) => self.of(key),
            None => self,
        }
    }
}

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Busy(_) => Self::match_busy(),
            SendError::Stopped(_) => Rejection::NotSeated.into(),
        }
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> Self {
        let status = match rejection {
            Rejection::Refused(refusal) => return refusal.into(),
            Rejection::NotSeated | Rejection::Superseded => StatusCode::FORBIDDEN,
            Rejection::Unavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::new(status, rejection.diagnostic())
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Illegal(error) => (*error).into(),
            Refusal::TooEarly { wait } => Self::conflict(refusal.diagnostic()).after(wait),
            _ => Self::conflict(refusal.diagnostic()),
        }
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
