//! Errors of position texts that several games report.

use std::fmt::Display;

use crate::{Diagnostic, diagnostic};

pub(crate) fn too_long(text: &str, most: usize) -> Diagnostic {
    let given = text.len();
    diagnostic!("position_too_long", "must be at most {most} bytes long, got {given}", given, most)
}

/// Creates the error for a text that does not have the expected form.
pub(crate) fn form(expected: &str) -> Diagnostic {
    diagnostic!("position_form", "expected {expected}", expected)
}

pub(crate) fn row_count(given: usize, wanted: usize, expected: &str) -> Diagnostic {
    diagnostic!("row_count", "got {given} rows, expected {expected}", given, wanted, expected)
}

/// Creates the error for a row with too few or too many points. `row` is its number on the board.
pub(crate) fn row_length(row: usize, given: usize, wanted: usize) -> Diagnostic {
    diagnostic!("row_length", "row {row} must have {wanted} points, got {given}", row, given, wanted)
}

pub(crate) fn unknown_letter(given: char, at: impl Display, known: &str) -> Diagnostic {
    let at = at.to_string();
    diagnostic!("unknown_letter", "the letter on {at} must be one of {known}, got {given:?}", given, at, known)
}

/// Creates the error for numbers of stones that do not match.
pub(crate) fn stone_count(x: usize, o: usize) -> Diagnostic {
    diagnostic!("stone_count", "x moves first, so it must have as many stones as o or one more, got {x} and {o}", x, o)
}

/// Creates the error for a side to move that does not match the stones. `side` is the right one.
pub(crate) fn wrong_turn(side: char) -> Diagnostic {
    diagnostic!("wrong_turn", "{side} must be to move with these numbers of stones", side)
}

pub(crate) fn unknown_side(given: &str, known: &str) -> Diagnostic {
    diagnostic!("unknown_side", "the side to move must be {known}, got {given:?}", given, known)
}

pub(crate) fn both_won(row: u8) -> Diagnostic {
    diagnostic!("both_won", "x and o both have {row} in a row, but the first row ends the game", row)
}

/// Creates the error for a side to move that has won, so that the game was over before the opponent's move.
pub(crate) fn won_to_move(side: char, row: u8) -> Diagnostic {
    diagnostic!("won_to_move", "{side} is to move but already has {row} in a row", side, row)
}

/// Creates the error for rows that no single move of the side that moved last can have completed.
pub(crate) fn won_before(side: char, row: u8) -> Diagnostic {
    diagnostic!("won_before", "no single move of {side} can have completed all its rows of {row}", side, row)
}
