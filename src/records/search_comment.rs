//! What a comment of PGN or PDN tells of the search behind a move, as cutechess and fastchess write it: pure.
//!
//! `+0.35/12 0.512s, n=90210, pv="Nf3 Nc6"` is the value for the mover in hundredths, or `+M5` for a win in five moves;
//! the depth; the time where it is told; positions searched; and the line that was expected, the move itself first.

use std::fmt;

use super::Record;
use crate::games::conventions::Conventions;
use crate::games::{Game, GameMove, MoveCode};
use crate::search::win_in;

/// Of a line that was expected, so many moves are kept.
pub const LONGEST_LINE: usize = 32;

/// What a player told of a search that a record does not keep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// The depth that was searched to the end, in plies.
    pub depth: u16,
    /// The line that was expected, the move itself first; at most [`LONGEST_LINE`] moves.
    pub line: Vec<MoveCode>,
}

/// What a comment tells of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchComment {
    /// For the mover.
    pub score: Score,
    /// In plies.
    pub depth: u16,
    /// Milliseconds.
    pub ms: Option<u64>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// As the file writes moves.
    pub line: Vec<String>,
}

/// A value for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Hundredths(i32),
    /// A win in so many moves of the winner; of the other side where `won` is false.
    Mate {
        /// Whether the mover wins.
        won: bool,
        /// How many moves.
        moves: u32,
    },
}

/// A number of hundredths with two decimals: -31 is `-0.31`.
pub(super) struct InHundredths(pub(super) i32);

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
    fn read(text: &str) -> Option<Self> {
        let (won, rest) = match text.strip_prefix('-') {
            Some(rest) => (false, rest),
            None => (true, text.strip_prefix('+').unwrap_or(text)),
        };
        if let Some(moves) = rest.strip_prefix('M') {
            return Some(Self::Mate { won, moves: moves.parse().ok()? });
        }
        let (whole, part) = rest.split_once('.')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || part.len() != 2 || !digits(part) {
            return None;
        }
        let value: i32 = format!("{whole}{part}").parse().ok()?;
        Some(Self::Hundredths(if won { value } else { -value }))
    }
}

impl fmt::Display for SearchComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, depth, ms, nodes, line } = self;
        write!(f, "{score}/{depth}")?;
        if let Some(ms) = ms {
            write!(f, " {}.{:03}s", ms / 1_000, ms % 1_000)?;
        }
        if let Some(nodes) = nodes {
            write!(f, ", n={nodes}")?;
        }
        for (place, mv) in line.iter().enumerate() {
            f.write_str(if place == 0 { ", pv=\"" } else { " " })?;
            f.write_str(mv)?;
        }
        f.write_str(if line.is_empty() { "" } else { "\"" })
    }
}

impl SearchComment {
    /// What a comment tells, without its braces; none where it begins with no value and depth. What else stands in it is
    /// passed over.
    #[must_use]
    pub fn read(comment: &str) -> Option<Self> {
        let comment = comment.trim_start();
        let end = comment.find(|letter: char| letter.is_whitespace() || letter == ',').unwrap_or(comment.len());
        let (first, rest) = comment.split_at(end);
        let (score, depth) = first.split_once('/')?;
        let mut read =
            Self { score: Score::read(score)?, depth: depth.parse().ok()?, ms: None, nodes: None, line: Vec::new() };
        let time = rest.split([',', '[']).next().unwrap_or_default().trim();
        read.ms = time.strip_suffix('s').and_then(milliseconds);
        for part in rest.split(',').map(str::trim_start) {
            if let Some(nodes) = part.strip_prefix("n=") {
                let end = nodes.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(nodes.len());
                read.nodes = nodes[..end].parse().ok();
            } else if let Some(line) = part.strip_prefix("pv=\"").and_then(|line| line.split('"').next()) {
                read.line = line.split_whitespace().take(LONGEST_LINE).map(str::to_owned).collect();
            }
        }
        Some(read)
    }

    /// What is known of the search behind the move of that ply, which was made at `position` and is written so; none where
    /// it was not searched.
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
        // Nearly every line begins with the move that was made, and many have no other.
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
        Some(Self { score, depth: note.depth, ms, nodes, line })
    }
}

/// `0.512` seconds.
fn milliseconds(seconds: &str) -> Option<u64> {
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let part = format!("{part:0<3}");
    let (whole, part) = (whole.parse::<u64>().ok()?, part.get(..3)?.parse::<u64>().ok()?);
    whole.checked_mul(1_000)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for score in [
            Score::Hundredths(0),
            Score::Hundredths(35),
            Score::Hundredths(-1_205),
            Score::Mate { won: true, moves: 5 },
            Score::Mate { won: false, moves: 1 },
        ] {
            for (ms, nodes, line) in
                [(None, None, vec![]), (Some(7_512), Some(90_210), vec!["Nf3".to_owned(), "Nc6".to_owned()])]
            {
                let comment = SearchComment { score, depth: 12, ms, nodes, line };
                let text = comment.to_string();
                assert_eq!(SearchComment::read(&text), Some(comment.clone()), "{text}");
                // Other marks may follow, and lines may be broken anywhere.
                let text = text.replace(' ', "\n") + " [%eval 0.3]";
                assert_eq!(SearchComment::read(&text), Some(comment), "{text}");
            }
        }
    }

    #[test]
    fn comments_of_other_programs_are_read_as_far_as_they_go() {
        let read = |text: &str| SearchComment::read(text).map(|it| (it.score, it.depth, it.ms, it.nodes));
        assert_eq!(read("+0.35/12 0.51s"), Some((Score::Hundredths(35), 12, Some(510), None)));
        let more = "-M4/20 1.2s, tl=9.1s, n=77, sd=30, White mates";
        assert_eq!(read(more), Some((Score::Mate { won: false, moves: 4 }, 20, Some(1_200), Some(77))));
        for other in ["book", "", "good!", "1/2", "+0.35", "0.35/x", "99999999999.00/1", "+0.3/2", "[%eval 0.3]"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
