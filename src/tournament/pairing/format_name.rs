//! What the formats of tournaments are called.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// A format of tournaments, without what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// In every round each two entrants play an encounter.
    RoundRobin,
    /// In every round the first entrants play an encounter with each of the others.
    Gauntlet,
    /// In every round each entrant plays an encounter with one of about as many points.
    Swiss,
    /// Who loses a tie is out.
    Knockout,
    /// Two entrants, until the rounds are over or a test has decided.
    Match,
    /// Whoever is free is paired, by points, for so long.
    Arena,
    /// Whoever is free is paired, by ratings.
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

    /// The word in files, in the database and on the wire.
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
