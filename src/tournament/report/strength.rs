//! How strong the entrants are: each against the field that it met, and all of them together.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::rounding::rounded;
use crate::tournament::plan::Plan;
use crate::tournament::rating::{
    self, Anchor, Cluster, Difference, Elo, EloBound, Joint, Meeting, NoFigure, Results, clustered, difference, elo,
};
use crate::tournament::results::{Look, Standing};

/// The model of the ratings, in a line.
pub const MODEL: &str = "Bradley-Terry with Davidson's draws and an advantage of the first seat";

/// What errors were made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Encounters: every match belongs to one that is whole.
    Encounters,
    /// Matches, each on its own.
    Matches,
}

/// What the results of one entrant say about its difference to the field that it met.
pub(super) struct ToField {
    pub(super) basis: Basis,
    pub(super) elo: Elo,
    /// Of all results.
    pub(super) all: Difference,
    /// Without repeats.
    pub(super) certain: Difference,
    /// How many openings the errors are clustered by, where several encounters share one.
    pub(super) openings: Option<usize>,
}

impl ToField {
    /// Encounters are counted where every match belongs to one, as in the statistics of two entrants. `clusters` is what
    /// each opening brought; where several encounters share one, errors are clustered by opening.
    pub(super) fn new(standing: &Standing, clusters: &[Cluster]) -> Self {
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
        // Where every opening has one encounter, encounters are as good as openings.
        let shared = clusters.len() > 1 && (clusters.len() as u64) < independent.counted();
        if shared {
            certain = clustered(certain, independent, clusters);
            strength.error = certain.elo_error.ok().filter(|_| strength.value.is_some());
            strength.note = strength.note.or(certain.elo_error.err().filter(|_| strength.value.is_some()));
        }
        Self { basis, elo: strength, all: difference(all), certain, openings: shared.then_some(clusters.len()) }
    }
}

/// A side of a rating that is certain to 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum RatingBound {
    /// It is this or more.
    AtLeast(f64),
    /// It is this or less.
    AtMost(f64),
}

/// What the ratings of the whole field rest on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct JointRow {
    /// The model's name.
    pub model: &'static str,
    /// Who has a fixed rating; none when the mean of the rated entrants is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub anchor: Option<AnchorRow>,
    /// What the first seat is worth, in Elo.
    pub first_advantage: Option<f64>,
    /// Half of its 95 % range, clustered by opening where there are several: the matches of one opening are alike.
    pub first_advantage_error: Option<f64>,
    /// How many openings that error rests on; none where it is made from matches one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first_advantage_openings: Option<usize>,
    /// How many openings the errors of the ratings are clustered by; none where they follow from the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub openings: Option<usize>,
    /// The chance of a draw between equals without that advantage.
    pub draw_ratio: Option<f64>,
    /// Why one of these is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub note: Option<NoFigure>,
}

/// Who has a fixed rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AnchorRow {
    /// The entrant.
    pub name: String,
    /// Its rating.
    pub rating: f64,
}

/// One look at the strengths while the matches were counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CurvePoint {
    /// Matches that counted by then.
    pub matches: u64,
    /// The Elo difference of each entrant to the field, in the order of the table.
    pub elo: Vec<Option<f64>>,
    /// Half of their 95 % ranges.
    pub elo_error: Vec<Option<f64>>,
}

impl CurvePoint {
    pub(super) fn new(look: &Look, order: &[usize]) -> Self {
        let elos: Vec<Elo> = order.iter().map(|&entrant| ToField::new(&look.standings[entrant], &[]).elo).collect();
        Self {
            matches: look.matches,
            elo: elos.iter().map(|elo| elo.value.map(rounded)).collect(),
            elo_error: elos.iter().map(|elo| elo.error.map(rounded)).collect(),
        }
    }
}

/// Rates the whole field by these meetings.
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
