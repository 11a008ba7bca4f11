//! A tournament's results as data, from which JSON, CSV, text and the page's live table are made.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::conditions::Conditions;
use super::format_report::FormatReport;
use super::openings::OpeningRow;
use super::strength::{Basis, CurvePoint, JointRow, RatingBound};
use super::switches::SwitchRow;
use super::verdict::Finding;
use crate::plan::Format;
use crate::rating::{NoFigure, Pentanomial, Wdl};
use crate::results::Failures;
use arena_games::{Diagnostic, GameId, Options};
use arena_play::EndReason;

/// The likelihood of being stronger from which on a difference is significant.
pub(super) const SURE: f64 = 0.975;

/// A tournament's results, finished or so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct TournamentReport {
    /// The tournament's name.
    pub name: String,
    /// The game.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// All options of the game.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub options: Options,
    /// The format.
    #[cfg_attr(feature = "typescript", ts(as = "arena_play::tournament::FormatName"))]
    pub format: Format,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of random plies before the bots took over; 0 if openings are listed or there are none.
    pub random_plies: usize,
    /// The number of different openings; 1 if every match began at the game's own start.
    pub opening_count: usize,
    /// The number of openings played so far.
    pub openings_played: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The conditions of the tournament. Left out of the progress that is sent while it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    /// The number of matches that count.
    pub matches: u64,
    /// The number of matches in the whole schedule.
    pub scheduled: u64,
    /// The number of distinct matches, which differ in seats or moves.
    pub distinct: u64,
    /// The number of matches that repeat earlier ones move by move, between bots whose play is not random.
    pub repeats: u64,
    /// The number of matches that were void because of a failure of the arena. Each was played again.
    pub void: u64,
    /// Whether the same file gives the same results every time.
    pub reproducible: bool,
    /// Wins, draws and losses of the first seat.
    pub first_seat: Wdl,
    /// The model of the ratings of the whole field.
    pub joint: JointRow,
    /// The entrants, from best to worst.
    pub entrants: Vec<EntrantRow>,
    /// The results of each two entrants, in the order of the table.
    pub pairs: Vec<PairRow>,
    /// The results of each opening that was played, a thousand of them at most. Empty if every match began at the
    /// game's own start.
    pub openings: Vec<OpeningRow>,
    /// The results that depend on the format: the table of a Swiss tournament, the bracket of a knockout, or a
    /// sequential test.
    #[serde(flatten)]
    pub placing: FormatReport,
    /// The number of matches by end reason.
    pub ends: BTreeMap<EndReason, u64>,
    /// The effect of each step of each key of a grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<SwitchRow>>"))]
    pub switches: Vec<SwitchRow>,
    /// Samples of the strengths while matches were counted; empty for large fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<CurvePoint>>"))]
    pub curve: Vec<CurvePoint>,
    /// The verdict, in sentences: who is first, whether the differences are significant, and whether time decided them.
    pub verdict: Vec<String>,
    /// The sentences of the verdict as values, in the same order.
    pub findings: Vec<Finding>,
    /// Warnings about the figures, in full sentences.
    pub warnings: Vec<Diagnostic>,
}

/// One entrant's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EntrantRow {
    /// The rank, from 1. Equal entrants share a rank.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// A short name for narrow places, made of the parts in which the names differ. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub label: Option<String>,
    /// The number of matches.
    pub played: u64,
    /// Wins, draws and losses in both seats.
    #[serde(flatten)]
    pub results: Wdl,
    /// Points: 1 for a win, ½ for a draw.
    pub points: f64,
    /// Points per match; `null` before the first match.
    pub score: Option<f64>,
    /// Wins, draws and losses in the first seat.
    pub first: Wdl,
    /// Wins, draws and losses in the second seat.
    pub second: Wdl,
    /// Encounters by points: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
    /// The number of its moves, without those of openings.
    pub moves: u64,
    /// The number of positions that it searched.
    pub nodes: u64,
    /// Positions per move; `null` before the first move, and if its program does not report them.
    pub nodes_per_move: Option<f64>,
    /// Milliseconds per move. Present only if timings were requested, since they differ in every run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ms_per_move: Option<f64>,
    /// The logistic Elo difference to its opponents.
    pub elo: Option<f64>,
    /// Half of its 95 % range, without repeats.
    pub elo_error: Option<f64>,
    /// Whether the errors of Elo and nElo are based on encounters or on matches.
    pub errors_from: Basis,
    /// The number of openings by which these errors are clustered, if several of the entrant's encounters share one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub errors_openings: Option<usize>,
    /// If everything was won, the difference is at least this with a confidence of 95 %. If everything was lost, it is
    /// at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub elo_bound: Option<f64>,
    /// The reason for a missing figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub elo_note: Option<NoFigure>,
    /// The normalised Elo difference to its opponents.
    pub nelo: Option<f64>,
    /// Half of its 95 % range, without repeats.
    pub nelo_error: Option<f64>,
    /// The likelihood that it is stronger than its opponents, without repeats.
    pub los: Option<f64>,
    /// The share of draws among its matches, or of encounters that brought each side one point.
    pub draw_ratio: Option<f64>,
    /// The ratio of encounters won to encounters lost.
    pub pairs_ratio: Option<f64>,
    /// Its rating in the whole field.
    pub rating: Option<f64>,
    /// Half of the 95 % range of the difference to the anchor.
    pub rating_error: Option<f64>,
    /// A bound, if there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating_bound: Option<RatingBound>,
    /// The reason for a missing rating or error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating_note: Option<NoFigure>,
    /// Whether it is on the frontier of strength against cost: it is the cheapest by nodes per move, or significantly
    /// stronger (97.5 %) than the cheaper entrants on the frontier.
    pub frontier: bool,
    /// The matches that it lost by its own failure, by kind.
    pub failures: Failures,
    /// The share of legal moves among those that it tried. Present for entrants that may try several times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub legal_rate: Option<f64>,
    /// Its complete configuration.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub spec: Value,
}

/// The results between two entrants.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PairRow {
    /// The entrant from whose view the results are.
    pub a: String,
    /// The opponent.
    pub b: String,
    /// Wins, draws and losses of `a`.
    #[serde(flatten)]
    pub results: Wdl,
    /// Encounters by points of `a`: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
    /// The likelihood that `a` is stronger than `b`, from the ratings of the whole field.
    pub superiority: Option<f64>,
    /// The bound of that likelihood by the sign test, without repeats. Present only if there is no likelihood because
    /// one of the two won every match between them that was decided: at least this if `a` won, at most this if it lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub sign_test: Option<f64>,
    /// The numbers of matches between them that `a` and `b` lost on time; absent if there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub late: Option<(u64, u64)>,
}
