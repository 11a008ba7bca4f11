//! Small neural networks: evaluations with one hidden layer.
//!
//! Each side has a view of the position, which switches inputs on. In each view, every input that is on adds a row of
//! weights to the sums of a layer. The sums are clipped, squared, weighted and added to one number for the side to move.
//! The weights of this second step depend on the stage of the game. The terms of the game are added with factors. This
//! is the plain form of the networks of Nasu, "Efficiently updatable neural-network-based evaluation functions for
//! computer shogi" (2018), with the squared activation that current chess programs use.
//!
//! Only a few pieces move between successive positions of a search. Each thread therefore keeps the sums of its last
//! layers and applies the difference.
//!
//! The numbers of a model's [file](crate::models): the factors of the terms of each stage in 256ths, the bias of each
//! stage, both with 32 bits, and with 16 bits the rows, the initial sums, and the output weights of each stage for the
//! view of the side to move and for the other.

use std::array;
use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The number of kinds of pieces.
pub const KINDS: usize = 12;

type Layer = [i16; HIDDEN];

/// The cells with a piece of each kind, as sets of 64 bits.
pub type Pieces = [u64; KINDS];

/// A game with a network.
pub trait Networked: Trained {
    /// The number of inputs of a view.
    const INPUTS: usize;
    /// The number of different views.
    const VIEWS: usize;

    /// Returns the pieces on the board.
    fn pieces(&self) -> Pieces;

    /// Returns the views of the side to move and of the other side, below [`Networked::VIEWS`].
    fn views(&self) -> [usize; 2];

    /// Returns the input of a view that is on if there is a piece of this kind on this cell.
    fn input(view: usize, kind: usize, cell: usize) -> u16;

    /// Calls `visit` with the inputs that are on in the view of the side to move and in that of the other side.
    fn inputs(&self, mut visit: impl FnMut([usize; 2])) {
        let views = self.views();
        for (kind, cells) in self.pieces().into_iter().enumerate() {
            each(cells, |cell| visit(views.map(|view| Self::input(view, kind, cell).into())));
        }
    }
}

/// Calls `visit` with each cell of a set.
fn each(mut cells: u64, mut visit: impl FnMut(usize)) {
    while cells != 0 {
        visit(cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
}

/// The sums of a view's layer, and the pieces that they belong to.
#[derive(Clone)]
pub(crate) struct Sums<const WIDTH: usize> {
    pieces: Pieces,
    sums: [i16; WIDTH],
}

impl<const WIDTH: usize> Sums<WIDTH> {
    /// Creates the sums of an empty board.
    pub(crate) const fn new(start: [i16; WIDTH]) -> Self {
        Self { pieces: [0; KINDS], sums: start }
    }

    /// Returns the sums for `pieces`: adds the rows of new pieces and subtracts those of removed ones. `row` returns the
    /// row of a kind and a cell. The sums are updated in blocks that fit into a processor's registers.
    pub(crate) fn follow<const BLOCK: usize>(
        &mut self,
        pieces: &Pieces,
        rows: &[[i16; WIDTH]],
        row: impl Fn(usize, usize) -> u16,
    ) -> &[i16; WIDTH] {
        const { assert!(WIDTH.is_multiple_of(BLOCK), "the sums are whole blocks") };
        let mut lists = [[0_u16; 64]; 2];
        let mut counts = [0; 2];
        for (kind, (held, now)) in self.pieces.iter_mut().zip(pieces).enumerate() {
            each(*held ^ now, |cell| {
                let gone = (*held >> cell & 1) as usize;
                lists[gone][counts[gone]] = row(kind, cell);
                counts[gone] += 1;
            });
            *held = *now;
        }
        let [come, gone] = [&lists[0][..counts[0]], &lists[1][..counts[1]]];
        for (at, sums) in self.sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let weights = |row: u16| &rows[usize::from(row)].as_chunks::<BLOCK>().0[at];
            let mut block = *sums;
            for row in come {
                block.iter_mut().zip(weights(*row)).for_each(|(sum, weight)| *sum += weight);
            }
            for row in gone {
                block.iter_mut().zip(weights(*row)).for_each(|(sum, weight)| *sum -= weight);
            }
            *sums = block;
        }
        &self.sums
    }
}

thread_local! {
    /// The sums of every view, of the network that evaluated last on this thread.
    static LAST: RefCell<(u64, Vec<Sums<HIDDEN>>)> = const { RefCell::new((0, Vec::new())) };
}

/// The number of networks so far.
static NETWORKS: AtomicU64 = AtomicU64::new(0);

/// The weights of a network.
pub struct Network<G> {
    /// Distinguishes it from all other networks of the process.
    number: u64,
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
        let number = NETWORKS.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Self { number, factors, biases, rows, start, outputs, header, game: PhantomData })
    }

    fn header(&self) -> &ModelHeader {
        &self.header
    }
}

impl<G: Networked> ModelEvaluation<G> for Network<G> {
    fn evaluate(&self, position: &G) -> i32 {
        let (pieces, stage) = (position.pieces(), position.stage());
        let sums = LAST.with_borrow_mut(|(network, views)| {
            if *network != self.number {
                *network = self.number;
                views.clear();
                views.resize(G::VIEWS, Sums::new(self.start));
            }
            position.views().into_iter().zip(&self.outputs[stage]).fold(0, |sum, (view, weights)| {
                let row = |kind, cell| G::input(view, kind, cell);
                sum + weighed(views[view].follow::<HIDDEN>(&pieces, &self.rows, row), weights)
            })
        });
        let output = i64::from(sums + self.biases[stage]);
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
