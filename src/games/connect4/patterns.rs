//! The pattern tables of connect four: rows, columns, diagonals, and rectangles of four by two points.

use std::sync::LazyLock;

use super::ConnectFour;
use super::bitboard::{COLUMNS, HEIGHT, ROWS};
use super::evaluation::{Threats, is_decisive, terms};
use crate::Game;
use crate::models::{MAX_TERMS, Trained, padded};
use crate::patterns::{Groups, Patterned, Tables};

static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
    let point = |(column, row): (u8, u8)| column * HEIGHT + row;
    let line = |(column, row): (u8, u8), up: bool| -> Vec<u8> {
        let rows = (0..ROWS).map(|step| if up { row.checked_add(step) } else { row.checked_sub(step) });
        let points = (column..COLUMNS).zip(rows).map_while(|(column, row)| row.map(|row| (column, row)));
        points.filter(|(_, row)| *row < ROWS).map(point).collect()
    };
    let rows = (0..ROWS).map(|row| (0..COLUMNS).map(|column| point((column, row))).collect());
    let columns = (0..=COLUMNS / 2).map(|column| (0..ROWS).map(|row| point((column, row))).collect());
    let rectangles = (0..COLUMNS / 2 - 1).flat_map(|column| (0..ROWS - 1).map(move |row| (column, row)));
    let rectangles = rectangles.map(|(column, row)| {
        let cells = (column..column + 4).flat_map(|column| [(column, row), (column, row + 1)]);
        cells.map(point).collect()
    });
    // A mirror image of each falling diagonal rises.
    let starts = (0..COLUMNS - 3).map(|column| (column, 0)).chain((1..ROWS - 3).map(|row| (0, row)));
    let diagonals = starts.map(|start| line(start, true));
    let patterns: Vec<Vec<u8>> = rows.chain(columns).chain(rectangles).chain(diagonals).collect();
    let patterns: Vec<&[u8]> = patterns.iter().map(Vec::as_slice).collect();
    Groups::new(&patterns, &[|cell: u8| (COLUMNS - 1 - cell / HEIGHT) * HEIGHT + cell % HEIGHT])
});

static WEIGHTS: LazyLock<Threats> = LazyLock::new(Threats::default);

impl Trained for ConnectFour {
    /// Three parts of the game, for each parity of the number of stones: points fall to the sides by the parity of their
    /// row.
    const STAGES: usize = 6;
    const TERMS: usize = 5;
    type Model = Tables<Self>;

    fn stage(&self) -> usize {
        let stones = self.plies() as usize;
        stones % 2 + 2 * (stones / 12).min(2)
    }

    fn base(&self) -> i32 {
        WEIGHTS.evaluate(self)
    }

    fn decided(&self) -> Option<i32> {
        is_decisive(self).then(|| self.base())
    }

    /// The features of the hand-written evaluation.
    fn terms(&self) -> [i32; MAX_TERMS] {
        padded(terms(self))
    }
}

impl Patterned for ConnectFour {
    fn groups() -> &'static Groups {
        &GROUPS
    }

    fn contents(&self, groups: &Groups, visit: impl FnMut(usize)) {
        let side = self.to_move();
        groups.contents(self.stones(side), self.stones(!side), visit);
    }
}
