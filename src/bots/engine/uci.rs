//! Parsing what a UCI engine sends, line by line: pure.
//!
//! The protocol is Stefan Meyer-Kahlen's "Universal Chess Interface" of 2006. Engines send much more than it specifies,
//! so lines that are not understood are ignored.

use crate::games::{EVALUATION_LIMIT, GameId, MoveCode};
use crate::search::{MAX_DEPTH, WIN};

/// A line of an engine, as far as the arena uses it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EngineLine<'a> {
    /// The name of the engine.
    Name(&'a str),
    /// An option that it has.
    Option(Announced),
    /// The end of its announcement.
    UciOk,
    /// It has done all commands that were sent before `isready`.
    ReadyOk,
    /// Something about its search.
    Info(&'a str),
    /// Its move, and the answer that it expects, where it says one.
    BestMove(&'a str, Option<&'a str>),
    /// Anything else.
    Other,
}

impl<'a> EngineLine<'a> {
    /// Reads a line. Words may be separated by any blanks.
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match word {
            "info" => Self::Info(rest),
            "bestmove" => {
                let mut words = rest.split_ascii_whitespace();
                let best = words.next().unwrap_or_default();
                Self::BestMove(best, words.next().filter(|word| *word == "ponder").and_then(|_| words.next()))
            }
            "readyok" => Self::ReadyOk,
            "uciok" => Self::UciOk,
            "option" => Announced::read(rest).map_or(Self::Other, Self::Option),
            "id" => rest.trim_start().strip_prefix("name ").map_or(Self::Other, |name| Self::Name(name.trim())),
            _ => Self::Other,
        }
    }
}

/// An option that an engine says it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Announced {
    pub(super) name: String,
    pub(super) kind: OptionKind,
}

/// What an option may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range.
    Spin { min: i64, max: i64 },
    /// One of these.
    Combo(Vec<String>),
    /// Nothing: it is pressed.
    Button,
    /// Any text.
    Text,
}

impl Announced {
    /// Reads what follows `option`: `name Skill Level type spin default 20 min 0 max 20`.
    fn read(text: &str) -> Option<Self> {
        let (name, rest) = text.trim_start().strip_prefix("name ")?.split_once(" type ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse().ok()
        };
        let kind = match *words.first()? {
            "check" => OptionKind::Check,
            "spin" => {
                OptionKind::Spin { min: number("min").unwrap_or(i64::MIN), max: number("max").unwrap_or(i64::MAX) }
            }
            "combo" => OptionKind::Combo(rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect()),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// What is wrong with setting this option to `value`, if anything.
    pub(super) fn objection(&self, value: &str) -> Option<String> {
        let fits = match &self.kind {
            OptionKind::Check => ["true", "false"].contains(&value),
            OptionKind::Spin { min, max } => value.parse::<i64>().is_ok_and(|number| (min..=max).contains(&&number)),
            OptionKind::Combo(choices) => choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)),
            OptionKind::Button => value == "true",
            OptionKind::Text => true,
        };
        (!fits).then(|| match &self.kind {
            OptionKind::Check => format!("{value:?} is neither true nor false"),
            OptionKind::Spin { min, max } => format!("{value} is outside {min} to {max}"),
            OptionKind::Combo(choices) => format!("{value:?} is none of {}", choices.join(", ")),
            OptionKind::Button | OptionKind::Text => "a button is pressed by true".to_owned(),
        })
    }

    /// The command that sets the option.
    pub(super) fn command(&self, value: &str) -> String {
        match self.kind {
            OptionKind::Button => format!("setoption name {}\n", self.name),
            _ => format!("setoption name {} value {value}\n", self.name),
        }
    }
}

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

    /// The principal variation as moves, as far as they can be read; `best` alone where it does not begin with it.
    pub(super) fn line(&self, game: GameId, best: MoveCode) -> Vec<MoveCode> {
        let line: Vec<MoveCode> =
            self.line.split_ascii_whitespace().map_while(|text| game.parse_move(text).ok()).collect();
        if line.first() == Some(&best) { line } else { vec![best] }
    }
}

/// The first word and what follows it.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if text.is_empty() {
        return None;
    }
    Some(text.split_once([' ', '\t']).unwrap_or((text, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_ranges_and_refuse_what_does_not_fit() {
        let option = |text| match EngineLine::read(text) {
            EngineLine::Option(option) => option,
            other => panic!("{other:?}"),
        };
        let hash = option("option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(hash, Announced { name: "Hash".into(), kind: OptionKind::Spin { min: 1, max: 33_554_432 } });
        assert_eq!((hash.objection("16"), hash.objection("0").as_deref()), (None, Some("0 is outside 1 to 33554432")));
        assert!(hash.objection("much").is_some());
        assert_eq!(hash.command("16"), "setoption name Hash value 16\n");
        let style = option("option name Playing Style type combo default Normal var Solid var Normal var Very Risky");
        assert_eq!(style.kind, OptionKind::Combo(vec!["Solid".into(), "Normal".into(), "Very Risky".into()]));
        assert!(style.objection("very risky").is_none() && style.objection("Wild").is_some());
        let clear = option("option name Clear Hash type button");
        assert_eq!(
            (clear.kind.clone(), clear.command("true")),
            (OptionKind::Button, "setoption name Clear Hash\n".into())
        );
        assert!(option("option name Ponder type check default false").objection("yes").is_some());
        assert!(option("option name Debug Log File type string default").objection("x").is_none());
        assert_eq!(EngineLine::read("option name"), EngineLine::Other);
        assert_eq!(
            EngineLine::read("option name x type spin max"),
            EngineLine::Option(Announced { name: "x".into(), kind: OptionKind::Spin { min: i64::MIN, max: i64::MAX } })
        );
    }

    #[test]
    fn lines_that_somebody_waits_for_are_told_from_the_rest() {
        assert_eq!(EngineLine::read("id name Stockfish 17\r"), EngineLine::Name("Stockfish 17"));
        assert_eq!(EngineLine::read("  uciok "), EngineLine::UciOk);
        assert_eq!(EngineLine::read("readyok"), EngineLine::ReadyOk);
        assert_eq!(EngineLine::read("bestmove e2e4 ponder e7e5"), EngineLine::BestMove("e2e4", Some("e7e5")));
        assert_eq!(EngineLine::read("bestmove"), EngineLine::BestMove("", None));
        for other in ["", "id author nobody", "uciok?", "bestmovee2e4", "\u{7}", "Stockfish 17 by the developers"] {
            assert_eq!(EngineLine::read(other), EngineLine::Other, "{other:?}");
        }
    }

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
        let code = |text| GameId::Chess.parse_move(text).expect("a move");
        let chess: GameId = GameId::Chess;
        assert_eq!(gathered.line(chess, code("e2e4")), [code("e2e4"), code("e7e5")]);
        assert_eq!(gathered.line(chess, code("d2d4")), [code("d2d4")]);
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
