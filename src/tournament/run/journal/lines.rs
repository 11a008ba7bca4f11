//! The lines of a journal without their checksums: the header and the matches.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::JournalError;
use super::chain::{Chain, Link};
use crate::plan::{Lineage, Plan};
use crate::results::{MatchResult, MoveCost};
use arena_bots::{IllegalTries, SearchFigures};
use arena_games::{BySide, MoveCode, Side};
use arena_play::{EndReason, GameResult, Verdict};
use arena_records::MoveNote;

/// The version of the file format.
const FORMAT: u32 = 3;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    journal: u32,
    /// The version of the program that wrote it.
    pub(super) version: String,
    tournament: String,
    /// The hash of the plan.
    plan: String,
    /// Compared with a larger run of the same tournament, to decide whether it can continue from this journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lineage: Option<Lineage>,
}

impl Header {
    pub(super) fn of(plan: &Plan) -> Self {
        Self {
            journal: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            tournament: plan.config.name.clone(),
            plan: plan.hash.clone(),
            lineage: plan.lineage(),
        }
    }

    /// Checks that the header is of this plan.
    pub(super) fn check(path: &Path, line: &[u8], plan: &Plan, chain: &mut Chain) -> Result<(), JournalError> {
        let damaged = || JournalError::Damaged(path.to_owned());
        let content = line.split(|byte| *byte == b'\t').next().unwrap_or_default();
        let header: Self = serde_json::from_slice(content).map_err(|_| damaged())?;
        if header.plan != plan.hash || header.journal != FORMAT {
            return Err(JournalError::Different(path.to_owned()));
        }
        if header.version != env!("CARGO_PKG_VERSION") {
            return Err(JournalError::Version { path: path.to_owned(), version: header.version });
        }
        match chain.read(line) {
            Link::Whole(_) => Ok(()),
            Link::Broken => Err(damaged()),
        }
    }
}

/// Index, moves, costs (0 for the first side, nodes, microseconds, value), outcome, reason, detail and number of void
/// attempts. Optional fields follow if there are any.
#[derive(Serialize, Deserialize)]
struct MatchLine(
    u64,
    Vec<u32>,
    Vec<(u8, u64, u64, Option<i32>)>,
    Option<GameResult>,
    EndReason,
    Option<String>,
    u32,
    #[serde(default, skip_serializing_if = "More::is_nothing")] More,
);

/// The fields of a line that most runs do not need.
#[derive(Default, PartialEq, Eq, Serialize, Deserialize)]
struct More {
    /// The depths, expected lines and further figures of the searches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<(u16, Vec<u32>, SearchFigures)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    late_ms: Option<u64>,
    /// The illegal moves that each side tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tries: Option<[IllegalTries; 2]>,
}

impl More {
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the line of a match, without checksum and line break.
#[must_use]
pub fn line_of(played: &MatchResult) -> String {
    let moves = played.moves.iter().map(|mv| mv.0).collect();
    let costs = played.costs.iter().map(|cost| (cost.side as u8, cost.nodes, cost.micros, cost.value)).collect();
    let Verdict { outcome, by, detail } = &played.verdict;
    let notes = played.notes.iter().map(|note| (note.depth, note.line.iter().map(|mv| mv.0).collect(), note.figures));
    let notes = notes.collect();
    let tries = (played.tries != BySide::default()).then(|| played.tries.into_array());
    let more = More { notes, late_ms: played.late_ms, tries };
    let line = MatchLine(
        played.index,
        moves,
        costs,
        *outcome,
        *by,
        detail.as_ref().map(ToString::to_string),
        played.voided,
        more,
    );
    serde_json::to_string(&line).expect("a line is plain data")
}

/// Parses the line of a match. Returns `None` if it is malformed.
#[must_use]
pub fn read_line(text: &str) -> Option<MatchResult> {
    let MatchLine(index, moves, costs, outcome, by, detail, voided, more) = serde_json::from_str(text).ok()?;
    let codes = |moves: Vec<u32>| moves.into_iter().map(MoveCode).collect::<Vec<_>>();
    let side = |number| if number == 0 { Side::First } else { Side::Second };
    Some(MatchResult {
        index,
        moves: codes(moves),
        costs: costs
            .into_iter()
            .map(|(number, nodes, micros, value)| MoveCost { side: side(number), nodes, micros, value })
            .collect(),
        notes: more
            .notes
            .into_iter()
            .map(|(depth, line, figures)| MoveNote { depth, line: codes(line), figures })
            .collect(),
        late_ms: more.late_ms,
        tries: more.tries.map(BySide::from).unwrap_or_default(),
        verdict: Verdict { outcome, by, detail: detail.map(Into::into) },
        voided,
    })
}

/// Parses the bytes of a line without its checksum.
pub(super) fn read_bytes(line: &[u8]) -> Option<MatchResult> {
    read_line(std::str::from_utf8(line).ok()?)
}
