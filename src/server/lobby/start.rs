//! Matches that begin at a position of their own, as one that somebody goes on with from a replay.

use crate::play::{Match, MatchSetup};
use crate::server::error::ApiError;

/// Whether a match may begin where its setup says.
///
/// # Errors
/// [`ApiError::BadOptions`] when the game is over there, or when it is to be rated: who chooses the position could choose
/// one that is won.
pub(super) fn check(setup: &MatchSetup, core: &Match) -> Result<(), ApiError> {
    if setup.position.is_none() && setup.opening.is_empty() {
        return Ok(());
    }
    if setup.rated {
        let problem = "start: a match that does not begin at the game's own start cannot be rated";
        return Err(ApiError::BadOptions(problem.to_owned()));
    }
    if core.board().outcome().is_some() {
        return Err(ApiError::BadOptions("start: the game is over there".to_owned()));
    }
    Ok(())
}
