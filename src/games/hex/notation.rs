//! Positions as text: rows from the top, then whose turn it is.

use super::HexMove;
use super::rules::{Hex, Shape};
use crate::games::{BySide, Game, Side};

/// No position needs more text.
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

/// Reads what [`write()`] writes; where whose turn it is is left out, the stones tell, and no swap is assumed.
pub(super) fn parse(shape: Shape, text: &str) -> Result<Hex, String> {
    let size = shape.size;
    if text.len() > MAX_TEXT {
        return Err(format!("{} bytes are over the limit of {MAX_TEXT}", text.len()));
    }
    let (board, turn) = match text.trim().split_once(' ') {
        Some((board, turn)) => (board, Some(turn.trim())),
        None => (text.trim(), None),
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        let form = "x, o or . from the top, with / between rows, then x or o to move";
        return Err(format!("there are {} rows; expected {size} rows of {size} {form}", rows.len()));
    }
    if let Some((row, cells)) = (1..).zip(&rows).find(|(_, cells)| cells.chars().count() != size) {
        return Err(format!("row {row} has {} cells instead of {size}", cells.chars().count()));
    }
    let mut stones = Vec::new();
    for (cell, letter) in shape.cells().zip(rows.iter().flat_map(|row| row.chars())) {
        match letter {
            'x' | 'X' => stones.push((cell, Side::First)),
            'o' | 'O' => stones.push((cell, Side::Second)),
            '.' | '-' | '_' => {}
            other => return Err(format!("{other:?} on {cell} is none of x, o and .")),
        }
    }
    let turn = match turn {
        None => None,
        Some("x") => Some(Side::First),
        Some("o") => Some(Side::Second),
        Some(other) => return Err(format!("{:?} is neither x nor o to move", crate::games::beginning(other, 20))),
    };
    let to_move = side_to_move(shape, &stones, turn)?;
    let position = Hex::of(shape, stones.iter().copied(), to_move);
    check_end(shape, &stones, to_move)?;
    Ok(position)
}

/// X has as many stones as O or one more, depending on whose turn it is; after a swap O has as many or one more.
fn side_to_move(shape: Shape, stones: &[(HexMove, Side)], turn: Option<Side>) -> Result<Side, String> {
    let counts = BySide::from_fn(|side| stones.iter().filter(|(_, of)| *of == side).count());
    let (x, o) = (counts.first, counts.second);
    let to_move = match turn {
        _ if x == o + 1 => Side::Second,
        _ if shape.swap && o == x + 1 => Side::First,
        Some(Side::Second) if shape.swap && x == o && x > 0 => Side::Second,
        _ if x == o => Side::First,
        _ => {
            let swapped = if shape.swap { ", or after a swap one less" } else { "" };
            return Err(format!("{x} x and {o} o: x moves first, so it has as many as o or one more{swapped}"));
        }
    };
    match turn {
        Some(turn) if turn != to_move => Err(format!("with these stones it is the turn of {}", letter(to_move))),
        _ => Ok(to_move),
    }
}

/// Only the side that moved last can have connected its edges, by a stone without which it had not.
fn check_end(shape: Shape, stones: &[(HexMove, Side)], to_move: Side) -> Result<(), String> {
    let last = !to_move;
    let connects = |side: Side, stones: &mut dyn Iterator<Item = (HexMove, Side)>| {
        Hex::of(shape, stones.filter(|(_, of)| *of == side), !side).outcome().is_some()
    };
    if connects(to_move, &mut stones.iter().copied()) {
        return Err(format!("{} has connected its edges but is to move", letter(to_move)));
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
    Err(format!("no last stone of {} can have connected its edges: they were connected before", letter(last)))
}
