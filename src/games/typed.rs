//! Reads moves that people typed or other programs wrote: one reader for every place where moves arrive as text.
//!
//! For single moves, the page has the same reader (`clients/web/src/core/notation.ts`); both are tested with
//! `typed-moves.json` beside it.

use super::Game;
use super::conventions::Conventions;

/// The legal move that `text` means: its canonical text, what is customary in the game, or either with other capitals and
/// signs as long as that means one move only.
///
/// ```
/// use arena_games::{GameError, Options, chess::Chess, options, typed};
///
/// let start: Chess = options::start(&Options::new(), None)?;
/// assert_eq!(typed::read(&start, "Nf3"), typed::read(&start, "g1f3"));
/// assert_eq!(typed::read(&start, "Nf6"), None);
/// # Ok::<(), GameError>(())
/// ```
pub fn read<G: Game>(position: &G, text: &str) -> Option<G::Move> {
    // A game may have texts that are not Latin.
    position.read_move(text.trim()).or_else(|| {
        let text = latin(text)?;
        let text = text.trim();
        let legal = position.moves();
        let own: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let written = Conventions::notations(position, &legal).unwrap_or_default();
        position.read_move(text).or_else(|| find(&own, &written, text).map(|at| legal[at]))
    })
}

/// The most characters of a move in a text of joined moves, such as `e7e8q`.
const LONGEST_JOINED: usize = 5;
/// Longer texts cannot be a single move.
const LONGEST_MOVE: usize = 100;

/// A text in a line that is no legal move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadMove<M> {
    /// The moves before it.
    pub played: Vec<M>,
    /// The text.
    pub text: String,
}

/// A word without the move number that people write before it, as in `2.Nf3`, `3…` or `4) e4`. Digits alone are a move
/// in some games, so they stay.
///
/// ```
/// assert_eq!(["2.Nf3", "3...", "12"].map(arena_games::typed::unnumbered), ["Nf3", "", "12"]);
/// ```
pub fn unnumbered(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mv = after.trim_start_matches(['.', '…', ')']);
    if after.len() < word.len() && mv.len() < after.len() { mv } else { word }
}

/// Plays the first `most` moves of a line, and returns them. Each word is a move, with or without its number, or several
/// without blanks, as in `f5d6c3`. Words that are only a number, as `1.`, are skipped. Forced passes may be missing. If a text is no legal move, `position` is the one before it.
///
/// # Errors
/// [`UnreadMove`] for the first text that is no legal move.
pub fn play_line<G: Game>(
    position: &mut G,
    words: &[impl AsRef<str>],
    most: usize,
) -> Result<Vec<G::Move>, UnreadMove<G::Move>> {
    let mut played = Vec::new();
    for word in words {
        let word = word.as_ref().trim();
        let without = unnumbered(word);
        if without.is_empty() && !word.is_empty() {
            continue;
        }
        // A move may begin like a numbered one, as `22.15` for `22-15`.
        let mut rest = if without != word && read(position, word).is_none() { without } else { word };
        // An empty word is no move.
        let mut is_read = false;
        while played.len() < most && !(is_read && rest.is_empty()) {
            let pass = G::PASS.filter(|pass| position.is_legal(*pass));
            let found = first_move(position, rest).or_else(|| {
                let mut passed = position.clone();
                passed.play(pass?);
                // The text is read after the pass.
                first_move(&passed, rest).and(pass).map(|pass| (pass, 0))
            });
            let Some((mv, length)) = found else {
                return Err(UnreadMove { played, text: rest.to_owned() });
            };
            position.play(mv);
            played.push(mv);
            rest = &rest[length..];
            // As in `f5-d6-c3`. Two signs are a pass.
            rest = rest.strip_prefix('-').filter(|rest| rest.starts_with(char::is_alphanumeric)).unwrap_or(rest);
            is_read = true;
        }
    }
    Ok(played)
}

/// Returns the move at the beginning of `text`, and its length.
fn first_move<G: Game>(position: &G, text: &str) -> Option<(G::Move, usize)> {
    if let Some(mv) = Some(text).filter(|text| text.len() <= LONGEST_MOVE).and_then(|text| read(position, text)) {
        return Some((mv, text.len()));
    }
    let joined = |length: usize| {
        let part = text.get(..length)?;
        let mv = read(position, part)?;
        let own = mv.to_string();
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        // A letter beside a digit is the name of a cell, also where letters or digits alone are moves.
        let is_split = length == 1
            && text[length..]
                .starts_with(|next: char| next.is_ascii_alphanumeric() && next.is_ascii_digit() != is_number);
        // Only canonical texts and those of other scripts are joined. Where numbers are moves, a longer number is another
        // one. Where a letter is a move, the name of a cell begins with it.
        let is_joined = match is_number {
            true => length == 1 && own != part,
            false => own.eq_ignore_ascii_case(part) || !part.is_ascii() || is_cell_of(part, &own),
        };
        (is_joined && !is_split || G::PASS == Some(mv)).then_some((mv, length))
    };
    let lengths: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).take(LONGEST_JOINED).collect();
    lengths.into_iter().rev().find_map(joined)
}

/// Whether the text is the name of a cell, as `d1`, whose letter is the move.
fn is_cell_of(text: &str, mv: &str) -> bool {
    text.get(..1).is_some_and(|letter| letter.eq_ignore_ascii_case(mv))
        && text.get(1..).is_some_and(|row| !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit()))
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
/// Signs before a digit are kept, because they tell moves of xiangqi apart: `H+ - 4` is `H+-4`, `C2.5` is `C2=5`.
fn short(text: &str) -> String {
    let is_castling = |letter: char| matches!(letter, '0' | 'o' | 'O' | '-');
    let rest = text.trim_start_matches(is_castling);
    let rooks = text[..text.len() - rest.len()].chars().filter(|letter| *letter != '-').count();
    let castles = (2..=3).contains(&rooks) && !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    let text = if castles { "O".repeat(rooks) + rest } else { text.to_owned() };
    let mut kept: Vec<char> = Vec::with_capacity(text.len());
    // True between a digit and the signs before it.
    let mut signed = false;
    for letter in text.chars().rev().filter(|letter| !letter.is_whitespace()) {
        signed = letter.is_ascii_digit() || (signed && matches!(letter, '+' | '-' | '=' | '.'));
        if letter.is_ascii_alphanumeric() && !matches!(letter, 'x' | 'X') {
            kept.push(letter);
        } else if signed {
            kept.push(if letter == '.' { '=' } else { letter });
        }
    }
    kept.reverse();
    if kept.first() == Some(&'P') && kept.get(1).is_some_and(char::is_ascii_lowercase) {
        kept.remove(0);
    }
    kept.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::seed::Rng;
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
    fn lines_are_read_in_every_game() {
        for (game, line, expected) in [
            (GameId::Reversi, "f5d6c3", Ok("f5 d6 c3")),
            (GameId::Reversi, "F5D6 C3", Ok("f5 d6 c3")),
            (GameId::Reversi, "f5 d6c4d3c3", Ok("f5 d6 c4 d3 c3")),
            (GameId::Reversi, "f5d6a1c3", Err((2, "a1c3"))),
            (GameId::Reversi, "f5 --", Err((1, "--"))),
            (GameId::Gomoku, "h8h9i8", Ok("h8 h9 i8")),
            (GameId::Gomoku, "H8a10B11a1", Ok("h8 a10 b11 a1")),
            (GameId::Gomoku, "h8h9h8", Err((2, "h8"))),
            (GameId::Hex, "a10b11swap", Err((2, "swap"))),
            (GameId::Hex, "A10b11C3", Ok("a10 b11 c3")),
            (GameId::TicTacToe, "b2a1 C3", Ok("b2 a1 c3")),
            (GameId::ConnectFour, "44 d5", Err((2, "d5"))),
            (GameId::ConnectFour, "44 dd", Ok("d d d d")),
            (GameId::ConnectFour, "d1 D2 c1", Ok("d d c")),
            (GameId::ConnectFour, "d1d2c1", Ok("d d c")),
            (GameId::ConnectFour, "d2", Err((0, "d2"))),
            (GameId::ConnectFour, "4d", Err((0, "4d"))),
            (GameId::Reversi, "f5-d6-c3", Ok("f5 d6 c3")),
            (GameId::Gomoku, "h8-h9-i8", Ok("h8 h9 i8")),
            (GameId::Xiangqi, "炮二平五马8进7", Ok("h2e2 h9g7")),
            (GameId::ConnectFour, "4453127", Ok("d d e c a b g")),
            (GameId::ConnectFour, "ddDe", Ok("d d d e")),
            (GameId::ConnectFour, "448", Err((2, "8"))),
            (GameId::Chess, "e2e4e7e5 Nf3", Ok("e2e4 e7e5 g1f3")),
            (GameId::Chess, "e4e5", Err((0, "e4e5"))),
            (GameId::Checkers, "11-15 23-19", Ok("11-15 23-19")),
            (GameId::Bones, "12", Err((0, "12"))),
            (GameId::Chess, "1. e4 e5 2.Nf3 2... Nc6 3…", Ok("e2e4 e7e5 g1f3 b8c6")),
            (GameId::Chess, "1. e4 e5 2. Nf6", Err((2, "Nf6"))),
            (GameId::Checkers, "1.11-15 23-19 2. 8.11", Ok("11-15 23-19 8-11")),
            (GameId::Bones, "1. 2 1", Ok("2 1")),
            (GameId::Tree, "01", Err((0, "01"))),
            (GameId::Chess, "", Err((0, ""))),
            (GameId::Chess, "ё", Err((0, "ё"))),
        ] {
            let words: Vec<&str> = if line.is_empty() { vec![""] } else { line.split(' ').collect() };
            let board = game.board(&Options::new(), None).expect("the start is valid");
            let texts =
                |moves: &[crate::MoveCode]| moves.iter().map(|mv| game.move_text(*mv)).collect::<Vec<_>>().join(" ");
            let found = board.read_line(&words, usize::MAX);
            let found = found.as_ref().map(|moves| texts(moves)).map_err(|wrong| (wrong.played.len(), &*wrong.text));
            assert_eq!(found, expected.map(str::to_owned), "{line} in {game}");
        }
    }

    #[test]
    fn forced_passes_may_be_missing_or_have_other_names() {
        let game = GameId::Reversi;
        let mut rng = Rng::new(7);
        let mut passes = 0;
        while passes < 20 {
            let start = game.board(&Options::new(), None).expect("the start is valid");
            let (mut board, mut moves) = (start.clone(), Vec::new());
            while let Some(&mv) = board.legal().get(rng.below(board.legal().len().max(1))) {
                board.play(mv, moves.len()).expect("legal");
                moves.push(mv);
            }
            let texts: Vec<String> = moves.iter().map(|mv| game.move_text(*mv)).collect();
            passes += texts.iter().filter(|text| *text == "pass").count();
            let read = |pass: &str, between: &str| {
                let words = texts.iter().map(|text| if text == "pass" { pass } else { text });
                let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(between);
                start.read_line(&line.split(' ').collect::<Vec<_>>(), usize::MAX)
            };
            for pass in ["", "pass", "PA", "ps", "--"] {
                for between in [" ", ""] {
                    assert_eq!(read(pass, between), Ok(moves.clone()), "{pass:?} in {texts:?}");
                }
            }
        }
    }

    #[test]
    fn typed_moves_are_read_in_every_game() {
        let castling = "r3k2r/1P6/8/8/8/8/4P3/R3K2R w KQkq - 0 1";
        let captures = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
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
            (GameId::Chess, Some(captures), "e4×d5", Some("e4d5")),
            (GameId::Chess, Some(captures), "e4:d5", Some("e4d5")),
            (GameId::Chess, Some(captures), "♙e4×d5", Some("e4d5")),
            (GameId::Chess, Some(captures), "♙×d5", Some("e4d5")),
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
