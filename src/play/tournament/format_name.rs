//! The names of the tournament formats.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// A tournament format without its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// In every round, every two entrants play one encounter.
    RoundRobin,
    /// In every round, the first entrants play one encounter with each of the others.
    Gauntlet,
    /// In every round, each entrant plays one encounter with an opponent that has about as many points.
    Swiss,
    /// The loser of a tie is out.
    Knockout,
    /// Two entrants play until the rounds are over or a test decides.
    Match,
    /// Free entrants are paired by points, for a limited time.
    Arena,
    /// Free entrants are paired by rating.
    League,
}

impl FormatName {
    /// The format's name in files, in the database and on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
            Self::Match => "match",
            Self::Arena => "arena",
            Self::League => "league",
        }
    }
}
