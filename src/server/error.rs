//! Errors of requests, and their mapping to codes, HTTP statuses and messages.

mod body;

use std::time::Duration;

use axum::http::StatusCode;
use uuid::Uuid;

pub use body::ErrorBody;

use arena_bots::{FileError, SpecError};
use arena_games::{Diagnostic, GameError};
use arena_play::link::Rejection;
use arena_play::{Refusal, handle::SendError};
use arena_protocol::{Code, FromServer, Malformed, Reason};
use arena_store::StoreError;
use arena_store::accounts::Conflict;
use arena_tournament::live::TermsError;

/// Reason why a request was refused.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// A WebSocket message could not be parsed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The request is invalid.
    #[error("{0}")]
    BadRequest(String),
    /// One of several requested names is taken.
    #[error("{0}: this name, or one that looks like it, is another player's")]
    NameTaken(String),
    /// A message was sent before `hello`, or `hello` was sent twice.
    #[error("the first message must be hello, and it must be the only one")]
    NoHello,
    /// A common refusal, with its values.
    #[error(transparent)]
    Told(#[from] Reason),
    /// The token is unknown.
    #[error("this token is not known; say hello without one to come as a new player")]
    Unauthorised,
    /// The request needs a player's token.
    #[error("this needs a player's token, the one that hello takes: Authorization: Bearer <token>")]
    NoToken,
    /// The request needs an account with a claimed name.
    #[error("{}", Reason::NeedsName)]
    NoAccount,
    /// Login failed. The error does not reveal whether the account exists.
    #[error("{}", Reason::WrongLogin)]
    WrongLogin,
    /// Too many login attempts or claims of names.
    #[error("too many attempts; wait {} seconds", seconds(*wait))]
    TooManyLogins {
        /// Time until the next attempt is accepted.
        wait: Duration,
    },
    /// Too many passwords are being hashed.
    #[error("too many people log in at the moment; wait {} seconds", seconds(*wait))]
    Busy {
        /// Time until a retry is worthwhile.
        wait: Duration,
    },
    /// The request is reserved for the operator.
    #[error("{}", Reason::NeedsOperator)]
    NotOperator,
    /// The caller lacks permission.
    #[error("{0}")]
    Forbidden(String),
    /// The challenge does not exist, or not for this player.
    #[error(
        "there is no such challenge for you; it may have been withdrawn, answered by somebody else, or have expired"
    )]
    NoSuchChallenge,
    /// The challenger is not connected, and the match has a running clock.
    #[error("the challenger is not there at the moment, and a clock would run; try again when they are")]
    NotHere,
    /// The request's `Host` is not one of the server's names.
    #[error(
        "this server does not go by the name {0}; if it should, its operator adds the name to allowed_hosts in [server] \
         of the settings, or to ARENA_SERVER_ALLOWED_HOSTS"
    )]
    Misdirected(String),
    /// The request was made by a page of another site.
    #[error("pages of {0} may not use this server")]
    ForeignOrigin(String),
    /// The match refused the action.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The match does not exist.
    #[error("there is no match {0}")]
    NoSuchMatch(String),
    /// The game does not exist.
    #[error("{0}")]
    NoSuchGame(String),
    /// The bot does not exist.
    #[error("{0}")]
    NoSuchBot(String),
    /// The setup of a match is invalid.
    #[error("{0}")]
    BadOptions(String),
    /// A tournament file is invalid.
    #[error(transparent)]
    BadFile(FileError),
    /// A position, an option or an evaluation is invalid.
    #[error(transparent)]
    Game(GameError),
    /// A part of the request without a key of its own is invalid.
    #[error("{problem}")]
    Wrong {
        /// Code of the part.
        code: Code,
        /// The problem.
        problem: Diagnostic,
    },
    /// The value of a key in the request is invalid.
    #[error("{key}: {problem}")]
    Field {
        /// Code of the part that contains the key.
        code: Code,
        /// The key.
        key: &'static str,
        /// The problem.
        problem: Diagnostic,
    },
    /// The player sends too many messages.
    #[error("you send more messages than this server takes; wait {} ms", wait.as_millis())]
    RateLimited {
        /// Time until the next message is accepted.
        wait: Duration,
    },
    /// Too many new players arrive from the address.
    #[error("too many new players come from your address; wait {} seconds, or use a token", seconds(*wait))]
    TooManyPlayers {
        /// Time until the next new player is accepted.
        wait: Duration,
    },
    /// Too many requests arrive from the address.
    #[error("your address sends more requests than this server takes; wait {} seconds", seconds(*wait))]
    TooManyRequests {
        /// Time until the next request is accepted.
        wait: Duration,
    },
    /// Too many bytes of answers.
    #[error(
        "you or your address were sent more bytes of matches and answers than this server allows; wait {} seconds",
        seconds(*wait)
    )]
    TooMuchSent {
        /// Time until the next answer.
        wait: Duration,
    },
    /// A limit is reached.
    #[error("{0}")]
    OverLimit(String),
    /// Too many short operations run at once.
    #[error("{0}")]
    TooManyAtOnce(&'static str),
    /// The body or a value is too large.
    #[error("{0}")]
    TooLarge(String),
    /// The request cannot be served at the moment.
    #[error("{0}")]
    Unavailable(String),
    /// The resource does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The resource does not support this method.
    #[error("this address does not take that method")]
    MethodNotAllowed,
    /// The match is not finished and has no record.
    #[error("the match {0} is not finished, so it has no record yet")]
    NotFinished(Uuid),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An internal failure.
    #[error("{0}")]
    Internal(String),
}

/// Whole seconds, rounded up.
fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

impl From<Diagnostic> for ApiError {
    fn from(problem: Diagnostic) -> Self {
        Self::Wrong { code: Code::BadMessage, problem }
    }
}

impl From<SpecError> for ApiError {
    fn from(SpecError { key, problem }: SpecError) -> Self {
        Self::Field { code: Code::BadBot, key, problem }
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> Self {
        match error {
            GameError::UnknownGame { .. } => Self::NoSuchGame(error.to_string()),
            GameError::MoveText(_) | GameError::IllegalMove { .. } => Self::Rejected(Rejection::Refused(error.into())),
            GameError::Options { .. } | GameError::Position { .. } | GameError::Evaluation { .. } => Self::Game(error),
        }
    }
}

impl From<TermsError> for ApiError {
    fn from(TermsError { key, problem }: TermsError) -> Self {
        Self::Field { code: Code::BadOptions, key, problem }
    }
}

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Busy(_) => Reason::MatchBusy.into(),
            SendError::Stopped(_) => Self::Rejected(Rejection::NotSeated),
        }
    }
}

impl ApiError {
    /// Returns the code for programs and the HTTP status.
    #[must_use]
    pub fn code_and_status(&self) -> (Code, StatusCode) {
        use StatusCode as S;
        match self {
            Self::Malformed(Malformed::NoSuchMatch { .. }) => (Code::NoSuchMatch, S::NOT_FOUND),
            Self::Malformed(Malformed::UnknownType { .. }) => (Code::UnknownType, S::BAD_REQUEST),
            Self::Malformed(Malformed::Bad { .. }) | Self::BadRequest(_) => (Code::BadMessage, S::BAD_REQUEST),
            Self::NoHello => (Code::NoHello, S::BAD_REQUEST),
            Self::NameTaken(_) => (Code::NameTaken, S::CONFLICT),
            Self::Unauthorised | Self::NoToken | Self::WrongLogin => (Code::Unauthorised, S::UNAUTHORIZED),
            Self::NoSuchChallenge => (Code::NoSuchChallenge, S::NOT_FOUND),
            Self::Told(reason) => told(reason),
            Self::NotHere => (Code::NotHere, S::CONFLICT),
            Self::NotOperator | Self::NoAccount | Self::Forbidden(_) | Self::ForeignOrigin(_) => {
                (Code::Forbidden, S::FORBIDDEN)
            }
            Self::Misdirected(_) => (Code::Forbidden, S::MISDIRECTED_REQUEST),
            Self::Rejected(rejection) => rejection_code(rejection),
            Self::NoSuchMatch(_) => (Code::NoSuchMatch, S::NOT_FOUND),
            Self::NoSuchGame(_) => (Code::NoSuchGame, S::NOT_FOUND),
            Self::NoSuchBot(_) => (Code::NoSuchBot, S::NOT_FOUND),
            Self::BadOptions(_) | Self::BadFile(_) | Self::Game(_) => (Code::BadOptions, S::UNPROCESSABLE_ENTITY),
            Self::Wrong { code: Code::BadMessage, .. } => (Code::BadMessage, S::BAD_REQUEST),
            Self::Field { code, .. } | Self::Wrong { code, .. } => (*code, S::UNPROCESSABLE_ENTITY),
            Self::RateLimited { .. }
            | Self::TooManyRequests { .. }
            | Self::TooMuchSent { .. }
            | Self::TooManyLogins { .. } => (Code::RateLimited, S::TOO_MANY_REQUESTS),
            Self::OverLimit(_) | Self::TooManyAtOnce(_) | Self::TooManyPlayers { .. } => {
                (Code::OverLimit, S::TOO_MANY_REQUESTS)
            }
            Self::TooLarge(_) => (Code::TooLarge, S::PAYLOAD_TOO_LARGE),
            Self::Unavailable(_) | Self::Busy { .. } => (Code::Unavailable, S::SERVICE_UNAVAILABLE),
            Self::NotFound(_) => (Code::NotFound, S::NOT_FOUND),
            Self::MethodNotAllowed => (Code::BadMessage, S::METHOD_NOT_ALLOWED),
            Self::NotFinished(_) => (Code::NotFinished, S::CONFLICT),
            Self::Store(error) => store_code(error),
            Self::Internal(_) => (Code::Internal, S::INTERNAL_SERVER_ERROR),
        }
    }

    /// Returns the message for people. Internal failures are logged and not disclosed.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Store(StoreError::NoSuch { .. } | StoreError::NotInTime | StoreError::Conflict(_)) => {
                self.to_string()
            }
            Self::Store(error) => {
                tracing::error!(%error, "the store failed");
                match store_code(error).0 {
                    Code::Unavailable => Reason::NoStorage.to_string(),
                    _ => "the arena failed; its log says more".to_owned(),
                }
            }
            Self::Internal(problem) => {
                tracing::error!(problem, "a request failed");
                "the arena failed; its log says more".to_owned()
            }
            _ => self.to_string(),
        }
    }

    /// Converts the error to a message that answers the request `re`.
    #[must_use]
    pub fn message(&self, re: Option<u64>) -> FromServer {
        let code = self.code_and_status().0;
        let kept = (code == Code::Unavailable)
            .then_some(matches!(self, Self::Rejected(Rejection::Unavailable { kept: true })));
        let (retry_after_ms, detail) = (self.retry_after_ms(), self.detail());
        let (key, problem) = self.wrong();
        FromServer::Error { re, code, message: self.sentence(), kept, retry_after_ms, detail, key, problem }
    }

    /// Returns the time after which a retry is worthwhile, if it is known.
    #[must_use]
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::TooManyRequests { wait }
            | Self::TooMuchSent { wait }
            | Self::RateLimited { wait }
            | Self::TooManyPlayers { wait }
            | Self::TooManyLogins { wait }
            | Self::Busy { wait } => Some(*wait),
            Self::Told(Reason::OpenedToday { wait_ms, .. } | Reason::Budget { wait_ms: Some(wait_ms), .. }) => {
                Some(Duration::from_millis(*wait_ms))
            }
            Self::Rejected(Rejection::Refused(Refusal::TooEarly { wait })) => Some(*wait),
            Self::TooManyAtOnce(_) | Self::Store(StoreError::NotInTime) => Some(Duration::from_secs(1)),
            Self::Store(StoreError::Conflict(Conflict::TooManyReports)) => Some(Duration::from_secs(3_600)),
            _ => None,
        }
    }

    /// Returns the retry delay in milliseconds, rounded up.
    #[must_use]
    pub(super) fn retry_after_ms(&self) -> Option<u64> {
        self.retry_after().and_then(|wait| u64::try_from(wait.as_micros().div_ceil(1_000)).ok())
    }

    /// True if the client violated the protocol. The server closes a connection with too many such errors.
    #[must_use]
    pub const fn is_misspoken(&self) -> bool {
        matches!(self, Self::Malformed(_) | Self::NoHello | Self::RateLimited { .. })
    }
}

const fn told(reason: &Reason) -> (Code, StatusCode) {
    let code = reason.code();
    let status = match code {
        Code::OverLimit => StatusCode::TOO_MANY_REQUESTS,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::Declined => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::BadOptions | Code::BadBot => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::BAD_REQUEST,
    };
    (code, status)
}

const fn rejection_code(rejection: &Rejection) -> (Code, StatusCode) {
    use StatusCode as S;
    match rejection {
        Rejection::NotSeated | Rejection::Superseded => (Code::NotSeated, S::FORBIDDEN),
        Rejection::NoSeat => (Code::SeatTaken, S::CONFLICT),
        Rejection::Unavailable { .. } => (Code::Unavailable, S::SERVICE_UNAVAILABLE),
        Rejection::Refused(refusal) => match refusal {
            Refusal::Over => (Code::MatchOver, S::CONFLICT),
            Refusal::NotStarted | Refusal::NotOver => (Code::NotStarted, S::CONFLICT),
            Refusal::NotYourTurn { .. } => (Code::NotYourTurn, S::CONFLICT),
            Refusal::StalePly { .. } => (Code::StalePly, S::CONFLICT),
            Refusal::Illegal(_) => (Code::IllegalMove, S::UNPROCESSABLE_ENTITY),
            Refusal::TooLate => (Code::TooLate, S::CONFLICT),
            Refusal::SeatTaken { .. } => (Code::SeatTaken, S::CONFLICT),
            Refusal::NoSuchOffer => (Code::NoSuchOffer, S::CONFLICT),
            Refusal::AlreadyOffered => (Code::AlreadyOffered, S::CONFLICT),
            Refusal::NothingToClaim | Refusal::TooEarly { .. } => (Code::NothingToClaim, S::CONFLICT),
            Refusal::NothingToTakeBack | Refusal::TooManyTakebacks => (Code::NothingToTakeBack, S::CONFLICT),
        },
    }
}

const fn store_code(error: &StoreError) -> (Code, StatusCode) {
    match error {
        StoreError::Conflict(Conflict::NameTaken) => (Code::NameTaken, StatusCode::CONFLICT),
        StoreError::Conflict(Conflict::HasAccount) => (Code::Forbidden, StatusCode::CONFLICT),
        StoreError::Conflict(Conflict::NoSuchCode) => (Code::Unauthorised, StatusCode::UNAUTHORIZED),
        StoreError::Conflict(Conflict::Full | Conflict::TooManyReports | Conflict::AlreadyReported) => {
            (Code::OverLimit, StatusCode::TOO_MANY_REQUESTS)
        }
        StoreError::NoSuch { .. } => (Code::NotFound, StatusCode::NOT_FOUND),
        StoreError::NotWritten(_) | StoreError::NotRead(_) | StoreError::NotInTime | StoreError::Closed => {
            (Code::Unavailable, StatusCode::SERVICE_UNAVAILABLE)
        }
        StoreError::InUse { .. }
        | StoreError::Directory { .. }
        | StoreError::Version { .. }
        | StoreError::Foreign { .. }
        | StoreError::Open { .. }
        | StoreError::Refused(_)
        | StoreError::Unreadable { .. } => (Code::Internal, StatusCode::INTERNAL_SERVER_ERROR),
    }
}
