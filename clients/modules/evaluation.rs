//! An evaluation of connect four: each line of four that is open to one side only counts for that side.
//!
//! rustc -O -C strip=symbols --target wasm32-unknown-unknown --crate-type cdylib evaluation.rs -o evaluation.wasm

use std::ptr::addr_of_mut;

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const WORTH: [i32; 5] = [0, 1, 4, 16, 0];

/// The cells row by row from the top, then the side to move.
static mut BOARD: [u8; COLUMNS * ROWS + 1] = [0; COLUMNS * ROWS + 1];

#[no_mangle]
pub extern "C" fn input() -> *mut u8 {
    unsafe { addr_of_mut!(BOARD).cast() }
}

/// The value for the first side of the line of these cells.
fn line(cells: [u8; 4]) -> i32 {
    match [1, 2].map(|side| cells.iter().filter(|cell| **cell == side).count()) {
        [own, 0] => WORTH[own],
        [0, other] => -WORTH[other],
        _ => 0,
    }
}

#[no_mangle]
pub extern "C" fn evaluate() -> i32 {
    let board = unsafe { addr_of_mut!(BOARD).read() };
    let mut sum = 0;
    for cell in 0..COLUMNS * ROWS {
        let (row, right) = (cell / COLUMNS, cell % COLUMNS + 3 < COLUMNS);
        let steps = [(right, 1), (row < 3, 7), (right && row < 3, 8), (right && row >= 3, -6)];
        for (_, step) in steps.iter().filter(|(fits, _)| *fits) {
            sum += line([0, 1, 2, 3].map(|place| board[(cell as isize + place * step) as usize]));
        }
    }
    if board[COLUMNS * ROWS] == 0 { sum } else { -sum }
}
