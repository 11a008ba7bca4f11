//! Ratings from results. No I/O. All figures are finite; where no figure exists, a [`NoFigure`] says why.

pub mod bradley_terry;
pub mod cluster;
mod connected;
pub mod elo;
pub mod joint;
pub mod ladder;
mod matrix;
mod normal;
pub mod results;
pub mod sprt;

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

pub use bradley_terry::Meeting;
pub use cluster::{Cluster, FEW_CLUSTERS, mean_error};
pub use elo::{Difference, Elo, Figure, clustered, difference, elo, sign_test};
pub use joint::{Anchor, EloBound, Joint, Rating, joint, joint_clustered};
pub use normal::student95;
pub use results::{Pentanomial, Results, Wdl};
pub use sprt::{Hypotheses, Model, TestVerdict};

/// Why a rating or its error has no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum NoFigure {
    /// No match was played.
    #[serde(rename = "none played")]
    NonePlayed,
    /// Every match was won, so the difference has no upper bound.
    #[serde(rename = "all won")]
    AllWon,
    /// Every match was lost, so the difference has no lower bound.
    #[serde(rename = "all lost")]
    AllLost,
    /// Every match was drawn, so nothing shows how far the results scatter.
    #[serde(rename = "all drawn")]
    AllDrawn,
    /// Every encounter brought the same points, so nothing shows how far the results scatter.
    #[serde(rename = "all encounters alike")]
    AllAlike,
    /// The range extends beyond a score of 0 or 1.
    #[serde(rename = "too few matches")]
    TooFew,
    /// Matches were not counted by encounters.
    #[serde(rename = "matches are not counted by encounters")]
    NoEncounters,
    /// No encounter was lost, so there is no ratio.
    #[serde(rename = "no encounter was lost")]
    NoneLost,
    /// No chain of points in both directions connects the entrant to the rated ones.
    #[serde(rename = "not tied to the rated entrants by points both won and lost")]
    Unconnected,
    /// An infinite value fits the results best.
    #[serde(rename = "the results fit best without an end")]
    Endless,
    /// The number of entrants is not two, so there is no difference.
    #[serde(rename = "not between two entrants: see the pairs")]
    NotTwo,
    /// No sequential test was asked for.
    #[serde(rename = "no test was asked for")]
    NoTest,
    /// The sequential test is between its bounds.
    #[serde(rename = "between the bounds: the test goes on")]
    Undecided,
    /// BayesElo needs a win and a loss to estimate the frequency of draws.
    #[serde(rename = "the Bayesian model needs at least one win and one loss")]
    NoDrawElo,
    /// No distribution of results can reach the bounds of the test.
    #[serde(rename = "the bounds are out of reach of these results")]
    OutOfReach,
}

impl NoFigure {
    /// The text for people and files.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NonePlayed => "none played",
            Self::AllWon => "all won",
            Self::AllLost => "all lost",
            Self::AllDrawn => "all drawn",
            Self::AllAlike => "all encounters alike",
            Self::TooFew => "too few matches",
            Self::NoEncounters => "matches are not counted by encounters",
            Self::NoneLost => "no encounter was lost",
            Self::Unconnected => "not tied to the rated entrants by points both won and lost",
            Self::Endless => "the results fit best without an end",
            Self::NotTwo => "not between two entrants: see the pairs",
            Self::NoTest => "no test was asked for",
            Self::Undecided => "between the bounds: the test goes on",
            Self::NoDrawElo => "the Bayesian model needs at least one win and one loss",
            Self::OutOfReach => "the bounds are out of reach of these results",
        }
    }
}

#[cfg(test)]
mod joint_tests;
#[cfg(test)]
mod tests;
