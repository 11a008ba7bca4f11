//! Errors on the wire.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::bounds::field_of;
use super::from_client::Malformed;
use arena_games::{Diagnostic, FieldError, GameError, diagnostic};
use arena_play::Refusal;
use arena_play::handle::SendError;
use arena_play::link::Rejection;

/// An error: the body of an HTTP response and the content of a WebSocket `error` message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ErrorBody {
    /// HTTP status, which classifies the error.
    pub status: u16,
    /// Identifies the message.
    pub code: String,
    /// The values in the message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub args: BTreeMap<String, Value>,
    /// The message in English.
    pub message: String,
    /// Path of the invalid key of the request, such as `clock.initial_ms` or `names[1]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Time in milliseconds after which a retry is worthwhile, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl ErrorBody {
    /// Creates an error with an HTTP status.
    #[must_use]
    pub fn new(status: u16, diagnostic: Diagnostic) -> Self {
        let Diagnostic { code, args, message } = diagnostic;
        let args = args.into_iter().map(|(name, value)| (name.into_owned(), value)).collect();
        Self { status, code: code.into_owned(), args, message, key: None, retry_after_ms: None }
    }

    /// The request is malformed.
    #[must_use]
    pub fn bad_request(diagnostic: Diagnostic) -> Self {
        Self::new(400, diagnostic)
    }

    /// The resource does not exist.
    #[must_use]
    pub fn not_found(diagnostic: Diagnostic) -> Self {
        Self::new(404, diagnostic)
    }

    /// The state of the resource does not permit the request.
    #[must_use]
    pub fn conflict(diagnostic: Diagnostic) -> Self {
        Self::new(409, diagnostic)
    }

    /// A value in a well-formed request is invalid.
    #[must_use]
    pub fn invalid(diagnostic: Diagnostic) -> Self {
        Self::new(422, diagnostic)
    }

    /// There is no match with this id.
    #[must_use]
    pub fn no_such_match(id: impl Display) -> Self {
        let id = id.to_string();
        Self::not_found(diagnostic!("no_such_match", "there is no match {id}", id))
    }

    /// The match has too many requests.
    #[must_use]
    pub fn match_busy() -> Self {
        Self::new(503, diagnostic!("match_busy", "the match is overloaded; try again"))
    }

    /// The first message was not `hello`, or a later one was.
    #[must_use]
    pub fn no_hello() -> Self {
        Self::bad_request(diagnostic!("no_hello", "the first message must be hello, and hello can be sent only once"))
    }

    /// A body that cannot be read.
    #[must_use]
    pub fn bad_body(FieldError { path, problem }: FieldError) -> Self {
        let problem = problem.message;
        if path.is_empty() {
            Self::bad_request(diagnostic!("bad_body", "invalid body: {problem}", problem))
        } else {
            Self::bad_request(diagnostic!("bad_body", "{problem}", problem)).at(path)
        }
    }

    /// The error of a match, whose start has keys of its own.
    #[must_use]
    pub fn in_start(error: GameError) -> Self {
        Self::in_keys(error, "start.position", "start.moves")
    }

    /// The error of a question, whose position and moves have keys of their own.
    #[must_use]
    pub fn in_question(error: GameError) -> Self {
        Self::in_keys(error, "position", "moves")
    }

    fn in_keys(error: GameError, position: &str, moves: &str) -> Self {
        let key = match error {
            GameError::Position { .. } => Some(position),
            GameError::IllegalMove { .. } | GameError::MoveText(_) => Some(moves),
            _ => None,
        };
        let body = Self::from(error);
        Self { key: key.map(str::to_owned).or(body.key), ..body }
    }

    /// Names the invalid key of the request, and begins the message with it.
    #[must_use]
    pub fn at(mut self, key: impl Into<String>) -> Self {
        let key = key.into();
        self.message = format!("{key}: {}", self.message);
        self.of(key)
    }

    /// Names the invalid key of the request, for a message that already speaks of it.
    #[must_use]
    pub fn of(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Names the part of the request to which the error's key belongs.
    #[must_use]
    pub fn within(mut self, part: &str) -> Self {
        self.key = Some(self.key.map_or_else(|| part.to_owned(), |key| format!("{part}.{key}")));
        self
    }
}

impl From<Malformed> for ErrorBody {
    fn from(error: Malformed) -> Self {
        match error {
            Malformed::Bad { key, diagnostic, .. } => Self { key, ..Self::bad_request(diagnostic) },
            Malformed::NoSuchMatch { given, .. } => Self::no_such_match(format!("{given:?}")),
        }
    }
}

/// The error for a text or a list that is too long.
impl From<Diagnostic> for ErrorBody {
    fn from(problem: Diagnostic) -> Self {
        let key = field_of(&problem).map(str::to_owned);
        Self { key, ..Self::bad_request(problem) }
    }
}

impl From<FieldError> for ErrorBody {
    fn from(FieldError { path, problem }: FieldError) -> Self {
        Self::invalid(problem).at(path)
    }
}

impl From<GameError> for ErrorBody {
    fn from(error: GameError) -> Self {
        let status = match error {
            GameError::UnknownGame { .. } => 404,
            _ => 422,
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

impl From<SendError> for ErrorBody {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Busy(_) => Self::match_busy(),
            SendError::Stopped(_) => Rejection::NotSeated.into(),
        }
    }
}

impl From<Rejection> for ErrorBody {
    fn from(rejection: Rejection) -> Self {
        let status = match rejection {
            Rejection::Refused(refusal) => return refusal.into(),
            Rejection::NotSeated | Rejection::Superseded => 403,
            Rejection::Unavailable { .. } => 503,
        };
        Self::new(status, rejection.diagnostic())
    }
}

impl From<Refusal> for ErrorBody {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Illegal(error) => (*error).into(),
            Refusal::TooEarly { wait } => {
                Self { retry_after_ms: whole_ms(wait), ..Self::conflict(refusal.diagnostic()) }
            }
            _ => Self::conflict(refusal.diagnostic()),
        }
    }
}

/// Whole milliseconds, rounded up.
#[must_use]
pub fn whole_ms(wait: Duration) -> Option<u64> {
    u64::try_from(wait.as_micros().div_ceil(1_000)).ok()
}
