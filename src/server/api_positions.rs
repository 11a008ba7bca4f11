//! HTTP: custom positions, and exact solutions of small games.

use axum::Json;

use super::analyst::Analyst;
use super::answer::Answer;
use super::api::shared;
use super::error::{ApiError, ErrorBody};
use super::request::StrictJson;
use arena_bots::Reach;
use arena_bots::analysis::{GameToSolve, PositionBody, Setup, SetupView, SolutionView, SolveBody, SolveError};
use arena_protocol::bounds;

/// Games with more positions are not solved for strangers. This many take some tens of milliseconds.
const MOST_POSITIONS: usize = 50_000;

/// Reads a position from text, from pieces on a board or from moves. Errors name their field, and the valid parts are
/// returned all the same.
#[utoipa::path(post, path = "/api/position", tag = "analysis", request_body = PositionBody, responses(
    (status = 200, description = "the position, and what is wrong with it, if anything is", body = SetupView),
    (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn position(StrictJson(body): StrictJson) -> Answer<SetupView> {
    bounds::check_question(&body)?;
    Ok(Json(Setup::from_json(body)?.view()))
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Game(error) => Self::in_question(error),
            SolveError::Unsolved(problem) => Self::invalid(problem),
            SolveError::Form(error) => Self::bad_body(error),
        }
    }
}

/// Solves a small game completely: its value, the value of each move, the outcomes of all its games and its number of
/// positions.
#[utoipa::path(post, path = "/api/solve", tag = "analysis", request_body = SolveBody, responses(
    (status = 200, description = "as arena solve --json", body = SolutionView),
    (status = 400, body = ErrorBody), (status = 403, description = "a rated match of the caller", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, description = "wrong options, or more than 50,000 positions", body = ErrorBody),
    (status = 429, description = "too many analyses at once", body = ErrorBody),
    (status = 503, description = "all search threads are busy", body = ErrorBody)))]
pub(super) async fn solve(analyst: Analyst, StrictJson(body): StrictJson) -> Answer<SolutionView> {
    bounds::check_question(&body)?;
    let to_solve = GameToSolve::from_json(body)?;
    analyst.check((to_solve.game, &to_solve.options), to_solve.position.as_deref(), &to_solve.moves)?;
    let solved = shared((&analyst.bots, &analyst.limiter), &analyst.caller, (1, Reach::Here), move |_| {
        Ok(to_solve.solve(MOST_POSITIONS)?)
    });
    Ok(Json(solved.await?))
}
