//! The pattern tables of reversi: the edges, the corners, and all lines of at least four squares.

use std::sync::LazyLock;

use super::Reversi;
use super::evaluation::{Mobility, mobility, potential};
use crate::models::{MAX_TERMS, Model, Trained, TrainedModel, contained, padded};
use crate::patterns::{Groups, Patterned, Tables};
use crate::{BySide, Game};

/// The groups up to symmetry, as numbers of squares: a1 is 0, h1 is 7, h8 is 63.
const PATTERNS: [&[u8]; 11] = [
    // An edge with the two squares diagonally next to its corners.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // Three by three, and two by four squares at a corner.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 8, 9, 10, 11],
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
    let symmetry = |image: u8| {
        move |square: u8| {
            let (column, row) = (square % 8, square / 8);
            let column = if image & 1 == 0 { column } else { 7 - column };
            let row = if image & 2 == 0 { row } else { 7 - row };
            if image & 4 == 0 { row * 8 + column } else { column * 8 + row }
        }
    };
    let symmetries: Vec<_> = (1..8).map(symmetry).collect();
    Groups::new(&PATTERNS, &symmetries)
});

/// The model of the evaluation `patterns`; `docs/training.md` says how it was trained.
pub(crate) static MODEL: Model = Model::new(contained!("patterns.bin.gz"));

pub(super) static TABLES: LazyLock<Tables<Reversi>> = LazyLock::new(|| {
    let bytes = MODEL.bytes().expect("the evaluation is refused without its model");
    Tables::read(&bytes).expect("the model in the repository is for these groups")
});

static WEIGHTS: LazyLock<Mobility> = LazyLock::new(Mobility::default);

impl Trained for Reversi {
    /// Ten discs each.
    const STAGES: usize = 6;
    const TERMS: usize = 2;
    type Model = Tables<Self>;

    fn stage(&self) -> usize {
        (63_u32.saturating_sub(self.empties()) / 10).min(5) as usize
    }

    fn base(&self) -> i32 {
        WEIGHTS.evaluate(self)
    }

    /// Mobility and potential mobility.
    fn terms(&self) -> [i32; MAX_TERMS] {
        padded([mobility(self), potential(self)].map(BySide::difference))
    }
}

impl Patterned for Reversi {
    fn groups() -> &'static Groups {
        &GROUPS
    }

    fn contents(&self, groups: &Groups, visit: impl FnMut(usize)) {
        let side = self.to_move();
        groups.contents(self.discs(side), self.discs(!side), visit);
    }
}
