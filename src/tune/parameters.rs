//! The tuned numbers of a tuning file: weights of the evaluation, switches of the search, and options
//! of an engine.

use serde::Deserialize;

use super::file_table::FileTable;
use super::spsa::{Kind, Weight, whole};
use arena_bots::engine::OptionValue;
use arena_bots::roster::tables;
use arena_bots::toml_file::Located;
use arena_bots::{BotSpec, FileError, RawBot};
use arena_games::{Diagnostic, EvaluationInfo, FieldError, WEIGHT_LIMIT};
use arena_search::{SWITCHES, Switch, SwitchKind};

/// The most numbers of a tuning.
const MOST: usize = 200;

/// A tuned number, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawParameter {
    name: String,
    start: Option<i64>,
    min: i64,
    max: i64,
    c_end: f64,
    r_end: f64,
}

/// The tables of a file that define the tuned numbers.
#[derive(Default)]
pub(super) struct RawParameters {
    pub(super) weights: Vec<RawParameter>,
    pub(super) switches: Vec<RawParameter>,
    pub(super) engine_options: Vec<RawParameter>,
}

/// All tuned numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters(pub(super) Vec<Weight>);

impl Parameters {
    /// Reads the tuned numbers, and sets the bot to their starting values.
    ///
    /// # Errors
    /// [`FileError`] with line and key.
    pub(super) fn read(
        at: &FileTable<'_, '_>,
        file: &Located<'_>,
        raw: RawParameters,
        bot: &mut BotSpec,
    ) -> Result<Self, FileError> {
        let RawParameters { weights, switches, engine_options } = raw;
        if weights.len() + switches.len() + engine_options.len() > MOST {
            return Err(at.wrong("weights", format!("at most {MOST} parameters can be tuned")));
        }
        let mut found: Vec<Weight> = Vec::new();
        for (key, kind, raw) in [
            ("weights", Kind::Weight, weights),
            ("switches", Kind::Switch, switches),
            ("engine_options", Kind::Option, engine_options),
        ] {
            if !raw.is_empty() && (bot.engine.is_some() != (kind == Kind::Option)) {
                let problem = "an engine is tuned by [[engine_options]], and a bot by [[weights]] and [[switches]]";
                return Err(at.wrong(key, problem));
            }
            for (raw, table) in raw.into_iter().zip(tables(file.clone(), key)) {
                let at = FileTable { source: at.source, table };
                let now = present(&at, kind, &raw.name, bot)?;
                if found.iter().any(|earlier| earlier.name == raw.name) {
                    return Err(at.wrong("name", format!("{:?} is tuned twice", raw.name)));
                }
                found.push(checked(&at, kind, raw, now)?);
            }
        }
        if found.is_empty() {
            let problem = "there is nothing to tune: each [[weights]] names a weight of the evaluation, [[switches]] a \
                           switch of the search, and [[engine_options]] an option of the engine";
            return Err(at.wrong("weights", problem));
        }
        let parameters = Self(found);
        let starts: Vec<i32> = parameters.0.iter().map(|weight| whole(weight.start)).collect();
        *bot = parameters.set(bot, &starts).map_err(|error| at.wrong("switches", error.to_string()))?;
        for end in [|weight: &Weight| weight.min, |weight: &Weight| weight.max] {
            let ends: Vec<i32> = parameters.0.iter().map(|weight| whole(end(weight))).collect();
            let bot = parameters.set(bot, &ends).map_err(|error| at.wrong("switches", error.to_string()))?;
            if !bot.is_reproducible() && bot.engine.is_none() {
                return Err(at.wrong("switches", "threads cannot be tuned, because matches would not be reproducible"));
            }
        }
        Ok(parameters)
    }

    /// Returns the bot with these values of the tuned numbers.
    ///
    /// # Errors
    /// [`FieldError`] when the switches are incompatible.
    pub(super) fn set(&self, bot: &BotSpec, values: &[i32]) -> Result<BotSpec, FieldError> {
        let mut bot = bot.clone();
        let mut switches = Vec::new();
        for (Weight { name, kind, .. }, &value) in self.0.iter().zip(values) {
            match kind {
                Kind::Weight => drop(bot.evaluation.weights.insert(name.clone(), value)),
                Kind::Switch => switches.push((name.as_str(), value)),
                Kind::Option => {
                    if let Some(engine) = &mut bot.engine {
                        engine.options.insert(name.clone(), OptionValue::Number(value.into()));
                    }
                }
            }
        }
        if switches.is_empty() { Ok(bot) } else { switched(bot, &switches) }
    }
}

/// Returns the bot with these values of the switches.
fn switched(bot: BotSpec, switches: &[(&str, i32)]) -> Result<BotSpec, FieldError> {
    let mut json = bot.to_json();
    let keys = json.as_object_mut().expect("a configuration is an object");
    // The book is kept and not read again.
    keys.remove("book");
    keys.remove("book_digest");
    keys.extend(switches.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())));
    if bot.module.is_some() {
        keys.remove("evaluation");
    }
    let raw: RawBot = serde_json::from_value(json).expect("a checked configuration reads back");
    // So is the module.
    let evaluation = bot.evaluation;
    Ok(BotSpec { book: bot.book, evaluation, module: bot.module, ..raw.check(&[])? })
}

/// Checks that a number of this name may be tuned. Returns the bot's present value, if there is one.
fn present(at: &FileTable<'_, '_>, kind: Kind, name: &str, bot: &BotSpec) -> Result<Option<i64>, FileError> {
    match kind {
        Kind::Weight => match bot.evaluation.weights.get(name) {
            Some(now) => Ok(Some(i64::from(*now))),
            None => Err(at.wrong("name", unknown_weight(bot, name))),
        },
        Kind::Switch => match number(name) {
            Some((switch, ..)) => Ok(switch.to_json(&bot.search).and_then(|value| value.as_i64())),
            None => Err(at.wrong("name", unknown_switch(name))),
        },
        // The engine itself checks the name and the bounds.
        Kind::Option => Ok(bot.engine.as_ref().and_then(|engine| match engine.options.get(name) {
            Some(OptionValue::Number(now)) => Some(*now),
            _ => None,
        })),
    }
}

/// Returns the switch of this name with its bounds, if it is a number that may be tuned.
fn number(name: &str) -> Option<(&'static Switch, i64, i64)> {
    let switch = Switch::of(name).filter(|switch| switch.key != "threads")?;
    match switch.kind {
        SwitchKind::Number(min, max) => Some((switch, min, max)),
        _ => None,
    }
}

fn unknown_switch(name: &str) -> String {
    let numbers = SWITCHES.iter().filter_map(|switch| number(switch.key).map(|_| switch.key));
    format!("{name:?} is not a numeric switch; these are: {}", numbers.collect::<Vec<_>>().join(", "))
}

fn unknown_weight(bot: &BotSpec, name: &str) -> String {
    let evaluation = &bot.evaluation.name;
    if bot.module.is_some() {
        return format!(
            "the evaluation {evaluation:?} is a module, whose numbers are fixed; tune [[switches]] of the search"
        );
    }
    let Some(info) = known_evaluation(bot) else {
        return format!("the evaluation {evaluation:?} is an expression, whose numbers cannot be tuned");
    };
    let known: Vec<&str> = info.weights.iter().map(|weight| weight.name).collect();
    format!("the evaluation {evaluation:?} has no weight {name:?}; its weights are: {}", known.join(", "))
}

/// The bounds of a tuned number.
fn bounds(kind: Kind, name: &str) -> (i64, i64) {
    let limit = i64::from(WEIGHT_LIMIT);
    match kind {
        Kind::Switch => number(name).map_or((0, 0), |(_, min, max)| (min, max)),
        Kind::Option => (i32::MIN.into(), i32::MAX.into()),
        Kind::Weight => (-limit, limit),
    }
}

fn checked(at: &FileTable<'_, '_>, kind: Kind, raw: RawParameter, now: Option<i64>) -> Result<Weight, FileError> {
    let (least, most) = bounds(kind, &raw.name);
    for (key, value) in [("min", raw.min), ("max", raw.max)] {
        if !(least..=most).contains(&value) {
            let least = least.to_string().replace('-', "−");
            return Err(at.wrong(key, Diagnostic::range(value, least, most)));
        }
    }
    if raw.min >= raw.max {
        return Err(at.wrong("max", format!("must be greater than min, got max = {} and min = {}", raw.max, raw.min)));
    }
    let (min, max) = (bound(raw.min), bound(raw.max));
    let Some(start) = raw.start.or(now) else {
        return Err(at.wrong("start", "the bot does not set this switch, so the start value is required"));
    };
    if !(raw.min..=raw.max).contains(&start) {
        return Err(at.wrong(
            "start",
            format!("must be between min and max, got {start} (min = {}, max = {})", raw.min, raw.max),
        ));
    }
    Ok(Weight {
        name: raw.name,
        kind,
        start: f64::from(bound(start)),
        min: f64::from(min),
        max: f64::from(max),
        c_end: at.number("c_end", raw.c_end, 0.0, f64::from(max) - f64::from(min))?,
        r_end: at.number("r_end", raw.r_end, 0.0, 10.0)?,
    })
}

fn bound(value: i64) -> i32 {
    i32::try_from(value).expect("within the limits of weights and switches")
}

/// Returns the evaluation of a bot, unless it is an expression.
pub(super) fn known_evaluation(bot: &BotSpec) -> Option<&'static EvaluationInfo> {
    bot.game.evaluations().iter().find(|info| info.name == bot.evaluation.name)
}
