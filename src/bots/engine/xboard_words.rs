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
    fn thinking_output_is_recognised_and_mates_are_converted() {
        assert_eq!(thinking("9 156 1084 48000 Nf3 Nc6"), Some((9, Score::Centipawns(156), 48_000, "Nf3 Nc6")));
        assert_eq!(thinking("5. +0 0 5028"), Some((5, Score::Centipawns(0), 5_028, "")));
        assert_eq!(thinking("12 -100002 3 4 Kb1"), Some((12, Score::Mate(-4), 4, "Kb1")));
        assert_eq!(thinking("12 100001 3 4 Qb2#"), Some((12, Score::Mate(1), 4, "Qb2#")));
        assert_eq!((thinking("1. ... d7d5"), thinking("# times @ 5"), thinking("")), (None, None, None));
    }
}
