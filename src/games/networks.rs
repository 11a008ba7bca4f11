//! Small neural networks: evaluations with one hidden layer.
//!
//! Each side has a view of the position, which switches inputs on. In each view, every input that is on adds a row of
//! weights to the sums of a layer. The sums are clipped, squared, weighted and added to one number for the side to move.
//! The weights of this second step depend on the stage of the game. The terms of the game are added with factors. This
//! is the plain form of the networks of Nasu, "Efficiently updatable neural-network-based evaluation functions for
//! computer shogi" (2018), with the squared activation that current chess programs use.
//!
//! The numbers of a model's [file](crate::models): the factors of the terms of each stage in 256ths, the bias of each
//! stage, both with 32 bits, and with 16 bits the rows, the initial sums, and the output weights of each stage for the
//! view of the side to move and for the other.

use std::array;
use std::fmt;
use std::marker::PhantomData;

use super::models::{self, LOG_ODDS, ModelError, ModelEvaluation, ModelHeader, Trained, TrainedModel};
use super::seed::mix;

/// The number of sums of a view's layer.
pub const HIDDEN: usize = 32;
/// The integer for 1.0 in the layer, and the one in the output weights.
pub const LAYER_ONE: i16 = 255;
/// See [`LAYER_ONE`].
pub const OUTPUT_ONE: i16 = 64;
/// The greatest output weight. Its product with [`LAYER_ONE`] fits into 16 bits.
pub const MAX_OUTPUT: i16 = i16::MAX / LAYER_ONE;
/// The greatest weight of a row or initial sum. So many of them fit into 16 bits as a position has inputs, and one more.
pub const MAX_ROW: i16 = i16::MAX / 65;

type Layer = [i16; HIDDEN];

/// A game with a network.
pub trait Networked: Trained {
    /// The number of inputs of a view.
    const INPUTS: usize;

    /// Calls `visit` with the inputs that are on in the view of the side to move and in that of the other side. Both views
    /// have equally many.
    fn inputs(&self, visit: impl FnMut([usize; 2]));
}

/// The weights of a network.
pub struct Network<G> {
    factors: Vec<i32>,
    biases: Vec<i32>,
    rows: Vec<Layer>,
    start: Layer,
    outputs: Vec<[Layer; 2]>,
    header: ModelHeader,
    game: PhantomData<fn(&G)>,
}

impl<G> fmt::Debug for Network<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header.fmt(f)
    }
}

impl<G: Networked> Network<G> {
    /// The number of layers in a file.
    const LAYERS: usize = G::INPUTS + 1 + 2 * G::STAGES;

    /// Writes the file of a model. The order of the weights is that of the file.
    ///
    /// # Panics
    /// Panics if there are more or fewer numbers than the network has, or if an output weight is too large.
    #[must_use]
    pub fn file(header: &ModelHeader, factors: &[i32], biases: &[i32], weights: &[i16]) -> Vec<u8> {
        let expected = (G::STAGES * G::TERMS, G::STAGES, Self::LAYERS * HIDDEN);
        assert_eq!((factors.len(), biases.len(), weights.len()), expected, "another game");
        assert!(Self::are_small(weights), "a weight is too large");
        let whole = factors.iter().chain(biases).flat_map(|number| number.to_le_bytes());
        models::write(header, whole.chain(weights.iter().flat_map(|weight| weight.to_le_bytes())))
    }

    /// Whether no sum can overflow.
    fn are_small(weights: &[i16]) -> bool {
        let (layer, outputs) = weights.split_at((G::INPUTS + 1) * HIDDEN);
        let most = |weights: &[i16]| weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
        most(layer) <= MAX_ROW.unsigned_abs() && most(outputs) <= MAX_OUTPUT.unsigned_abs()
    }
}

impl<G: Networked> TrainedModel<G> for Network<G> {
    fn shape() -> String {
        let sizes = [G::INPUTS, HIDDEN, G::STAGES, G::TERMS];
        format!("{:016x}", sizes.into_iter().fold(1, |digest, size| mix(digest ^ size as u64)))
    }

    fn read(file: &[u8]) -> Result<Self, ModelError> {
        let (factors, biases) = (4 * G::STAGES * G::TERMS, 4 * G::STAGES);
        let length = factors + biases + 2 * HIDDEN * Self::LAYERS;
        let (header, numbers) = models::read::<G, Self>(file, length)?;
        let (factors, rest) = numbers.split_at(factors);
        let (biases, weights) = rest.split_at(biases);
        let weights: Vec<i16> = models::short_numbers(weights).collect();
        if !Self::are_small(&weights) {
            return Err(ModelError::Damaged);
        }
        let mut weights = weights.into_iter();
        let mut layer = || array::from_fn(|_| weights.next().expect("the length is right"));
        let rows = (0..G::INPUTS).map(|_| layer()).collect();
        let start = layer();
        let outputs = (0..G::STAGES).map(|_| [layer(), layer()]).collect();
        let [factors, biases] = [factors, biases].map(|bytes| models::numbers(bytes).collect());
        Ok(Self { factors, biases, rows, start, outputs, header, game: PhantomData })
    }

    fn header(&self) -> &ModelHeader {
        &self.header
    }
}

impl<G: Networked> ModelEvaluation<G> for Network<G> {
    fn evaluate(&self, position: &G) -> i32 {
        let mut views = [self.start; 2];
        position.inputs(|inputs| {
            for (view, input) in views.iter_mut().zip(inputs) {
                view.iter_mut().zip(&self.rows[input]).for_each(|(sum, weight)| *sum += weight);
            }
        });
        let stage = position.stage();
        let sums = views.iter().zip(&self.outputs[stage]).map(|(view, weights)| weighed(view, weights));
        let output = i64::from(sums.sum::<i32>() + self.biases[stage]);
        let one = i64::from(LAYER_ONE).pow(2) * i64::from(OUTPUT_ONE);
        let value = i32::try_from(output * i64::from(LOG_ODDS) / one).expect("small weights make small sums");
        models::terms(position, &self.factors) + position.to_move().sign() * value
    }
}

/// Returns the contribution of a view to the output. Processors can multiply and add many pairs of 16 bits at once.
pub(crate) fn weighed<const WIDTH: usize>(view: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    let product = |(sum, weight): (&i16, &i16)| {
        let clipped = (*sum).clamp(0, LAYER_ONE);
        i32::from(clipped * weight) * i32::from(clipped)
    };
    view.iter().zip(weights).map(product).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use crate::seed::Rng;
    use crate::{Game, GameId, MoveOrdering, Symmetry};

    /// Returns the file of a model with random weights.
    fn random_model() -> Vec<u8> {
        let mut rng = Rng::new(1);
        let mut number = |most: i16| {
            let span = usize::try_from(2 * most + 1).expect("the number is positive");
            i16::try_from(rng.below(span)).expect("the number is small") - most
        };
        let factors: Vec<i32> = (0..Chess::STAGES * Chess::TERMS).map(|_| number(500).into()).collect();
        let biases: Vec<i32> = (0..Chess::STAGES).map(|_| i32::from(number(500)) * 10_000).collect();
        let weights = (0..Network::<Chess>::LAYERS * HIDDEN).map(|_| number(120)).collect::<Vec<_>>();
        let header = ModelHeader {
            game: GameId::Chess.name().to_owned(),
            shape: Network::<Chess>::shape(),
            stages: Chess::STAGES,
            data: "none".to_owned(),
            command: "a test".to_owned(),
            version: "0".to_owned(),
        };
        Network::<Chess>::file(&header, &factors, &biases, &weights)
    }

    #[test]
    fn value_equals_a_direct_computation_and_changes_its_sign_with_the_sides() {
        let file = random_model();
        let network = Network::<Chess>::read(&file).expect("the model is valid");
        let mut rng = Rng::new(2);
        let mut position = Chess::initial(&Default::default()).expect("the options are valid");
        while position.outcome().is_none() {
            let stage = position.stage();
            let mut sums = [network.start.map(i64::from); 2];
            position.inputs(|inputs| {
                for (sums, input) in sums.iter_mut().zip(inputs) {
                    sums.iter_mut().zip(network.rows[input]).for_each(|(sum, weight)| *sum += i64::from(weight));
                }
            });
            let mut output = i64::from(network.biases[stage]);
            for (sum, weight) in sums.as_flattened().iter().zip(network.outputs[stage].as_flattened()) {
                output += sum.clamp(&0, &255).pow(2) * i64::from(*weight);
            }
            let own = output * 200 / (255 * 255 * 64);
            let terms = position.base() * network.factors[stage] / 256;
            let value = network.evaluate(&position);
            assert_eq!(i64::from(value), i64::from(terms) + own * i64::from(position.to_move().sign()), "{position:?}");
            if let Some(flipped) = position.colour_flipped() {
                assert_eq!(network.evaluate(&flipped), -value, "{position:?}");
            }
            let mut moves = Vec::new();
            position.plausible_moves(&mut moves);
            position.play(moves[rng.below(moves.len())]);
        }
    }

    #[test]
    fn a_model_whose_sums_could_overflow_is_refused() {
        let file = random_model();
        let content = file.len() - size_of::<u64>();
        assert!(Network::<Chess>::read(&file).is_ok());
        let with_last = |weight: i16| {
            let mut file = file[..content].to_vec();
            file[content - 2..].copy_from_slice(&weight.to_le_bytes());
            let sum = models::checksum(&file);
            file.extend(sum.to_le_bytes());
            Network::<Chess>::read(&file).map(drop)
        };
        assert_eq!(with_last(MAX_OUTPUT), Ok(()));
        assert_eq!(with_last(MAX_OUTPUT + 1), Err(ModelError::Damaged));
    }
}
