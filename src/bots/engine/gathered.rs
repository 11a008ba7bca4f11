//! What an engine tells of its search: as UCI has it, or put in by another dialect.

use crate::games::EVALUATION_LIMIT;
use crate::search::{MAX_DEPTH, WIN};

/// What an engine has reported of its search so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gathered {
    /// The deepest iteration with an exact value.
    pub(super) depth: u16,
    /// Positions searched.
    pub(super) nodes: u64,
    /// The last exact value.
    pub(super) score: Option<Score>,
    /// The principal variation that belongs to it, as it was written.
    line: String,
    /// The answer that it expects to its move, as it was written; empty where it said none.
    expected: String,
}

/// A value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many plies, of the other side where negative.
    Mate(i32),
}

impl Score {
    /// On the scale of our own searches, where a win in `n` plies is [`WIN`] less `n`.
    pub(super) fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
            Self::Mate(plies) => {
                let plies = plies.clamp(-i32::from(MAX_DEPTH), i32::from(MAX_DEPTH));
                if plies > 0 { WIN - plies } else { -WIN - plies }
            }
        }
    }

    /// In how many plies the game is won (positive) or lost (negative), where that is known.
    pub(super) const fn win_in(self) -> Option<i32> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(plies) => Some(plies),
        }
    }

    fn read(unit: &str, number: &str) -> Option<Self> {
        let number: i64 = number.parse().ok()?;
        let number = i32::try_from(number.clamp(-1_000_000, 1_000_000)).ok()?;
        match unit {
            "cp" => Some(Self::Centipawns(number)),
            // In moves: a mate in one is one ply away, being mated in one is two.
            "mate" if number > 0 => Some(Self::Mate(2 * number - 1)),
            "mate" => Some(Self::Mate(2 * number)),
            _ => None,
        }
    }
}

impl Gathered {
    /// Forgets everything, keeping its memory.
    pub(super) fn clear(&mut self) {
        (self.depth, self.nodes, self.score) = (0, 0, None);
        self.line.clear();
        self.expected.clear();
    }

    /// Takes the answer that it expects to its move.
    pub(super) fn expect(&mut self, answer: &str) {
        self.expected.clear();
        self.expected.push_str(answer);
    }

    /// The answer that it expects to its move, as it was written; none where it said none.
    pub(super) fn expected(&self) -> Option<&str> {
        Some(self.expected.as_str()).filter(|answer| !answer.is_empty())
    }

    /// Takes what follows `info`. Only the best line of several counts, and bounds do not.
    pub(super) fn take(&mut self, text: &str) {
        let (mut depth, mut score, mut line, mut bound) = (0, None, "", false);
        let mut rest = text;
        while let Some((word, after)) = next_word(rest) {
            rest = after;
            let mut value = || {
                let (value, after) = next_word(rest).unwrap_or(("", ""));
                rest = after;
                value
            };
            match word {
                "depth" => depth = value().parse().unwrap_or(0),
                "nodes" => self.nodes = value().parse().map_or(self.nodes, |nodes| self.nodes.max(nodes)),
                "multipv" if value() != "1" => return,
                "score" => {
                    let unit = value();
                    score = Score::read(unit, value());
                }
                "lowerbound" | "upperbound" => bound = true,
                "pv" => {
                    line = rest;
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        if let Some(score) = score.filter(|_| !bound) {
            (self.depth, self.score) = (depth, Some(score));
            self.line.clear();
            self.line.push_str(line);
        }
    }

    /// Takes a value of the side to move by itself, with the line that belongs to it.
    pub(super) fn set(&mut self, depth: u16, nodes: u64, score: Score, line: &str) {
        (self.depth, self.nodes, self.score) = (depth, self.nodes.max(nodes), Some(score));
        self.line.clear();
        self.line.push_str(line);
    }

    /// The principal variation, as it was written.
    pub(super) fn line(&self) -> impl Iterator<Item = &str> {
        self.line.split_ascii_whitespace()
    }
}

/// The first word, and what follows the blank behind it. Engines are heard often, so that bytes are looked at, not letters.
pub(super) fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text.bytes().position(|byte| byte.is_ascii_whitespace());
    match end {
        _ if text.is_empty() => None,
        Some(end) => Some((&text[..end], &text[end + 1..])),
        None => Some((text, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_value_of_the_best_line_counts() {
        let mut gathered = Gathered::default();
        gathered.take("depth 8 seldepth 9 multipv 1 score cp 34 nodes 900 nps 1 time 1 pv e2e4 e7e5");
        gathered.take("depth 8 multipv 2 score cp 900 nodes 999 pv d2d4");
        gathered.take("depth 9 score cp 80 lowerbound nodes 1200 pv d2d4");
        gathered.take("string depth 99 score cp 1");
        gathered.take("nodes 1300 nps 5 depth");
        gathered.take("score cp nonsense nodes many");
        assert_eq!((gathered.depth, gathered.nodes, gathered.score), (8, 1_300, Some(Score::Centipawns(34))));
        assert_eq!(gathered.line().collect::<Vec<_>>(), ["e2e4", "e7e5"]);
        gathered.clear();
        assert_eq!(gathered, Gathered::default());
    }

    #[test]
    fn scores_are_on_our_scale() {
        let score = |unit, number| Score::read(unit, number).expect("a score");
        assert_eq!(score("cp", "-12").value(), -12);
        assert_eq!(score("cp", "99999999999").value(), EVALUATION_LIMIT);
        assert_eq!((score("mate", "1").value(), score("mate", "1").win_in()), (WIN - 1, Some(1)));
        assert_eq!((score("mate", "-2").value(), score("mate", "-2").win_in()), (4 - WIN, Some(-4)));
        assert_eq!(score("mate", "0").value(), -WIN);
        assert_eq!(Score::read("wdl", "1"), None);
    }
}
