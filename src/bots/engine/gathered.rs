//! The state of an engine's search, from UCI's `info` lines or from another dialect.

use crate::SearchFigures;
use arena_games::EVALUATION_LIMIT;
use arena_search::{MAX_DEPTH, WIN};

/// What an engine has reported about its search so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gathered {
    /// Depth of the last exact value.
    pub(super) depth: u16,
    /// Number of positions searched.
    pub(super) nodes: u64,
    /// The greatest distance of a searched position from the root, the share of the table in use and the time taken,
    /// as last reported.
    pub(super) figures: SearchFigures,
    /// The last exact value.
    pub(super) score: Option<Score>,
    /// The principal variation for that value, as the engine wrote it.
    line: String,
    /// The answer that the engine expects to its move, as written; empty if it named none.
    expected: String,
}

/// A value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many plies. Negative if the other side mates.
    Mate(i32),
}

impl Score {
    /// Converts to the scale of the built-in search, where a win in `n` plies is [`WIN`] minus `n`.
    pub(super) fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
            Self::Mate(plies) => {
                let plies = plies.clamp(-i32::from(MAX_DEPTH), i32::from(MAX_DEPTH));
                if plies > 0 { WIN - plies } else { -WIN - plies }
            }
        }
    }

    /// Returns in how many plies the game is won (positive) or lost (negative), if known.
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
            // UCI counts moves: mate in one is one ply away, being mated in one is two.
            "mate" if number > 0 => Some(Self::Mate(2 * number - 1)),
            // Where a move is asked for, nobody is mated, so the value is unknown.
            "mate" if number < 0 => Some(Self::Mate(2 * number)),
            _ => None,
        }
    }
}

impl Gathered {
    /// Resets everything but keeps the allocations.
    pub(super) fn clear(&mut self) {
        (self.depth, self.nodes, self.score, self.figures) = (0, 0, None, SearchFigures::default());
        self.line.clear();
        self.expected.clear();
    }

    /// Stores the answer that the engine expects to its move.
    pub(super) fn expect(&mut self, answer: &str) {
        self.expected.clear();
        self.expected.push_str(answer);
    }

    /// Returns the answer that the engine expects to its move, as written, if it named one.
    pub(super) fn expected(&self) -> Option<&str> {
        Some(self.expected.as_str()).filter(|answer| !answer.is_empty())
    }

    /// Reads the text after `info`. Only the best of several lines counts, and bounds are ignored.
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
                "seldepth" => self.figures.selective_depth = value().parse().ok().or(self.figures.selective_depth),
                "hashfull" => self.figures.table_per_mille = value().parse().ok().or(self.figures.table_per_mille),
                "time" => self.figures.told_ms = value().parse().ok().or(self.figures.told_ms),
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

    /// Stores a value for the side to move, with its principal variation.
    pub(super) fn set(&mut self, depth: u16, nodes: u64, score: Score, line: &str) {
        (self.depth, self.nodes, self.score) = (depth, self.nodes.max(nodes), Some(score));
        self.line.clear();
        self.line.push_str(line);
    }

    /// Returns the moves of the principal variation, as written.
    pub(super) fn line(&self) -> impl Iterator<Item = &str> {
        self.line.split_ascii_whitespace()
    }
}

/// Splits off the first word and the white space after it. Works on bytes, because engines send many lines.
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
        gathered.take("depth 9 seldepth 14 time 250 hashfull 31");
        let figures = SearchFigures { selective_depth: Some(14), table_per_mille: Some(31), told_ms: Some(250) };
        assert_eq!(gathered.figures, figures);
        gathered.clear();
        assert_eq!(gathered, Gathered::default());
    }

    #[test]
    fn scores_use_the_scale_of_the_search() {
        let score = |unit, number| Score::read(unit, number).expect("the score is valid");
        assert_eq!(score("cp", "-12").value(), -12);
        assert_eq!(score("cp", "99999999999").value(), EVALUATION_LIMIT);
        assert_eq!((score("mate", "1").value(), score("mate", "1").win_in()), (WIN - 1, Some(1)));
        assert_eq!((score("mate", "-2").value(), score("mate", "-2").win_in()), (4 - WIN, Some(-4)));
        assert_eq!(Score::read("mate", "0"), None);
        assert_eq!(Score::read("wdl", "1"), None);
    }
}
