//! Simultaneous perturbation stochastic approximation, pure: all weights are moved at once, to both sides at random, and
//! what the two versions score against each other says in which direction to go.
//!
//! J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions
//! on Aerospace and Electronic Systems 34 (1998). The conventions are those of fishtest, so that its users' numbers mean
//! the same here: with N encounters in all, before encounter k (from 1) a weight is moved by c_k = c / k^γ, and after one
//! that the upper version won by `result` points more than it lost, by R_k c_k `result`, where R_k = a_k / c_k² and
//! a_k = a / (A + k)^α. Instead of a and c one gives what they come down to at the end: c_end, and r_end = R_N.

use crate::games::seed::{Rng, derive};

/// Sets the seeds of perturbations apart from those of matches and openings.
const PERTURBATIONS: u64 = 0x7370_7361;

/// A weight that is tuned.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Weight {
    /// Its name in the evaluation.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// It never gets lower.
    pub min: f64,
    /// It never gets higher.
    pub max: f64,
    /// By how much it is moved at the end, to find out which way is better.
    pub c_end: f64,
    /// How far a result counts at the end: a win more than losses moves it by `r_end` times `c_end`.
    pub r_end: f64,
}

/// How the steps get smaller.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Gains {
    /// The exponent by which what is learned gets less.
    pub alpha: f64,
    /// The exponent by which the perturbation gets smaller.
    pub gamma: f64,
    /// A as a share of all encounters: it keeps the first steps from being too long.
    pub stability: f64,
}

impl Default for Gains {
    /// Spall's exponents, and the tenth that fishtest takes.
    fn default() -> Self {
        Self { alpha: 0.602, gamma: 0.101, stability: 0.1 }
    }
}

/// Two versions to be played against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The weights moved by their signs.
    pub plus: Vec<i32>,
    /// The weights moved the other way.
    pub minus: Vec<i32>,
    /// Which way each weight was moved in `plus`: +1 or −1.
    signs: Vec<i8>,
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct Spsa {
    weights: Vec<Weight>,
    gains: Gains,
    /// All encounters, as many as there will be.
    total: f64,
    seed: u64,
    estimates: Vec<f64>,
    done: u64,
}

impl Spsa {
    /// A tuning over that many encounters, before its first one.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a tuning has at most a million encounters")]
    pub fn new(weights: Vec<Weight>, gains: Gains, encounters: u64, seed: u64) -> Self {
        let estimates = weights.iter().map(|weight| weight.start).collect();
        Self {
            weights,
            gains,
            total: encounters.max(1) as f64,
            seed: derive(seed, &[PERTURBATIONS]),
            estimates,
            done: 0,
        }
    }

    /// The weights as they are estimated now.
    #[must_use]
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// The nearest whole numbers, which is what an evaluation takes.
    #[must_use]
    pub fn rounded(&self) -> Vec<i32> {
        self.estimates.iter().map(|value| whole(value.round())).collect()
    }

    /// Encounters that it has learned from.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// By how much the weight is moved before the next encounter.
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

    /// The next two versions. Weights are whole numbers, so that what lies between is rounded up with a chance of its
    /// fraction, by the same draw in both versions: steps far below 1 count in the long run.
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

    /// Learns from that many encounters between the two versions: `result` is how many matches more the upper one won
    /// than it lost.
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
            // What the powers of two machines may differ in is gone, so that the same matches follow on both.
            *estimate = (moved * 1e6).round() / 1e6 + 0.0;
        }
        self.done += encounters;
    }
}

/// A number within the bounds of weights.
#[expect(clippy::cast_possible_truncation, reason = "weights are within ±10,000")]
pub(super) const fn whole(value: f64) -> i32 {
    value as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::seed::Rng;

    fn weight(name: &str, start: f64, c_end: f64, r_end: f64) -> Weight {
        Weight { name: name.to_owned(), start, min: -100.0, max: 200.0, c_end, r_end }
    }

    /// Plays encounters between versions whose strength falls with the squared distance from the best weights.
    fn tuned(best: &[f64], starts: &[f64], encounters: u64, batch: u64) -> Vec<f64> {
        let weights = starts.iter().map(|&start| weight("w", start, 6.0, 0.01)).collect();
        let mut spsa = Spsa::new(weights, Gains::default(), encounters, 7);
        let mut luck = Rng::new(99);
        let strength = |values: &[i32]| -> f64 {
            -values.iter().zip(best).map(|(&value, best)| (f64::from(value) - best).powi(2)).sum::<f64>() / 5.0
        };
        while spsa.done() < encounters {
            let probe = spsa.probe();
            let expected = 1.0 / (1.0 + 10_f64.powf((strength(&probe.minus) - strength(&probe.plus)) / 400.0));
            let won = (0..2 * batch).map(|_| if luck.chance(expected) { 1 } else { -1 }).sum();
            spsa.learn(&probe, won, batch);
        }
        spsa.estimates().to_vec()
    }

    #[test]
    fn it_comes_near_the_best_weights_of_a_known_objective() {
        let best = [30.0, 80.0, -40.0];
        for batch in [1, 8] {
            let found = tuned(&best, &[80.0, 10.0, 0.0], 20_000, batch);
            for (found, best) in found.iter().zip(best) {
                assert!((found - best).abs() < 8.0, "batches of {batch}: {found} instead of {best}");
            }
        }
    }

    #[test]
    fn the_gains_are_those_of_fishtest() {
        // Its defaults for a parameter of 40 with c_end 4 and r_end 0.002 over 30,000 pairs: c = 4·30000^0.101,
        // a = 0.002·16·33000^0.602, A = 3000.
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
        fn versions_stay_within_the_bounds_and_apart(
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
        fn fractions_count_in_the_long_run(fraction in 0.05..0.95_f64) {
            let mut spsa = Spsa::new(vec![weight("w", 10.0 + fraction, 1e-9, 0.01)], Gains::default(), 4_000, 3);
            let ups: i32 = (0..4_000).map(|done| { spsa.done = done; spsa.probe().plus[0] - 10 }).sum();
            prop_assert!((f64::from(ups) / 4_000.0 - fraction).abs() < 0.04);
        }
    }
}
