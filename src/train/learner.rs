//! The weights of a model while they are learned, in log-odds.
//!
//! Each weight has a step size of its own (Duchi, Hazan and Singer, "Adaptive subgradient methods", 2011), which starts so
//! that rare weights stay small.

use arena_games::models::{FACTOR_ONE, LOG_ODDS, ModelHeader, Trained};
use arena_games::networks::{HIDDEN, LAYER_ONE, MAX_OUTPUT, MAX_ROW, Network, Networked, OUTPUT_ONE};
use arena_games::patterns::{Patterned, Tables};
use arena_games::seed::{Rng, derive};

/// The sum of squared gradients that every weight starts with.
const PRIOR: f32 = 1.0;
/// The greatest size of a network's weights at the beginning. They must differ, or all sums would learn the same.
const SPREAD: f32 = 0.1;

/// A model that learns.
pub(crate) trait Learner<G: Trained>: Sized {
    /// Creates a model that knows nothing. `sizes` are the usual sizes of the terms.
    fn new(sizes: &[f32], seed: u64) -> Self;

    /// Returns the log-odds of a position for the side to move, and remembers the position.
    fn odds(&mut self, position: &G) -> f32;

    /// Moves the weights of the last position against the gradient of its loss.
    fn descend(&mut self, gradient: f32, step: f32);

    /// Returns the file of the model.
    fn file(&self, header: &ModelHeader) -> Vec<u8>;
}

/// Weights, each with the sum of its squared gradients.
struct Weights {
    values: Vec<f32>,
    squares: Vec<f32>,
}

impl Weights {
    fn new(values: Vec<f32>, prior: f32) -> Self {
        Self { squares: vec![prior; values.len()], values }
    }

    fn descend(&mut self, at: usize, gradient: f32, step: f32) {
        self.squares[at] += gradient * gradient;
        self.values[at] -= step * gradient / self.squares[at].sqrt();
    }

    /// Returns the weights as integers.
    #[expect(clippy::cast_possible_truncation, reason = "a cast to an integer saturates")]
    fn rounded(&self, one: f32) -> impl Iterator<Item = i32> {
        self.values.iter().map(move |value| (value * one).round() as i32)
    }
}

/// The terms of a game with their factors.
struct Terms {
    /// The factor of each term of each stage, times the term's size.
    factors: Weights,
    sizes: Vec<f32>,
    /// The terms of the last position in units of their sizes, and the place of its first factor.
    last: (Vec<f32>, usize),
}

impl Terms {
    fn new<G: Trained>(sizes: &[f32]) -> Self {
        let factors = Weights::new(vec![0.0; G::STAGES * G::TERMS], PRIOR);
        Self { factors, sizes: sizes.to_vec(), last: (Vec::new(), 0) }
    }

    #[expect(clippy::cast_precision_loss, reason = "terms are small")]
    fn odds<G: Trained>(&mut self, position: &G) -> f32 {
        let (terms, first) = &mut self.last;
        let sign = position.to_move().sign();
        *first = position.stage() * G::TERMS;
        terms.clear();
        terms.extend(position.terms().iter().zip(&self.sizes).map(|(term, size)| (sign * term) as f32 / size));
        terms.iter().zip(&self.factors.values[*first..]).map(|(term, factor)| term * factor).sum()
    }

    fn descend(&mut self, gradient: f32, step: f32) {
        let (terms, first) = &self.last;
        terms.iter().zip(*first..).for_each(|(term, factor)| self.factors.descend(factor, gradient * term, step));
    }

    #[expect(clippy::cast_possible_truncation, reason = "a cast to an integer saturates")]
    #[expect(clippy::cast_precision_loss, reason = "the constants are small")]
    fn rounded(&self) -> Vec<i32> {
        let one = (LOG_ODDS * FACTOR_ONE) as f32;
        let factors = self.factors.values.iter().zip(self.sizes.iter().cycle());
        factors.map(|(factor, size)| (factor / size * one).round() as i32).collect()
    }
}

/// Pattern tables.
pub(crate) struct TableLearner {
    terms: Terms,
    weights: Weights,
    /// The distinct weights of the last position.
    selected: Vec<usize>,
}

impl<G: Patterned> Learner<G> for TableLearner {
    fn new(sizes: &[f32], _: u64) -> Self {
        let weights = vec![0.0; G::STAGES * G::groups().distinct()];
        Self { terms: Terms::new::<G>(sizes), weights: Weights::new(weights, PRIOR), selected: Vec::new() }
    }

    fn odds(&mut self, position: &G) -> f32 {
        let groups = G::groups();
        let first = position.stage() * groups.distinct();
        self.selected.clear();
        position.contents(groups, |index| self.selected.push(first + groups.weight(index)));
        self.terms.odds(position) + self.selected.iter().map(|weight| self.weights.values[*weight]).sum::<f32>()
    }

    fn descend(&mut self, gradient: f32, step: f32) {
        self.terms.descend(gradient, step);
        self.selected.iter().for_each(|weight| self.weights.descend(*weight, gradient, step));
    }

    #[expect(clippy::cast_precision_loss, reason = "the constant is small")]
    fn file(&self, header: &ModelHeader) -> Vec<u8> {
        let weights: Vec<i16> = self.weights.rounded(LOG_ODDS as f32).map(|weight| within(weight, i16::MAX)).collect();
        Tables::<G>::file(header, &self.terms.rounded(), &weights)
    }
}

/// A network.
pub(crate) struct NetworkLearner {
    terms: Terms,
    /// The bias of each stage.
    biases: Weights,
    /// The rows, the initial sums and the output weights, as in the file.
    weights: Weights,
    /// The last position: its stage, the inputs of both views, and the sums of their layers.
    stage: usize,
    inputs: [Vec<usize>; 2],
    sums: [[f32; HIDDEN]; 2],
    /// The place of the initial sums.
    start: usize,
}

impl NetworkLearner {
    /// Returns the place of the output weights of a view.
    const fn output(&self, view: usize) -> usize {
        self.start + (1 + 2 * self.stage + view) * HIDDEN
    }
}

impl<G: Networked> Learner<G> for NetworkLearner {
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    fn new(sizes: &[f32], seed: u64) -> Self {
        let mut rng = Rng::new(derive(seed, &[u64::MAX]));
        let mut any = || (rng.below(2_001) as f32 / 1_000.0 - 1.0) * SPREAD;
        let weights = (0..(G::INPUTS + 1 + 2 * G::STAGES) * HIDDEN).map(|_| any()).collect();
        Self {
            terms: Terms::new::<G>(sizes),
            biases: Weights::new(vec![0.0; G::STAGES], PRIOR),
            weights: Weights::new(weights, PRIOR),
            stage: 0,
            inputs: [Vec::new(), Vec::new()],
            sums: [[0.0; HIDDEN]; 2],
            start: G::INPUTS * HIDDEN,
        }
    }

    fn odds(&mut self, position: &G) -> f32 {
        self.stage = position.stage();
        self.inputs.iter_mut().for_each(Vec::clear);
        position.inputs(|both| self.inputs.iter_mut().zip(both).for_each(|(view, input)| view.push(input)));
        let layer = |at: usize| &self.weights.values[at..at + HIDDEN];
        let mut odds = self.biases.values[self.stage];
        for (view, inputs) in self.inputs.iter().enumerate() {
            let sums = &mut self.sums[view];
            sums.copy_from_slice(layer(self.start));
            for input in inputs {
                sums.iter_mut().zip(layer(input * HIDDEN)).for_each(|(sum, weight)| *sum += weight);
            }
            let output = layer(self.start + (1 + 2 * self.stage + view) * HIDDEN);
            odds += sums.iter().zip(output).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        odds + self.terms.odds(position)
    }

    fn descend(&mut self, gradient: f32, step: f32) {
        self.terms.descend(gradient, step);
        self.biases.descend(self.stage, gradient, step);
        for view in 0..2 {
            let output = self.output(view);
            for unit in 0..HIDDEN {
                let sum = self.sums[view][unit];
                let clipped = sum.clamp(0.0, 1.0);
                let inner = gradient * self.weights.values[output + unit] * 2.0 * clipped;
                self.weights.descend(output + unit, gradient * clipped * clipped, step);
                // The derivative of the clipped sum is 0 beyond its bounds.
                if sum > 0.0 && sum < 1.0 {
                    self.weights.descend(self.start + unit, inner, step);
                    for input in &self.inputs[view] {
                        self.weights.descend(input * HIDDEN + unit, inner, step);
                    }
                }
            }
        }
    }

    fn file(&self, header: &ModelHeader) -> Vec<u8> {
        let (layer, output) = (f32::from(LAYER_ONE), f32::from(OUTPUT_ONE));
        let outputs = self.start + HIDDEN;
        let rows = self.weights.rounded(layer).take(outputs).map(|weight| within(weight, MAX_ROW));
        let rest = self.weights.rounded(output).skip(outputs).map(|weight| within(weight, MAX_OUTPUT));
        let weights: Vec<i16> = rows.chain(rest).collect();
        let biases: Vec<i32> = self.biases.rounded(layer * layer * output).collect();
        Network::<G>::file(header, &self.terms.rounded(), &biases, &weights)
    }
}

/// Returns the weight, or the nearest one whose size is at most `limit`.
fn within(weight: i32, limit: i16) -> i16 {
    i16::try_from(weight.clamp(-i32::from(limit), i32::from(limit))).expect("the weight is within the limit")
}
