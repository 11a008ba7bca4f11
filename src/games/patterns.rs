//! Pattern tables: evaluations with trained weights for the contents of groups of cells.
//!
//! Each cell of a group is empty, of the side to move, or of the other side. The contents of a group of `n` cells are the
//! index of one of 3ⁿ weights. The value of a position is the sum of the weights that its groups select, plus a few terms
//! that no group shows, such as mobility, times factors. All weights depend on the stage of the game. This is the evaluation of
//! Logistello (Buro, "Improving heuristic mini-max search by supervised learning", 2002), whose groups are also known as
//! n-tuples.
//!
//! Sides: the cells are read from the point of view of the side to move, so exchanging the sides negates the value.
//! Symmetries: a group is read at all its images under the symmetries of the board. Contents that a symmetry maps to each
//! other share one weight.
//!
//! The numbers of a model's [file](crate::models): the factors of the terms of each stage, with 32 bits and in 256ths, and
//! the distinct weights of each stage, with 16 bits.

use std::fmt;
use std::marker::PhantomData;

use super::models::{self, ModelError, ModelEvaluation, ModelHeader, Trained, TrainedModel};
use super::seed::mix;

/// The number of places whose indices are computed together.
const LANES: usize = 16;
/// The most groups of [`LANES`] places of a game.
const MAX_BLOCKS: usize = 3;

/// A game with pattern tables.
pub trait Patterned: Trained {
    /// Returns the groups of cells.
    fn groups() -> &'static Groups;

    /// Calls `visit` with the index of the contents of each group, among the weights of a stage.
    fn contents(&self, groups: &Groups, visit: impl FnMut(usize));
}

/// The groups of cells of a game, and which of their contents share a weight.
pub struct Groups {
    /// What the cells of each byte of a set add to the index of each place, by byte, value and block.
    rows: Vec<[u16; LANES]>,
    blocks: usize,
    /// The first index of each place among the weights of a stage.
    offsets: Vec<usize>,
    /// The number of the distinct weight for each index.
    weights: Vec<u32>,
    distinct: usize,
}

impl Groups {
    /// Creates the groups of a board of at most 64 cells: each of `patterns` and its images. A symmetry maps the number of
    /// a cell to that of another; the identity may be missing.
    pub(crate) fn new(patterns: &[&[u8]], symmetries: &[impl Fn(u8) -> u8]) -> Self {
        let mut groups = Self { rows: Vec::new(), blocks: 0, offsets: Vec::new(), weights: Vec::new(), distinct: 0 };
        let mut places: Vec<Vec<u8>> = Vec::new();
        for pattern in patterns {
            let set = |cells: &[u8]| cells.iter().fold(0_u64, |set, cell| set | 1 << cell);
            let mut own = vec![pattern.to_vec()];
            let mut orders = Vec::new();
            for symmetry in symmetries {
                let image: Vec<u8> = pattern.iter().map(|cell| symmetry(*cell)).collect();
                if set(&image) == set(pattern) {
                    let at = |cell| pattern.iter().position(|other| *other == cell).expect("the sets are equal");
                    orders.push(image.iter().map(|cell| at(*cell)).collect());
                } else if own.iter().all(|place| set(place) != set(&image)) {
                    own.push(image);
                }
            }
            let first = groups.add_table(pattern.len(), &orders);
            groups.offsets.extend(own.iter().map(|_| first));
            places.extend(own);
        }
        groups.blocks = places.len().div_ceil(LANES);
        assert!(groups.blocks <= MAX_BLOCKS, "a game has at most {} groups", MAX_BLOCKS * LANES);
        groups.rows = vec![[0; LANES]; 8 * 256 * groups.blocks];
        for (lane, place) in places.iter().enumerate() {
            for (power, cell) in place.iter().enumerate() {
                let (byte, bit) = (usize::from(cell / 8), cell % 8);
                for value in (0..256).filter(|value| value >> bit & 1 == 1) {
                    let row = &mut groups.rows[(byte * 256 + value) * groups.blocks + lane / LANES];
                    row[lane % LANES] += 3_u16.pow(u32::try_from(power).expect("groups are small"));
                }
            }
        }
        groups
    }

    /// Creates the groups of a game that finds the contents of its groups itself: every `cells` consecutive cells of a
    /// line. A line can be read from both ends.
    pub(crate) fn line(cells: usize) -> Self {
        let mut groups = Self { rows: Vec::new(), blocks: 0, offsets: Vec::new(), weights: Vec::new(), distinct: 0 };
        groups.add_table(cells, &[(0..cells).rev().collect()]);
        groups
    }

    /// Adds the table of a group of `cells` cells and returns its first index. Reading the cells in any of `orders` leads
    /// to the same weight.
    fn add_table(&mut self, cells: usize, orders: &[Vec<usize>]) -> usize {
        let first = self.weights.len();
        let digits = |index: usize| (0..cells).scan(index, |rest, _| Some(std::mem::replace(rest, *rest / 3) % 3));
        for index in 0..3_usize.pow(u32::try_from(cells).expect("groups are small")) {
            let digits: Vec<usize> = digits(index).collect();
            let read = |order: &Vec<usize>| order.iter().rev().fold(0, |index, cell| 3 * index + digits[*cell]);
            // Symmetries form a group, so that the least index is the same for all indices that share a weight.
            match orders.iter().map(read).min().filter(|least| *least < index) {
                Some(least) => self.weights.push(self.weights[first + least]),
                None => {
                    self.weights.push(u32::try_from(self.distinct).expect("a model is small"));
                    self.distinct += 1;
                }
            }
        }
        first
    }

    /// Calls `visit` with the index of each place's contents. The sets contain the cells of the side to move and of the
    /// other side.
    #[inline]
    pub(crate) fn contents(&self, own: u64, other: u64, mut visit: impl FnMut(usize)) {
        let mut indices = [[0_u16; LANES]; MAX_BLOCKS];
        for (byte, (own, other)) in own.to_le_bytes().into_iter().zip(other.to_le_bytes()).enumerate() {
            let row = |value: u8| &self.rows[(byte * 256 + usize::from(value)) * self.blocks..][..self.blocks];
            for ((sums, own), other) in indices.iter_mut().zip(row(own)).zip(row(other)) {
                for lane in 0..LANES {
                    sums[lane] += own[lane] + 2 * other[lane];
                }
            }
        }
        self.offsets.iter().zip(indices.as_flattened()).for_each(|(first, index)| visit(first + usize::from(*index)));
    }

    /// Returns the number of the distinct weight for an index.
    #[must_use]
    pub fn weight(&self, index: usize) -> usize {
        self.weights[index] as usize
    }

    /// Returns the number of distinct weights of a stage.
    #[must_use]
    pub const fn distinct(&self) -> usize {
        self.distinct
    }

    /// Returns a digest of the places and of the weights that they share.
    #[must_use]
    pub fn shape(&self) -> String {
        let rows = self.rows.iter().flatten().map(|part| u64::from(*part));
        let offsets = self.offsets.iter().map(|offset| *offset as u64);
        let weights = self.weights.iter().map(|weight| u64::from(*weight));
        format!("{:016x}", rows.chain(offsets).chain(weights).fold(0, |digest, part| mix(digest ^ part)))
    }
}

/// The weights of a model, for every index of every stage.
pub struct Tables<G> {
    factors: Vec<i32>,
    weights: Vec<i16>,
    header: ModelHeader,
    game: PhantomData<fn(&G)>,
}

impl<G> fmt::Debug for Tables<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header.fmt(f)
    }
}

impl<G: Patterned> Tables<G> {
    /// Writes the file of a model with the factors, in 256ths, and the distinct weights of each stage.
    ///
    /// # Panics
    /// Panics if their number is not that of the game.
    #[must_use]
    pub fn file(header: &ModelHeader, factors: &[i32], weights: &[i16]) -> Vec<u8> {
        let expected = (G::STAGES * G::TERMS, G::STAGES * G::groups().distinct());
        assert_eq!((factors.len(), weights.len()), expected, "another game");
        let factors = factors.iter().flat_map(|factor| factor.to_le_bytes());
        models::write(header, factors.chain(weights.iter().flat_map(|weight| weight.to_le_bytes())))
    }

    /// Returns the value of a position for the first side, with the part of the tables multiplied by `hundredths`.
    #[must_use]
    pub fn weighted(&self, position: &G, hundredths: i32) -> i32 {
        if let Some(value) = position.decided() {
            return value;
        }
        let (stage, groups) = (position.stage(), G::groups());
        let weights = &self.weights[stage * groups.weights.len()..][..groups.weights.len()];
        let mut sum = 0;
        position.contents(groups, |index| sum += i32::from(weights[index]));
        models::terms(position, &self.factors) + position.to_move().sign() * (sum * hundredths / 100)
    }
}

impl<G: Patterned> TrainedModel<G> for Tables<G> {
    fn shape() -> String {
        G::groups().shape()
    }

    fn read(file: &[u8]) -> Result<Self, ModelError> {
        let groups = G::groups();
        let length = 4 * G::STAGES * G::TERMS;
        let (header, numbers) = models::read::<G, Self>(file, length + 2 * G::STAGES * groups.distinct)?;
        let (factors, weights) = numbers.split_at(length);
        let distinct: Vec<i16> = models::short_numbers(weights).collect();
        let stages = distinct.chunks_exact(groups.distinct);
        let weights = stages.flat_map(|stage| groups.weights.iter().map(|weight| stage[*weight as usize])).collect();
        Ok(Self { factors: models::numbers(factors).collect(), weights, header, game: PhantomData })
    }

    fn header(&self) -> &ModelHeader {
        &self.header
    }
}

impl<G: Patterned> ModelEvaluation<G> for Tables<G> {
    fn evaluate(&self, position: &G) -> i32 {
        self.weighted(position, 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::Checkers;
    use crate::connect4::ConnectFour;
    use crate::gomoku::Gomoku;
    use crate::models::MAX_MODEL_BYTES;
    use crate::reversi::Reversi;
    use crate::seed::Rng;
    use crate::{GameId, Hints};

    fn header<G: Patterned>(game: GameId) -> ModelHeader {
        let text = |text: &str| text.to_owned();
        ModelHeader {
            game: game.name().to_owned(),
            shape: G::groups().shape(),
            stages: G::STAGES,
            data: text("none"),
            command: text("a test"),
            version: text("0"),
        }
    }

    /// Returns the file of a model with random weights.
    fn random_model<G: Patterned>(game: GameId) -> Vec<u8> {
        let mut rng = Rng::new(1);
        let mut number = || i16::try_from(rng.below(2_001)).expect("the number is small") - 1_000;
        let factors: Vec<i32> = (0..G::STAGES * G::TERMS).map(|_| number().into()).collect();
        let weights: Vec<i16> = (0..G::STAGES * G::groups().distinct()).map(|_| number()).collect();
        Tables::<G>::file(&header::<G>(game), &factors, &weights)
    }

    fn check_symmetry<G: Patterned + Hints>(game: GameId) {
        let tables = Tables::<G>::read(&random_model::<G>(game)).expect("the model is valid");
        let mut rng = Rng::new(2);
        let mut values = 0;
        for _ in 0..20 {
            let mut position = G::initial(&G::Options::default()).expect("the options are valid");
            while position.outcome().is_none() {
                let value = tables.weighted(&position, 70);
                values += usize::from(value != tables.weighted(&position, 0));
                for image in position.symmetric_positions() {
                    assert_eq!(tables.weighted(&image, 70), value, "{image:?}");
                }
                let flipped = position.colour_flipped().expect("the games have this symmetry");
                assert_eq!(tables.weighted(&flipped, 70), -value, "{flipped:?}");
                let mut moves = Vec::new();
                position.plausible_moves(&mut moves);
                position.play(moves[rng.below(moves.len())]);
            }
        }
        assert!(values > 100, "the tables of {game} say nothing");
    }

    #[test]
    fn values_are_symmetric_for_any_weights() {
        check_symmetry::<ConnectFour>(GameId::ConnectFour);
        check_symmetry::<Reversi>(GameId::Reversi);
        check_symmetry::<Gomoku>(GameId::Gomoku);
        check_symmetry::<Checkers>(GameId::Checkers);
    }

    /// The board is two by two cells, with the rows exchanged by the only symmetry.
    #[test]
    fn contents_are_read_at_all_images_and_symmetric_contents_share_a_weight() {
        let groups = Groups::new(&[&[0, 1], &[0, 2]], &[|cell: u8| cell ^ 2]);
        let contents = |own, other| {
            let mut found = Vec::new();
            groups.contents(own, other, |index| found.push(index));
            found
        };
        // Two places of the row, and one of the column, whose image is itself.
        assert_eq!(contents(0b0000, 0b0000), [0, 0, 9]);
        assert_eq!(contents(0b0010, 0b0001), [2 + 3, 0, 9 + 2]);
        assert_eq!(contents(0b1000, 0b0100), [0, 2 + 3, 9 + 2 * 3]);
        assert_eq!(groups.weight(9 + 2), groups.weight(9 + 2 * 3));
        assert_ne!(groups.weight(2), groups.weight(2 * 3));
        // Nine for the row, and six for the column.
        assert_eq!(groups.distinct(), 15);
    }

    #[test]
    fn a_wrong_or_damaged_model_is_refused_with_the_reason() {
        let file = random_model::<Checkers>(GameId::Checkers);
        let read = |file: &[u8]| Tables::<Checkers>::read(file).map(drop).map_err(|error| error.to_string());
        assert_eq!(read(&file), Ok(()));
        let refused = |file: &[u8]| read(file).expect_err("the model is invalid");
        assert!(refused(b"PNG").contains("does not begin with"));
        assert!(refused(b"arena-model 1\n{}\n").contains("missing field"));
        assert!(refused(&file[..file.len() - 1]).contains("bytes after its header"));
        for at in [20, file.len() / 2, file.len() - 1] {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert!(read(&damaged).is_err(), "byte {at}");
        }
        let mut damaged = file.clone();
        damaged[file.len() / 2] ^= 1;
        assert!(refused(&damaged).contains("damaged"));
        assert!(refused(&random_model::<Reversi>(GameId::Reversi)).contains("is for reversi, not for checkers"));
        let other = ModelHeader { shape: "0123".to_owned(), ..header::<Checkers>(GameId::Checkers) };
        let distinct = Checkers::STAGES * Checkers::groups().distinct();
        let other = Tables::<Checkers>::file(&other, &[0; Checkers::STAGES * Checkers::TERMS], &vec![0; distinct]);
        assert!(refused(&other).contains("another shape (0123, expected"));
        assert!(refused(&[&file[..], &vec![0; MAX_MODEL_BYTES]].concat()).contains("the limit is 1048576"));
    }

    #[test]
    fn models_are_within_the_limit() {
        let sizes = [
            random_model::<ConnectFour>(GameId::ConnectFour).len(),
            random_model::<Reversi>(GameId::Reversi).len(),
            random_model::<Gomoku>(GameId::Gomoku).len(),
            random_model::<Checkers>(GameId::Checkers).len(),
        ];
        assert!(sizes.iter().all(|size| *size < MAX_MODEL_BYTES - 1_000), "{sizes:?}");
    }
}
