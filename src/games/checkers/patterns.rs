//! The pattern tables of English draughts: the men on overlapping groups of eight squares. Kings count as empty squares,
//! because they are not tied to a place.

use std::sync::LazyLock;

use super::Checkers;
use super::evaluation::Advanced;
use super::moves::{square, turned};
use crate::models::{MAX_TERMS, Model, Trained, TrainedModel, contained, padded};
use crate::patterns::{Groups, Patterned, Tables};
use crate::{Game, Side};

static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
    let bit = |row: u32, column: u32| square(1 + 4 * row + column).trailing_zeros().to_le_bytes()[0];
    let cells = |(top, left, rows, columns): (u32, u32, u32, u32)| -> Vec<u8> {
        (top..top + rows).flat_map(|row| (left..left + columns).map(move |column| bit(row, column))).collect()
    };
    let wide = (0..7).map(|top| (top, 0, 2, 4));
    let high = (0..5).flat_map(|top| (0..3).map(move |left| (top, left, 4, 2)));
    let patterns: Vec<Vec<u8>> = wide.chain(high).map(cells).collect();
    let patterns: Vec<&[u8]> = patterns.iter().map(Vec::as_slice).collect();
    let none: [fn(u8) -> u8; 0] = [];
    Groups::new(&patterns, &none)
});

/// The model of the evaluation `patterns`; `docs/training.md` says how it was trained.
pub(crate) static MODEL: Model = Model::new(contained!("patterns.bin.gz"));

pub(super) static TABLES: LazyLock<Tables<Checkers>> = LazyLock::new(|| {
    let bytes = MODEL.bytes().expect("the evaluation is refused without its model");
    Tables::read(&bytes).expect("the model in the repository is for these groups")
});

static WEIGHTS: LazyLock<Advanced> = LazyLock::new(Advanced::default);

impl Trained for Checkers {
    /// Eight pieces each.
    const STAGES: usize = 3;
    const TERMS: usize = 2;
    type Model = Tables<Self>;

    fn stage(&self) -> usize {
        let pieces = (self.pieces.first | self.pieces.second).count_ones();
        (pieces.saturating_sub(1) / 8).min(2) as usize
    }

    fn base(&self) -> i32 {
        WEIGHTS.evaluate(self)
    }

    /// The hand-written evaluation, and the kings, which the tables do not show.
    fn terms(&self) -> [i32; MAX_TERMS] {
        let kings = self.pieces.map(|pieces| (pieces & self.kings).count_ones().cast_signed());
        padded([self.base(), kings.difference()])
    }
}

impl Patterned for Checkers {
    fn groups() -> &'static Groups {
        &GROUPS
    }

    /// The second side sees the board turned around.
    fn contents(&self, groups: &Groups, visit: impl FnMut(usize)) {
        let men = self.pieces.map(|pieces| pieces & !self.kings);
        match self.to_move() {
            Side::First => groups.contents(men.first, men.second, visit),
            Side::Second => groups.contents(turned(men.second), turned(men.first), visit),
        }
    }
}
