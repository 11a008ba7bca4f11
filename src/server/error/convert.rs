//! Conversions of the errors of other crates.

use std::time::Duration;

use axum::http::StatusCode;

use super::ApiError;
use arena_bots::FileError;
use arena_games::solve::Unsolved;
use arena_games::{Diagnostic, FieldError, GameError, diagnostic};
use arena_play::Refusal;
use arena_play::action::MOST_TAKEBACKS;
use arena_play::end_detail::millis;
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

impl From<Unsolved> for ApiError {
    fn from(error: Unsolved) -> Self {
        Self::invalid(match error {
            Unsolved::TooMany(most) => diagnostic!(
                "many_positions",
                "more than {most} positions can be reached from here; start closer to the end of the game",
                most
            ),
            Unsolved::TooLong(most) => diagnostic!(
                "long_games",
                "games from here can exceed {most} plies; start closer to the end of the game",
                most
            ),
            Unsolved::Repeats => diagnostic!(
                "repeats",
                "positions of this game can repeat, so their value depends on earlier moves and it cannot be solved"
            ),
        })
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
        match rejection {
            Rejection::Refused(refusal) => refusal.into(),
            Rejection::NotSeated => {
                Self::forbidden(diagnostic!("not_seated", "you have no seat in this match; join it first"))
            }
            Rejection::Superseded => Self::forbidden(diagnostic!(
                "superseded",
                "your seat is now played from another connection; join again to play from this one"
            )),
            Rejection::NoSeat => {
                Self::conflict(diagnostic!("seat_taken", "no seat of this match is free for you; you can watch it"))
            }
            Rejection::Unavailable { kept: true } => Self::unavailable(diagnostic!(
                "stored_later",
                "the match cannot be stored at the moment; your action is kept and will be stored as soon as possible"
            )),
            Rejection::Unavailable { kept: false } => Self::unavailable(diagnostic!(
                "not_stored",
                "the match cannot be stored at the moment, so your action was rejected; try again"
            )),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        Self::conflict(match refusal {
            Refusal::Illegal(error) => return (*error).into(),
            Refusal::TooEarly { wait } => {
                let wait_ms = millis(wait);
                let message = diagnostic!(
                    "may_come_back",
                    "your opponent has another {wait_ms} ms to reconnect before you can claim the match",
                    wait_ms
                );
                return Self::conflict(message).after(wait);
            }
            Refusal::Over => diagnostic!("match_over", "the match is over"),
            Refusal::NotStarted => diagnostic!("not_started", "the match has not started; a seat is still open"),
            Refusal::NotYourTurn { turn } => {
                diagnostic!("not_your_turn", "it is the {turn} side's turn", turn)
            }
            Refusal::StalePly { given, expected } => {
                diagnostic!("stale_ply", "the move is for ply {given}, but the next ply is {expected}", given, expected)
            }
            Refusal::TooLate => {
                diagnostic!("too_late", "a match can be aborted only before its second move; resign instead")
            }
            Refusal::SeatTaken { .. } => return Rejection::NoSeat.into(),
            Refusal::NoSuchOffer => diagnostic!("no_such_offer", "there is no such offer to answer"),
            Refusal::AlreadyOffered => {
                diagnostic!("already_offered", "you have already made this offer; make a move before repeating it")
            }
            Refusal::NothingToTakeBack => diagnostic!("nothing_to_take_back", "you have no move to take back"),
            Refusal::TooManyTakebacks => {
                let most = MOST_TAKEBACKS;
                diagnostic!("takebacks", "you have already taken back {most} moves, the limit of a match", most)
            }
            Refusal::NothingToClaim => diagnostic!(
                "nothing_to_claim",
                "your opponent is connected, or absence does not end this match, because it has no running clock"
            ),
            Refusal::NotOver => diagnostic!("rematch_early", "you can offer a rematch only after the match"),
        })
    }
}

impl From<Conflict> for ApiError {
    fn from(conflict: Conflict) -> Self {
        const HOUR: Duration = Duration::from_secs(3_600);
        match conflict {
            Conflict::NameTaken => Self::conflict(diagnostic!(
                "name_taken",
                "another player has this name or one that looks like it; choose another name"
            )),
            Conflict::HasAccount => {
                Self::conflict(diagnostic!("has_account", "this player already has a claimed name"))
            }
            Conflict::Full => Self::over_limit(diagnostic!(
                "account_full",
                "you have reached the limit; revoke or delete an entry first"
            )),
            Conflict::SavedBots(most) => Self::over_limit(diagnostic!(
                "saved_bots",
                "you have saved {most} bots, the limit on this server; delete one first",
                most
            )),
            Conflict::SavedBytes(most) => Self::over_limit(diagnostic!(
                "saved_bytes",
                "your saved bots would exceed {most} bytes, the limit on this server; delete one first",
                most
            )),
            Conflict::TooManyReports => {
                Self::over_limit(diagnostic!("reports", "too many reports are open; try again later")).after(HOUR)
            }
            Conflict::AlreadyReported => {
                Self::over_limit(diagnostic!("already_reported", "your earlier report about this player is still open"))
            }
            Conflict::NoSuchCode => {
                Self::unauthorized(diagnostic!("recovery_code", "the recovery code is wrong or has already been used"))
            }
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
