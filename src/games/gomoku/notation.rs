//! Positions as text: the rows from the top, then the side to move.

use super::Point;
use super::rules::Gomoku;
use super::shape::Shape;
use crate::{BySide, Game, PositionFault, Side};

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
pub(super) fn parse(shape: Shape, text: &str) -> Result<Gomoku, PositionFault> {
    let Shape { columns, rows, .. } = shape;
    if text.len() > MAX_TEXT {
        return Err(PositionFault::long(text, MAX_TEXT));
    }
    let (board, turn) = match text.trim().split_once(' ') {
        Some((board, turn)) => (board, Some(turn.trim())),
        None => (text.trim(), None),
    };
    let lines: Vec<&str> = board.split('/').collect();
    if lines.len() != usize::from(rows) {
        let form = "x, o or . from the top, with / between rows, then x or o to move";
        let (given, wanted) = (lines.len(), usize::from(rows));
        return Err(PositionFault::Rows { given, expected: format!("{rows} rows of {columns} {form}"), wanted });
    }
    for (line, row) in lines.iter().zip((1..=rows).rev()) {
        if line.chars().count() != usize::from(columns) {
            let (row, given) = (usize::from(row), line.chars().count());
            return Err(PositionFault::Row { row, given, wanted: usize::from(columns) });
        }
    }
    let mut stones = Vec::new();
    for (point, cell) in shape.top_down().zip(lines.iter().flat_map(|line| line.chars())) {
        match cell {
            'x' | 'X' => stones.push((point, Side::First)),
            'o' | 'O' => stones.push((point, Side::Second)),
            '.' | '-' | '_' => {}
            given => {
                let (at, known) = (point.to_string(), "x, o and .".to_owned());
                return Err(PositionFault::Letter { given, at, known });
            }
        }
    }
    let to_move = side_to_move(&stones)?;
    if turn.is_some_and(|turn| turn.chars().ne([letter(to_move)])) {
        return Err(PositionFault::Turn { side: letter(to_move) });
    }
    check_end(shape, &stones, to_move)?;
    Ok(Gomoku::of(shape, stones, to_move))
}

fn side_to_move(stones: &[(Point, Side)]) -> Result<Side, PositionFault> {
    let counts = BySide::from_fn(|side| stones.iter().filter(|(_, of)| *of == side).count());
    match (counts.first, counts.second) {
        (x, o) if x == o => Ok(Side::First),
        (x, o) if x == o + 1 => Ok(Side::Second),
        (x, o) => Err(PositionFault::Stones { x, o, swap: false }),
    }
}

/// Checks that only the side that moved last has a row, and that one move completed all its rows.
fn check_end(shape: Shape, stones: &[(Point, Side)], to_move: Side) -> Result<(), PositionFault> {
    let (next, last) = (letter(to_move), letter(!to_move));
    let row = shape.row;
    // A position is won if the side not to move has a row.
    let has_row = |side: Side, stones: &[(Point, Side)]| {
        Gomoku::of(shape, stones.iter().copied(), !side).outcome().is_some_and(|outcome| outcome.winner().is_some())
    };
    match (has_row(to_move, stones), has_row(!to_move, stones)) {
        (true, true) => return Err(PositionFault::BothWon { row }),
        (true, false) => return Err(PositionFault::WonToMove { side: next, row }),
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
    Err(PositionFault::WonBefore { side: last, row })
}
