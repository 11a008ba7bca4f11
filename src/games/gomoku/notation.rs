//! Positions as text: the rows from the top, then the side to move.

use super::Point;
use super::rules::Gomoku;
use super::shape::Shape;
use crate::{BySide, Diagnostic, Game, Side, position_error};

/// Longer texts are rejected.
const MAX_TEXT: usize = 500;

pub(super) fn write(position: &Gomoku) -> String {
    let mut text = String::new();
    for point in position.shape().top_down() {
        if point.column() == 0 && !text.is_empty() {
            text.push('/');
        }
        text.push(position.stone(point.index()).map_or('.', letter));
    }
    text.push(' ');
    text.push(letter(position.to_move()));
    text
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

/// Parses the output of [`write()`]. The side to move is optional, because the stones determine it.
pub(super) fn parse(shape: Shape, text: &str) -> Result<Gomoku, Diagnostic> {
    let Shape { columns, rows, .. } = shape;
    if text.len() > MAX_TEXT {
        return Err(position_error::too_long(text, MAX_TEXT));
    }
    let (board, turn) = match text.trim().split_once(' ') {
        Some((board, turn)) => (board, Some(turn.trim())),
        None => (text.trim(), None),
    };
    let lines: Vec<&str> = board.split('/').collect();
    if lines.len() != usize::from(rows) {
        let form = "x, o or . from the top, with / between rows, then x or o to move";
        let (given, wanted) = (lines.len(), usize::from(rows));
        return Err(position_error::row_count(given, wanted, &format!("{rows} rows of {columns} {form}")));
    }
    for (line, row) in lines.iter().zip((1..=rows).rev()) {
        if line.chars().count() != usize::from(columns) {
            let (row, given) = (usize::from(row), line.chars().count());
            return Err(position_error::row_length(row, given, usize::from(columns)));
        }
    }
    let mut stones = Vec::new();
    for (point, cell) in shape.top_down().zip(lines.iter().flat_map(|line| line.chars())) {
        match cell {
            'x' | 'X' => stones.push((point, Side::First)),
            'o' | 'O' => stones.push((point, Side::Second)),
            '.' | '-' | '_' => {}
            given => return Err(position_error::unknown_letter(given, point, "x, o, .")),
        }
    }
    let to_move = side_to_move(&stones)?;
    if turn.is_some_and(|turn| turn.chars().ne([letter(to_move)])) {
        return Err(position_error::wrong_turn(letter(to_move)));
    }
    check_end(shape, &stones, to_move)?;
    Ok(Gomoku::of(shape, stones, to_move))
}

fn side_to_move(stones: &[(Point, Side)]) -> Result<Side, Diagnostic> {
    let counts = BySide::from_fn(|side| stones.iter().filter(|(_, of)| *of == side).count());
    match (counts.first, counts.second) {
        (x, o) if x == o => Ok(Side::First),
        (x, o) if x == o + 1 => Ok(Side::Second),
        (x, o) => Err(position_error::stone_count(x, o)),
    }
}

/// Checks that only the side that moved last has a row, and that one move completed all its rows.
fn check_end(shape: Shape, stones: &[(Point, Side)], to_move: Side) -> Result<(), Diagnostic> {
    let (next, last) = (letter(to_move), letter(!to_move));
    let row = shape.row;
    // A position is won if the side not to move has a row.
    let has_row = |side: Side, stones: &[(Point, Side)]| {
        Gomoku::of(shape, stones.iter().copied(), !side).outcome().is_some_and(|outcome| outcome.winner().is_some())
    };
    match (has_row(to_move, stones), has_row(!to_move, stones)) {
        (true, true) => return Err(position_error::both_won(row)),
        (true, false) => return Err(position_error::won_to_move(next, row)),
        (false, false) => return Ok(()),
        (false, true) => {}
    }
    let full = Gomoku::of(shape, stones.iter().copied(), to_move);
    let ended_it = |index: usize| {
        let (point, side) = stones[index];
        let before = || [&stones[..index], &stones[index + 1..]].concat();
        side == !to_move && full.completes(point, side) && !has_row(side, &before())
    };
    if (0..stones.len()).any(ended_it) {
        return Ok(());
    }
    Err(position_error::won_before(last, row))
}
