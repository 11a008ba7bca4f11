//! How strong the entrants are: each against the field that it met, and all of them together.

use serde::Serialize;
use ts_rs::TS;

use super::rounding::rounded;
use crate::tournament::plan::Plan;
use crate::tournament::rating::{
    self, Anchor, Bound, Difference, Elo, Joint, Meeting, NoFigure, Results, difference, elo,
};
use crate::tournament::results::Look;
use crate::tournament::results::Standing;

/// What errors were made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
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
}

impl ToField {
    /// Encounters are counted where every match belongs to one, as in the statistics of two entrants.
    pub(super) fn new(standing: &Standing) -> Self {
        let matches = standing.all();
        let whole = standing.encounters.encounters() > 0 && 2 * standing.encounters.encounters() == matches.played();
        let (basis, all, independent) = if whole {
            let [all, new] = [standing.encounters, standing.independent_encounters].map(Results::Pentanomial);
            (Basis::Encounters, all, new)
        } else {
            let [all, new] = [matches, standing.independent].map(Results::Trinomial);
            (Basis::Matches, all, new)
        };
        Self { basis, elo: elo(all, independent), all: difference(all), certain: difference(independent) }
    }
}

/// A side of a rating that is certain to 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RatingBound {
    /// It is this or more.
    AtLeast(f64),
    /// It is this or less.
    AtMost(f64),
}

/// What the ratings of the whole field rest on.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct JointRow {
    /// The model's name.
    pub model: &'static str,
    /// Who has a fixed rating; none when the mean of the rated entrants is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub anchor: Option<AnchorRow>,
    /// What the first seat is worth, in Elo.
    pub first_advantage: Option<f64>,
    /// Half of its 95 % range.
    pub first_advantage_error: Option<f64>,
    /// The chance of a draw between equals without that advantage.
    pub draw_ratio: Option<f64>,
    /// Why one of these is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<NoFigure>,
}

/// Who has a fixed rating.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AnchorRow {
    /// The entrant.
    pub name: String,
    /// Its rating.
    pub rating: f64,
}

/// One look at the strengths while the matches were counted.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
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
        let elos: Vec<Elo> = order.iter().map(|&entrant| ToField::new(&look.standings[entrant]).elo).collect();
        Self {
            matches: look.matches,
            elo: elos.iter().map(|elo| elo.value.map(rounded)).collect(),
            elo_error: elos.iter().map(|elo| elo.error.map(rounded)).collect(),
        }
    }
}

/// Rates the whole field by these meetings.
pub(super) fn joint(plan: &Plan, meetings: &[Meeting]) -> (Joint, JointRow) {
    let anchor = plan.anchor.map_or(Anchor::Mean(0.0), |(entrant, elo)| Anchor::Entrant(entrant, elo));
    let joint = rating::joint(plan.entrants.len(), meetings, anchor);
    let row = JointRow {
        model: "Bradley-Terry with Davidson's draws and an advantage of the first seat",
        anchor: plan
            .anchor
            .map(|(entrant, rating)| AnchorRow { name: plan.entrants[entrant].spec.name.clone(), rating }),
        first_advantage: joint.first_advantage.ok().map(rounded),
        first_advantage_error: joint.first_advantage_error.ok().map(rounded),
        draw_ratio: joint.draw_ratio.ok().map(rounded),
        note: joint.first_advantage.err().or(joint.draw_ratio.err()),
    };
    (joint, row)
}

impl From<Bound> for RatingBound {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::AtLeast(elo) => Self::AtLeast(rounded(elo)),
            Bound::AtMost(elo) => Self::AtMost(rounded(elo)),
        }
    }
}
