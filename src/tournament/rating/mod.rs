//! Ratings from results, pure. Nothing here is ever infinite or not a number: where no figure exists, a [`NoFigure`]
//! says why.

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
pub use elo::{Difference, Elo, Figure, clustered, difference, elo};
pub use joint::{Anchor, EloBound, Joint, Rating, joint, joint_clustered};
pub(in crate::tournament) use normal::student95;
pub use results::{Pentanomial, Results, Wdl};
pub use sprt::{Hypotheses, Model, TestVerdict};

/// Why a rating or its error has no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum NoFigure {
    /// No match was played.
    #[serde(rename = "none played")]
    NonePlayed,
    /// Every match was won: the difference has no upper end.
    #[serde(rename = "all won")]
    AllWon,
    /// Every match was lost: the difference has no lower end.
    #[serde(rename = "all lost")]
    AllLost,
    /// Every match was drawn: nothing shows how far the results scatter.
    #[serde(rename = "all drawn")]
    AllDrawn,
    /// Every encounter brought the same points: nothing shows how far the results scatter.
    #[serde(rename = "all encounters alike")]
    AllAlike,
    /// The range reaches beyond a score of 0 or 1.
    #[serde(rename = "too few matches")]
    TooFew,
    /// Matches were not counted by encounters.
    #[serde(rename = "matches are not counted by encounters")]
    NoEncounters,
    /// There is no lost encounter to compare with.
    #[serde(rename = "no encounter was lost")]
    NoneLost,
    /// No chain of points won and lost ties the entrant to the rated ones.
    #[serde(rename = "not tied to the rated entrants by points both won and lost")]
    Unconnected,
    /// No finite value fits the results best.
    #[serde(rename = "the results fit best without an end")]
    Endless,
    /// There are not two entrants, so that there is no difference.
    #[serde(rename = "not between two entrants: see the pairs")]
    NotTwo,
    /// No sequential test was asked for.
    #[serde(rename = "no test was asked for")]
    NoTest,
    /// The sequential test is between its bounds.
    #[serde(rename = "between the bounds: the test goes on")]
    Undecided,
    /// BayesElo needs a win and a loss to estimate how likely draws are.
    #[serde(rename = "the Bayesian model needs at least one win and one loss")]
    NoDrawElo,
    /// The bounds of the test cannot be reached by any distribution of results.
    #[serde(rename = "the bounds are out of reach of these results")]
    OutOfReach,
}

impl NoFigure {
    /// As people and files read it.
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
