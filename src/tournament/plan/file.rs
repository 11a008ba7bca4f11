//! Reads tournament files, which are TOML. Errors name the file, the line and the key.
//!
//! ```toml
//! name = "What a ply is worth"
//! game = "tictactoe"
//! rounds = 36
//! seed = 1
//! [openings]
//! random_plies = 2
//! [[entrants]]
//! bot = "tictactoe-perfect"    # a configured bot; any key can be overridden
//! [[entrants]]
//! name = "shallow"    # or a bot defined here
//! depth = 2
//! [[entrants]]     # or one bot per combination
//! grid = { depth = [2, 4, 6], pruning = ["none", "alpha-beta"] }
//! ```

use std::collections::HashMap;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use super::adjudication;
use super::bounds::{MAX_CONCURRENCY, MAX_ENTRANTS, MAX_ROUNDS, entrant_count};
use super::checked::Plan;
use super::config::TournamentConfig;
use super::engines::{Engines, Inspector};
use super::format::Format;
use super::grid::{self, EntrantGrid};
use super::limits::{self, Limits};
pub use super::openings::spec::ReadFile;
use super::openings::spec::{OpeningsTable, RawOpenings};
use crate::pairing::knockout::stages;
use crate::pairing::sequential::SequentialTerms;
use crate::rating::{Hypotheses, Model};
use arena_bots::roster::tables;
use arena_bots::spec::check_name;
use arena_bots::toml_file::Located;
use arena_bots::{BotSpec, FileError, Roster, Source};
use arena_games::{Diagnostic, FieldError, GameId, Options, diagnostic};

/// The most extra encounters of a knockout tie.
const MOST_EXTRA: u64 = 1_000;
/// The longest name of a tournament, in characters.
pub const MAX_NAME: usize = 120;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTournament {
    name: String,
    game: GameId,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    format: RawFormat,
    rounds: Option<i64>,
    champions: Option<i64>,
    knockout: Option<RawKnockout>,
    sprt: Option<RawTest>,
    #[serde(default)]
    seed: i64,
    concurrency: Option<i64>,
    anchor: Option<String>,
    #[serde(default)]
    openings: RawOpenings,
    #[serde(default, rename = "entrants")]
    _entrants: Vec<toml::Table>,
    #[serde(rename = "limits")]
    _limits: Option<toml::Value>,
    #[serde(rename = "adjudication")]
    _adjudication: Option<toml::Value>,
}

/// The formats by name.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RawFormat {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
    Match,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawKnockout {
    #[serde(default = "usual_extra")]
    extra: i64,
    #[serde(default)]
    third_place: bool,
}

const fn usual_extra() -> i64 {
    4
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTest {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_rate")]
    alpha: f64,
    #[serde(default = "usual_rate")]
    beta: f64,
    #[serde(default)]
    model: Model,
    pentanomial: Option<bool>,
}

const fn usual_rate() -> f64 {
    0.05
}

/// Settings of the command line that override those of the file, and settings that affect how it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// Whether engines are accepted.
    pub engines: Engines,
    pub seed: Option<u64>,
    pub rounds: Option<u64>,
    /// Whether a file of openings is rejected if one of them is invalid.
    pub strict: bool,
}

/// A tournament file that has been read and checked.
#[derive(Clone)]
pub struct TournamentFile {
    /// The tournament.
    pub plan: Plan,
    /// The number of matches to play at the same time, if the file gives one. Results do not depend on it.
    pub concurrency: Option<usize>,
}

/// Creates the error for a file that is named where no file can be read.
#[must_use]
pub fn no_files() -> Diagnostic {
    diagnostic!("no_files", "no file can be named here; use positions = [\"…\"] or lines = [\"…\"] instead")
}

/// Reads a tournament file that names no other file. `roster` holds the bots that it may name.
///
/// # Errors
/// [`FileError`] with the file, the line and the key, what is wrong and what would be valid.
pub fn read(source: &Source<'_>, roster: &Roster, overrides: Overrides) -> Result<TournamentFile, FileError> {
    read_with(source, roster, overrides, &|_| Err(no_files()))
}

/// Reads a tournament file. `roster` holds the bots that it may name; `open` reads the files that it names.
///
/// # Errors
/// [`FileError`] with the file, the line and the key, what is wrong and what would be valid.
pub fn read_with(
    source: &Source<'_>,
    roster: &Roster,
    overrides: Overrides,
    open: &ReadFile<'_>,
) -> Result<TournamentFile, FileError> {
    let file = source.table()?;
    let raw: RawTournament = source.read(file.clone())?;
    let integer = |table: &Located<'_>, key: &str, value: i64, min: i64, max: i64| {
        let problem = || source.wrong(table, key, Diagnostic::range(value, min, max));
        if (min..=max).contains(&value) { Ok(value.unsigned_abs()) } else { Err(problem()) }
    };
    check_name(&raw.name, MAX_NAME).map_err(|problem| source.wrong(&file, "name", problem))?;
    let most_rounds = i64::try_from(MAX_ROUNDS).expect("a million fits");
    let mut inspector = Inspector::new(overrides.engines, raw.game, raw.options.clone());
    let (entrants, programs, grids) = entrants(source, &file, raw.game, roster, &mut inspector)?;
    let format = format(source, &file, &raw)?;
    let given = raw.rounds.map(|rounds| integer(&file, "rounds", rounds, 1, most_rounds)).transpose()?;
    let rounds = match (overrides.rounds.or(given), format) {
        (Some(rounds), _) => rounds,
        (None, Format::Swiss) => u64::from(stages(entrants.len())),
        (None, Format::Match { test: Some(_) }) => {
            return Err(source.wrong(
                &file,
                "rounds",
                diagnostic!("test_without_rounds", "a sequential test needs a maximum number of rounds"),
            ));
        }
        (None, _) => 1,
    };
    let seed = integer(&file, "seed", raw.seed, 0, (1 << 53) - 1)?;
    let most_at_once = i64::try_from(MAX_CONCURRENCY).expect("a small number fits");
    let concurrency = raw.concurrency.map(|value| integer(&file, "concurrency", value, 1, most_at_once)).transpose()?;
    let openings = table_in(&file, "openings").unwrap_or_else(|| file.clone());
    let place = OpeningsTable {
        source,
        file: &file,
        table: &openings,
        game: raw.game,
        options: &raw.options,
        roster,
        read: open,
        strict: overrides.strict,
    };
    let openings_per = raw.openings.per;
    let (opening_terms, openings_source) = place.terms(raw.openings)?;
    let config = TournamentConfig {
        name: raw.name,
        game: raw.game,
        options: raw.options,
        format,
        rounds,
        seed: overrides.seed.unwrap_or(seed),
        openings: opening_terms,
        openings_per,
        adjudication: adjudication::read(source, &file, raw.game)?,
        entrants,
    };
    let place = |FieldError { path, problem }: FieldError| match &*path {
        "random_plies" => source.wrong(&openings, &path, problem),
        _ => source.wrong(&file, &path, problem),
    };
    let mut plan = Plan::new(config).map_err(place)?;
    inspector.check_openings(&plan).map_err(|problem| source.wrong(&file, "openings", problem))?;
    plan.grids = grids;
    plan.entrants.iter_mut().zip(programs).for_each(|(entrant, program)| entrant.program = program);
    plan.openings_source = openings_source.drawn(plan.openings());
    let anchor = raw.anchor.map(|text| plan.anchor_named(&text));
    plan.anchor = anchor.transpose().map_err(|problem| source.wrong(&file, "anchor", problem))?;
    let concurrency = concurrency.and_then(|count| usize::try_from(count).ok());
    Ok(TournamentFile { plan, concurrency })
}

/// Reads the format, and rejects keys that belong to another format.
fn format(source: &Source<'_>, file: &Located<'_>, raw: &RawTournament) -> Result<Format, FileError> {
    let keys = [
        ("champions", raw.champions.is_some(), RawFormat::Gauntlet, "gauntlet"),
        ("knockout", raw.knockout.is_some(), RawFormat::Knockout, "knockout"),
        ("sprt", raw.sprt.is_some(), RawFormat::Match, "match"),
    ];
    for (key, given, format, name) in keys {
        if given && raw.format != format {
            return Err(source.wrong(
                file,
                key,
                diagnostic!("other_format", "this key belongs to the format {format:?}", format = name),
            ));
        }
    }
    match raw.format {
        RawFormat::RoundRobin => Ok(Format::RoundRobin),
        RawFormat::Swiss => Ok(Format::Swiss),
        RawFormat::Gauntlet => {
            let champions = raw.champions.unwrap_or(1);
            let wrong = || source.wrong(file, "champions", Diagnostic::range(champions, 1, MAX_ENTRANTS - 1));
            Ok(Format::Gauntlet { champions: usize::try_from(champions).map_err(|_| wrong())? })
        }
        RawFormat::Knockout => {
            let table = table_in(file, "knockout").unwrap_or_else(|| file.clone());
            let RawKnockout { extra, third_place } =
                raw.knockout.unwrap_or(RawKnockout { extra: usual_extra(), third_place: false });
            let wrong = || source.wrong(&table, "extra", Diagnostic::range(extra, 0, MOST_EXTRA));
            let extra = u64::try_from(extra).ok().filter(|extra| *extra <= MOST_EXTRA).ok_or_else(wrong)?;
            Ok(Format::Knockout { extra, third_place })
        }
        RawFormat::Match => {
            let test = raw.sprt.map(|test| sequential(source, file, test)).transpose()?;
            Ok(Format::Match { test })
        }
    }
}

fn sequential(source: &Source<'_>, file: &Located<'_>, raw: RawTest) -> Result<SequentialTerms, FileError> {
    let table = table_in(file, "sprt").unwrap_or_else(|| file.clone());
    let wrong = |FieldError { path, problem }| source.wrong(&table, &path, problem);
    let hypotheses = Hypotheses::new(raw.elo0, raw.elo1, raw.alpha, raw.beta, raw.model).map_err(wrong)?;
    let pentanomial = raw.pentanomial.unwrap_or(raw.model != Model::Bayesian);
    if pentanomial && raw.model == Model::Bayesian {
        return Err(source.wrong(
            &table,
            "pentanomial",
            diagnostic!("bayesian_pairs", "the Bayesian model counts single matches; set pentanomial = false"),
        ));
    }
    Ok(SequentialTerms { hypotheses, pentanomial })
}

/// Returns the table under `key`, with its location.
fn table_in<'a>(table: &Located<'a>, key: &str) -> Option<Located<'a>> {
    let value = table.get_ref().get(key)?;
    match value.get_ref() {
        DeValue::Table(inner) => Some(Spanned::new(value.span(), inner.clone())),
        _ => None,
    }
}

/// The entrants with their limits, the names that engines announced, and the grids.
type Entered = (Vec<(BotSpec, Limits)>, Vec<Option<String>>, Vec<EntrantGrid>);

/// True if time limits the moves of a bot with these limits, or of an engine.
const fn is_timed(spec: &BotSpec, limits: &Limits) -> bool {
    limits.is_timed() || spec.time_ms.is_some()
}

/// Reads all bots of the file and expands the grids.
fn entrants(
    source: &Source<'_>,
    file: &Located<'_>,
    game: GameId,
    roster: &Roster,
    inspector: &mut Inspector,
) -> Result<Entered, FileError> {
    let defaults = limits::read(source, file, Limits::default())?;
    let (mut found, mut programs) = (Vec::new(), Vec::new());
    let mut grids = Vec::new();
    let mut lines: HashMap<String, usize> = HashMap::new();
    for table in tables(file.clone(), "entrants") {
        let room = MAX_ENTRANTS - found.len();
        let line = source.line(&table.span());
        let limits = limits::read(source, &table, defaults)?;
        grids.extend(grid::shape(&table, found.len()));
        let mut expanded = grid::expand(source, &table, game, roster, room)?;
        limits::check_margin(source, &table, expanded.iter().any(|spec| is_timed(spec, &limits)))?;
        for spec in &mut expanded {
            if lines.contains_key(&spec.name) {
                // Its limits or the options of its engine may tell it from the other one.
                spec.name = grid::longer_name(&table, &spec.name);
            }
        }
        for spec in expanded {
            if let Some(other) = lines.insert(spec.name.clone(), line) {
                let twice = diagnostic!(
                    "entrant_twice",
                    "the name {name:?} is also used in line {line}; each entrant needs a name of its own",
                    name = spec.name,
                    line = other
                );
                return Err(source.wrong(&table, grid::naming_key(&table), twice));
            }
            programs.push(inspector.look(source, &table, &spec, &limits)?);
            found.push((spec, limits));
        }
    }
    limits::check_margin(source, file, found.iter().any(|(spec, limits)| is_timed(spec, limits)))?;
    if found.len() < 2 {
        return Err(source.wrong(file, "entrants", entrant_count(found.len())));
    }
    Ok((found, programs, grids))
}
