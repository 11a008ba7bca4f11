//! The second part of a generation: fits a model to the kept positions.
//!
//! The model is a logistic regression. Its target is a probability of winning, a mix of the result of the match and the
//! value of the search. The scale of the values is fitted to the results first. In a game with margins, the margin counts
//! instead of the win. The weights are found by stochastic gradient descent.
//!
//! Matches are read in a new order for each epoch, and their positions pass through a pool from which they leave at
//! random. The memory does not depend on the number of positions.

use arena_games::Scoring;
use arena_games::models::{ModelHeader, TrainedModel};
use arena_games::seed::{Rng, derive};
use arena_search::margin;
use sha2::{Digest, Sha256};

use super::TrainError;
use super::data::replay;
use super::games_file::GamesFile;
use super::learner::Learner;
use super::player::Trainable;

/// The number of positions in the pool.
const POOL: usize = 1 << 15;
/// The scales are fitted to at most this many positions.
const SCALED: usize = 200_000;
/// One block in this many is not learned from. The loss on it shows how well the model generalises.
const HELD_OUT: usize = 16;
/// The step size at the beginning.
const STEP: f32 = 0.1;
/// A margin of this many points counts as odds of e to 1.
const MARGIN_SCALE: f32 = 8.0;

/// How a model is fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSettings {
    /// The share of the result in the target; the rest is the value of the search.
    pub blend: f32,
    /// How often each position is learned from.
    pub epochs: u64,
    /// Determines the order.
    pub seed: u64,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The model's file.
    pub model: Vec<u8>,
    /// The number of positions learned from.
    pub positions: u64,
    /// The mean losses (cross-entropy) of the model and of the hand-written evaluation on the positions that were held
    /// out, if there are any.
    pub held_out: Option<[f64; 2]>,
    /// The loss on the positions learned from, in the last epoch.
    pub training_loss: f64,
}

/// A position to learn from.
struct Sample<G> {
    position: G,
    target: f32,
}

/// The scale of values: that many units are odds of e to 1.
struct Scales {
    /// Of the values of each file.
    values: Vec<f32>,
    /// Of the hand-written evaluation.
    base: f32,
    /// The sizes of the terms.
    terms: Vec<f32>,
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the cross-entropy of a prediction in log-odds.
fn loss(odds: f32, target: f32) -> f64 {
    f64::from(odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p())
}

/// Returns the probability that stands for a payoff.
#[expect(clippy::cast_precision_loss, reason = "payoffs are small")]
fn probability<G: Trainable>(payoff: i32) -> f32 {
    match G::SCORING {
        Scoring::Margin => logistic(payoff as f32 / MARGIN_SCALE),
        _ => 0.5 + 0.5 * payoff.signum() as f32,
    }
}

/// Returns the scale with the least loss, by ternary search over its logarithm.
fn fit_scale(pairs: &[(f32, f32)]) -> f32 {
    let loss_of = |log: f32| pairs.iter().map(|(value, target)| loss(value / log.exp(), *target)).sum::<f64>();
    let (mut low, mut high) = (0.0_f32, 10.0_f32);
    for _ in 0..30 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss_of(left) < loss_of(right) { high = right } else { low = left }
    }
    f32::midpoint(low, high).exp()
}

/// Whether a value is beyond every evaluation, so that the search knows the result.
const fn is_decided(value: i32) -> bool {
    value.abs() > arena_games::EVALUATION_LIMIT
}

/// Calls `visit` with each kept position of a block, its value and the payoff for the side to move.
fn kept<G: Trainable>(
    file: &mut GamesFile,
    block: usize,
    visit: &mut impl FnMut(&G, i32, i32),
) -> Result<(), TrainError> {
    for record in file.read(block)? {
        let kept = replay::<G>(&record, |position, value, payoff| {
            value.iter().for_each(|value| visit(position, *value, payoff));
        });
        kept.ok_or_else(|| TrainError::games(file.path(), format!("block {block} has a move that is not legal")))?;
    }
    Ok(())
}

impl Scales {
    #[expect(clippy::cast_precision_loss, reason = "evaluations are small")]
    fn fit<G: Trainable>(files: &mut [GamesFile]) -> Result<Self, TrainError> {
        let mut base = Vec::new();
        let mut values = Vec::new();
        let mut squares = vec![0.0; G::TERMS];
        let share = SCALED / files.len();
        for file in files {
            let mut own = Vec::new();
            for block in 0..file.blocks() {
                if own.len() >= share {
                    break;
                }
                kept::<G>(file, block, &mut |position, value, payoff| {
                    let target = probability::<G>(payoff);
                    if !is_decided(value) {
                        own.push((value as f32, target));
                    }
                    let terms = position.terms();
                    squares.iter_mut().zip(terms).for_each(|(sum, term)| *sum += (term as f32).powi(2));
                    base.push(((position.base() * position.to_move().sign()) as f32, target));
                })?;
            }
            values.push(fit_scale(&own));
        }
        let terms = squares.iter().map(|sum: &f32| (sum / base.len().max(1) as f32).sqrt().max(1e-3)).collect();
        Ok(Self { values, base: fit_scale(&base), terms })
    }

    /// Returns the target for a position of the file with this number.
    #[expect(clippy::cast_precision_loss, reason = "evaluations are small")]
    fn target<G: Trainable>(&self, file: usize, value: i32, payoff: i32, blend: f32) -> f32 {
        let expected = if is_decided(value) {
            probability::<G>(margin::<G>(value).unwrap_or(value.signum()))
        } else {
            logistic(value as f32 / self.values[file])
        };
        blend * probability::<G>(payoff) + (1.0 - blend) * expected
    }
}

/// Learns from a position and returns its loss before.
fn learn<G: Trainable>(learner: &mut G::Learner, sample: &Sample<G>, step: f32) -> f64 {
    let odds = learner.odds(&sample.position);
    learner.descend(logistic(odds) - sample.target, step);
    loss(odds, sample.target)
}

/// Returns the digest of the files' content.
///
/// # Errors
/// [`TrainError::File`] if a file cannot be read.
pub fn data_digest(files: &mut [GamesFile]) -> Result<String, TrainError> {
    let mut digest = Sha256::new();
    files.iter_mut().try_for_each(|file| file.digest(&mut digest))?;
    Ok(hex(&digest.finalize()))
}

/// Returns the bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Fits a model to the matches of the files. `command` is recorded in the model.
///
/// # Errors
/// [`TrainError`] if a file is damaged, or if there are no positions.
#[expect(clippy::cast_precision_loss, reason = "the numbers of epochs and positions are small")]
pub(crate) fn fit<G: Trainable>(
    files: &mut [GamesFile],
    settings: &FitSettings,
    command: &str,
    progress: &mut dyn FnMut(u64, f64),
) -> Result<Fitted, TrainError> {
    let scales = Scales::fit::<G>(files)?;
    let mut learner = G::Learner::new(&scales.terms, settings.seed);
    let places: Vec<(usize, usize)> =
        files.iter().enumerate().flat_map(|(file, held)| (0..held.blocks()).map(move |block| (file, block))).collect();
    let is_held_out = |(_, block): &&(usize, usize)| block % HELD_OUT == HELD_OUT - 1;
    let held_out: Vec<_> = places.iter().filter(is_held_out).copied().collect();
    let mut learned: Vec<_> = places.iter().filter(|place| !is_held_out(place)).copied().collect();
    let (mut positions, mut training_loss) = (0_u64, 0.0);
    for epoch in 0..settings.epochs {
        let mut rng = Rng::new(derive(settings.seed, &[epoch]));
        rng.shuffle(&mut learned);
        let step = STEP * (1.0 - 0.9 * epoch as f32 / settings.epochs as f32);
        let mut pool: Vec<Sample<G>> = Vec::with_capacity(POOL);
        (positions, training_loss) = (0, 0.0);
        for (file, block) in &learned {
            kept::<G>(&mut files[*file], *block, &mut |position, value, payoff| {
                let target = scales.target::<G>(*file, value, payoff, settings.blend);
                let sample = Sample { position: position.clone(), target };
                positions += 1;
                if pool.len() < POOL {
                    pool.push(sample);
                } else {
                    let left = std::mem::replace(&mut pool[rng.below(POOL)], sample);
                    training_loss += learn(&mut learner, &left, step);
                }
            })?;
        }
        rng.shuffle(&mut pool);
        training_loss += pool.iter().map(|sample| learn(&mut learner, sample, step)).sum::<f64>();
        training_loss /= positions.max(1) as f64;
        progress(epoch + 1, training_loss);
    }
    let (mut count, mut held_loss, mut base_loss) = (0_u64, 0.0, 0.0);
    for (file, block) in &held_out {
        kept::<G>(&mut files[*file], *block, &mut |position, value, payoff| {
            let target = scales.target::<G>(*file, value, payoff, settings.blend);
            let base = (position.base() * position.to_move().sign()) as f32 / scales.base;
            count += 1;
            held_loss += loss(learner.odds(position), target);
            base_loss += loss(base, target);
        })?;
    }
    let header = ModelHeader {
        game: files[0].header().game.name().to_owned(),
        shape: G::Model::shape(),
        stages: G::STAGES,
        data: data_digest(files)?,
        command: command.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let model = learner.file(&header);
    let held_out = (count > 0).then(|| [held_loss, base_loss].map(|sum| sum / count as f64));
    Ok(Fitted { model, positions, held_out, training_loss })
}
