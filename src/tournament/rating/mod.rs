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

/// Declares the reasons for a missing figure, each with its text for people and files.
macro_rules! no_figures {
    ($($(#[$about:meta])* $name:ident = $text:literal,)*) => {
        /// Why a rating or its error has no figure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "typescript", derive(TS))]
        pub enum NoFigure {
            $($(#[$about])* #[serde(rename = $text)] $name,)*
        }

        impl NoFigure {
            /// The text for people and files.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

no_figures! {
    /// No match was played.
    NonePlayed = "none played",
    /// Every match was won, so the difference has no upper bound.
    AllWon = "all won",
    /// Every match was lost, so the difference has no lower bound.
    AllLost = "all lost",
    /// Every match was drawn, so nothing shows how far the results scatter.
    AllDrawn = "all drawn",
    /// Every encounter brought the same points, so nothing shows how far the results scatter.
    AllAlike = "all encounters alike",
    /// The range extends beyond a score of 0 or 1.
    TooFew = "too few matches",
    /// Matches were not counted by encounters.
    NoEncounters = "matches are not counted by encounters",
    /// No encounter was lost, so there is no ratio.
    NoneLost = "no encounter was lost",
    /// No chain of points in both directions connects the entrant to the rated ones.
    Unconnected = "not tied to the rated entrants by points both won and lost",
    /// An infinite value fits the results best.
    Endless = "the results fit best without an end",
    /// The number of entrants is not two, so there is no difference.
    NotTwo = "not between two entrants: see the pairs",
    /// No sequential test was asked for.
    NoTest = "no test was asked for",
    /// The sequential test is between its bounds.
    Undecided = "between the bounds: the test goes on",
    /// BayesElo needs a win and a loss to estimate the frequency of draws.
    NoDrawElo = "the Bayesian model needs at least one win and one loss",
    /// No distribution of results can reach the bounds of the test.
    OutOfReach = "the bounds are out of reach of these results",
}

#[cfg(test)]
mod joint_tests;
#[cfg(test)]
mod tests;
