//! Matches with a start position of their own, for example one continued from a replay.

use crate::error::ApiError;
use arena_games::diagnostic;
use arena_play::{Match, MatchSetup};

/// Checks that a match may begin at the position of its setup.
///
/// # Errors
/// [`ApiError`] if the game is already over there, or if the match is rated. The creator could choose a won
/// position.
pub(super) fn check(setup: &MatchSetup, core: &Match) -> Result<(), ApiError> {
    if setup.position.is_none() && setup.opening.is_empty() {
        return Ok(());
    }
    if setup.rated {
        return Err(ApiError::invalid(diagnostic!(
            "start_rated",
            "start: a match from a custom position cannot be rated"
        ))
        .of("start"));
    }
    if core.outcome_by_rules().is_some() {
        let problem = diagnostic!("start_over", "start: the game is already over in this position");
        return Err(ApiError::invalid(problem).of("start"));
    }
    Ok(())
}
