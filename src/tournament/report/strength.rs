//! The strength of the entrants: of each against its opponents, and of all of them together.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::number_format::rounded;
use crate::plan::Plan;
use crate::rating::{
    self, Anchor, Cluster, Difference, Elo, EloBound, Joint, Meeting, NoFigure, Results, clustered, difference, elo,
};
use crate::results::{Checkpoint, EntrantScore};

/// The model of the ratings, in one line.
pub const MODEL: &str = "Bradley-Terry with Davidson's draws and an advantage of the first seat";

/// The basis of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Encounters: every match belongs to a complete one.
    Encounters,
    /// Individual matches.
    Matches,
}

/// The difference of an entrant to its opponents, estimated from its results.
pub(super) struct ToField {
    pub(super) basis: Basis,
    pub(super) elo: Elo,
    /// From all results.
    pub(super) all: Difference,
    /// From the results without repeats.
    pub(super) certain: Difference,
    /// The number of openings by which the errors are clustered, if several encounters share one.
    pub(super) openings: Option<usize>,
}

impl ToField {
    /// Counts encounters if every match belongs to one, otherwise matches. `clusters` has the results by opening. If
    /// several encounters share an opening, errors are clustered by opening.
    pub(super) fn new(standing: &EntrantScore, clusters: &[Cluster]) -> Self {
        let matches = standing.all();
        let whole = standing.encounters.encounters() > 0 && 2 * standing.encounters.encounters() == matches.played();
        let (basis, all, independent) = if whole {
            let [all, new] = [standing.encounters, standing.independent_encounters].map(Results::Pentanomial);
            (Basis::Encounters, all, new)
        } else {
            let [all, new] = [matches, standing.independent].map(Results::Trinomial);
            (Basis::Matches, all, new)
        };
        let (mut strength, mut certain) = (elo(all, independent), difference(independent));
        // If every opening has one encounter, clustering by opening adds nothing.
        let shared = clusters.len() > 1 && (clusters.len() as u64) < independent.counted();
        if shared {
            certain = clustered(certain, independent, clusters);
            strength.error = certain.elo_error.ok().filter(|_| strength.value.is_some());
            strength.note = strength.note.or(certain.elo_error.err().filter(|_| strength.value.is_some()));
        }
        Self { basis, elo: strength, all: difference(all), certain, openings: shared.then_some(clusters.len()) }
    }
}

/// A one-sided bound of a rating, with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum RatingBound {
    /// The rating is at least this.
    AtLeast(f64),
    /// The rating is at most this.
    AtMost(f64),
}

/// The model of the ratings of the whole field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct JointRow {
    /// The model's name.
    pub model: &'static str,
    /// The entrant with a fixed rating; absent if the mean of the rated entrants is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub anchor: Option<AnchorRow>,
    /// The advantage of the first seat, in Elo.
    pub first_advantage: Option<f64>,
    /// Half of its 95 % range. It is clustered by opening if there are several, because matches from one opening are
    /// alike.
    pub first_advantage_error: Option<f64>,
    /// The number of openings on which that error is based; absent if it is based on individual matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first_advantage_openings: Option<usize>,
    /// The number of openings by which the errors of the ratings are clustered; absent if they follow from the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub openings: Option<usize>,
    /// The probability of a draw between equals without that advantage.
    pub draw_ratio: Option<f64>,
    /// The reason for a missing figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub note: Option<NoFigure>,
}

/// The entrant with a fixed rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AnchorRow {
    /// Its name.
    pub name: String,
    /// Its rating.
    pub rating: f64,
}

/// A sample of the strengths while matches were counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CurvePoint {
    /// The number of matches counted by then.
    pub matches: u64,
    /// The Elo difference of each entrant to the field, in the order of the table.
    pub elo: Vec<Option<f64>>,
    /// Half of their 95 % ranges.
    pub elo_error: Vec<Option<f64>>,
}

impl CurvePoint {
    pub(super) fn new(look: &Checkpoint, order: &[usize]) -> Self {
        let elos: Vec<Elo> = order.iter().map(|&entrant| ToField::new(&look.standings[entrant], &[]).elo).collect();
        Self {
            matches: look.matches,
            elo: elos.iter().map(|elo| elo.value.map(rounded)).collect(),
            elo_error: elos.iter().map(|elo| elo.error.map(rounded)).collect(),
        }
    }
}

/// Rates the whole field from these meetings.
pub(super) fn joint(plan: &Plan, meetings: &[Meeting], by_opening: &[Vec<Meeting>]) -> (Joint, JointRow) {
    let anchor = plan.anchor.map_or(Anchor::Mean(0.0), |(entrant, elo)| Anchor::Entrant(entrant, elo));
    let joint = rating::joint_clustered(plan.entrants.len(), meetings, by_opening, anchor);
    let row = JointRow {
        model: MODEL,
        anchor: plan
            .anchor
            .map(|(entrant, rating)| AnchorRow { name: plan.entrants[entrant].spec.name.clone(), rating }),
        first_advantage: joint.first_advantage.ok().map(rounded),
        first_advantage_error: joint.first_advantage_error.ok().map(rounded),
        first_advantage_openings: joint.clusters.filter(|_| joint.first_advantage_error.is_ok()),
        openings: joint.clusters,
        draw_ratio: joint.draw_ratio.ok().map(rounded),
        note: joint.first_advantage.err().or(joint.draw_ratio.err()),
    };
    (joint, row)
}

impl From<EloBound> for RatingBound {
    fn from(bound: EloBound) -> Self {
        match bound {
            EloBound::AtLeast(elo) => Self::AtLeast(rounded(elo)),
            EloBound::AtMost(elo) => Self::AtMost(rounded(elo)),
        }
    }
}
