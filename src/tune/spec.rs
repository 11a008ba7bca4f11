//! Reads tuning files, which are TOML. Errors name the file, the line and the key.
//!
//! ```toml
//! name = "Open lines"
//! game = "tictactoe"
//! bot = "tictactoe-club"      # its evaluation is tuned
//! depth = 2                   # overrides a limit of the bot: depth or nodes
//! encounters = 2000           # two matches each, with exchanged seats
//! batch = 20                  # encounters between the same two versions
//! seed = 1
//! [openings]
//! random_plies = 2
//! [spsa]                      # only to change Spall's exponents
//! alpha = 0.602
//! gamma = 0.101
//! stability = 0.1             # A as a share of the encounters
//! average = 0.5               # the share of encounters, at the end, to average over
//! [test]                      # the tuned weights against the starting ones; 0 encounters for no test
//! elo0 = 0.0
//! elo1 = 10.0
//! encounters = 1000           # at most
//! [[weights]]                 # [[switches]] of the search have the same keys
//! name = "two"
//! start = 1
//! min = 0
//! max = 40
//! c_end = 2.0
//! r_end = 0.02
//! [[engine_options]]          # instead of weights and switches if `engine` stands in place of `bot`
//! name = "Contempt"
//! start = 0
//! min = -50
//! max = 50
//! c_end = 5.0
//! r_end = 0.02
//! ```

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::file_table::FileTable;
use super::parameters::{Parameters, RawParameter, RawParameters, known_evaluation};
use super::spsa::{Gains, Weight, whole};
use arena_bots::analysis::default_search;
use arena_bots::engine::RawEngine;
use arena_bots::module::module_name;
use arena_bots::spec::RawEvaluation;
use arena_bots::spec::check_name;
use arena_bots::{BotSpec, FileError, RawBot, Roster, Source};
use arena_games::{EvaluationInfo, FieldError, GameId, Options};
use arena_tournament::plan::engines::Inspector;
use arena_tournament::plan::file::{MAX_NAME, ReadFile};
use arena_tournament::plan::openings::spec::{OpeningsTable, RawOpenings};
use arena_tournament::plan::{
    Adjudication, Engines, Format, Limits, MAX_CONCURRENCY, Per, Plan, TournamentConfig, limits,
};
use arena_tournament::rating::{Hypotheses, Model};

/// The most encounters of a tuning, and of its test.
pub const MAX_ENCOUNTERS: u64 = 1_000_000;
/// The most encounters of a batch.
const MAX_BATCH: u64 = 100_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTuning {
    name: String,
    game: GameId,
    #[serde(default)]
    options: Options,
    bot: Option<String>,
    engine: Option<RawEngine>,
    #[serde(rename = "limits")]
    _limits: Option<toml::Value>,
    evaluation: Option<RawEvaluation>,
    depth: Option<i64>,
    nodes: Option<i64>,
    time_ms: Option<i64>,
    encounters: i64,
    #[serde(default = "one")]
    batch: i64,
    #[serde(default)]
    seed: i64,
    concurrency: Option<i64>,
    #[serde(default)]
    openings: RawOpenings,
    #[serde(default)]
    spsa: RawGains,
    #[serde(default)]
    test: RawTest,
    #[serde(default)]
    weights: Vec<RawParameter>,
    #[serde(default)]
    switches: Vec<RawParameter>,
    #[serde(default)]
    engine_options: Vec<RawParameter>,
}

const fn one() -> i64 {
    1
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGains {
    alpha: Option<f64>,
    gamma: Option<f64>,
    stability: Option<f64>,
    average: Option<f64>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTest {
    elo0: Option<f64>,
    elo1: Option<f64>,
    alpha: Option<f64>,
    beta: Option<f64>,
    model: Option<Model>,
    encounters: Option<i64>,
}

/// The sequential test of the tuned weights against the starting weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// The probability of accepting the tuned weights as better although they are not.
    pub alpha: f64,
    /// The probability of the opposite error.
    pub beta: f64,
    /// The scale of the hypotheses.
    pub model: Model,
    /// The most encounters of the test; 0 for no test.
    pub encounters: u64,
    /// The hypotheses and error rates, as a test.
    pub hypotheses: Hypotheses,
}

/// Settings of the command line that override those of the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    pub seed: Option<u64>,
    pub encounters: Option<u64>,
    /// Whether a file of openings is rejected if one of them is invalid.
    pub strict: bool,
}

/// A tuning file that was read and checked. The result of the tuning is a function of it.
#[derive(Clone)]
pub struct Tuning {
    /// The bot that is tuned, with the starting weights.
    pub bot: BotSpec,
    /// The tuned numbers.
    pub weights: Vec<Weight>,
    /// How the step sizes decrease.
    pub gains: Gains,
    /// The number of encounters to learn from.
    pub encounters: u64,
    /// The number of encounters between the same two versions. The tuning learns after each batch of this size.
    pub batch: u64,
    /// The test at the end.
    pub test: Test,
    /// The number of matches to play at the same time, if the file gives one. The result does not depend on it.
    pub concurrency: Option<usize>,
    /// All rounds between the two entrants: first those of the tuning, then those of the test. It holds the openings.
    pub plan: Plan,
}

impl Tuning {
    /// Returns the bot with other weights, under another name.
    #[must_use]
    pub fn version(&self, name: &str, values: &[i32]) -> BotSpec {
        let parameters = Parameters(self.weights.clone());
        // Switches that are compatible at both bounds are normally compatible between them. If they are not, as with a
        // table of 0 MiB, this version is the unchanged bot.
        let bot = parameters.set(&self.bot, values).unwrap_or_else(|_| self.bot.clone());
        BotSpec { name: name.to_owned(), ..bot }
    }

    /// The evaluation that is tuned, unless it is an expression.
    #[must_use]
    pub fn evaluation(&self) -> Option<&'static EvaluationInfo> {
        known_evaluation(&self.bot)
    }
}

/// Reads a tuning file. `roster` holds the bots that it may name; `open` reads a file of openings.
///
/// # Errors
/// [`FileError`] with the file, the line and the key, what is wrong and what would be valid.
pub fn read(
    source: &Source<'_>,
    roster: &Roster,
    overrides: Overrides,
    open: &ReadFile<'_>,
) -> Result<Tuning, FileError> {
    let file = source.table()?;
    let mut raw: RawTuning = source.read(file.clone())?;
    let at = FileTable { source, table: file.clone() };
    check_name(&raw.name, MAX_NAME).map_err(|problem| at.wrong("name", problem))?;
    let most = MAX_ENCOUNTERS.cast_signed();
    let encounters = at.integer("encounters", raw.encounters, 1, most)?;
    let batch = at.integer("batch", raw.batch, 1, MAX_BATCH.cast_signed())?;
    let seed = at.integer("seed", raw.seed, 0, (1 << 53) - 1)?;
    let at_once =
        raw.concurrency.map(|value| at.integer("concurrency", value, 1, MAX_CONCURRENCY as i64)).transpose()?;
    let openings = at.within("openings");
    let (table, options) = (&openings.table, &raw.options);
    let place = OpeningsTable {
        source,
        file: &file,
        table,
        game: raw.game,
        options,
        roster,
        read: open,
        strict: overrides.strict,
    };
    let (opening_terms, openings_source) = place.terms(std::mem::take(&mut raw.openings))?;
    let gains = gains(&at.within("spsa"), &raw.spsa)?;
    let test = test(&at.within("test"), &raw.test)?;
    let mut bot = bot(&at, &mut raw, roster)?;
    let limits = limits::read(source, &file, Limits::default())?;
    let RawTuning { weights, switches, engine_options, .. } = raw;
    let tuned = RawParameters { weights, switches, engine_options };
    let parameters = Parameters::read(&at, &file, tuned, &mut bot)?;
    let mut inspector = Inspector::new(Engines::Probed, raw.game, raw.options.clone());
    if bot.engine.is_some() {
        for end in [|weight: &Weight| weight.min, |weight: &Weight| weight.max] {
            let ends: Vec<i32> = parameters.0.iter().map(|weight| whole(end(weight))).collect();
            let version = parameters.set(&bot, &ends).map_err(|error| at.wrong("engine", error.problem))?;
            inspector.look(source, &file, &version, &limits)?;
        }
    } else if file.get_ref().contains_key("limits") {
        return Err(at.wrong("limits", "only an engine has these limits here: give the bot depth or nodes"));
    }
    let encounters = overrides.encounters.unwrap_or(encounters);
    let config = TournamentConfig {
        name: raw.name,
        game: raw.game,
        options: raw.options,
        format: Format::RoundRobin,
        rounds: encounters + test.encounters,
        seed: overrides.seed.unwrap_or(seed),
        openings: opening_terms,
        // Each round is one encounter here.
        openings_per: Per::Round,
        entrants: ["plus", "minus"].map(|name| (BotSpec { name: name.to_owned(), ..bot.clone() }, limits)).into(),
        adjudication: Adjudication::default(),
    };
    let mut plan = Plan::new(config).map_err(|FieldError { path, problem }| match &*path {
        "random_plies" => openings.wrong(&path, problem),
        "rounds" => at.wrong("encounters", problem),
        _ => at.wrong(&path, problem),
    })?;
    inspector.check_openings(&plan).map_err(|problem| openings.wrong("openings", problem))?;
    plan.openings_source = openings_source.drawn(plan.openings());
    plan.hash = hash(&plan.hash, &parameters, gains, encounters, batch, &test);
    let concurrency = at_once.and_then(|count| usize::try_from(count).ok());
    Ok(Tuning { bot, weights: parameters.0, gains, encounters, batch, test, concurrency, plan })
}

fn gains(at: &FileTable<'_, '_>, raw: &RawGains) -> Result<Gains, FileError> {
    let usual = Gains::default();
    let stability = raw.stability.unwrap_or(usual.stability);
    if !(0.0..=1.0).contains(&stability) {
        return Err(at.wrong("stability", format!("must be between 0 and 1, got {stability}")));
    }
    let average = raw.average.unwrap_or(usual.average);
    if !(0.0..=1.0).contains(&average) {
        return Err(at.wrong("average", format!("must be between 0 and 1, got {average}")));
    }
    Ok(Gains {
        alpha: at.number("alpha", raw.alpha.unwrap_or(usual.alpha), 0.0, 1.0)?,
        gamma: at.number("gamma", raw.gamma.unwrap_or(usual.gamma), 0.0, 1.0)?,
        stability,
        average,
    })
}

fn test(at: &FileTable<'_, '_>, raw: &RawTest) -> Result<Test, FileError> {
    let encounters = at.integer("encounters", raw.encounters.unwrap_or(1_000), 0, MAX_ENCOUNTERS.cast_signed())?;
    let (elo0, elo1) = (raw.elo0.unwrap_or(0.0), raw.elo1.unwrap_or(10.0));
    let (alpha, beta) = (raw.alpha.unwrap_or(0.05), raw.beta.unwrap_or(0.05));
    let model = raw.model.unwrap_or_default();
    if model == Model::Bayesian {
        return Err(at.wrong("model", "the Bayesian model does not count encounters; use normalized or logistic"));
    }
    let given = [("elo0", raw.elo0), ("elo1", raw.elo1), ("alpha", raw.alpha), ("beta", raw.beta)];
    let key = given.iter().rev().find(|(_, value)| value.is_some()).map_or("elo1", |(key, _)| key);
    let hypotheses = Hypotheses::new(elo0, elo1, alpha, beta, model).map_err(|bad| at.wrong(key, bad.problem))?;
    Ok(Test { elo0, elo1, alpha, beta, model, encounters, hypotheses })
}

/// Returns the bot that the file names, with the changes in the file.
fn bot(at: &FileTable<'_, '_>, raw: &mut RawTuning, roster: &Roster) -> Result<BotSpec, FileError> {
    let name = match (&raw.bot, raw.engine.take()) {
        (Some(name), None) => name,
        (None, Some(engine)) => {
            let name = engine.file_name().unwrap_or_default();
            let (depth, nodes, time_ms) = (raw.depth, raw.nodes, raw.time_ms);
            let game = Some(raw.game);
            let bot =
                RawBot { name: Some(name), game, engine: Some(engine), depth, nodes, time_ms, ..RawBot::default() };
            return bot.check_entrant(&[]).map_err(|error| at.wrong(&error.path, error.problem));
        }
        _ => return Err(at.wrong("bot", "either bot names what is tuned, or engine is a program")),
    };
    if raw.time_ms.is_some() {
        return Err(at.wrong("time_ms", "matches would not be reproducible: give the bot depth or nodes"));
    }
    let of_module = module_name(name).map(|_| {
        let usual = RawBot { game: Some(raw.game), ..default_search(raw.game) };
        RawBot::of_module(name, usual, roster.modules()).map_err(|error| at.wrong("bot", error.problem))
    });
    let Some(base) = of_module.transpose()?.or_else(|| roster.raw(name).cloned()) else {
        return Err(at.wrong("bot", roster.unknown(name, Some(raw.game))));
    };
    if base.game != Some(raw.game) {
        let plays = base.game.map_or("another game", GameId::name);
        return Err(at.wrong("bot", format!("{name:?} plays {plays}, but the tuning is for {}", raw.game)));
    }
    let changed = RawBot { depth: raw.depth, nodes: raw.nodes, evaluation: raw.evaluation.take(), ..RawBot::default() };
    let bot = roster.check(changed.over(base)).map_err(|error| at.wrong(&error.path, error.problem))?;
    if bot.chooses_by_module() {
        let problem = format!("{name:?} is a WebAssembly module that chooses the moves, so it has no numbers to tune");
        return Err(at.wrong("bot", problem));
    }
    if !bot.is_reproducible() {
        let problem = format!("{name:?} is limited by time; use a bot that is limited by depth or nodes");
        return Err(at.wrong("bot", problem));
    }
    Ok(BotSpec { about: String::new(), ..bot })
}

/// SHA-256, in hexadecimal, of the plan and everything else that the result depends on.
fn hash(plan: &str, tuned: &Parameters, gains: Gains, encounters: u64, batch: u64, test: &Test) -> String {
    let Test { elo0, elo1, alpha, beta, model, .. } = test;
    let content = serde_json::json!([plan, tuned.0, gains, encounters, batch, [elo0, elo1, alpha, beta], model]);
    Sha256::digest(content.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}
