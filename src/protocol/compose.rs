//! The tournament composer: bodies of HTTP requests and responses.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ErrorBody;
use arena_games::{Diagnostic, Diagram, Side};

/// A tournament file that is being edited, as TOML or JSON.
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

/// Result of checking a tournament file.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ComposedView {
    /// The file as TOML.
    pub toml: String,
    /// The file as JSON; absent if the TOML cannot be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub file: Option<Value>,
    /// First problem in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<FileProblem>,
    /// Resulting plan; absent if there is a problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanView>,
    /// Cost in terms of the caller's budget; absent for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<CostView>,
}

/// Cost of a tournament for a player, and whether the player may start it now.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct CostView {
    /// Estimated processor time in milliseconds.
    pub needed_ms: u64,
    /// True if it may be started now.
    pub may: bool,
    /// Reason if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<ErrorBody>,
    /// Limits for players, and what the caller has left.
    pub bounds: ComposingBounds,
}

/// Whether the caller may start bot tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ComposingView {
    /// True if the caller may.
    pub may: bool,
    /// Reason if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<ErrorBody>,
    /// Limits for players, and what the caller has left; absent for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<ComposingBounds>,
}

/// Limits for a player's bot tournaments, and the remaining quotas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ComposingBounds {
    /// Names of the available games.
    pub games: Vec<String>,
    /// Maximum number of entrants.
    pub entrants: u32,
    /// Maximum number of matches.
    pub matches: u64,
    /// Maximum number of nodes per move.
    pub nodes: u64,
    /// Number of further tournaments that may run at the same time.
    pub running_left: usize,
    /// Processor time per day for the caller's tournaments, in milliseconds.
    pub budget_ms: u64,
    /// Remaining processor time in milliseconds: the minimum over the player, its address and all players.
    pub left_ms: u64,
    /// Matches that guests from the caller's address may have played per day; absent for players with a claimed name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guest: Option<GuestMatches>,
}

/// The matches that guests from one address may have played per day in tournaments of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GuestMatches {
    /// Remaining matches.
    pub left: u64,
    /// Matches per day.
    pub budget: u64,
}

/// A problem in a tournament file and its location.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct FileProblem {
    /// Line of the TOML, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Table, such as `openings`; absent for keys before the first table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Index of the entrant's table, starting at 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<usize>,
    /// The key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The problem.
    pub problem: Box<Diagnostic>,
}

/// Preview of a tournament.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlanView {
    /// All entrants in the order of the file, with grids expanded.
    pub entrants: Vec<PlannedEntrant>,
    /// Number of matches. For a knockout or a test it is the maximum.
    pub matches: u64,
    /// Number of different openings.
    pub openings: usize,
    /// True if the same file always yields the same results.
    pub reproducible: bool,
    /// Number of concurrent matches on this server.
    pub concurrency: usize,
    /// Estimated duration in seconds at this concurrency, if nothing else uses the processors.
    pub seconds: f64,
    /// The same while the machine is as busy as now with other tournaments, searches and programs.
    pub busy_seconds: f64,
    /// True if the durations are lower bounds, because some bots need far more time for a move than the trial had.
    pub at_least: bool,
    /// Estimated number of plies per match.
    pub plies: f64,
}

/// An entrant in the preview of a tournament.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlannedEntrant {
    /// Its name.
    pub name: String,
    /// Short description of how it plays.
    pub summary: String,
    /// Complete configuration.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub spec: Value,
}

/// Matches of a tournament in progress.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct UnderwayView {
    /// Matches in schedule order, at most 24.
    pub matches: Vec<UnderwayMatch>,
    /// The pairing that follows them, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub next: Option<NextPairing>,
    /// True if the next pairing is made when the current round has ended.
    pub awaits_round: bool,
}

/// A pairing that is not played yet.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NextPairing {
    /// Name in the first seat.
    pub first: String,
    /// Name in the second seat.
    pub second: String,
}

/// A match of a tournament in progress.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct UnderwayMatch {
    /// Number in the schedule, starting at 0. Without a schedule, number in pairing order.
    pub index: u64,
    /// Id of the match.
    #[serde(rename = "match")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub id: Uuid,
    /// Name in the first seat.
    pub first: String,
    /// Name in the second seat.
    pub second: String,
    /// Number of moves, including those of the opening.
    pub ply: usize,
    /// Side to move.
    pub turn: Side,
    /// Current position.
    pub diagram: Diagram,
}
