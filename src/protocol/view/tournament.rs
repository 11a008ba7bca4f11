//! Status and state of tournaments.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// Status of a tournament in terms of `arena.v1`. [`TournamentState`] has more detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum TournamentStatus {
    /// In progress.
    Running,
    /// Over.
    Finished,
    /// Stopped.
    Stopped,
    /// Failed.
    Failed,
}

/// State of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    /// In progress.
    Running,
    /// Paused, also across a restart of the server. Its status is `running`.
    Paused,
    /// All matches have been played.
    Finished,
    /// Stopped by the operator or by the player who started it.
    Stopped,
    /// Failed.
    Failed,
    /// Could not be resumed when the server started. Each start retries. Its status is `failed`.
    Blocked,
}

impl TournamentState {
    /// Returns the corresponding [`TournamentStatus`].
    #[must_use]
    pub const fn status(self) -> TournamentStatus {
        match self {
            Self::Running | Self::Paused => TournamentStatus::Running,
            Self::Finished => TournamentStatus::Finished,
            Self::Stopped => TournamentStatus::Stopped,
            Self::Failed | Self::Blocked => TournamentStatus::Failed,
        }
    }
}
