//! Bodies of the tournament composer: a file that is being written, and what it comes to.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Reason;
use crate::games::{Diagram, Problem, Side};

/// A tournament's file that is being written: as TOML, or the same as JSON.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct ComposeBody {
    /// The file as TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toml: Option<String>,
    /// The file as JSON, key by key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub file: Option<Value>,
}

/// What a tournament's file comes to.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ComposedView {
    /// The file as TOML.
    pub toml: String,
    /// The same as JSON; none when the TOML cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub file: Option<Value>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<FileProblem>,
    /// What would be played; none when something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanView>,
    /// What it takes of the asker's budget, and whether it may be begun now; none for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<CostView>,
}

/// What a tournament takes of a player's budget.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct CostView {
    /// The processor time that it is reckoned to take, in milliseconds.
    pub needed_ms: u64,
    /// Whether it may be begun now.
    pub may: bool,
    /// Why not, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The same with its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Reason>,
    /// After so many milliseconds it may, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// What players are bound by, and what of it the asker has left.
    pub bounds: ComposingBounds,
}

/// Whether the asker may have tournaments of bots played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ComposingView {
    /// Whether the asker may.
    pub may: bool,
    /// Why not, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The same with its values, where that has a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Reason>,
    /// What players are bound by, and what of it the asker has left; none for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<ComposingBounds>,
}

/// How large a player's tournaments of bots may be, and what is left for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ComposingBounds {
    /// The games, by name.
    pub games: Vec<String>,
    /// Entrants of one at most.
    pub entrants: u32,
    /// Matches of one at most.
    pub matches: u64,
    /// Nodes of a move at most.
    pub nodes: u64,
    /// So many more may be under way at once.
    pub running_left: usize,
    /// The processor time that the asker's may take within a day, in milliseconds.
    pub budget_ms: u64,
    /// What is left of it now, or of what the asker's address and all players have.
    pub left_ms: u64,
}

/// What is wrong with a file, and where.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct FileProblem {
    /// The line of the TOML, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The table, as `openings`; none for the keys before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Which of the entrants' tables, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<usize>,
    /// The key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What is wrong and what would be right.
    pub problem: String,
    /// The same with its values.
    pub what: Box<Problem>,
}

/// A tournament before it is begun.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlanView {
    /// Everybody who plays, grids expanded, in the order of the file.
    pub entrants: Vec<PlannedEntrant>,
    /// How many matches; of a knockout or a test, at most.
    pub matches: u64,
    /// Different openings.
    pub openings: usize,
    /// Whether the same file gives the same results every time.
    pub reproducible: bool,
    /// How many matches at a time this server would play.
    pub concurrency: usize,
    /// Seconds that it takes at so many at a time, roughly.
    pub seconds: f64,
    /// Whether it takes longer: some bots did not come to their first move in the time in which they were tried.
    pub at_least: bool,
    /// Moves of both sides in a match, roughly.
    pub plies: f64,
}

/// An entrant before the first match.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlannedEntrant {
    /// Its name.
    pub name: String,
    /// How it plays, in a few words.
    pub summary: String,
    /// Its whole configuration.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub spec: Value,
}

/// The matches of a tournament that are being played at the moment.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct UnderwayView {
    /// In the order of the schedule, at most 24.
    pub matches: Vec<UnderwayMatch>,
}

/// A match of a tournament that is being played.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct UnderwayMatch {
    /// Its number in the schedule, from 0; where there is none, in the order of pairing.
    pub index: u64,
    /// The match, where it is one that can be followed.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub id: Option<Uuid>,
    /// Who has the first seat.
    pub first: String,
    /// Who has the second one.
    pub second: String,
    /// Moves that were made, those of the opening included.
    pub ply: usize,
    /// Whose turn it is.
    pub turn: Side,
    /// The position.
    pub diagram: Diagram,
}
