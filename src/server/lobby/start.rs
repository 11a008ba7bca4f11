//! Matches that begin at a position of their own, as one that somebody goes on with from a replay.

use crate::play::{Match, MatchSetup};
use crate::protocol::Reason;
use crate::server::error::ApiError;

/// Whether a match may begin where its setup says.
///
/// # Errors
/// [`ApiError::Told`] when the game is over there, or when it is to be rated: who chooses the position could choose
/// one that is won.
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
