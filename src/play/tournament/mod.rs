//! The words about tournaments that the protocol and `arena-tournament` share, in a crate that both depend on.

mod terms;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

pub use terms::{LiveFormat, MOST_MATCHES, Terms};

/// The phase of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Entrants register; no match is played yet.
    Registering,
    /// Matches are played.
    Playing,
    /// Matches in progress finish, and no others begin.
    Closing,
    /// The tournament is over.
    Closed,
}

/// An entrant's row in the table of a closed season.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SeasonRow {
    /// Its name.
    pub name: String,
    /// The player; absent for a bot or an engine of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// Its rating at the end of the season.
    pub rating: f64,
    /// The rating's standard deviation.
    pub deviation: f64,
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
    /// The matches that it missed: lost, or drawn if both sides were absent.
    pub absences: u64,
}

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
