//! Matches with a start position of their own, for example one continued from a replay.

use crate::play::{Match, MatchSetup};
use crate::protocol::Reason;
use crate::server::error::ApiError;

/// Checks that a match may begin at the position of its setup.
///
/// # Errors
/// [`ApiError::Told`] if the game is already over there, or if the match is rated. The creator could choose a won
/// position.
pub(super) fn check(setup: &MatchSetup, core: &Match) -> Result<(), ApiError> {
    if setup.position.is_none() && setup.opening.is_empty() {
        return Ok(());
    }
    if setup.rated {
        return Err(Reason::StartRated.into());
    }
    if core.is_over_by_rules() {
        return Err(Reason::StartOver.into());
    }
    Ok(())
}
