//! The generalised sequential probability ratio test between two hypotheses about a difference.
//!
//! The log-likelihood ratio compares how well the results fit the likeliest distribution under each hypothesis. The
//! distribution has the hypothesis's expected score (logistic and Bayesian hypotheses) or its normalised Elo
//! (normalised hypotheses). In M. Van den Bergh, "Comments on Normalized Elo", proposition 1.1 gives the first kind of
//! distribution, and section 4.1 gives the second, by iteration. A result that never occurred counts as a thousandth of
//! one.
//!
//! fastchess (`sprt.cpp`) finds θ for expected scores within a tolerance of 10⁻³, and ends the iteration when no
//! probability changes by more than 10⁻⁴. The ratio is flat there, yet over many matches the first tolerance affects its
//! fourth digit. Figures that decide when to stop should be the same everywhere, so these tolerances and the steps are
//! those of fastchess. An exact root differs by about 10⁻⁴ for ten thousand encounters. Where fastchess has no ratio,
//! because the hypothesis is far from equal probabilities, the iteration has other starts.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::elo::PER_DEVIATION;
use super::{Figure, NoFigure, Results};
use arena_games::{Diagnostic, FieldError, diagnostic};

/// The count of a result that never occurred.
const HARDLY_EVER: f64 = 1e-3;
/// The tolerances of θ for an expected score and for a normalised Elo. The second belongs to offsets of 1 at most. It is
/// finer than that of fastchess, because a result that never occurred may be likely under a hypothesis; θ is then close
/// to an end of its range.
const THETA_BY_SCORE: f64 = 1e-3;
const THETA_BY_DEVIATION: f64 = 1e-12;
/// The iteration for a normalised Elo ends when no probability changes by more than this.
const SETTLED: f64 = 1e-4;
/// The most iterations. An iteration that takes more does not converge.
const MOST_STEPS: usize = 10_000;
/// The number of further starts of the iteration on each side of the middle.
const STARTS: i32 = 64;
/// Estimates that differ by more than this belong to different maxima.
const OTHER_MAXIMUM: f64 = 1e-3;
/// The largest hypothesis in either direction, in Elo.
pub const MOST_ELO: f64 = 4_000.0;

/// The scale of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo, in standard deviations of a match. The length of a test does not depend on the frequency of
    /// draws.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
    /// BayesElo, whose expected score also depends on the frequency of draws. Only for individual matches.
    Bayesian,
}

/// Two hypotheses about a difference, and the error rates of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum TestVerdict {
    /// The lower hypothesis is accepted.
    H0,
    /// The higher hypothesis is accepted.
    H1,
}

impl Hypotheses {
    /// Tests the difference `elo0` (H0) against `elo1` (H1). `alpha` is the probability of accepting H1 although H0
    /// holds, and `beta` that of accepting H0 although H1 holds.
    ///
    /// # Errors
    /// [`FieldError`] unless −4000 ≤ `elo0` < `elo1` ≤ 4000, and both rates are above 0 and together below 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, FieldError> {
        let wrong = |key, problem: Diagnostic| Err(FieldError::new(key, problem));
        for (key, given) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&given) {
                return wrong(
                    key,
                    diagnostic!(
                        "hypothesis_range",
                        "a hypothesis must be between -4000 and 4000 Elo, got {given}",
                        given
                    ),
                );
            }
        }
        if elo0 >= elo1 {
            return wrong(
                "elo0",
                diagnostic!(
                    "hypotheses_order",
                    "the first hypothesis, {first}, must be below the second, {second}",
                    first = elo0,
                    second = elo1
                ),
            );
        }
        for (rate, given) in [("alpha", alpha), ("beta", beta)] {
            if !(given > 0.0 && given < 1.0) {
                return wrong(
                    rate,
                    diagnostic!("error_rate", "{rate} must be above 0 and below 1, got {given}", rate, given),
                );
            }
        }
        let sum = alpha + beta;
        if sum >= 1.0 {
            return wrong(
                "alpha",
                diagnostic!("error_rates", "alpha and beta must be below 1 together, got {sum}", sum),
            );
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The two hypotheses, in Elo on the scale of [`Hypotheses::model`].
    #[must_use]
    pub const fn elos(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The scale of the hypotheses.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// H0 is accepted at this log-likelihood ratio or below (Wald).
    #[must_use]
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// H1 is accepted at this log-likelihood ratio or above (Wald).
    #[must_use]
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The decision at this log-likelihood ratio.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<TestVerdict> {
        if llr >= self.upper() { Some(TestVerdict::H1) } else { (llr <= self.lower()).then_some(TestVerdict::H0) }
    }

    /// The log-likelihood ratio of H1 to H0.
    ///
    /// ```
    /// use arena_tournament::rating::sprt::{Hypotheses, Model, TestVerdict};
    /// use arena_tournament::rating::{Results, Wdl};
    ///
    /// let test = Hypotheses::new(0.0, 50.0, 0.05, 0.05, Model::Logistic).expect("the hypotheses are valid");
    /// let llr = test.llr(Results::Trinomial(Wdl { wins: 300, draws: 50, losses: 100 })).expect("matches were played");
    /// assert_eq!(test.verdict(llr), Some(TestVerdict::H1));
    /// ```
    ///
    /// # Errors
    /// [`NoFigure`] if the ratio does not exist: nothing was played, a hypothesis is out of reach, or the Bayesian
    /// model lacks a win, a loss, or individual matches.
    pub fn llr(&self, results: Results) -> Figure {
        let observed = Observed::of(results)?;
        let per_match = f64::from(results.matches_each()).sqrt();
        let logistic = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let fit = |elo: f64| match self.model {
            Model::Normalized => observed.fit_deviations(per_match * elo / PER_DEVIATION),
            Model::Logistic => observed.fit_score(logistic(elo)),
            Model::Bayesian => {
                let Results::Trinomial(wdl) = results else { return Err(NoFigure::NoDrawElo) };
                if wdl.wins == 0 || wdl.losses == 0 {
                    return Err(NoFigure::NoDrawElo);
                }
                // In BayesElo (R. Coulom), `draw_elo` lowers both sides' winning chances in favour of draws.
                let odds = |share: f64| (1.0 - share) / share;
                let draw_elo = 200.0 * (odds(observed.shares[0]) * odds(observed.shares[2])).log10();
                let (win, loss) = (logistic(elo - draw_elo), logistic(-elo - draw_elo));
                observed.fit_score(win + (1.0 - win - loss) / 2.0)
            }
        };
        let (under0, under1) = (fit(self.elo0)?, fit(self.elo1)?);
        let llr = observed.n * (observed.likelihood(&under1) - observed.likelihood(&under0));
        if llr.is_finite() { Ok(llr) } else { Err(NoFigure::OutOfReach) }
    }
}

/// The mean and the standard deviation of a distribution.
#[derive(Clone, Copy, Debug)]
struct Moments {
    mean: f64,
    sigma: f64,
}

/// The largest difference between probabilities of the same score.
fn change(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

/// The frequency of each score. No frequency is 0.
struct Observed {
    n: f64,
    scores: Vec<f64>,
    shares: Vec<f64>,
}

impl Observed {
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    fn of(results: Results) -> Result<Self, NoFigure> {
        let counts = results.counts();
        if counts.iter().all(|&count| count == 0) {
            return Err(NoFigure::NonePlayed);
        }
        let counts: Vec<f64> = counts.iter().map(|&n| if n == 0 { HARDLY_EVER } else { n as f64 }).collect();
        let n = counts.iter().sum::<f64>();
        let best = (counts.len() - 1) as f64;
        let scores = (0..counts.len()).map(|place| place as f64 / best).collect();
        Ok(Self { n, scores, shares: counts.iter().map(|count| count / n).collect() })
    }

    /// The likeliest distribution whose expected score is `score`.
    fn fit_score(&self, score: f64) -> Result<Vec<f64>, NoFigure> {
        let offsets: Vec<f64> = self.scores.iter().map(|own| own - score).collect();
        self.tilted(&offsets, THETA_BY_SCORE)
    }

    /// The likeliest distribution whose mean is `deviations` of its own standard deviations above ½.
    ///
    /// Every `deviations` can be reached. The linearised condition about equal probabilities may exclude every
    /// distribution if the hypothesis is far away, so there are other starts. If the results lie beyond the hypothesis,
    /// the distributions that do not exceed it form a convex set with one maximum, and the results themselves are a
    /// start. Otherwise each step of [`Observed::settled`] increases the likelihood, but there may be a second maximum.
    /// The iteration then starts from the likeliest of many moments that fulfil the hypothesis.
    fn fit_deviations(&self, deviations: f64) -> Result<Vec<f64>, NoFigure> {
        let equal = vec![1.0; self.scores.len()];
        let usual = self.settled(deviations, self.moments(&equal));
        let observed = self.moments(&self.shares);
        if (observed.mean - 0.5 - deviations * observed.sigma) * deviations >= 0.0 {
            return usual.or_else(|| self.settled(deviations, observed)).ok_or(NoFigure::OutOfReach);
        }
        let starts: Vec<Moments> = (-STARTS..=STARTS)
            .map(|start| {
                let above = 0.5_f64.copysign(deviations) / (1.0 + (f64::from(start) / 4.0).exp());
                Moments { mean: 0.5 + above, sigma: above / deviations }
            })
            .collect();
        let first = |&start: &Moments| self.step(deviations, start).map(|estimate| self.likelihood(&estimate));
        let likelihoods: Vec<Option<f64>> = starts.iter().map(first).collect();
        let is_peak = |place: usize| {
            let beside = |place: Option<usize>| place.and_then(|place| likelihoods.get(place).copied().flatten());
            likelihoods[place] > beside(place.checked_sub(1)) && likelihoods[place] >= beside(Some(place + 1))
        };
        let other = (0..starts.len())
            .filter(|&place| is_peak(place))
            .filter_map(|place| self.settled(deviations, starts[place]))
            .max_by(|one, other| self.likelihood(one).total_cmp(&self.likelihood(other)));
        let is_higher = |usual: &Vec<f64>, other: &Vec<f64>| {
            change(usual, other) > OTHER_MAXIMUM && self.likelihood(other) > self.likelihood(usual)
        };
        match (usual, other) {
            (Some(usual), Some(other)) if is_higher(&usual, &other) => Ok(other),
            (usual, other) => usual.or(other).ok_or(NoFigure::OutOfReach),
        }
    }

    /// Repeats [`Observed::step`] from these moments until the estimate settles.
    fn settled(&self, deviations: f64, start: Moments) -> Option<Vec<f64>> {
        let mut estimate = self.step(deviations, start)?;
        for _ in 0..MOST_STEPS {
            let next = self.step(deviations, self.moments(&estimate))?;
            let change = change(&estimate, &next);
            estimate = next;
            if change < SETTLED {
                return Some(estimate);
            }
        }
        None
    }

    /// The likeliest distribution under the condition of [`Observed::fit_deviations`], linearised about a distribution
    /// with these moments.
    fn step(&self, deviations: f64, Moments { mean, sigma }: Moments) -> Option<Vec<f64>> {
        let linear = |&score: &f64| score - 0.5 - 0.5 * deviations * sigma * (1.0 + ((score - mean) / sigma).powi(2));
        let offsets: Vec<f64> = self.scores.iter().map(linear).collect();
        let scale = offsets.iter().fold(0.0, |most: f64, offset| most.max(offset.abs()));
        self.tilted(&offsets.iter().map(|offset| offset / scale).collect::<Vec<_>>(), THETA_BY_DEVIATION).ok()
    }

    fn moments(&self, weights: &[f64]) -> Moments {
        let sum = weights.iter().sum::<f64>();
        let weighted = |value: &dyn Fn(f64) -> f64| {
            self.scores.iter().zip(weights).map(|(&score, weight)| weight * value(score)).sum::<f64>() / sum
        };
        let mean = weighted(&|score| score);
        Moments { mean, sigma: weighted(&|score| (score - mean).powi(2)).sqrt() }
    }

    /// The logarithm of the likelihood of a distribution, per result.
    fn likelihood(&self, distribution: &[f64]) -> f64 {
        self.shares.iter().zip(distribution).map(|(share, probability)| share * probability.ln()).sum()
    }

    /// The distribution share/(1 + θ offset) whose expected offset is zero. It is the likeliest of all such
    /// distributions.
    fn tilted(&self, offsets: &[f64], tolerance: f64) -> Result<Vec<f64>, NoFigure> {
        let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
        let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Between these bounds all probabilities are positive, and the expectation falls from +∞ to −∞.
        let (low, high) = (-1.0 / most, -1.0 / least);
        if !(least < 0.0 && most > 0.0 && low.is_finite() && high.is_finite()) {
            return Err(NoFigure::OutOfReach);
        }
        let expected = |theta: f64| -> f64 {
            self.shares.iter().zip(offsets).map(|(share, offset)| share * offset / (1.0 + theta * offset)).sum()
        };
        let theta = root(expected, low, high, tolerance);
        Ok(self.shares.iter().zip(offsets).map(|(share, offset)| share / (1.0 + theta * offset)).collect())
    }
}

/// Finds the zero of a function that falls from +∞ at `low` to −∞ at `high`, within `tolerance`.
///
/// The steps are those of the ITP method (Oliveira and Takahashi 2020, with κ₁ = 0.1 and κ₂ = 2). Its last part, the
/// projection, is left out, because it never binds in fastchess. A step interpolates between the values at both ends,
/// then moves towards the middle by κ₁ times the squared width. It bisects while the value at an end is infinite.
fn root(function: impl Fn(f64) -> f64, low: f64, high: f64, tolerance: f64) -> f64 {
    let (mut low, mut high) = ((low, f64::INFINITY), (high, f64::NEG_INFINITY));
    for step in 0..MOST_STEPS {
        let width = high.0 - low.0;
        if width <= 2.0 * tolerance {
            break;
        }
        let middle = f64::midpoint(low.0, high.0);
        let crossing = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let push = 0.1 * width * width;
        // Interpolation alone may converge slowly. Bisection takes over halfway.
        let interpolates = crossing.is_finite() && push <= (middle - crossing).abs() && step < MOST_STEPS / 2;
        let x = if interpolates { crossing + push.copysign(middle - crossing) } else { middle };
        match function(x) {
            0.0 => return x,
            value if value > 0.0 => low = (x, value),
            value => high = (x, value),
        }
    }
    f64::midpoint(low.0, high.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rating::{Pentanomial, Wdl};

    fn llr(results: Results, elo0: f64, elo1: f64, model: Model) -> f64 {
        Hypotheses::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(results).unwrap()
    }

    fn wdl(wins: u64, draws: u64, losses: u64) -> Results {
        Results::Trinomial(Wdl { wins, draws, losses })
    }

    const fn five(counts: [u64; 5]) -> Results {
        Results::Pentanomial(Pentanomial(counts))
    }

    #[test]
    fn reproduces_examples_of_fastchess() {
        use Model::{Bayesian, Logistic, Normalized};
        // Results and hypotheses are from the tests of fastchess. The further digits follow from its formulas and
        // tolerances.
        let examples = [
            (five([34, 54, 63, 64, 75]), 0.0, 2.0, Normalized, 0.534_857_694),
            (five([379, 10_170, 21_828, 10_640, 343]), 0.0, 2.0, Normalized, 2.945_495_431),
            (five([365, 16_618, 36_229, 16_974, 390]), 0.0, 2.0, Normalized, 2.250_367_704),
            (five([127, 4_883, 10_712, 5_150, 104]), -1.75, 0.25, Normalized, 3.010_154_205),
            (five([223, 9_863, 21_279, 10_037, 246]), 0.5, 2.5, Logistic, -3.074_422_860),
            (five([871, 26_175, 55_983, 26_678, 821]), 0.0, 2.0, Logistic, -4.979_611_872),
            (wdl(36_433, 68_692, 36_027), 0.0, 2.0, Normalized, 0.923_293_449),
            (wdl(10_871, 20_431, 10_650), -1.75, 0.25, Normalized, 2.297_500_410),
            (wdl(21_404, 40_708, 21_184), 0.5, 2.5, Logistic, -1.572_031_610),
            (wdl(57_433, 106_593, 57_030), 0.0, 2.0, Logistic, -2.593_331_364),
            (wdl(68_965, 128_429, 68_526), 0.0, 2.0, Bayesian, -1.262_642_584),
            (wdl(21_629, 41_111, 21_484), 0.5, 2.5, Bayesian, -1.130_676_536),
            (wdl(0, 16_700, 0), 0.0, 5.0, Normalized, -3.479_934_563),
            (five([0, 0, 0, 0, 104]), 0.0, 5.0, Normalized, 2.094_954_528),
        ];
        for (results, elo0, elo1, model, expected) in examples {
            let found = llr(results, elo0, elo1, model);
            assert!((found - expected).abs() < 1e-6, "{results:?} {model:?}: {found}");
        }
    }

    /// Fishtest's statistics page gives −0.54912 for this test, computed with an exact root.
    #[test]
    fn reproduces_a_published_test_of_fishtest() {
        let found = llr(five([13, 37, 50, 25, 3]), 0.0, 4.0, Model::Normalized);
        assert!((found + 0.549_12).abs() < 1e-5, "{found}");
        let found = llr(five([13, 37, 50, 25, 3]), 0.0, 2.716, Model::Logistic);
        assert!((found + 0.537_72).abs() < 2e-4, "{found}");
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let test = Hypotheses::new(0.0, 2.0, 0.05, 0.05, Model::Normalized).unwrap();
        assert!((test.upper() - 19_f64.ln()).abs() < 1e-12 && (test.lower() + 19_f64.ln()).abs() < 1e-12);
        assert_eq!(test.verdict(2.9455), Some(TestVerdict::H1));
        assert_eq!(test.verdict(2.9444), None);
        assert_eq!(test.verdict(-2.9445), Some(TestVerdict::H0));
        let uneven = Hypotheses::new(0.0, 2.0, 0.1, 0.01, Model::Normalized).unwrap();
        assert!(
            (uneven.upper() - 9.9_f64.ln()).abs() < 1e-12 && (uneven.lower() - (0.01_f64 / 0.9).ln()).abs() < 1e-12
        );
    }

    #[test]
    fn rejects_impossible_tests() {
        let key = |elo0, elo1, alpha, beta| {
            let refused = Hypotheses::new(elo0, elo1, alpha, beta, Model::Logistic).unwrap_err();
            (refused.path, refused.problem.code.into_owned())
        };
        assert_eq!(key(2.0, 2.0, 0.05, 0.05), ("elo0".into(), "hypotheses_order".into()));
        assert_eq!(key(0.0, 4_001.0, 0.05, 0.05), ("elo1".into(), "hypothesis_range".into()));
        assert_eq!(key(f64::NAN, 1.0, 0.05, 0.05), ("elo0".into(), "hypothesis_range".into()));
        assert_eq!(key(0.0, 1.0, 0.0, 0.05), ("alpha".into(), "error_rate".into()));
        assert_eq!(key(0.0, 1.0, 0.05, f64::NAN), ("beta".into(), "error_rate".into()));
        assert_eq!(key(0.0, 1.0, 0.5, 0.5), ("alpha".into(), "error_rates".into()));
    }

    #[test]
    fn the_bayesian_model_needs_a_win_a_loss_and_individual_matches() {
        let test = Hypotheses::new(0.0, 5.0, 0.05, 0.05, Model::Bayesian).unwrap();
        for results in [wdl(5, 5, 0), wdl(0, 5, 5), five([1, 2, 3, 4, 5])] {
            assert_eq!(test.llr(results), Err(NoFigure::NoDrawElo));
        }
        assert_eq!(test.llr(wdl(0, 0, 0)), Err(NoFigure::NonePlayed));
    }

    #[test]
    fn bounds_far_from_the_results_have_a_ratio() {
        let found = llr(five([2, 5, 20, 40, 100]), 0.0, 300.0, Model::Normalized);
        assert!((found - 71.561).abs() < 1e-2, "{found}");
        let found = llr(five([144, 3, 1, 0, 0]), -1_500.0, -500.0, Model::Normalized);
        assert!((found + 6.7213).abs() < 1e-2, "{found}");
        let (before, after) = (231.0, 232.0);
        let ratio = |elo1| llr(five([2, 5, 20, 40, 100]), 0.0, elo1, Model::Normalized);
        assert!((ratio(before) - ratio(after)).abs() < 0.5, "{} {}", ratio(before), ratio(after));
        // One win against none, tested against the largest bounds, is possible under H1 and hardly under H0.
        for results in [five([0, 0, 0, 0, 1]), wdl(1, 0, 0)] {
            assert!(llr(results, -MOST_ELO, MOST_ELO, Model::Normalized) > 4.0);
            assert!(llr(results, -MOST_ELO, MOST_ELO, Model::Logistic) > 4.0);
        }
    }

    /// A single chain of steps from equal probabilities ends at the lower of two maxima here.
    #[test]
    fn a_fit_is_the_highest_of_several_maxima() {
        let observed = Observed::of(five([0, 0, 1_987, 1, 0])).unwrap();
        let fit = observed.fit_deviations(2_f64.sqrt() * 66.255 / PER_DEVIATION).unwrap();
        assert!((observed.likelihood(&fit) + 0.071_62).abs() < 1e-4, "{}", observed.likelihood(&fit));
    }

    /// The logarithm of the largest likelihood of three scores whose mean is `deviations` standard deviations above ½.
    /// The probability of a draw determines the distribution, so all of them are tried.
    fn by_trying_all_draw_rates(observed: &Observed, deviations: f64) -> f64 {
        let likelihood = |step: i32| {
            // No distribution with more draws has such a mean.
            let most = 1.0 / (1.0 + deviations * deviations);
            let draw = most / (1.0 + (f64::from(step) / 50.0).exp());
            let above = 0.5 * deviations * (most * (1.0 - draw)).sqrt();
            let distribution = [(1.0 - draw) / 2.0 - above, draw, (1.0 - draw) / 2.0 + above];
            if distribution.iter().any(|&it| it <= 0.0) {
                f64::NEG_INFINITY
            } else {
                observed.likelihood(&distribution)
            }
        };
        (-1_500..=1_500).map(likelihood).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The distribution with these weights times exp(slope · score) that has a mean of `deviations` standard deviations
    /// above ½.
    fn reaching(observed: &Observed, weights: &[f64], deviations: f64) -> Vec<f64> {
        let tilted = |slope: f64| {
            let tilt = |(weight, score): (&f64, &f64)| weight * (slope * (score - 0.5)).exp();
            let weights: Vec<f64> = weights.iter().zip(&observed.scores).map(tilt).collect();
            let sum = weights.iter().sum::<f64>();
            weights.iter().map(|weight| weight / sum).collect::<Vec<_>>()
        };
        let (mut low, mut high) = (-200.0, 200.0);
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            let Moments { mean, sigma } = observed.moments(&tilted(middle));
            if mean - 0.5 < deviations * sigma { low = middle } else { high = middle }
        }
        tilted(f64::midpoint(low, high))
    }

    /// Hypotheses near 0 and up to the largest.
    fn elo() -> impl Strategy<Value = f64> {
        prop_oneof![-MOST_ELO..MOST_ELO, -300.0..300.0_f64, -5.0..5.0_f64].prop_filter("not 0", |elo| elo.abs() > 0.1)
    }

    /// Often no result of a kind, sometimes a few, sometimes many.
    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), 0_u64..10, 0_u64..2_000]
    }

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 0.1 + 2e-3 * expected.abs()
    }

    proptest! {
        #[test]
        fn three_scores_are_fitted_as_by_trying_all_draw_rates(a in count(), b in count(), c in count(), elo in elo()) {
            prop_assume!(a + b + c > 0);
            let observed = Observed::of(wdl(a, b, c)).unwrap();
            let deviations = elo / PER_DEVIATION;
            let found = observed.n * observed.likelihood(&observed.fit_deviations(deviations).unwrap());
            let expected = observed.n * by_trying_all_draw_rates(&observed, deviations);
            prop_assert!(is_near(found, expected), "{} {}", found, expected);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn no_other_distribution_under_the_hypothesis_is_likelier(
            counts in prop::array::uniform5(count()), elo in elo(),
            changes in prop::collection::vec(prop::array::uniform5(-1.0..1.0_f64), 20),
        ) {
            prop_assume!(counts.iter().sum::<u64>() > 0);
            let observed = Observed::of(five(counts)).unwrap();
            let deviations = 2_f64.sqrt() * elo / PER_DEVIATION;
            let fit = observed.fit_deviations(deviations).unwrap();
            let Moments { mean, sigma } = observed.moments(&fit);
            prop_assert!((mean - 0.5 - deviations * sigma).abs() < 5e-3, "{} {} {}", mean, sigma, deviations);
            prop_assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            let found = observed.n * observed.likelihood(&fit);
            for (number, change) in changes.iter().enumerate() {
                // Near the fit and far from it.
                let scale = 4.0 * 0.6_f64.powi(i32::try_from(number).unwrap());
                let changed: Vec<f64> = fit.iter().zip(change).map(|(it, by)| it * (scale * by).exp()).collect();
                let other = observed.n * observed.likelihood(&reaching(&observed, &changed, deviations));
                prop_assert!(other <= found || is_near(other, found), "{} {}", other, found);
            }
        }

        #[test]
        fn ratios_exist_for_all_bounds_and_change_sign_with_the_view(
            counts in prop::array::uniform5(count()), one in elo(), other in elo(), normalized: bool,
        ) {
            let model = if normalized { Model::Normalized } else { Model::Logistic };
            let (elo0, elo1) = (one.min(other), one.max(other));
            prop_assume!(elo0 < elo1);
            let [a, b, c, d, e] = counts;
            for (results, turned) in [(five(counts), five([e, d, c, b, a])), (wdl(a, b, c), wdl(c, b, a))] {
                if results.counts().iter().sum::<u64>() > 0 {
                    let (here, there) = (llr(results, elo0, elo1, model), llr(turned, -elo1, -elo0, model));
                    // The tolerances are those of fastchess, so the two ratios agree only within them.
                    prop_assert!((here + there).abs() <= 0.02 * (1.0 + here.abs()), "{} {}", here, there);
                }
            }
        }
    }
}
