//! Positions as text: 64 squares row by row from a1, then the side to move, as in the OBF files of problem sets.

use super::position::Reversi;
use crate::{BySide, Diagnostic, Game, Side, diagnostic, position_error};

const FORM: &str = "64 of X (black), O (white) and -, row by row from a1, then X or O to move";
/// Longer texts, including comments, are rejected.
const MAX_TEXT: usize = 2_000;

pub(super) fn write(position: &Reversi) -> String {
    let mut text: String = (0..64).map(|index| position.disc(1 << index).unwrap_or('-')).collect();
    text.push_str(if position.to_move() == Side::First { " X" } else { " O" });
    text
}

/// Parses the output of [`write()`]. Ignores white space, slashes between rows, and everything after a semicolon, where
/// OBF files have the solutions.
pub(super) fn parse(text: &str) -> Result<Reversi, Diagnostic> {
    if text.len() > MAX_TEXT {
        return Err(position_error::too_long(text, MAX_TEXT));
    }
    let text = text.split(';').next().unwrap_or_default();
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '/').collect();
    let Some((squares, &[turn])) = letters.split_at_checked(64) else {
        return Err(diagnostic!(
            "square_count",
            "must have {wanted} letters, got {given}; expected {expected}",
            given = letters.len(),
            wanted = 65,
            expected = FORM
        ));
    };
    let mut discs = BySide::new(0_u64, 0_u64);
    for (index, &letter) in squares.iter().enumerate() {
        match side_of(letter) {
            Some(side) => discs[side] |= 1 << index,
            None if matches!(letter, '-' | '.' | '_') => {}
            None => {
                let column = char::from(b"abcdefgh"[index % 8]);
                let at = format!("{column}{}", index / 8 + 1);
                return Err(position_error::unknown_letter(letter, at, "X, O, -"));
            }
        }
    }
    let to_move = side_of(turn).ok_or_else(|| position_error::unknown_side(&turn.to_string(), "X or O"))?;
    if discs.first | discs.second == 0 {
        return Err(diagnostic!("no_discs", "the board has no discs; the game starts with four"));
    }
    Ok(Reversi::of(&discs, to_move))
}

const fn side_of(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' => Some(Side::First),
        'O' | 'o' => Some(Side::Second),
        _ => None,
    }
}
