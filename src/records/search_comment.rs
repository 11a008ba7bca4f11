//! Search information in the comments of PGN and PDN, as cutechess and fastchess write it. No I/O.
//!
//! An example is `+0.35/12 0.512s, n=90210, pv="Nf3 Nc6"`. The value for the mover comes first, in pawns; `+M5` is a win
//! in five moves. The depth, the time if it is known, and the positions searched follow. If the time is known, so do
//! `sd=` (the selective depth), `nps=` (positions a second), `hashfull=` (thousandths of the table in use) and
//! `latency=` (the time that the engine did not count), as far as they are known. Last comes the expected line, which
//! begins with the move itself.

use std::fmt;

use super::Record;
use arena_bots::SearchFigures;
use arena_games::conventions::Conventions;
use arena_games::{Game, GameMove, MoveCode};
use arena_search::win_in;

/// The most moves of an expected line that are kept.
pub const LONGEST_LINE: usize = 32;

/// Search information that a record does not contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// The depth that was searched completely, in plies.
    pub depth: u16,
    /// The expected line, the move itself first; at most [`LONGEST_LINE`] moves.
    pub line: Vec<MoveCode>,
    /// Further figures. They are written only beside the time of the move.
    pub figures: SearchFigures,
}

/// The search information in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchComment {
    /// The value for the mover.
    pub score: Score,
    /// The depth in plies.
    pub depth: u16,
    /// The time in milliseconds.
    pub ms: Option<u64>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Further figures, and the time between the arena's measurement and that of the engine.
    pub figures: SearchFigures,
    /// The expected line, in the notation of the file.
    pub line: Vec<String>,
}

/// A value for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Hundredths(i32),
    /// A forced win.
    Mate {
        /// True if the mover wins.
        won: bool,
        /// The number of the winner's moves.
        moves: u32,
    },
}

/// Displays hundredths with two decimals: -31 is `-0.31`.
struct InHundredths(i32);

impl fmt::Display for InHundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        write!(f, "{}{}.{:02}", if self.0 < 0 { "-" } else { "" }, size / 100, size % 100)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Hundredths(value) if value > 0 => write!(f, "+{}", InHundredths(value)),
            Self::Hundredths(value) => InHundredths(value).fmt(f),
            Self::Mate { won, moves } => write!(f, "{}M{moves}", if won { '+' } else { '-' }),
        }
    }
}

impl Score {
    /// Converts a value for the side to move before a move to the value after the move, as `[%eval]` has it. `sign` is
    /// -1 if the result is to be from the other side. `None` for a mating move.
    pub(super) fn after_move<G: Game>(value: i32, sign: i32) -> Option<Self> {
        let seen = value * sign;
        match win_in::<G>(value) {
            None => Some(Self::Hundredths(seen)),
            Some(plies) => {
                let left = plies.unsigned_abs().saturating_sub(1);
                (left > 0).then_some(Self::Mate { won: seen > 0, moves: left.div_ceil(2) })
            }
        }
    }

    /// Returns the text of the comment command `[%eval]`.
    pub(super) fn eval(self) -> String {
        match self {
            Self::Hundredths(value) => format!("[%eval {}]", InHundredths(value)),
            Self::Mate { won, moves } => format!("[%eval #{}{moves}]", if won { "" } else { "-" }),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (won, rest) = match text.strip_prefix('-') {
            Some(rest) => (false, rest),
            None => (true, text.strip_prefix('+').unwrap_or(text)),
        };
        if let Some(moves) = rest.strip_prefix('M') {
            return Some(Self::Mate { won, moves: moves.parse().ok()? });
        }
        let (units, part) = rest.split_once('.')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(units) || part.len() != 2 || !digits(part) {
            return None;
        }
        let value: i32 = format!("{units}{part}").parse().ok()?;
        Some(Self::Hundredths(if won { value } else { -value }))
    }
}

impl fmt::Display for SearchComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, depth, ms, nodes, figures, line } = self;
        write!(f, "{score}/{depth}")?;
        if let Some(ms) = ms {
            write!(f, " {}.{:03}s", ms / 1_000, ms % 1_000)?;
        }
        if let Some(nodes) = nodes {
            write!(f, ", n={nodes}")?;
        }
        if let Some(ms) = ms {
            let SearchFigures { selective_depth, table_per_mille, told_ms } = figures;
            if let Some(plies) = selective_depth {
                write!(f, ", sd={plies}")?;
            }
            if let Some(nodes) = nodes {
                write!(f, ", nps={}", nodes.saturating_mul(1_000) / told_ms.unwrap_or(*ms).max(1))?;
            }
            if let Some(share) = table_per_mille {
                write!(f, ", hashfull={share}")?;
            }
            if let Some(reported) = told_ms {
                let latency = ms.saturating_sub(*reported);
                write!(f, ", latency={}.{:03}s", latency / 1_000, latency % 1_000)?;
            }
        }
        for (place, mv) in line.iter().enumerate() {
            f.write_str(if place == 0 { ", pv=\"" } else { " " })?;
            f.write_str(mv)?;
        }
        f.write_str(if line.is_empty() { "" } else { "\"" })
    }
}

impl SearchComment {
    /// Parses a comment without its braces. Returns `None` unless the comment begins with a value and a depth. Unknown
    /// content is ignored.
    #[must_use]
    pub fn read(comment: &str) -> Option<Self> {
        let comment = comment.trim_start();
        let end = comment.find(|letter: char| letter.is_whitespace() || letter == ',').unwrap_or(comment.len());
        let (first, rest) = comment.split_at(end);
        let (score, depth) = first.split_once('/')?;
        let mut read = Self {
            score: Score::read(score)?,
            depth: depth.parse().ok()?,
            ms: None,
            nodes: None,
            figures: SearchFigures::default(),
            line: Vec::new(),
        };
        let time = rest.split([',', '[']).next().unwrap_or_default().trim();
        read.ms = time.strip_suffix('s').and_then(milliseconds);
        for part in rest.split(',').map(str::trim_start) {
            if let Some(nodes) = part.strip_prefix("n=") {
                let end = nodes.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(nodes.len());
                read.nodes = nodes[..end].parse().ok();
            } else if let Some(plies) = part.strip_prefix("sd=") {
                read.figures.selective_depth = plies.trim_end().parse().ok();
            } else if let Some(share) = part.strip_prefix("hashfull=") {
                read.figures.table_per_mille = share.trim_end().parse().ok();
            } else if let Some(latency) = part.strip_prefix("latency=").and_then(|it| it.trim_end().strip_suffix('s')) {
                read.figures.told_ms = read.ms.zip(milliseconds(latency)).and_then(|(ms, it)| ms.checked_sub(it));
            } else if let Some(line) = part.strip_prefix("pv=\"").and_then(|line| line.split('"').next()) {
                read.line = line.split_whitespace().take(LONGEST_LINE).map(str::to_owned).collect();
            }
        }
        Some(read)
    }

    /// Returns the search information for the move at `ply`, which was `made` at `position` and is `written` in the
    /// game's notation. Returns `None` if the move was not searched.
    pub(super) fn of<G: Game>(
        (record, ply): (&Record, usize),
        note: &MoveNote,
        position: &G,
        (made, written): (G::Move, &str),
    ) -> Option<Self> {
        let value = record.value(ply)?;
        let score = match win_in::<G>(value) {
            Some(plies) => Score::Mate { won: plies > 0, moves: plies.unsigned_abs().div_ceil(2) },
            None => Score::Hundredths(value),
        };
        let mut line = Vec::new();
        // Nearly every line begins with the move that was made, and many contain no other.
        let (mut before, mut rest) = (made, &note.line[..note.line.len().min(LONGEST_LINE)]);
        if let Some(behind) = rest.strip_prefix(&[made.code()]) {
            line.push(written.to_owned());
            rest = behind;
        }
        let mut later: Option<G> = None;
        for &code in rest {
            if let Some(last) = (!line.is_empty()).then_some(before) {
                later.get_or_insert_with(|| position.clone()).play(last);
            }
            let now = later.as_ref().unwrap_or(position);
            let Some(mv) = G::Move::from_code(code).filter(|mv| now.is_legal(*mv)) else { break };
            line.push(Conventions::written(now, mv));
            before = mv;
        }
        let ms = record.ms.as_ref().and_then(|ms| ms.get(ply)).copied();
        let nodes = record.nodes.get(ply).copied().filter(|nodes| *nodes > 0);
        Some(Self { score, depth: note.depth, ms, nodes, figures: note.figures, line })
    }
}

/// Parses seconds, such as `0.512`.
fn milliseconds(seconds: &str) -> Option<u64> {
    let (units, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let part = format!("{part:0<3}");
    let (units, part) = (units.parse::<u64>().ok()?, part.get(..3)?.parse::<u64>().ok()?);
    units.checked_mul(1_000)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_comments_round_trip() {
        for score in [
            Score::Hundredths(0),
            Score::Hundredths(35),
            Score::Hundredths(-1_205),
            Score::Mate { won: true, moves: 5 },
            Score::Mate { won: false, moves: 1 },
        ] {
            let search_figures =
                SearchFigures { selective_depth: Some(20), table_per_mille: Some(7), told_ms: Some(7_500) };
            let some = SearchFigures { selective_depth: Some(20), ..SearchFigures::default() };
            let none = SearchFigures::default();
            let line = vec!["Nf3".to_owned(), "Nc6".to_owned()];
            for (ms, nodes, figures, line) in [
                (None, None, none, vec![]),
                (Some(7_512), Some(90_210), none, line.clone()),
                (Some(7_512), Some(90_210), some, line.clone()),
                (Some(7_512), Some(90_210), search_figures, line),
            ] {
                let comment = SearchComment { score, depth: 12, ms, nodes, figures, line };
                let text = comment.to_string();
                assert_eq!(SearchComment::read(&text), Some(comment.clone()), "{text}");
                // Other comment commands may follow, and any blank may be a line break.
                let text = text.replace(' ', "\n") + " [%eval 0.3]";
                assert_eq!(SearchComment::read(&text), Some(comment), "{text}");
            }
        }
    }

    #[test]
    fn figures_stand_only_beside_the_time() {
        let figures = SearchFigures { selective_depth: Some(20), table_per_mille: Some(7), told_ms: Some(500) };
        let score = Score::Hundredths(1);
        let mut comment =
            SearchComment { score, depth: 9, ms: Some(512), nodes: Some(1_000), figures, line: Vec::new() };
        let text = "+0.01/9 0.512s, n=1000, sd=20, nps=2000, hashfull=7, latency=0.012s";
        assert_eq!(comment.to_string(), text);
        comment.ms = None;
        assert_eq!(comment.to_string(), "+0.01/9, n=1000", "a reproducible file has no other figures");
    }

    #[test]
    fn reads_the_known_parts_of_other_programs_comments() {
        let read = |text: &str| SearchComment::read(text).map(|it| (it.score, it.depth, it.ms, it.nodes));
        assert_eq!(read("+0.35/12 0.51s"), Some((Score::Hundredths(35), 12, Some(510), None)));
        let more = "-M4/20 1.2s, tl=9.1s, n=77, sd=30, White mates";
        assert_eq!(read(more), Some((Score::Mate { won: false, moves: 4 }, 20, Some(1_200), Some(77))));
        for other in ["book", "", "good!", "1/2", "+0.35", "0.35/x", "99999999999.00/1", "+0.3/2", "[%eval 0.3]"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
