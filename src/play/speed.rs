//! The speed of a match: players have one rating for each.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::ClockSetting;

/// Whether a match has a clock: ratings are kept apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// With a clock that runs through the match.
    Clock,
    /// Without a clock, or with a separate time for each move.
    Untimed,
}

impl Speed {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Clock, Self::Untimed];

    /// The name in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Untimed => "untimed",
        }
    }

    /// That of matches with this clock.
    #[must_use]
    pub fn of(clock: Option<ClockSetting>) -> Self {
        if clock.is_some_and(|clock| !clock.per_move) { Self::Clock } else { Self::Untimed }
    }
}

impl FromStr for Speed {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|speed| speed.name() == name).ok_or("a speed must be clock or untimed")
    }
}
