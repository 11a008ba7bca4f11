//! Reads a move that a person typed: one reader for every place where moves are typed or sent as text.
//!
//! The page has the same reader (`clients/web/src/core/notation.ts`); both are tested with `typed-moves.json` beside it.

use super::Game;
use super::conventions::Conventions;

/// The legal move that `text` means: its canonical text, what is customary in the game, or either with other capitals and
/// signs as long as that means one move only.
pub fn read<G: Game>(position: &G, text: &str) -> Option<G::Move> {
    let text = text.trim();
    position.read_move(text).or_else(|| {
        let mut legal = Vec::new();
        position.legal(&mut legal);
        let own: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let written = Conventions::notations(position, &legal).unwrap_or_default();
        find(&own, &written, text).map(|at| legal[at])
    })
}

/// The place of the move that `text` means among the moves by their own texts and as people write them.
fn find(own: &[String], written: &[String], text: &str) -> Option<usize> {
    let text = latin(text)?;
    let names: Vec<String> = written.iter().map(|name| short(name)).collect();
    let (wanted, plain) = (short(&text), bare(&text));
    let lower = wanted.to_ascii_lowercase();
    only(names.iter().map(|name| *name == wanted))
        .or_else(|| only(own.iter().map(|mv| bare(mv) == plain)))
        .or_else(|| only(names.iter().map(|name| name.to_ascii_lowercase() == lower)))
}

/// Replaces pieces' symbols, full-width letters and typographic signs by ASCII. Returns `None` if the text has another
/// letter or symbol: without it, the text could mean another move.
fn latin(text: &str) -> Option<String> {
    let letter = |letter: char| {
        Some(match letter {
            '♔' | '♚' => 'K',
            '♕' | '♛' => 'Q',
            '♖' | '♜' => 'R',
            '♗' | '♝' => 'B',
            '♘' | '♞' => 'N',
            '♙' | '♟' => 'P',
            '×' => 'x',
            '–' | '—' | '−' | '‐' | '‑' => '-',
            // The last two select how a symbol is drawn.
            '·' | '…' | '\u{fe0e}' | '\u{fe0f}' => ' ',
            '！'..='～' => char::from_u32(u32::from(letter) - u32::from('！') + u32::from('!'))?,
            letter => Some(letter).filter(|letter| letter.is_ascii() || letter.is_whitespace())?,
        })
    };
    text.chars().map(letter).collect()
}

/// The place of the one that fits, if only one does.
fn only(fits: impl Iterator<Item = bool>) -> Option<usize> {
    let mut places = fits.enumerate().filter_map(|(place, fits)| fits.then_some(place));
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

/// A move's own text without case and signs: `E2-E4` is `e2e4`, and `22 15 8` is `22.15.8`, as `22x15x8` is.
fn bare(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let mut bare = String::with_capacity(text.len());
    // The crosses among the signs behind the last letter or digit.
    let (mut signs, mut crosses) = (false, 0);
    let is_digit = |letter: char| letter.is_ascii_digit();
    for letter in text.chars() {
        if letter == 'x' || !letter.is_ascii_alphanumeric() {
            signs = true;
            crosses += usize::from(letter == 'x');
            continue;
        }
        if std::mem::take(&mut signs) && is_digit(letter) && bare.ends_with(is_digit) {
            bare.push('.');
        } else {
            bare.extend(std::iter::repeat_n('x', crosses));
        }
        crosses = 0;
        bare.push(letter);
    }
    bare.extend(std::iter::repeat_n('x', crosses));
    bare
}

/// A notation in which capitals tell pieces from files, without signs: `N x d4+` is `Nd4`, `Pe4` is `e4`, `0-0` is `OO`.
fn short(text: &str) -> String {
    let is_castling = |letter: char| matches!(letter, '0' | 'o' | 'O' | '-');
    let rest = text.trim_start_matches(is_castling);
    let rooks = text[..text.len() - rest.len()].chars().filter(|letter| *letter != '-').count();
    let castles = (2..=3).contains(&rooks) && !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    let text = if castles { "O".repeat(rooks) + rest } else { text.to_owned() };
    let mut kept: Vec<char> =
        text.chars().filter(|letter| letter.is_ascii_alphanumeric() && !matches!(letter, 'x' | 'X')).collect();
    if kept.first() == Some(&'P') && kept.get(1).is_some_and(char::is_ascii_lowercase) {
        kept.remove(0);
    }
    kept.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{GameId, Options};

    #[derive(serde::Deserialize)]
    struct Case {
        legal: Vec<String>,
        notation: Vec<String>,
        typed: BTreeMap<String, Option<String>>,
    }

    #[test]
    fn the_page_and_the_server_read_typed_moves_alike() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../clients/web/src/core/typed-moves.json")).expect("cases");
        for Case { legal, notation, typed } in cases {
            for (text, expected) in typed {
                let exact = legal.iter().position(|mv| *mv == text);
                let found = exact.or_else(|| find(&legal, &notation, &text)).map(|at| legal[at].clone());
                assert_eq!(found, expected, "{text:?} among {legal:?}");
            }
        }
    }

    #[test]
    fn typed_moves_are_read_in_every_game() {
        let castling = "r3k2r/1P6/8/8/8/8/4P3/R3K2R w KQkq - 0 1";
        let cases = [
            (GameId::Chess, Some(castling), "b8=q", Some("b7b8q")),
            (GameId::Chess, Some(castling), "b8q", Some("b7b8q")),
            (GameId::Chess, Some(castling), "bxa8=n", Some("b7a8n")),
            (GameId::Chess, Some(castling), "o-o", Some("e1g1")),
            (GameId::Chess, Some(castling), "0-0-0", Some("e1c1")),
            (GameId::Chess, Some(castling), "Pe4", Some("e2e4")),
            (GameId::Chess, Some(castling), "E2-E4", Some("e2e4")),
            (GameId::Chess, Some(castling), "b8", None),
            (GameId::Chess, None, "nf3", Some("g1f3")),
            (GameId::Chess, None, "Pe5", None),
            (GameId::Reversi, None, "F5", Some("f5")),
            (GameId::Reversi, None, "A1", None),
            (GameId::Checkers, None, "11 15", Some("11-15")),
            (GameId::Gomoku, None, "H8", Some("h8")),
            (GameId::Hex, None, " B2 ", Some("b2")),
            (GameId::TicTacToe, None, "B2", Some("b2")),
            (GameId::ConnectFour, None, "D", Some("d")),
        ];
        for (game, position, text, expected) in cases {
            let board = game.board(&Options::new(), position).expect("the position is right");
            let found = board.read_move(text).map(|mv| game.move_text(mv));
            assert_eq!(found.as_deref(), expected, "{text} in {game}");
        }
    }
}
