//! Positions as text: the rows from the top, then the side to move.

use super::HexMove;
use super::rules::{Hex, Shape};
use crate::{BySide, Diagnostic, Game, Side, beginning, diagnostic, position_error};

/// Longer texts are rejected.
const MAX_TEXT: usize = 500;

pub(super) fn write(position: &Hex) -> String {
    let mut text = String::new();
    for cell in position.shape.cells() {
        if cell.column() == 0 && !text.is_empty() {
            text.push('/');
        }
        text.push(position.stone(cell).map_or('.', letter));
    }
    text.push(' ');
    text.push(letter(position.to_move()));
    text
}

pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

/// Parses the output of [`write()`]. Without a side to move, the stones determine it, and no swap is assumed.
pub(super) fn parse(shape: Shape, text: &str) -> Result<Hex, Diagnostic> {
    let size = shape.size;
    if text.len() > MAX_TEXT {
        return Err(position_error::too_long(text, MAX_TEXT));
    }
    let (board, turn) = match text.trim().split_once(' ') {
        Some((board, turn)) => (board, Some(turn.trim())),
        None => (text.trim(), None),
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        let form = "x, o or . from the top, with / between rows, then x or o to move";
        let expected = format!("{size} rows of {size} {form}");
        return Err(position_error::row_count(rows.len(), size, &expected));
    }
    if let Some((row, cells)) = (1..).zip(&rows).find(|(_, cells)| cells.chars().count() != size) {
        return Err(position_error::row_length(row, cells.chars().count(), size));
    }
    let mut stones = Vec::new();
    for (cell, letter) in shape.cells().zip(rows.iter().flat_map(|row| row.chars())) {
        match letter {
            'x' | 'X' => stones.push((cell, Side::First)),
            'o' | 'O' => stones.push((cell, Side::Second)),
            '.' | '-' | '_' => {}
            given => return Err(position_error::unknown_letter(given, cell, "x, o, .")),
        }
    }
    let turn = match turn {
        None => None,
        Some("x") => Some(Side::First),
        Some("o") => Some(Side::Second),
        Some(other) => return Err(position_error::unknown_side(&beginning(other, 20), "x or o")),
    };
    let to_move = side_to_move(shape, &stones, turn)?;
    let position = Hex::of(shape, stones.iter().copied(), to_move);
    check_end(shape, &stones, to_move)?;
    Ok(position)
}

/// Returns the side to move. X has as many stones as O or one more, depending on the turn; after a swap, O has as many
/// or one more.
fn side_to_move(shape: Shape, stones: &[(HexMove, Side)], turn: Option<Side>) -> Result<Side, Diagnostic> {
    let counts = BySide::from_fn(|side| stones.iter().filter(|(_, of)| *of == side).count());
    let (x, o) = (counts.first, counts.second);
    let to_move = match turn {
        _ if x == o + 1 => Side::Second,
        _ if shape.swap && o == x + 1 => Side::First,
        Some(Side::Second) if shape.swap && x == o && x > 0 => Side::Second,
        _ if x == o => Side::First,
        _ if shape.swap => {
            return Err(diagnostic!(
                "stone_count_swap",
                "x and o must differ by at most one stone, got {x} and {o}",
                x,
                o
            ));
        }
        _ => return Err(position_error::stone_count(x, o)),
    };
    match turn {
        Some(turn) if turn != to_move => Err(position_error::wrong_turn(letter(to_move))),
        _ => Ok(to_move),
    }
}

/// Checks that only the side that moved last has connected its edges, and that its last stone can have done so.
fn check_end(shape: Shape, stones: &[(HexMove, Side)], to_move: Side) -> Result<(), Diagnostic> {
    let last = !to_move;
    let connects = |side: Side, stones: &mut dyn Iterator<Item = (HexMove, Side)>| {
        Hex::of(shape, stones.filter(|(_, of)| *of == side), !side).outcome().is_some()
    };
    if connects(to_move, &mut stones.iter().copied()) {
        return Err(diagnostic!(
            "connected_to_move",
            "{side} is to move but has already connected its edges",
            side = letter(to_move)
        ));
    }
    if !connects(last, &mut stones.iter().copied()) {
        return Ok(());
    }
    let own = stones.iter().filter(|(_, of)| *of == last);
    for (without, _) in own {
        if !connects(last, &mut stones.iter().copied().filter(|(cell, _)| cell != without)) {
            return Ok(());
        }
    }
    Err(diagnostic!(
        "connected_before",
        "no single stone of {side} can have connected its edges: they were connected before",
        side = letter(last)
    ))
}
