//! Tasks: what programs are asked, and what it is worth. `docs/grading.md` explains the keys of the file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use arena_bots::roster::tables;
use arena_bots::{BotSpec, FileError, Roster, Source};
use arena_games::seed::{Rng, derive};
use arena_games::{Diagnostic, GameId, Options, Weights};

use super::process::AnswerLimits;
use super::program::{Language, Workshop, languages};
use super::search::Method;
use super::tree::{Setup, random_tree};

/// A task that was checked.
#[derive(Debug)]
pub struct Task {
    pub title: String,
    pub(crate) tests: Vec<Test>,
    pub(crate) workshop: Workshop,
}

impl Task {
    /// The greatest number of points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.tests.iter().map(|test| test.points).sum()
    }
}

/// What is compared in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Check {
    /// The value of the root.
    Value,
    /// The best move, or any that is as good.
    Move,
    /// The set of leaves that were visited.
    Leaves,
    /// The number of states that were generated.
    Generated,
}

/// Whether alpha-beta cuts where α = β.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Equality {
    #[default]
    Cut,
    NoCut,
    Either,
}

/// A test of a task.
#[derive(Debug)]
pub(crate) struct Test {
    pub name: String,
    pub points: u32,
    pub partial: bool,
    pub hidden: bool,
    pub setup: Setup,
    pub limits: AnswerLimits,
    pub states: usize,
    pub depth: Option<usize>,
    pub kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Search(SearchTest),
    Ties { position: Option<String>, asks: usize },
    Beats(Box<BeatsTest>),
}

#[derive(Debug)]
pub(crate) struct SearchTest {
    pub alpha_beta: bool,
    pub checks: Vec<Check>,
    pub equality: Equality,
    /// Whether a node generates all its children before it looks at the first.
    pub at_once: bool,
    pub positions: Vec<Option<String>>,
    /// The number of other orders of the moves in which each position is asked again.
    pub orders: u64,
    /// The number of moves that each position is played on, with the right move.
    pub play: usize,
}

impl SearchTest {
    /// Returns the searches that count as right.
    pub(crate) fn methods(&self, depth: Option<usize>) -> Vec<Method> {
        let equalities: &[bool] = match self.equality {
            _ if !self.alpha_beta => &[true],
            Equality::Cut => &[true],
            Equality::NoCut => &[false],
            Equality::Either => &[true, false],
        };
        let method = |equality, hard| Method { depth, pruning: self.alpha_beta, equality, hard, fault: None };
        equalities.iter().flat_map(|equality| [method(*equality, false), method(*equality, true)]).collect()
    }
}

#[derive(Debug)]
pub(crate) struct BeatsTest {
    pub bot: BotSpec,
    /// The share of points that is enough.
    pub score: f64,
    /// A share this much lower is not enough with certainty.
    pub margin: f64,
    pub games: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTask {
    title: String,
    main: Option<String>,
    #[serde(default)]
    handout: Vec<String>,
    #[serde(default)]
    limits: RawLimits,
    #[serde(default)]
    languages: BTreeMap<String, Language>,
    tests: Vec<RawTest>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawLimits {
    memory_mb: u64,
    output_kb: u64,
    time_ms: u64,
    states: usize,
}

impl Default for RawLimits {
    fn default() -> Self {
        Self { memory_mb: 512, output_kb: 256, time_ms: 5_000, states: 100_000 }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RawKind {
    #[default]
    Search,
    Ties,
    Beats,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RawSearch {
    #[default]
    Minimax,
    AlphaBeta,
}

/// Random trees.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTrees {
    count: u64,
    seed: u64,
    depth: usize,
    branching: [usize; 2],
    values: [i32; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTest {
    name: String,
    points: u32,
    #[serde(default)]
    kind: RawKind,
    #[serde(default)]
    search: RawSearch,
    check: Option<Vec<Check>>,
    #[serde(default)]
    equality: Equality,
    #[serde(default)]
    at_once: bool,
    game: GameId,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    positions: Vec<String>,
    trees: Option<RawTrees>,
    depth: Option<usize>,
    evaluation: Option<String>,
    #[serde(default)]
    weights: Weights,
    #[serde(default = "one")]
    win: i32,
    #[serde(default)]
    orders: u64,
    #[serde(default)]
    play: usize,
    #[serde(default = "yes")]
    partial: bool,
    #[serde(default)]
    hidden: bool,
    #[serde(default = "asks")]
    asks: usize,
    bot: Option<String>,
    #[serde(default = "score")]
    score: f64,
    #[serde(default = "margin")]
    margin: f64,
    #[serde(default = "games")]
    games: usize,
    time_ms: Option<u64>,
    states: Option<usize>,
}

const fn one() -> i32 {
    1
}
const fn yes() -> bool {
    true
}
const fn asks() -> usize {
    60
}
const fn score() -> f64 {
    0.7
}
const fn margin() -> f64 {
    0.2
}
const fn games() -> usize {
    40
}

/// Reads a task. `beside` reads a file that the task names. `launcher` is the command that sets the limits of a
/// submission and runs it; without it, submissions run without limits on files, network and processes.
///
/// # Errors
/// [`FileError`] with the file, line and key of the problem.
pub fn read(
    source: &Source<'_>,
    roster: &Roster,
    beside: &dyn Fn(&str) -> Result<String, String>,
    launcher: Option<Vec<PathBuf>>,
) -> Result<Task, FileError> {
    let raw: RawTask = source.read(source.table()?)?;
    let mut handout = BTreeMap::new();
    for name in &raw.handout {
        let file = name.rsplit('/').next().unwrap_or(name).to_owned();
        let text = beside(name).map_err(|problem| {
            FileError::new(source.file, None, Some("handout"), Diagnostic::untranslated(&problem))
        })?;
        handout.insert(file, text);
    }
    let mut known = languages();
    for (extension, language) in raw.languages {
        if language.run.is_empty() {
            let problem = format!("{extension}: run must name a program");
            return Err(FileError::new(source.file, None, Some("languages"), Diagnostic::untranslated(&problem)));
        }
        known.insert(extension, language);
    }
    let mut tests = Vec::new();
    for (test, table) in raw.tests.into_iter().zip(tables(source.table()?, "tests")) {
        let wrong =
            |(key, problem): (&'static str, String)| source.wrong(&table, key, Diagnostic::untranslated(&problem));
        tests.push(checked(test, &raw.limits, roster).map_err(wrong)?);
    }
    if tests.is_empty() {
        return Err(source.whole(Diagnostic::untranslated("a task has at least one test")));
    }
    let (memory, output) = (raw.limits.memory_mb << 20, raw.limits.output_kb << 10);
    let workshop = Workshop { launcher, languages: known, main: raw.main, handout, memory, output };
    Ok(Task { title: raw.title, tests, workshop })
}

fn checked(raw: RawTest, task: &RawLimits, roster: &Roster) -> Result<Test, (&'static str, String)> {
    if raw.trees.is_some() && raw.game != GameId::Tree {
        return Err(("trees", "random trees are positions of the game \"tree\"".to_owned()));
    }
    if raw.depth == Some(0) {
        return Err(("depth", "must be at least 1".to_owned()));
    }
    let is_search = !matches!(raw.kind, RawKind::Beats);
    if is_search && raw.depth.is_some() && raw.evaluation.is_none() {
        let problem = "needs an evaluation; \"zero\" takes every unfinished state for a draw";
        return Err(("depth", problem.to_owned()));
    }
    let setup =
        Setup { game: raw.game, options: raw.options, evaluation: raw.evaluation, weights: raw.weights, win: raw.win };
    let mut positions: Vec<Option<String>> = raw.positions.into_iter().map(Some).collect();
    if let Some(trees) = &raw.trees {
        let ordered = |[low, high]: [usize; 2]| (1..=high).contains(&low) && high <= 8;
        if !ordered(trees.branching) || !(1..=8).contains(&trees.depth) || trees.values[0] > trees.values[1] {
            let problem = "branching is between 1 and 8, depth too, and values are from the least to the greatest";
            return Err(("trees", problem.to_owned()));
        }
        positions.extend((0..trees.count).map(|index| {
            let mut rng = Rng::new(derive(trees.seed, &[index]));
            // MIN moves first in every other tree.
            let side = if index % 2 == 1 { " second" } else { "" };
            Some(format!("{}{side}", random_tree(&mut rng, trees.depth, trees.branching, trees.values)))
        }));
    }
    if positions.is_empty() {
        positions.push(None);
    }
    for position in &positions {
        let state = setup.state(position.as_deref()).map_err(|error| ("positions", error.to_string()))?;
        if state.utility().is_some() {
            return Err(("positions", format!("the game is over in {}", state.text())));
        }
    }
    let kind = match raw.kind {
        RawKind::Search => {
            let alpha_beta = matches!(raw.search, RawSearch::AlphaBeta);
            let checks = raw.check.unwrap_or_else(|| vec![Check::Value, Check::Move]);
            if checks.is_empty() {
                return Err(("check", "names at least one of value, move, leaves and generated".to_owned()));
            }
            Kind::Search(SearchTest {
                alpha_beta,
                checks,
                equality: raw.equality,
                at_once: raw.at_once,
                positions,
                orders: raw.orders,
                play: raw.play,
            })
        }
        RawKind::Ties => {
            if positions.len() > 1 {
                return Err(("positions", "a test of ties has one position".to_owned()));
            }
            Kind::Ties { position: positions.remove(0), asks: raw.asks.clamp(1, 10_000) }
        }
        RawKind::Beats => {
            let name = raw.bot.ok_or(("bot", "names the opponent; `arena bots` lists them".to_owned()))?;
            let bot = roster.find(&name).ok_or_else(|| ("bot", roster.unknown(&name, Some(raw.game)).to_string()))?;
            if bot.game != raw.game {
                return Err(("bot", format!("{name} plays {}", bot.game)));
            }
            if bot.time_ms.is_some() || bot.search.threads > 1 || bot.engine.is_some() || bot.module.is_some() {
                let problem = "must be limited by depth or nodes, so that it always plays the same";
                return Err(("bot", problem.to_owned()));
            }
            if !(raw.score > raw.margin && raw.margin > 0.0 && raw.score <= 1.0) {
                return Err(("score", "is a share up to 1, and greater than the margin".to_owned()));
            }
            let games = raw.games.clamp(2, 10_000);
            Kind::Beats(Box::new(BeatsTest { bot: bot.clone(), score: raw.score, margin: raw.margin, games }))
        }
    };
    let limits = AnswerLimits {
        time: Duration::from_millis(raw.time_ms.unwrap_or(task.time_ms)),
        memory: task.memory_mb << 20,
        output: task.output_kb << 10,
    };
    Ok(Test {
        name: raw.name,
        points: raw.points,
        partial: raw.partial,
        hidden: raw.hidden,
        setup,
        limits,
        states: raw.states.unwrap_or(task.states),
        depth: raw.depth,
        kind,
    })
}
