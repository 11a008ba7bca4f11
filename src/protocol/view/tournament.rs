//! How a tournament stands.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// Where a tournament stands, in the words that `arena.v1` began with; [`TournamentState`] tells more apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum TournamentStatus {
    /// It is being played.
    Running,
    /// It is over.
    Finished,
    /// It was stopped.
    Stopped,
    /// The arena could not play it.
    Failed,
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    /// It is being played.
    Running,
    /// It is in a pause, which outlasts a restart of the server; its status is `running`.
    Paused,
    /// All of it has been played.
    Finished,
    /// The operator stopped it.
    Stopped,
    /// The arena could not play it.
    Failed,
    /// The server could not go on with it when it started; it tries again at each start. Its status is `failed`.
    Blocked,
}

impl TournamentState {
    /// The word of [`TournamentStatus`] that stands for it.
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
