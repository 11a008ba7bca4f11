//! What a tuning came to, as facts: the same for JSON, text, Markdown and HTML.

use serde::Serialize;
use serde_json::Value;

use super::run::{Point, Ratio, Tested, Tuned};
use super::spec::Tuning;
use super::spsa::{Gains, Kind};
use crate::games::GameId;
use crate::search::Switch;
use crate::tournament::rating::{Model, NoFigure, Pentanomial, Results, TestVerdict, Wdl, difference};

/// A tuning's result, or its state so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningReport {
    /// The tuning.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// What the bot does, in a line.
    pub bot: String,
    /// The evaluation that was tuned.
    pub evaluation: String,
    /// What all chance came from.
    pub seed: u64,
    /// Encounters learned from.
    pub encounters: u64,
    /// Encounters that there are to learn from.
    pub scheduled: u64,
    /// Encounters between the same two versions.
    pub batch: u64,
    /// How the steps got smaller.
    pub gains: Gains,
    /// Whether all of it was played.
    pub complete: bool,
    /// Each number that was tuned.
    pub weights: Vec<WeightRow>,
    /// What follows from them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<DerivedRow>,
    /// The sequential test of the tuned weights against those of the start, where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestRow>,
    /// The tuned bot, as a file of bots takes it.
    pub snippet: String,
    /// What a reader should know before trusting the figures.
    pub warnings: Vec<String>,
    /// The weights after each batch; thinned out to about a thousand points.
    pub curve: Vec<Point>,
}

/// One weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightRow {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it weighs, or does.
    pub about: String,
    /// Where it began.
    pub start: i32,
    /// What it became.
    pub tuned: i32,
    /// The same before rounding: the mean of the last estimates.
    pub estimate: f64,
    /// Half of its 95 % range, as the last estimates scatter; none before there are enough of them.
    pub error: Option<f64>,
    /// The last estimate itself.
    pub last: f64,
    /// Its lower bound.
    pub min: f64,
    /// Its upper bound.
    pub max: f64,
    /// Its perturbation at the end.
    pub c_end: f64,
    /// How much a result counted at the end.
    pub r_end: f64,
}

/// A weight or a switch that follows from what was tuned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DerivedRow {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How it follows.
    pub expression: String,
    /// Where it began.
    pub start: i32,
    /// What it became.
    pub tuned: i32,
}

/// The tuned bot against that of the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestRow {
    /// The hypotheses and how often the test may err.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// The chance to call the tuned weights better although they are not.
    pub alpha: f64,
    /// The chance of the other mistake.
    pub beta: f64,
    /// On which scale the hypotheses are.
    pub model: Model,
    /// The most encounters that it may take.
    pub most: u64,
    /// Matches of the tuned bot.
    #[serde(flatten)]
    pub results: Wdl,
    /// Its encounters by points: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
    /// Encounters that had been played before, move by move: they do not count for the test.
    pub repeats: u64,
    /// The Elo difference, and half of its 95 % range; repeats are left out.
    pub elo: Option<f64>,
    /// Half of its 95 % range.
    pub elo_error: Option<f64>,
    /// The normalised Elo difference.
    pub nelo: Option<f64>,
    /// Half of its 95 % range.
    pub nelo_error: Option<f64>,
    /// The likelihood that the tuned bot is the stronger one.
    pub los: Option<f64>,
    /// The log-likelihood ratio.
    pub llr: Option<f64>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr_note: Option<NoFigure>,
    /// At this ratio or below, the tuned weights are no better.
    pub lower: f64,
    /// At this ratio or above, they are.
    pub upper: f64,
    /// What was decided.
    pub verdict: Option<TestVerdict>,
    /// How the ratio went.
    pub course: Vec<Ratio>,
}

impl TuningReport {
    /// The report of a tuning.
    #[must_use]
    pub fn new(tuning: &Tuning, tuned: &Tuned) -> Self {
        let config = &tuning.plan.config;
        let test = tuned.test.as_ref().map(|tested| TestRow::new(tuning, tested));
        Self {
            name: config.name.clone(),
            game: config.game,
            bot: tuning.bot.summary(),
            evaluation: tuning.bot.evaluation.name.clone(),
            seed: config.seed,
            encounters: tuned.curve.last().map_or(0, |point| point.encounters),
            scheduled: tuning.encounters,
            batch: tuning.batch,
            gains: tuning.gains,
            complete: tuned.complete,
            weights: rows(tuning, tuned),
            derived: derived(tuning, tuned),
            warnings: warnings(tuning, tuned, test.as_ref()),
            test,
            snippet: snippet(tuning, &tuned.values),
            curve: tuned.curve.clone(),
        }
    }

    /// The report as JSON with a line's end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data with text keys") + "\n"
    }
}

fn rows(tuning: &Tuning, tuned: &Tuned) -> Vec<WeightRow> {
    let known = tuning.evaluation().weights;
    let about = |weight: &super::spsa::Weight| match weight.kind {
        Kind::Weight => known.iter().find(|info| info.name == weight.name).map_or("", |info| info.about).to_owned(),
        Kind::Switch => Switch::of(&weight.name).map(Switch::about).unwrap_or_default(),
        Kind::Variable => "what expressions go by".to_owned(),
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

fn derived(tuning: &Tuning, tuned: &Tuned) -> Vec<DerivedRow> {
    let starts: Vec<i32> = tuning.weights.iter().map(|weight| super::spsa::whole(weight.start)).collect();
    let row = |derived: &super::parameters::Derived| DerivedRow {
        name: derived.name.clone(),
        kind: derived.kind,
        expression: derived.expression.text.clone(),
        start: derived.of(&starts),
        tuned: derived.of(&tuned.values),
    };
    tuning.derived.iter().map(row).collect()
}

impl TestRow {
    fn new(tuning: &Tuning, tested: &Tested) -> Self {
        let test = &tuning.test;
        let (all, independent) = tested.encounters();
        let figures = difference(Results::Pentanomial(independent));
        let rounded = |figure: Result<f64, NoFigure>| figure.ok().map(six);
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
            elo: rounded(figures.elo),
            elo_error: rounded(figures.elo_error),
            nelo: rounded(figures.nelo),
            nelo_error: rounded(figures.nelo_error),
            los: rounded(figures.los),
            llr: rounded(tested.llr),
            llr_note: tested.llr.err(),
            lower: six(test.hypotheses.lower()),
            upper: six(test.hypotheses.upper()),
            verdict: tested.verdict,
            course: tested.course.iter().map(|it| Ratio { llr: six(it.llr), ..*it }).collect(),
        }
    }

    /// What was decided, in words.
    #[must_use]
    pub const fn decision(&self) -> &'static str {
        match self.verdict {
            Some(TestVerdict::H1) => "the tuned weights are better (H1 accepted)",
            Some(TestVerdict::H0) => "the tuned weights are no better (H0 accepted)",
            None => "undecided",
        }
    }
}

/// Rounds to six digits after the point. The logarithms of two machines may differ in digits behind these.
fn six(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

fn warnings(tuning: &Tuning, tuned: &Tuned, test: Option<&TestRow>) -> Vec<String> {
    let mut warnings = Vec::new();
    let at_bound =
        |(weight, estimate): &(&super::spsa::Weight, &f64)| **estimate <= weight.min || **estimate >= weight.max;
    for (weight, estimate) in tuning.weights.iter().zip(&tuned.last).filter(at_bound) {
        warnings.push(format!("{} ended at its bound, {estimate}: the best value may lie beyond.", weight.name));
    }
    if let Some(test) = test.filter(|test| test.repeats > 0) {
        warnings.push(format!(
            "{} encounters of the test repeat earlier ones move by move; they do not count. More openings would make \
             them different.",
            test.repeats
        ));
    }
    if tuned.complete && tuned.test.is_none() && tuning.test.encounters > 0 {
        warnings.push("No test was played: the tuned weights are those of the start.".to_owned());
    }
    if !tuned.complete {
        warnings.push("The tuning was stopped before its end.".to_owned());
    }
    warnings
}

/// The tuned bot as a file of bots has it, with every switch that differs from its default.
fn snippet(tuning: &Tuning, values: &[i32]) -> String {
    let name = format!("{}-tuned", tuning.bot.name);
    let bot = tuning.version(&name, values);
    let bare = crate::bots::RawBot { name: Some(name), game: Some(bot.game), ..Default::default() };
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

/// A value as TOML writes it on one line. Texts are the same in both.
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
