//! The names of the tournament formats.

use std::str::FromStr;

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

/// The text is not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a tournament format")]
pub struct BadFormatName(String);

impl FromStr for FormatName {
    type Err = BadFormatName;

    fn from_str(name: &str) -> Result<Self, BadFormatName> {
        let found = Self::ALL.into_iter().find(|format| format.word() == name);
        found.ok_or_else(|| BadFormatName(name.to_owned()))
    }
}

impl FormatName {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::RoundRobin, Self::Gauntlet, Self::Swiss, Self::Knockout, Self::Match, Self::Arena, Self::League];

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
