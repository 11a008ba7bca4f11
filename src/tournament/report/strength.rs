//! How strong the entrants are: each against the field that it met, and all of them together.

use serde::Serialize;
use ts_rs::TS;

use super::rounding::rounded;
use crate::tournament::plan::Plan;
use crate::tournament::rating::{
    self, Anchor, Bound, Difference, Elo, Joint, Meeting, NoFigure, Results, Wdl, Z95, difference, elo,
};
use crate::tournament::results::{Look, Standing, Tally};

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
    /// Half of its 95 % range, clustered by opening where there are several: the matches of one opening are alike.
    pub first_advantage_error: Option<f64>,
    /// How many openings that error rests on; none where it is made from matches one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_advantage_openings: Option<usize>,
    /// The chance of a draw between equals without that advantage.
    pub draw_ratio: Option<f64>,
    /// Why one of these is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<NoFigure>,
}

impl JointRow {
    /// The same with an error of the first seat's advantage that is clustered by opening.
    ///
    /// Openings favour a seat more or less, so matches that share one are not independent, and the Fisher information,
    /// which takes them as such, makes the error too small. In the model the seat's score is the sufficient statistic of
    /// its advantage η, whose change with the mean score is the number of matches over the information; so the clustered
    /// error of the score gives that of η.
    pub(super) fn clustered(self, by_opening: &[Wdl], tally: &Tally) -> Self {
        let openings = by_opening.iter().filter(|results| results.played() > 0).count();
        let Some((error, score_error)) = self.first_advantage_error.zip(clustered_score_error(by_opening)) else {
            return self;
        };
        // The information is that of the matches without repeats, each of which two entrants count.
        let independent = tally.standings().iter().map(|standing| standing.independent.played()).sum::<u64>() / 2;
        let elo = 400.0 / std::f64::consts::LN_10 * (1.0 - self.draw_ratio.unwrap_or(0.0));
        #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
        let slope = independent as f64 * (error / Z95).powi(2) / elo;
        Self {
            first_advantage_error: Some(rounded(slope * score_error)),
            first_advantage_openings: Some(openings),
            ..self
        }
    }
}

/// Half of the 95 % range of the first seat's mean score, from what each opening came to, taken as a sample of openings
/// (the variance of a ratio of cluster totals, Cochran, *Sampling Techniques*, 6.3, with Student's quantile). None where
/// fewer than two openings were played.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
fn clustered_score_error(by_opening: &[Wdl]) -> Option<f64> {
    let all = by_opening.iter().fold(Wdl::default(), |sum, &results| sum + results);
    let (score, matches) = (all.score()?, all.played() as f64);
    let played: Vec<&Wdl> = by_opening.iter().filter(|results| results.played() > 0).collect();
    let clusters = played.len() as f64;
    if played.len() < 2 {
        return None;
    }
    let surplus = |results: &&Wdl| (results.points() - score * results.played() as f64).powi(2);
    let variance = played.iter().map(surplus).sum::<f64>() * clusters / (clusters - 1.0) / matches.powi(2);
    Some(student95(clusters - 1.0) * variance.sqrt())
}

/// The quantile of Student's distribution that 95 % lie within, by the expansion of Cornish and Fisher (Abramowitz and
/// Stegun 26.7.5): exact to a hundredth from five degrees of freedom on.
fn student95(freedom: f64) -> f64 {
    let z = Z95;
    let [third, fifth, seventh] = [3, 5, 7].map(|power| z.powi(power));
    z + (third + z) / (4.0 * freedom)
        + (5.0 * fifth + 16.0 * third + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * seventh + 19.0 * fifth + 17.0 * third - 15.0 * z) / (384.0 * freedom.powi(3))
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
        first_advantage_openings: None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::seed::Rng;

    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in [(5.0, 2.571), (9.0, 2.262), (29.0, 2.045), (1e9, 1.960)] {
            assert!((student95(freedom) - quantile).abs() < 0.01, "{freedom}: {}", student95(freedom));
        }
    }

    /// Twenty matches from each of thirty openings, each of which favours a seat more or less.
    fn drawn(seed: u64) -> Vec<Wdl> {
        let mut rng = Rng::new(seed);
        let opening = |_| {
            let chance = 20 + rng.below(71);
            let wins = (0..20).filter(|_| rng.below(100) < chance).count() as u64;
            Wdl { wins, draws: 0, losses: 20 - wins }
        };
        (0..30).map(opening).collect()
    }

    #[test]
    fn the_range_of_the_seats_score_covers_the_truth_where_matches_share_openings() {
        let covered = (0..400).filter(|&seed| {
            let results = drawn(seed);
            let score = results.iter().fold(Wdl::default(), |sum, &it| sum + it).score().unwrap();
            (score - 0.55).abs() <= clustered_score_error(&results).unwrap()
        });
        let covered = covered.count();
        assert!((370..=392).contains(&covered), "{covered} of 400");
    }

    #[test]
    fn one_opening_says_nothing_of_others() {
        let one = Wdl { wins: 3, draws: 1, losses: 2 };
        assert_eq!(clustered_score_error(&[one, Wdl::default()]), None);
        assert!(clustered_score_error(&[one, one]).unwrap() < 1e-9);
    }
}
