//! The conditions under which a tournament was played.

use std::collections::BTreeMap;

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::number_format::grouped;
use super::terms::{LimitTerms, OpeningsFrom, adjudication, is_timed};
use crate::pairing::Pairing;
use crate::plan::{Adjudication, Entrant, Machine, Plan};
use arena_games::BySide;

/// The most groups of limits that a sentence lists, and the most names of a group.
const NAMED: usize = 6;

/// The conditions under which a tournament was played. Its figures hold for these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Conditions {
    /// This program with its version.
    pub arena: String,
    /// The limits of the entrants, grouped by equal limits.
    pub limits: Vec<LimitsRow>,
    /// The adjudication rules in words; empty if there were none.
    pub adjudication: Vec<String>,
    /// The adjudication rules as values.
    pub adjudication_rules: Adjudication,
    /// The openings in words.
    pub openings: String,
    /// The openings as values.
    pub openings_from: OpeningsFrom,
    /// The file of openings, as named in the tournament file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings_file: Option<String>,
    /// The number of invalid openings in that file, which were left out.
    pub openings_skipped: usize,
    /// The external engines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<EngineRow>>"))]
    pub engines: Vec<EngineRow>,
    /// The versions of players' programs, if any was reported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<VersionRow>>"))]
    pub versions: Vec<VersionRow>,
    /// The machine; only if a move or a match was limited by time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
}

/// Entrants with the same limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LimitsRow {
    /// The limits in words.
    pub limits: String,
    /// The limits as values.
    pub terms: LimitTerms,
    /// The entrants, in the order of the file.
    pub entrants: Vec<String>,
}

/// An external engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct EngineRow {
    /// The entrant's name.
    pub entrant: String,
    /// The name that it announced, usually with its version; absent if it was not probed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Its command.
    pub command: Vec<String>,
    /// Its options.
    pub options: BTreeMap<String, String>,
}

/// A version of a player's program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct VersionRow {
    /// The entrant's name.
    pub entrant: String,
    /// The version; absent for matches before it reported one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The number of matches that it played.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub matches: u64,
}

impl Conditions {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut limits: Vec<LimitsRow> = Vec::new();
        for entrant in &plan.entrants {
            let (terms, name) = (LimitTerms::of(entrant), entrant.name().to_owned());
            match limits.iter_mut().find(|row| row.terms == terms) {
                Some(row) => row.entrants.push(name),
                None => limits.push(LimitsRow { limits: terms.to_string(), terms, entrants: vec![name] }),
            }
        }
        let engine = |entrant: &Entrant| {
            let spec = entrant.spec.engine.as_ref()?;
            Some(EngineRow {
                entrant: entrant.name().to_owned(),
                program: entrant.program.clone(),
                command: spec.command.clone(),
                options: spec.options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
            })
        };
        let versions = |entrant: &Entrant| {
            let versioned = entrant.versions.iter().any(|(version, _)| version.is_some());
            let row = |(version, matches): &(Option<String>, u64)| VersionRow {
                entrant: entrant.name().to_owned(),
                version: version.clone(),
                matches: *matches,
            };
            entrant.versions.iter().filter(move |_| versioned).map(row).collect::<Vec<_>>()
        };
        let openings_from = OpeningsFrom::of(plan);
        Self {
            arena: format!("minimax-arena {}", env!("CARGO_PKG_VERSION")),
            limits,
            adjudication: adjudication(&plan.config.adjudication),
            adjudication_rules: plan.config.adjudication,
            openings: openings_from.to_string(),
            openings_from,
            openings_file: plan.openings_source.file.clone(),
            openings_skipped: plan.openings_source.defects.skipped.len(),
            engines: plan.entrants.iter().filter_map(engine).collect(),
            versions: plan.entrants.iter().flat_map(versions).collect(),
            machine: plan.machine.clone().filter(|_| plan.entrants.iter().any(is_timed)),
        }
    }

    /// The conditions in words, each with a title. `played` and `all` are numbers of openings.
    pub(super) fn terms(&self, seed: u64, played: usize, all: usize) -> Vec<(&'static str, String)> {
        let limits: Vec<String> = match self.limits.as_slice() {
            [one] => vec![one.limits.clone()],
            rows => {
                let more = rows.len().saturating_sub(NAMED);
                let group = |row: &LimitsRow| format!("{} ({})", row.limits, names(&row.entrants));
                let more = (more > 0).then(|| format!("and {more} more (see the JSON report)"));
                rows.iter().take(NAMED).map(group).chain(more).collect()
            }
        };
        let mut openings = self.openings.clone();
        if all > 1 {
            openings.push_str(&format!("; {} of {} played", grouped(played as u64), grouped(all as u64)));
        }
        if self.openings_skipped > 0 {
            openings.push_str(&format!("; {} invalid ones skipped", grouped(self.openings_skipped as u64)));
        }
        let adjudication = if self.adjudication.is_empty() { "none".to_owned() } else { self.adjudication.join("; ") };
        let mut terms = vec![
            ("Limits", limits.join("; ")),
            ("Adjudication", adjudication),
            ("Openings", openings),
            ("Seed", seed.to_string()),
            ("Played by", self.arena.clone()),
        ];
        let engines = self.engines.iter().take(NAMED).map(|row| format!("{} is {}", row.entrant, row.words()));
        terms.extend(engines.map(|words| ("Engine", words)));
        terms.extend(self.version_words().map(|words| ("Program", words)));
        terms.extend(self.machine.as_ref().map(|machine| ("Machine", machine_words(machine))));
        terms
    }

    /// Lists the program versions of the first entrants that have any.
    fn version_words(&self) -> impl Iterator<Item = String> {
        let rows: Vec<&[VersionRow]> = self.versions.chunk_by(|one, other| one.entrant == other.entrant).collect();
        let words = |rows: &&[VersionRow]| {
            let one = |row: &VersionRow| {
                let plural = if row.matches == 1 { "match" } else { "matches" };
                let version = row.version.as_deref().unwrap_or("unknown version");
                format!("{version} ({} {plural})", grouped(row.matches))
            };
            format!("{}: {}", rows[0].entrant, rows.iter().map(one).collect::<Vec<_>>().join(", "))
        };
        let more = rows.len().saturating_sub(NAMED);
        let more = (more > 0).then(|| format!("and {more} more entrants (see the JSON report)"));
        rows.iter().take(NAMED).map(words).chain(more).collect::<Vec<_>>().into_iter()
    }
}

impl EngineRow {
    fn words(&self) -> String {
        let program = self.program.as_ref().unwrap_or_else(|| self.command.first().unwrap_or(&self.entrant));
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
        if options.is_empty() { program.clone() } else { format!("{program} ({})", options.join(", ")) }
    }
}

fn machine_words(machine: &Machine) -> String {
    let Machine { processor, processors, system, concurrency } = machine;
    let processor = processor.as_deref().unwrap_or("an unknown processor");
    let plural = if *processors == 1 { "" } else { "s" };
    let matches = if *concurrency == 1 { "one match".to_owned() } else { format!("{concurrency} matches") };
    format!("{processor}, {processors} processor{plural}, {system}; {matches} at a time")
}

fn names(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMED);
    let shown = names[..names.len().min(NAMED)].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// The tags of the games that are written for other programs.
#[derive(Clone, Debug)]
pub struct GameTags {
    common: Vec<(String, String)>,
    /// The limits of each entrant, and the program of an external engine.
    entrants: Vec<(String, Option<String>)>,
}

impl GameTags {
    /// Creates the tags for the games of a plan.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let conditions = Conditions::new(plan);
        let engine = |name: &str| conditions.engines.iter().find(|row| row.entrant == name).map(EngineRow::words);
        let entrants =
            plan.entrants.iter().map(|entrant| (LimitTerms::of(entrant).to_string(), engine(entrant.name()))).collect();
        let mut common = Vec::new();
        if !conditions.adjudication.is_empty() {
            common.push(("Adjudication".to_owned(), conditions.adjudication.join("; ")));
        }
        common.push(("Openings".to_owned(), conditions.openings));
        common.push(("Seed".to_owned(), plan.config.seed.to_string()));
        common.push(("PlayedBy".to_owned(), conditions.arena));
        common.extend(conditions.machine.map(|machine| ("Machine".to_owned(), machine_words(&machine))));
        Self { common, entrants }
    }

    /// Returns the tags of one game. `sides` are the format's names of the first and the second side.
    #[must_use]
    pub fn of(&self, pairing: &Pairing, sides: BySide<&str>) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        for (side, &name) in sides.iter() {
            let (limits, engine) = &self.entrants[pairing.seats[side]];
            tags.push((format!("{name}Limits"), limits.clone()));
            tags.extend(engine.as_ref().map(|engine| (format!("{name}Engine"), engine.clone())));
        }
        tags.extend(self.common.iter().cloned());
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_names_are_shortened() {
        let many: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        assert_eq!(names(&many), "0, 1, 2, 3, 4, 5 and 3 more");
        assert_eq!(names(&many[..2]), "0, 1");
    }
}
