//! Boards on which pieces of one kind are dropped, in the notation of Fairy-Stockfish: moves such as `P@b2`, and FENs
//! with the remaining pieces of each side in brackets. The first side is white, `P`. Rows count from the bottom.

use std::fmt::Write as _;

use super::{BySide, Side};

/// The size of a board, the remaining pieces of each side, and the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drops {
    pub columns: usize,
    pub rows: usize,
    pub left: BySide<usize>,
    pub to_move: Side,
}

impl Drops {
    /// Writes the FEN. `piece` returns the owner of the piece in a column and row.
    pub(super) fn fen(self, piece: impl Fn(usize, usize) -> Option<Side>) -> String {
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            let mut empty = 0;
            for column in 0..self.columns {
                let Some(side) = piece(column, row) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    // Writing into a string cannot fail.
                    let _ = write!(text, "{empty}");
                }
                empty = 0;
                text.push(letter(side));
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text.push(if row > 0 { '/' } else { '[' });
        }
        for side in Side::BOTH {
            text.extend(std::iter::repeat_n(letter(side), self.left[side]));
        }
        text + if self.to_move == Side::First { "] w - - 0 1" } else { "] b - - 0 1" }
    }
}

/// Parses a FEN. Returns the cells of its rows from the top, and the side to move.
pub(super) fn read_fen(columns: usize, rows: usize, text: &str) -> Option<(Vec<Vec<Option<Side>>>, Side)> {
    let (board, rest) = text.split_once(['[', ' '])?;
    let turn = rest.rsplit(']').next()?.split_whitespace().next()?;
    let to_move = match turn {
        "w" => Side::First,
        "b" => Side::Second,
        _ => return None,
    };
    let read_row = |row: &str| {
        let mut cells = Vec::new();
        let mut number = 0;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                number = (number * 10 + digit as usize).min(100);
                continue;
            }
            cells.extend(std::iter::repeat_n(None, std::mem::take(&mut number)));
            cells.push(Some(match letter {
                'P' => Side::First,
                'p' => Side::Second,
                _ => return None,
            }));
        }
        cells.extend(std::iter::repeat_n(None, number));
        (cells.len() == columns).then_some(cells)
    };
    let all: Vec<_> = board.split('/').take(rows + 1).map(read_row).collect::<Option<_>>()?;
    (all.len() == rows).then_some((all, to_move))
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'P',
        Side::Second => 'p',
    }
}

/// Writes the move that drops a piece on this square.
pub(super) fn write_drop(column: usize, row: usize) -> String {
    let letter = u8::try_from(column).map_or('?', |column| char::from(b'a' + column));
    format!("P@{letter}{}", row + 1)
}

/// Parses a square such as `b2` into column and row, from 0.
pub(super) fn read_square(text: &str) -> Option<(usize, usize)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let row: usize = std::str::from_utf8(digits).ok()?.parse().ok().filter(|row| (1..=26).contains(row))?;
    letter.is_ascii_lowercase().then(|| (usize::from(letter - b'a'), row - 1))
}

/// Parses a move that drops a piece into column and row, from 0.
pub(super) fn read_drop(text: &str) -> Option<(usize, usize)> {
    read_square(text.strip_prefix("P@").or_else(|| text.strip_prefix("p@"))?)
}
