//! Parses the output of engines that speak the `XBoard` protocol: features, options and thinking output.

use super::announced::{Announced, OptionKind};
use super::gathered::Score;

/// Values from here on mean mate. The excess is the number of moves.
const MATE: i64 = 100_000;

/// Returns the keys and values of a line of features. Values may be quoted.
pub(super) fn features_of(text: &str) -> Vec<(&str, &str)> {
    let (mut rest, mut all) = (text.trim(), Vec::new());
    while let Some((key, after)) = rest.split_once('=') {
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        all.push((key.trim(), value));
        rest = left.trim_start();
    }
    all
}

/// Reads an option in the format of this protocol: `Resign Threshold -spin 800 200 1200`.
pub(super) fn option(text: &str) -> Option<Announced> {
    const KINDS: [&str; 10] = ["check", "spin", "slider", "combo", "button", "save", "reset", "string", "file", "path"];
    let (at, kind) = KINDS.iter().filter_map(|kind| Some((text.find(&format!(" -{kind}"))?, *kind))).min()?;
    let (name, rest) = (text[..at].trim().to_owned(), &text[at + kind.len() + 2..]);
    let numbers: Vec<i64> = rest.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
    let kind = match kind {
        "check" => OptionKind::Check,
        "spin" | "slider" => OptionKind::Spin {
            min: numbers.get(1).copied().unwrap_or(i64::MIN),
            max: numbers.get(2).copied().unwrap_or(i64::MAX),
        },
        // A star marks the current choice.
        "combo" => OptionKind::Combo(
            rest.split("///").map(|choice| choice.trim().trim_start_matches('*').to_owned()).collect(),
        ),
        "button" | "save" | "reset" => OptionKind::Button,
        _ => OptionKind::Text,
    };
    Some(Announced { name, kind })
}

/// A position in edit mode.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edited {
    pub(super) commands: String,
    pub(super) black_moves: bool,
}

/// Writes a position, given as FEN, for edit mode. That mode takes all castling rights that the places of kings and
/// rooks allow, has no en passant right, and does not change the side to move. Counters are not expressed.
///
/// # Errors
/// What edit mode lacks.
pub(super) fn edit(fen: &str) -> Result<Edited, &'static str> {
    let mut fields = fen.split_ascii_whitespace();
    let mut field = || fields.next().ok_or("the position is incomplete");
    let (placement, side, castling, passing) = (field()?, field()?, field()?, field()?);
    let mut pieces = Vec::new();
    for (rank, row) in ('1'..='8').rev().zip(placement.split('/')) {
        let mut files = 'a'..='h';
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => (0..empty).for_each(|_| {
                    files.next();
                }),
                None => pieces.push((letter, files.next().ok_or("a row has too many squares")?, rank)),
            }
        }
    }
    let implied = |(right, king, rook, rank, file): &(char, char, char, char, char)| {
        (pieces.contains(&(*king, 'e', *rank)) && pieces.contains(&(*rook, *file, *rank))).then_some(*right)
    };
    let rights =
        [('K', 'K', 'R', '1', 'h'), ('Q', 'K', 'R', '1', 'a'), ('k', 'k', 'r', '8', 'h'), ('q', 'k', 'r', '8', 'a')];
    if rights.iter().filter_map(implied).collect::<String>() != castling.replace('-', "") {
        return Err("its edit mode cannot express these castling rights");
    }
    if passing != "-" {
        return Err("its edit mode cannot express a capture en passant");
    }
    let mut commands = String::from("edit\n#\n");
    for (white, before) in [(true, ""), (false, "c\n")] {
        commands.push_str(before);
        for (letter, file, rank) in pieces.iter().filter(|(letter, ..)| letter.is_ascii_uppercase() == white) {
            commands.extend([letter.to_ascii_uppercase(), *file, *rank, '\n']);
        }
    }
    commands.push_str(".\n");
    Ok(Edited { commands, black_moves: side == "b" })
}

/// Reads a line of thinking output. Returns its depth, value, nodes and expected moves.
pub(super) fn thinking(line: &str) -> Option<(u16, Score, u64, &str)> {
    let mut rest = line;
    let mut number = || {
        let (word, after) = rest.trim_start().split_once([' ', '\t']).unwrap_or((rest.trim_start(), ""));
        rest = after;
        word.trim_end_matches(['.', '+', '-', '&']).parse::<i64>().ok()
    };
    let (depth, value, _, nodes) = (number()?, number()?, number()?, number()?);
    let score = if value.abs() >= MATE {
        let moves = i32::try_from((value.abs() - MATE).min(1_000)).ok()?;
        Score::Mate(if value > 0 { (2 * moves - 1).max(1) } else { -2 * moves })
    } else {
        Score::Centipawns(i32::try_from(value).ok()?)
    };
    Some((u16::try_from(depth).ok()?, score, u64::try_from(nodes).unwrap_or(0), rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_mode_has_the_castling_rights_of_the_places_and_no_en_passant() {
        let fen = |rest: &str| edit(&format!("r3k3/8/8/3pP3/8/8/8/4K2R {rest}"));
        let edited = fen("w Kq - 5 9").expect("edit mode has the position");
        assert_eq!(edited.commands, "edit\n#\nPe5\nKe1\nRh1\nc\nRa8\nKe8\nPd5\n.\n");
        assert!(!edited.black_moves && fen("b Kq - 5 9").is_ok_and(|edited| edited.black_moves));
        for rest in ["w K - 0 1", "w - - 0 1", "w Kq d6 0 1", "w"] {
            assert!(fen(rest).is_err(), "{rest}");
        }
    }

    #[test]
    fn thinking_output_is_recognised_and_mates_are_converted() {
        assert_eq!(thinking("9 156 1084 48000 Nf3 Nc6"), Some((9, Score::Centipawns(156), 48_000, "Nf3 Nc6")));
        assert_eq!(thinking("5. +0 0 5028"), Some((5, Score::Centipawns(0), 5_028, "")));
        assert_eq!(thinking("12 -100002 3 4 Kb1"), Some((12, Score::Mate(-4), 4, "Kb1")));
        assert_eq!(thinking("12 100001 3 4 Qb2#"), Some((12, Score::Mate(1), 4, "Qb2#")));
        assert_eq!((thinking("1. ... d7d5"), thinking("# times @ 5"), thinking("")), (None, None, None));
    }
}
