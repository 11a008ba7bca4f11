//! The position of the day: how many players were right.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// A player's own result of the position of a day.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DailyBody {
    /// True if the cuts and the value were right.
    pub right: bool,
}

/// The results of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DailyView {
    /// Number of players who answered.
    pub answers: u32,
    /// Number of those who were right.
    pub right: u32,
}
