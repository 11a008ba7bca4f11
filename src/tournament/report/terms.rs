//! The limits, adjudication rules and openings of a report: as values, and as English words made from the values.

use std::fmt;

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::number_format::grouped;
use crate::plan::openings::Order;
use crate::plan::{Adjudication, DrawRule, Entrant, OpeningTerms, Per, Plan, ResignRule, SolverRule, TablebaseRule};
use arena_play::ClockSetting;

/// The limits of an entrant, including those in its own configuration. If all are absent, there was no limit. A bot that
/// always plays at random has no limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub struct LimitTerms {
    /// The maximum depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u16>,
    /// The most nodes per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The most milliseconds per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// A clock for all its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// The tolerance for late moves in milliseconds, if time was limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_ms: Option<u64>,
}

impl LimitTerms {
    pub(super) fn of(entrant: &Entrant) -> Self {
        let clock = entrant.limits.clock;
        let margin_ms = Some(entrant.limits.margin_ms);
        if !entrant.searches() {
            return Self { clock, margin_ms: margin_ms.filter(|_| clock.is_some()), ..Self::default() };
        }
        let depth = match &entrant.spec.engine {
            // The depth of a player is unknown.
            _ if entrant.player.is_some() => None,
            Some(engine) => engine.depth,
            None => Some(entrant.spec.search.depth),
        };
        Self {
            depth,
            nodes: entrant.spec.nodes,
            time_ms: entrant.spec.time_ms,
            clock,
            margin_ms: margin_ms.filter(|_| is_timed(entrant)),
        }
    }
}

impl fmt::Display for LimitTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.depth.map(|depth| format!("depth {depth}")).into_iter().collect();
        words.extend(self.nodes.map(|nodes| format!("{} nodes a move", grouped(nodes))));
        words.extend(self.time_ms.map(|ms| format!("{} a move", seconds(ms))));
        words.extend(self.clock.map(clock));
        words.extend(self.margin_ms.map(|ms| format!("{} late at most", seconds(ms))));
        f.write_str(&if words.is_empty() { "none".to_owned() } else { words.join(", ") })
    }
}

fn clock(ClockSetting { initial_ms, increment_ms, moves, delay_ms, per_move }: ClockSetting) -> String {
    if per_move {
        return format!("{} for each move", seconds(initial_ms));
    }
    let period = moves.map_or_else(String::new, |moves| format!(" for each {moves} moves"));
    let delay = if delay_ms > 0 { format!(", after a delay of {}", seconds(delay_ms)) } else { String::new() };
    format!("a clock of {}{period} and {} a move{delay}", seconds(initial_ms), seconds(increment_ms))
}

/// True if time limits the entrant's moves.
pub(super) fn is_timed(entrant: &Entrant) -> bool {
    entrant.limits.is_timed() || entrant.spec.time_ms.is_some()
}

fn seconds(ms: u64) -> String {
    match (ms / 1_000, ms % 1_000) {
        (0, ms) => format!("{ms} ms"),
        (seconds, 0) => format!("{} s", grouped(seconds)),
        (seconds, ms) => format!("{}.{} s", grouped(seconds), format!("{ms:03}").trim_end_matches('0')),
    }
}

/// Describes the adjudication rules in words.
pub(super) fn adjudication(rules: &Adjudication) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(rules.draw.map(|DrawRule { after_ply, moves, value }| {
        format!("drawn from ply {after_ply} on by {moves} moves of each within {value} of 0")
    }));
    words.extend(rules.resign.map(|ResignRule { moves, value, two_sided }| {
        let both = if two_sided { ", the other side agreeing" } else { "" };
        format!("lost by {moves} moves in a row at −{value} or worse{both}")
    }));
    words.extend(rules.max_plies.map(|plies| format!("drawn after {plies} plies")));
    words.extend(rules.tablebase.map(|TablebaseRule { pieces }| format!("by tables from {pieces} pieces on")));
    words.extend(rules.solver.map(|SolverRule { empties }| format!("solved from {empties} empty places on")));
    words
}

/// The openings of the matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OpeningsFrom {
    /// The source of the openings.
    pub source: OpeningsKind,
    /// The number of random plies, if the openings are random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The file or the book, if the openings are from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the openings were in random order.
    pub shuffled: bool,
    /// Whether each round or each encounter has its own opening.
    pub per: Per,
}

/// The source of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum OpeningsKind {
    /// No openings: matches begin at the game's own start.
    Start,
    /// Random plies.
    Random,
    /// A file.
    File,
    /// A book.
    Book,
    /// A list in the tournament file.
    List,
}

impl OpeningsFrom {
    pub(super) fn of(plan: &Plan) -> Self {
        let (shuffled, per) = (false, plan.config.openings_per);
        let from = |source, name: Option<&String>| Self { source, plies: None, name: name.cloned(), shuffled, per };
        match &plan.config.openings {
            OpeningTerms::Random { plies: 0 } => from(OpeningsKind::Start, None),
            OpeningTerms::Random { plies } => Self { plies: Some(*plies), ..from(OpeningsKind::Random, None) },
            OpeningTerms::List { order, .. } | OpeningTerms::File { order, .. } => {
                let from = match (&plan.openings_source.file, &plan.openings_source.book) {
                    (Some(file), _) => from(OpeningsKind::File, Some(file)),
                    (None, Some(book)) => from(OpeningsKind::Book, Some(book)),
                    (None, None) => from(OpeningsKind::List, None),
                };
                Self { shuffled: *order == Order::Random, ..from }
            }
        }
    }
}

impl fmt::Display for OpeningsFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_deref().unwrap_or_default();
        let from = match (self.source, self.plies.unwrap_or_default()) {
            (OpeningsKind::Start, _) => return f.write_str("none: the game's own start"),
            (OpeningsKind::Random, 1) => "one random ply".to_owned(),
            (OpeningsKind::Random, plies) => format!("{plies} random plies"),
            (OpeningsKind::File, _) => format!("the file {name}"),
            (OpeningsKind::Book, _) => format!("the book {name}"),
            (OpeningsKind::List, _) => "a list".to_owned(),
        };
        let order = if self.shuffled { ", in random order" } else { "" };
        let per = match self.per {
            Per::Round => "round",
            Per::Encounter => "encounter",
        };
        write!(f, "{from}{order}, one for each {per}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_seconds() {
        assert_eq!([100, 1_000, 1_500, 60_050].map(seconds), ["100 ms", "1 s", "1.5 s", "60.05 s"]);
    }
}
