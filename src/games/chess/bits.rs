//! Sets of squares from one side's point of view, and other small functions of the evaluation.

use cozy_chess::{BitBoard, Color, File, Square};

/// Returns the squares that pawns on these squares attack towards each flank.
pub(super) const fn wings(pawns: BitBoard, color: Color) -> [BitBoard; 2] {
    const A: u64 = File::A.bitboard().0;
    const H: u64 = File::H.bitboard().0;
    let (left, right) = (pawns.0 & !A, pawns.0 & !H);
    match color {
        Color::White => [BitBoard(left << 7), BitBoard(right << 9)],
        Color::Black => [BitBoard(left >> 9), BitBoard(right >> 7)],
    }
}

/// Shifts a set by one rank forwards or backwards.
pub(super) const fn forward(squares: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    }
}

pub(super) const fn back(squares: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 >> 8),
        Color::Black => BitBoard(squares.0 << 8),
    }
}

/// Returns all squares that the pawns attack or may attack later.
pub(super) const fn spans(pawns: BitBoard, color: Color) -> BitBoard {
    let [left, right] = wings(pawns, color);
    let mut all = left.0 | right.0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    BitBoard(all)
}

pub(super) const fn home_ranks(color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(0x0000_0000_00ff_ff00),
        Color::Black => BitBoard(0x00ff_ff00_0000_0000),
    }
}

/// Returns the fourth to sixth ranks from the side of `color`.
pub(super) const fn outpost_ranks(color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(0x0000_ffff_ff00_0000),
        Color::Black => BitBoard(0x0000_00ff_ffff_0000),
    }
}

/// Returns all squares on the ranks in front of `square` for `color`.
pub(super) const fn ahead(square: Square, color: Color) -> BitBoard {
    let rank = square as u32 / 8;
    match color {
        Color::White if rank == 7 => BitBoard::EMPTY,
        Color::White => BitBoard(u64::MAX << (8 * (rank + 1))),
        Color::Black => BitBoard((1 << (8 * rank)) - 1),
    }
}

/// Returns the number of king moves from one square to the other on an empty board.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

pub(super) const fn length(set: BitBoard) -> i32 {
    set.0.count_ones().cast_signed()
}

pub(super) const fn one(yes: bool) -> i32 {
    yes as i32
}
