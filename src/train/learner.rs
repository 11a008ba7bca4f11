//! The weights of a model while they are learned, in log-odds.
//!
//! Each weight of a table has a step size of its own (Duchi, Hazan and Singer, "Adaptive subgradient methods", 2011), which
//! starts so that rare weights stay small. The layer of a network is moved by the mean gradient of many positions
//! (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019): single positions would teach it the results of
//! single matches.

use arena_games::models::{FACTOR_ONE, LOG_ODDS, ModelHeader, Trained};
use arena_games::networks::{HIDDEN, LAYER_ONE, MAX_OUTPUT, MAX_ROW, Network, Networked, OUTPUT_ONE};
use arena_games::patterns::{Patterned, Tables};
use arena_games::seed::{Rng, derive};

/// The sum of squared gradients that every weight starts with.
const PRIOR: f32 = 1.0;
/// The greatest size of a network's weights at the beginning. They must differ, or all sums would learn the same.
const SPREAD: f32 = 0.05;
/// The positions between two steps of a network's layer.
const BATCH: usize = 4_096;
/// The size of a network's step, in squares of the step size of a table.
const RATE: f32 = 0.1;
/// How much each step draws weights towards 0, in sizes of the step.
const DECAY: f32 = 3.0;
/// How much the mean gradient and the mean of its square keep from step to step.
const MEMORY: [f32; 2] = [0.9, 0.999];

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
}

/// Returns weights as integers.
#[expect(clippy::cast_possible_truncation, reason = "a cast to an integer saturates")]
fn rounded(values: &[f32], one: f32) -> impl Iterator<Item = i32> {
    values.iter().map(move |value| (value * one).round() as i32)
}

/// Weights that move by the mean gradient of a batch of positions.
struct BatchedWeights {
    values: Vec<f32>,
    /// The sum of the gradients since the last step.
    gradients: Vec<f32>,
    /// The mean gradient of the last steps, and the mean of its square.
    means: Vec<[f32; 2]>,
    /// The positions since the last step.
    positions: usize,
    /// How much of the means is left from their beginning with zeros.
    unknown: [f32; 2],
}

impl BatchedWeights {
    fn new(values: Vec<f32>) -> Self {
        let count = values.len();
        Self { values, gradients: vec![0.0; count], means: vec![[0.0; 2]; count], positions: 0, unknown: [1.0; 2] }
    }

    /// Ends a position. After the last one of a batch, the weights move.
    fn end_position(&mut self, rate: f32) {
        self.positions += 1;
        if self.positions < BATCH {
            return;
        }
        self.positions = 0;
        self.unknown = std::array::from_fn(|at| self.unknown[at] * MEMORY[at]);
        let known = self.unknown.map(|unknown| 1.0 - unknown);
        let weights = self.values.iter_mut().zip(&mut self.gradients).zip(&mut self.means);
        for ((value, sum), means) in weights {
            let gradient = std::mem::take(sum) / BATCH as f32;
            for (mean, (new, memory)) in means.iter_mut().zip([gradient, gradient * gradient].into_iter().zip(MEMORY)) {
                *mean = memory * *mean + (1.0 - memory) * new;
            }
            let [mean, square] = [means[0] / known[0], means[1] / known[1]];
            *value -= rate * (mean / (square.sqrt() + 1e-8) + DECAY * *value);
        }
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
        let weights: Vec<i16> =
            rounded(&self.weights.values, LOG_ODDS as f32).map(|weight| within(weight, i16::MAX)).collect();
        Tables::<G>::file(header, &self.terms.rounded(), &weights)
    }
}

/// A network.
pub(crate) struct NetworkLearner {
    terms: Terms,
    /// The bias of each stage.
    biases: Weights,
    /// The rows, the initial sums and the output weights, as in the file.
    weights: BatchedWeights,
    /// The last position: its stage, the inputs of both views, and the sums of their layers.
    stage: usize,
    inputs: [Vec<usize>; 2],
    sums: [[f32; HIDDEN]; 2],
    /// The place of the initial sums.
    start: usize,
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
            weights: BatchedWeights::new(weights),
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
        let BatchedWeights { values, gradients, .. } = &mut self.weights;
        for view in 0..2 {
            let output = self.start + (1 + 2 * self.stage + view) * HIDDEN;
            for unit in 0..HIDDEN {
                let sum = self.sums[view][unit];
                let clipped = sum.clamp(0.0, 1.0);
                let inner = gradient * values[output + unit] * 2.0 * clipped;
                gradients[output + unit] += gradient * clipped * clipped;
                // The derivative of the clipped sum is 0 beyond its bounds.
                if sum > 0.0 && sum < 1.0 {
                    gradients[self.start + unit] += inner;
                    self.inputs[view].iter().for_each(|input| gradients[input * HIDDEN + unit] += inner);
                }
            }
        }
        self.weights.end_position(RATE * step * step);
    }

    fn file(&self, header: &ModelHeader) -> Vec<u8> {
        let (layer, output) = (f32::from(LAYER_ONE), f32::from(OUTPUT_ONE));
        let outputs = self.start + HIDDEN;
        let rows = rounded(&self.weights.values[..outputs], layer).map(|weight| within(weight, MAX_ROW));
        let rest = rounded(&self.weights.values[outputs..], output).map(|weight| within(weight, MAX_OUTPUT));
        let weights: Vec<i16> = rows.chain(rest).collect();
        let biases: Vec<i32> = rounded(&self.biases.values, layer * layer * output).collect();
        Network::<G>::file(header, &self.terms.rounded(), &biases, &weights)
    }
}

/// Returns the weight, or the nearest one whose size is at most `limit`.
fn within(weight: i32, limit: i16) -> i16 {
    i16::try_from(weight.clamp(-i32::from(limit), i32::from(limit))).expect("the weight is within the limit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::Game;
    use arena_games::chess::Chess;

    /// Returns positions that random moves reach.
    fn positions() -> Vec<Chess> {
        let mut rng = Rng::new(5);
        let initial = Chess::initial(&Default::default()).expect("the options are valid");
        let (mut position, mut reached) = (initial.clone(), Vec::new());
        while reached.len() < BATCH {
            let moves = position.moves();
            if moves.is_empty() {
                position = initial.clone();
                continue;
            }
            position.play(moves[rng.below(moves.len())]);
            reached.push(position.clone());
        }
        reached
    }

    /// Whether this input is on in the view of the side to move.
    fn is_on(position: &Chess, input: usize) -> bool {
        let mut found = false;
        position.inputs(|[own, _]| found |= own == input);
        found
    }

    #[test]
    fn a_network_learns_what_the_terms_do_not_show() {
        let positions = positions();
        let share = |input: &usize| positions.iter().filter(|position| is_on(position, *input)).count();
        // Any input that tells something about the positions.
        let input = (0..Chess::INPUTS).min_by_key(|input| share(input).abs_diff(BATCH / 2)).expect("there are inputs");
        let mut learner = <NetworkLearner as Learner<Chess>>::new(&[300.0], 1);
        let mut pass = |step: f32| {
            let errors = positions.iter().map(|position| {
                let target = if is_on(position, input) { 0.9 } else { 0.1 };
                let error = 1.0 / (1.0 + (-learner.odds(position)).exp()) - target;
                Learner::<Chess>::descend(&mut learner, error, step);
                error * error
            });
            errors.sum::<f32>() / BATCH as f32
        };
        let errors: Vec<f32> = (0..6).map(|_| pass(0.7)).collect();
        assert!(errors[5] < errors[0] / 2.0, "{errors:?}");
    }
}
