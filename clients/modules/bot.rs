//! A bot for connect four that looks one move ahead: it wins if it can, blocks if it must, and else prefers the middle.
//!
//! rustc -O -C strip=symbols --target wasm32-unknown-unknown --crate-type cdylib bot.rs -o bot.wasm

use std::ptr::addr_of_mut;

const COLUMNS: i32 = 7;
const ROWS: i32 = 6;

/// The cells row by row from the top, the side to move, and the legal moves: a move is the number of its column.
#[repr(C)]
#[derive(Clone, Copy)]
struct Position {
    cells: [u8; (COLUMNS * ROWS) as usize],
    side: u8,
    moves: [u32; COLUMNS as usize],
}

static mut POSITION: Position = Position { cells: [0; 42], side: 0, moves: [0; 7] };

#[no_mangle]
pub extern "C" fn input() -> *mut u8 {
    unsafe { addr_of_mut!(POSITION).cast() }
}

impl Position {
    fn at(&self, row: i32, column: i32) -> Option<u8> {
        let is_inside = (0..ROWS).contains(&row) && (0..COLUMNS).contains(&column);
        is_inside.then(|| self.cells[(row * COLUMNS + column) as usize])
    }

    /// Whether a stone of `side` in this column would make four in a line.
    fn wins(&self, side: u8, column: i32) -> bool {
        let row = (0..ROWS).rev().find(|row| self.at(*row, column) == Some(0)).unwrap_or(0);
        let run = |down: i32, right: i32| {
            (1..4).take_while(|step| self.at(row + step * down, column + step * right) == Some(side)).count()
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| run(*down, *right) + run(-down, -right) >= 3)
    }

    fn value(&self, column: i32) -> i32 {
        let own = self.side + 1;
        if self.wins(own, column) {
            100
        } else if self.wins(3 - own, column) {
            50
        } else {
            3 - (column - 3).abs()
        }
    }
}

#[no_mangle]
pub extern "C" fn choose(count: i32) -> i32 {
    let position = unsafe { addr_of_mut!(POSITION).read() };
    let value = |index: &i32| (position.value(position.moves[*index as usize] as i32), -index);
    (0..count).max_by_key(value).unwrap_or(0)
}
