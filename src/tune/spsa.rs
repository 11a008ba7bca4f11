//! Simultaneous perturbation stochastic approximation (SPSA). All weights are moved at once, each up or down at random.
//! The score between the two versions shows the direction of the next step. No I/O.
//!
//! J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34 (1998). The conventions are those of fishtest, so that its
//! users' numbers mean the same here.
//!
//! With N encounters in all, a weight is moved by c_k = c / k^γ before encounter k (from 1). `result` is the number of
//! matches that the upper version then wins more than it loses. After the encounter the weight moves by R_k c_k
//! `result`, where R_k = a_k / c_k² and a_k = a / (A + k)^α. Instead of a and c, the final values are given: c_end, and
//! r_end = R_N.

use arena_games::seed::{Rng, derive};
use arena_tournament::rating::student95;

/// Separates the seeds of perturbations from those of matches and openings.
const PERTURBATIONS: u64 = 0x7370_7361;

/// The kind of a tuned number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A weight of the evaluation.
    Weight,
    /// A switch of the search.
    Switch,
    /// An option of an external engine.
    Option,
}

/// A tuned number, usually a weight of the evaluation.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Weight {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The starting value.
    pub start: f64,
    /// The lower bound.
    pub min: f64,
    /// The upper bound.
    pub max: f64,
    /// The perturbation at the end.
    pub c_end: f64,
    /// The step rate at the end. A win more than losses then moves the weight by `r_end` times `c_end`.
    pub r_end: f64,
}

/// How step sizes and perturbations decrease.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Gains {
    /// The exponent of the step size.
    pub alpha: f64,
    /// The exponent of the perturbation.
    pub gamma: f64,
    /// A as a share of all encounters. It limits the first steps.
    pub stability: f64,
    /// The share of encounters, counted from the end, whose estimates are averaged. With 0 the last estimate is used.
    pub average: f64,
}

impl Default for Gains {
    /// Spall's exponents, fishtest's stability of a tenth, and an average over the second half.
    fn default() -> Self {
        Self { alpha: 0.602, gamma: 0.101, stability: 0.1, average: 0.5 }
    }
}

/// Two versions to be played against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The weights moved in the directions of their signs.
    pub plus: Vec<i32>,
    /// The weights moved in the opposite directions.
    pub minus: Vec<i32>,
    /// The direction of each weight in `plus`: +1 or −1.
    signs: Vec<i8>,
}

/// A tuning in progress.
#[derive(Clone, Debug)]
pub struct Spsa {
    weights: Vec<Weight>,
    gains: Gains,
    /// The number of encounters in the whole tuning.
    total: f64,
    seed: u64,
    estimates: Vec<f64>,
    done: u64,
    tail: Tail,
}

impl Spsa {
    /// Creates a tuning over this many encounters.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a tuning has at most a million encounters")]
    pub fn new(weights: Vec<Weight>, gains: Gains, encounters: u64, seed: u64) -> Self {
        let estimates: Vec<f64> = weights.iter().map(|weight| weight.start).collect();
        let weights_count = weights.len();
        Self {
            weights,
            gains,
            total: encounters.max(1) as f64,
            seed: derive(seed, &[PERTURBATIONS]),
            tail: Tail::new(&gains, encounters, weights_count),
            estimates,
            done: 0,
        }
    }

    /// The current estimates of the weights.
    #[must_use]
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// The means of the last estimates, which scatter about the best weights. Without any, the current estimates.
    #[must_use]
    pub fn averaged(&self) -> Vec<f64> {
        self.tail.mean().unwrap_or_else(|| self.estimates.clone())
    }

    /// Half of the 95 % range of each mean, from the scatter of the last estimates; `None` if there are too few.
    #[must_use]
    pub fn errors(&self) -> Vec<Option<f64>> {
        (0..self.weights.len()).map(|place| self.tail.error(place)).collect()
    }

    /// The means as whole numbers, which a configuration requires.
    #[must_use]
    pub fn rounded(&self) -> Vec<i32> {
        self.averaged().iter().map(|value| whole(value.round())).collect()
    }

    /// The number of encounters learned from.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// The perturbation of a weight before the next encounter.
    fn perturbation(&self, weight: &Weight) -> f64 {
        weight.c_end * (self.total / self.next()).powf(self.gains.gamma)
    }

    /// R_k of the next encounter.
    fn rate(&self, weight: &Weight) -> f64 {
        let stability = self.gains.stability * self.total;
        let a = weight.r_end * weight.c_end.powi(2) * (stability + self.total).powf(self.gains.alpha);
        a / (stability + self.next()).powf(self.gains.alpha) / self.perturbation(weight).powi(2)
    }

    #[expect(clippy::cast_precision_loss, reason = "a tuning has at most a million encounters")]
    fn next(&self) -> f64 {
        (self.done + 1) as f64
    }

    /// Returns the next two versions. Weights are whole numbers, so a fraction is rounded up with a probability equal
    /// to it. Both versions use the same draw. Steps far below 1 therefore count in the long run.
    #[must_use]
    pub fn probe(&self) -> Probe {
        let mut rng = Rng::new(derive(self.seed, &[self.done]));
        let mut probe = Probe { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (weight, estimate) in self.weights.iter().zip(&self.estimates) {
            let sign: i8 = if rng.chance(0.5) { 1 } else { -1 };
            let draw = f64::from(u32::try_from(rng.below(1 << 30)).expect("below 2^30")) / f64::from(1 << 30);
            let moved = |by: f64| {
                let value = (estimate + by * self.perturbation(weight)).clamp(weight.min, weight.max);
                whole((value + draw).floor().clamp(weight.min.ceil(), weight.max.floor()))
            };
            probe.plus.push(moved(f64::from(sign)));
            probe.minus.push(moved(-f64::from(sign)));
            probe.signs.push(sign);
        }
        probe
    }

    /// Learns from this many encounters between the two versions. `result` is the number of matches that the upper
    /// version won more than it lost.
    #[expect(clippy::cast_precision_loss, reason = "a batch has few matches")]
    pub fn learn(&mut self, probe: &Probe, result: i64, encounters: u64) {
        let steps: Vec<f64> = self
            .weights
            .iter()
            .zip(&probe.signs)
            .map(|(weight, &sign)| self.rate(weight) * self.perturbation(weight) * result as f64 * f64::from(sign))
            .collect();
        for ((estimate, weight), step) in self.estimates.iter_mut().zip(&self.weights).zip(steps) {
            let moved = (*estimate + step).clamp(weight.min, weight.max);
            // The powers of two machines may differ in the last digits. Rounding removes these, so that both play the
            // same matches.
            *estimate = millionths(moved);
        }
        self.done += encounters;
        self.tail.take(self.done, encounters, &self.estimates);
    }
}

/// The last estimates, summed up in consecutive blocks of encounters. Their mean is nearer to the best weights than the
/// last estimate is (B. T. Polyak and A. B. Juditsky 1992). The differences between blocks show how near, although
/// consecutive estimates are correlated (the method of batch means). The blocks are few, so that each is longer than
/// the correlation of estimates. The remaining correlation of neighbouring blocks is corrected for.
#[derive(Clone, Debug)]
struct Tail {
    /// The encounters after which it begins and ends.
    from: u64,
    to: u64,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, Default)]
struct Block {
    encounters: f64,
    sums: Vec<f64>,
}

/// The number of blocks, on which the error is based.
const BLOCKS: u64 = 4;
/// The largest correlation that is assumed for neighbouring blocks.
const MOST_ALIKE: f64 = 0.9;

impl Tail {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a tuning has at most a million encounters, and a share is between 0 and 1"
    )]
    fn new(gains: &Gains, encounters: u64, weights: usize) -> Self {
        let length = (encounters as f64 * gains.average).round() as u64;
        let blocks = vec![Block { encounters: 0.0, sums: vec![0.0; weights] }; BLOCKS as usize];
        Self { from: encounters.saturating_sub(length), to: encounters, blocks }
    }

    /// Adds the estimates after `done` encounters. They count for the last `encounters` of these.
    #[expect(clippy::cast_precision_loss, reason = "a batch has few matches")]
    fn take(&mut self, done: u64, encounters: u64, estimates: &[f64]) {
        if done <= self.from {
            return;
        }
        let place = (done - self.from - 1) * BLOCKS / (self.to - self.from).max(1);
        let place = usize::try_from(place.min(BLOCKS - 1)).expect("few blocks");
        let block = &mut self.blocks[place];
        block.encounters += encounters as f64;
        for (sum, estimate) in block.sums.iter_mut().zip(estimates) {
            *sum += estimate * encounters as f64;
        }
    }

    fn filled(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|block| block.encounters > 0.0)
    }

    fn mean(&self) -> Option<Vec<f64>> {
        let encounters: f64 = self.filled().map(|block| block.encounters).sum();
        let weights = self.blocks.first()?.sums.len();
        let mean = |place: usize| self.filled().map(|block| block.sums[place]).sum::<f64>() / encounters;
        (encounters > 0.0).then(|| (0..weights).map(mean).map(millionths).collect())
    }

    #[expect(clippy::cast_precision_loss, reason = "there are few blocks")]
    fn error(&self, place: usize) -> Option<f64> {
        let means: Vec<f64> = self.filled().map(|block| block.sums[place] / block.encounters).collect();
        if means.len() < self.blocks.len() {
            return None;
        }
        let count = means.len() as f64;
        let mean = means.iter().sum::<f64>() / count;
        let squares: f64 = means.iter().map(|it| (it - mean).powi(2)).sum();
        let together: f64 = means.windows(2).map(|two| (two[0] - mean) * (two[1] - mean)).sum();
        // With this few blocks, the correlation comes out too low by about one over their number.
        let alike = if squares > 0.0 { (together / squares + 1.0 / count).clamp(0.0, MOST_ALIKE) } else { 0.0 };
        let variance = squares / (count - 1.0) / count * (1.0 + alike) / (1.0 - alike);
        Some(millionths(student95(count - 1.0) * variance.sqrt()))
    }
}

/// Rounds to six decimals. Two machines may differ in later digits.
fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

/// Converts a number within the bounds of weights.
#[expect(clippy::cast_possible_truncation, reason = "weights are within ±10,000")]
pub(super) const fn whole(value: f64) -> i32 {
    value as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use arena_games::seed::Rng;

    fn weight(name: &str, start: f64, c_end: f64, r_end: f64) -> Weight {
        Weight { name: name.to_owned(), kind: Kind::Weight, start, min: -100.0, max: 200.0, c_end, r_end }
    }

    /// Plays encounters between versions whose strength falls with the squared distance from the best weights.
    fn tuned(best: &[f64], starts: &[f64], encounters: u64, batch: u64, seed: u64) -> Spsa {
        let weights = starts.iter().map(|&start| weight("w", start, 6.0, 0.01)).collect();
        let mut spsa = Spsa::new(weights, Gains::default(), encounters, seed);
        let mut luck = Rng::new(92 + seed);
        let strength = |values: &[i32]| -> f64 {
            -values.iter().zip(best).map(|(&value, best)| (f64::from(value) - best).powi(2)).sum::<f64>() / 5.0
        };
        while spsa.done() < encounters {
            let probe = spsa.probe();
            let expected = 1.0 / (1.0 + 10_f64.powf((strength(&probe.minus) - strength(&probe.plus)) / 400.0));
            let won = (0..2 * batch).map(|_| if luck.chance(expected) { 1 } else { -1 }).sum();
            spsa.learn(&probe, won, batch);
        }
        spsa
    }

    #[test]
    fn converges_to_the_best_weights_of_a_known_objective() {
        let best = [30.0, 80.0, -40.0];
        for batch in [1, 8] {
            let found = tuned(&best, &[80.0, 10.0, 0.0], 20_000, batch, 7);
            for (found, best) in found.estimates().iter().zip(best) {
                assert!((found - best).abs() < 8.0, "batches of {batch}: {found} instead of {best}");
            }
        }
    }

    #[test]
    fn averaging_improves_the_estimate_and_its_error_is_realistic() {
        let best = [30.0, 80.0, -40.0];
        let (mut last, mut mean, mut within, mut all) = (0.0, 0.0, 0, 0);
        for seed in 0..40 {
            let found = tuned(&best, &best, 6_000, 10, seed);
            let averaged = found.averaged();
            for (place, best) in best.iter().enumerate() {
                last += (found.estimates()[place] - best).powi(2);
                mean += (averaged[place] - best).powi(2);
                let error = found.errors()[place].expect("the tail is full");
                within += i32::from((averaged[place] - best).abs() <= error);
                all += 1;
            }
        }
        assert!(mean < 0.8 * last, "squared errors: {mean:.0} of the means, {last:.0} of the last ones");
        // In many such tunings, 89 % are within the error.
        assert!(within * 100 >= 80 * all, "{within} of {all} within the error");
        let early = Spsa::new(vec![weight("w", 5.0, 1.0, 0.1)], Gains::default(), 100, 1);
        assert_eq!((early.averaged(), early.errors()), (vec![5.0], vec![None]));
    }

    #[test]
    fn the_gains_are_those_of_fishtest() {
        // The defaults of fishtest for a parameter of 40 with c_end 4 and r_end 0.002 over 30,000 pairs are c =
        // 4·30000^0.101, a = 0.002·16·33000^0.602 and A = 3000.
        let mut spsa = Spsa::new(vec![weight("w", 40.0, 4.0, 0.002)], Gains::default(), 30_000, 1);
        let weight = spsa.weights[0].clone();
        assert!((spsa.perturbation(&weight) - 11.330_504).abs() < 1e-5);
        assert!((spsa.rate(&weight) - 0.001_055_56).abs() < 1e-8);
        spsa.done = 29_999;
        assert!((spsa.perturbation(&weight) - 4.0).abs() < 1e-12 && (spsa.rate(&weight) - 0.002).abs() < 1e-12);
        let probe = spsa.probe();
        let before = spsa.estimates()[0];
        spsa.learn(&probe, 2, 1);
        let step = f64::from(probe.signs[0]) * 0.002 * 4.0 * 2.0;
        assert!((spsa.estimates()[0] - before - step).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn versions_stay_within_bounds_and_apart(
            start in -50_i32..=50, c_end in 1.0..30.0_f64, seed: u64, done in 0_u64..1_000
        ) {
            let bounded = Weight { min: -50.0, max: 50.0, ..weight("w", f64::from(start), c_end, 0.01) };
            let mut spsa = Spsa::new(vec![bounded], Gains::default(), 1_000, seed);
            spsa.done = done;
            let Probe { plus, minus, signs } = spsa.probe();
            prop_assert!([plus[0], minus[0]].iter().all(|value| (-50..=50).contains(value)));
            prop_assert_eq!((plus[0] - minus[0]).signum(), i32::from(signs[0]));
            prop_assert_eq!(spsa.probe(), spsa.probe());
        }

        #[test]
        fn fractions_are_rounded_up_with_their_probability(fraction in 0.05..0.95_f64) {
            let mut spsa = Spsa::new(vec![weight("w", 10.0 + fraction, 1e-9, 0.01)], Gains::default(), 4_000, 3);
            let ups: i32 = (0..4_000).map(|done| { spsa.done = done; spsa.probe().plus[0] - 10 }).sum();
            prop_assert!((f64::from(ups) / 4_000.0 - fraction).abs() < 0.04);
        }
    }
}
