//! The result of a tuning as data, from which JSON, text, Markdown and HTML are made.

use serde::Serialize;
use serde_json::Value;

use super::run::{Point, Ratio, Tested, Tuned};
use super::spec::Tuning;
use super::spsa::{Gains, Kind};
use arena_games::GameId;
use arena_search::Switch;
use arena_tournament::rating::{Model, NoFigure, Pentanomial, Results, TestVerdict, Wdl, difference};
use arena_tournament::report::number_format::rounded;

/// A tuning's result, or its state so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningReport {
    /// The name of the tuning.
    pub name: String,
    pub game: GameId,
    /// A summary of the bot in one line.
    pub bot: String,
    /// The evaluation that was tuned, unless the bot is an engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of encounters learned from.
    pub encounters: u64,
    /// The number of encounters to learn from.
    pub scheduled: u64,
    /// The number of encounters between the same two versions.
    pub batch: u64,
    /// How the step sizes decrease.
    pub gains: Gains,
    /// Whether the tuning is complete.
    pub complete: bool,
    /// The tuned numbers.
    pub weights: Vec<WeightRow>,
    /// The sequential test of the tuned weights against the starting weights, if it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestRow>,
    /// The tuned bot in the format of a bots file.
    pub snippet: String,
    /// Warnings about the figures.
    pub warnings: Vec<String>,
    /// The weights after each batch, thinned out to about a thousand points.
    pub curve: Vec<Point>,
}

/// One tuned number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightRow {
    pub name: String,
    pub kind: Kind,
    /// A description.
    pub about: String,
    /// The starting value.
    pub start: i32,
    /// The tuned value.
    pub tuned: i32,
    /// The tuned value before rounding: the mean of the last estimates.
    pub estimate: f64,
    /// Half of the 95 % range, from the scatter of the last estimates; `None` if there are too few.
    pub error: Option<f64>,
    /// The last estimate.
    pub last: f64,
    /// The lower bound.
    pub min: f64,
    /// The upper bound.
    pub max: f64,
    /// The perturbation at the end.
    pub c_end: f64,
    /// The step rate at the end.
    pub r_end: f64,
}

/// The test of the tuned bot against the starting one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestRow {
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
    /// The most encounters of the test.
    pub most: u64,
    /// The matches, from the view of the tuned bot.
    #[serde(flatten)]
    pub results: Wdl,
    /// The encounters by points of the tuned bot: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
    /// The encounters that repeat earlier ones move by move. They do not count for the test.
    pub repeats: u64,
    /// The Elo difference, without repeats.
    pub elo: Option<f64>,
    /// Half of its 95 % range.
    pub elo_error: Option<f64>,
    /// The normalised Elo difference.
    pub nelo: Option<f64>,
    /// Half of its 95 % range.
    pub nelo_error: Option<f64>,
    /// The likelihood that the tuned bot is stronger.
    pub los: Option<f64>,
    /// The log-likelihood ratio.
    pub llr: Option<f64>,
    /// Why there is no ratio.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr_note: Option<NoFigure>,
    /// At this ratio or below, the tuned weights are not better.
    pub lower: f64,
    /// At this ratio or above, the tuned weights are better.
    pub upper: f64,
    /// The decision, if there is one.
    pub verdict: Option<TestVerdict>,
    pub course: Vec<Ratio>,
}

impl TuningReport {
    /// Creates the report of a tuning.
    #[must_use]
    pub fn new(tuning: &Tuning, tuned: &Tuned) -> Self {
        let config = &tuning.plan.config;
        let test = tuned.test.as_ref().map(|tested| TestRow::new(tuning, tested));
        Self {
            name: config.name.clone(),
            game: config.game,
            bot: tuning.bot.summary(),
            evaluation: tuning.bot.engine.is_none().then(|| tuning.bot.evaluation.name.clone()),
            seed: config.seed,
            encounters: tuned.curve.last().map_or(0, |point| point.encounters),
            scheduled: tuning.encounters,
            batch: tuning.batch,
            gains: tuning.gains,
            complete: tuned.complete,
            weights: rows(tuning, tuned),
            warnings: warnings(tuning, tuned, test.as_ref()),
            test,
            snippet: snippet(tuning, &tuned.values),
            curve: tuned.curve.clone(),
        }
    }

    /// The report as JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data with text keys") + "\n"
    }
}

fn rows(tuning: &Tuning, tuned: &Tuned) -> Vec<WeightRow> {
    let known = tuning.evaluation().map_or(&[][..], |info| info.weights);
    let about = |weight: &super::spsa::Weight| match weight.kind {
        Kind::Weight => known.iter().find(|info| info.name == weight.name).map_or("", |info| info.about).to_owned(),
        Kind::Switch => Switch::of(&weight.name).map(Switch::about).unwrap_or_default(),
        Kind::Option => "an option of the engine".to_owned(),
    };
    let row = |(place, weight): (usize, &super::spsa::Weight)| WeightRow {
        name: weight.name.clone(),
        kind: weight.kind,
        about: about(weight),
        start: super::spsa::whole(weight.start),
        tuned: tuned.values[place],
        estimate: tuned.estimates[place],
        error: tuned.errors[place],
        last: tuned.last[place],
        min: weight.min,
        max: weight.max,
        c_end: weight.c_end,
        r_end: weight.r_end,
    };
    tuning.weights.iter().enumerate().map(row).collect()
}

impl TestRow {
    fn new(tuning: &Tuning, tested: &Tested) -> Self {
        let test = &tuning.test;
        let (all, independent) = tested.encounters();
        let figures = difference(Results::Pentanomial(independent));
        let known = |figure: Result<f64, NoFigure>| figure.ok().map(rounded);
        Self {
            elo0: test.elo0,
            elo1: test.elo1,
            alpha: test.alpha,
            beta: test.beta,
            model: test.model,
            most: test.encounters,
            results: tested.results(),
            pentanomial: all,
            repeats: all.encounters() - independent.encounters(),
            elo: known(figures.elo),
            elo_error: known(figures.elo_error),
            nelo: known(figures.nelo),
            nelo_error: known(figures.nelo_error),
            los: known(figures.los),
            llr: known(tested.llr),
            llr_note: tested.llr.err(),
            lower: rounded(test.hypotheses.lower()),
            upper: rounded(test.hypotheses.upper()),
            verdict: tested.verdict,
            course: tested.course.iter().map(|it| Ratio { llr: rounded(it.llr), ..*it }).collect(),
        }
    }

    /// The decision in words.
    #[must_use]
    pub const fn decision(&self) -> &'static str {
        match self.verdict {
            Some(TestVerdict::H1) => "the tuned weights are better (H1 accepted)",
            Some(TestVerdict::H0) => "the tuned weights are not better (H0 accepted)",
            None => "undecided",
        }
    }
}

fn warnings(tuning: &Tuning, tuned: &Tuned, test: Option<&TestRow>) -> Vec<String> {
    let mut warnings = Vec::new();
    let at_bound =
        |(weight, estimate): &(&super::spsa::Weight, &f64)| **estimate <= weight.min || **estimate >= weight.max;
    for (weight, estimate) in tuning.weights.iter().zip(&tuned.last).filter(at_bound) {
        warnings
            .push(format!("{} ended at its bound {estimate}; the best value may be outside the range.", weight.name));
    }
    if let Some(test) = test.filter(|test| test.repeats > 0) {
        warnings.push(format!(
            "{} encounters of the test repeat earlier ones move by move; they do not count. More openings would make \
             them different.",
            test.repeats
        ));
    }
    if tuned.complete && tuned.test.is_none() && tuning.test.encounters > 0 {
        warnings.push("No test was played, because the tuned weights equal the start.".to_owned());
    }
    if !tuned.complete {
        warnings.push("The tuning was stopped early.".to_owned());
    }
    warnings
}

/// The tuned bot in the format of a bots file, or the engine in that of a tournament file, with every switch that differs from its default.
fn snippet(tuning: &Tuning, values: &[i32]) -> String {
    let name = format!("{}-tuned", tuning.bot.name);
    let bot = tuning.version(&name, values);
    if bot.engine.is_some() {
        let json = bot.to_json();
        let keys = json.as_object().into_iter().flatten().filter(|(key, _)| *key != "game");
        let lines = keys.map(|(key, value)| format!("{key} = {}\n", toml_value(value)));
        return ["[[entrants]]\n".to_owned()].into_iter().chain(lines).collect();
    }
    let bare = arena_bots::RawBot { name: Some(name), game: Some(bot.game), ..Default::default() };
    let usual = bare.check(&[]).map(|bare| bare.to_json()).unwrap_or_default();
    let json = bot.to_json();
    let mut text = "[[bot]]\n".to_owned();
    for key in ["name", "game"] {
        text.push_str(&format!("{key} = {}\n", toml_value(&json[key])));
    }
    let Value::Object(keys) = &json else { return text };
    for (key, value) in keys.iter().filter(|(key, _)| !["name", "game", "evaluation"].contains(&key.as_str())) {
        if usual.get(key) != Some(value) {
            text.push_str(&format!("{key} = {}\n", toml_value(value)));
        }
    }
    text.push_str(&format!("evaluation = {}\n", toml_value(&json["evaluation"])));
    text
}

/// Formats a value as TOML on one line. Strings are the same in JSON and TOML.
fn toml_value(value: &Value) -> String {
    match value {
        Value::Object(keys) => {
            let bare = |key: &str| key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
            let named = |key: &String| if bare(key) { key.clone() } else { Value::from(key.as_str()).to_string() };
            let parts: Vec<String> =
                keys.iter().map(|(key, value)| format!("{} = {}", named(key), toml_value(value))).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml_value).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
