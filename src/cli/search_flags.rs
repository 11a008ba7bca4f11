//! The search switches as flags, with the keys of a bot's file.

use std::str::FromStr;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value};

use arena_bots::RawBot;
use arena_bots::spec::{EvaluationSpec, RawBook, RawEvaluation};
use arena_games::Weights;
use arena_search::{SWITCHES, Switch, SwitchKind};

/// The parts of a bot given by flags: search switches, whose flags are generated from their declarations, and other
/// keys.
#[derive(Clone, Debug)]
pub(super) struct SearchFlags {
    switches: Map<String, Value>,
    others: OtherFlags,
}

/// The keys of a bot that limit or supply its search.
#[derive(Clone, Debug, clap::Args)]
struct OtherFlags {
    /// Maximum number of nodes.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<i64>,
    /// Maximum time in milliseconds.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    time_ms: Option<i64>,
    /// Evaluation of unfinished positions: a name, optionally with weights (lines:one=3,two=9), or an expression over the
    /// features of the game ("3*two - their_one").
    #[arg(long, value_name = "NAME[:WEIGHT=N,…]|EXPRESSION")]
    evaluation: Option<EvaluationFlag>,
    /// Opening book: its name, true for the game's default book, or false for none.
    #[arg(long, value_name = "NAME|true|false")]
    book: Option<BookFlag>,
    /// Seed of random choices.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,
}

impl SearchFlags {
    /// Returns the given values, to be merged over a bot.
    pub(super) fn raw(&self) -> RawBot {
        let switches: RawBot =
            serde_json::from_value(Value::Object(self.switches.clone())).expect("every flag has the type of its key");
        let OtherFlags { nodes, time_ms, evaluation, book, seed } = self.others.clone();
        let evaluation = evaluation.map(|EvaluationFlag(spec)| match RawEvaluation::named(&spec.name) {
            RawEvaluation::Name(_) => RawEvaluation::Weighted(spec),
            module => module,
        });
        RawBot { nodes, time_ms, evaluation, book: book.map(|BookFlag(book)| book), seed, ..switches }
    }
}

fn flag(switch: &'static Switch) -> Arg {
    let flag = Arg::new(switch.key).long(switch.key.replace('_', "-")).help(switch.help());
    match switch.kind {
        SwitchKind::Bool => flag
            .value_name("true|false")
            .num_args(0..=1)
            .default_missing_value("true")
            .value_parser(clap::value_parser!(bool)),
        SwitchKind::Number(..) => {
            flag.value_name("N").allow_negative_numbers(true).value_parser(clap::value_parser!(i64))
        }
        SwitchKind::Word(words) => flag.value_name("WORD").value_parser(move |text: &str| word(switch, words, text)),
        SwitchKind::Words(words) => flag
            .value_name("WORDS")
            .action(clap::ArgAction::Append)
            .value_delimiter(',')
            .value_parser(move |text: &str| word(switch, words, text)),
    }
}

/// Checks a word against the values of a switch.
fn word(switch: &Switch, words: &[&str], text: &str) -> Result<String, String> {
    if words.contains(&text) {
        return Ok(text.to_owned());
    }
    Err(format!("{text:?} is not a value of {}; expected one of {}", switch.key, words.join(", ")))
}

/// Returns the value given for a flag as JSON, if any.
fn given(switch: &Switch, matches: &ArgMatches) -> Option<Value> {
    let key = switch.key;
    match switch.kind {
        SwitchKind::Bool => matches.get_one::<bool>(key).copied().map(Value::from),
        SwitchKind::Number(..) => matches.get_one::<i64>(key).copied().map(Value::from),
        SwitchKind::Word(_) => matches.get_one::<String>(key).cloned().map(Value::from),
        SwitchKind::Words(_) => matches.get_many::<String>(key).map(|words| words.cloned().collect()),
    }
}

impl Args for SearchFlags {
    fn augment_args(command: Command) -> Command {
        OtherFlags::augment_args(command.args(SWITCHES.iter().map(flag)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        OtherFlags::augment_args_for_update(command.args(SWITCHES.iter().map(flag)))
    }
}

impl FromArgMatches for SearchFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let switches = SWITCHES.iter().filter_map(|switch| Some((switch.key.to_owned(), given(switch, matches)?)));
        Ok(Self { switches: switches.collect(), others: OtherFlags::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A book as given by a flag.
#[derive(Clone, Debug)]
struct BookFlag(RawBook);

impl FromStr for BookFlag {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(match text {
            "true" => RawBook::Default(true),
            "false" => RawBook::Default(false),
            name => RawBook::Name(name.to_owned()),
        }))
    }
}

/// An evaluation as given by a flag.
#[derive(Clone, Debug)]
struct EvaluationFlag(EvaluationSpec);

impl FromStr for EvaluationFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, list) = text.split_once(':').unwrap_or((text, ""));
        let mut weights = Weights::new();
        for weight in list.split(',').filter(|weight| !weight.is_empty()) {
            let (name, value) = weight
                .split_once('=')
                .ok_or_else(|| format!("expected WEIGHT=N, such as weight=10, got {weight:?}"))?;
            let value = value.parse().map_err(|_| format!("{name}: expected a whole number, got {value:?}"))?;
            if weights.insert(name.to_owned(), value).is_some() {
                return Err(format!("the weight {name:?} is given twice"));
            }
        }
        Ok(Self(EvaluationSpec { name: name.to_owned(), weights }))
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};
    use serde_json::json;

    use super::*;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        search: SearchFlags,
    }

    #[test]
    fn every_switch_is_a_flag_that_sets_its_key() {
        // Without line wrapping.
        let help = Flags::command().term_width(0).render_long_help().to_string();
        for switch in SWITCHES {
            let (text, value) = match switch.kind {
                SwitchKind::Bool => ("true".to_owned(), json!(true)),
                SwitchKind::Number(min, _) => ((min - 7).to_string(), json!(min - 7)),
                SwitchKind::Word(words) => (words[0].to_owned(), json!(words[0])),
                SwitchKind::Words(words) => (words[..2].join(","), json!(words[..2])),
            };
            let long = switch.key.replace('_', "-");
            let flags = Flags::try_parse_from(["arena", &format!("--{long}"), &text]).map(|flags| flags.search.raw());
            let expected: RawBot =
                serde_json::from_value(json!({ switch.key: value })).expect("the switch is a key of a bot");
            assert_eq!(flags.ok(), Some(expected), "--{long} {text}");
            let shown = help.split_once(&format!("--{long} ")).expect("the help has every flag").1;
            let shown: Vec<&str> = shown.lines().nth(1).unwrap_or_default().split_whitespace().collect();
            assert_eq!(shown.join(" "), switch.help());
        }
    }

    #[test]
    fn an_unknown_word_is_rejected_with_the_known_ones() {
        for wrong in ["--pruning=beta", "--ordering=table,best", "--ties=second", "--depth=deep", "--lmr=perhaps"] {
            let error = Flags::try_parse_from(["arena", wrong]).map(|_| ()).expect_err(wrong).to_string();
            assert!(error.contains(wrong.split_once('=').expect("the text is a flag").0), "{error}");
        }
        let error = Flags::try_parse_from(["arena", "--pruning=beta"])
            .map(|_| ())
            .expect_err("the word is unknown")
            .to_string();
        assert!(error.contains("expected one of none, alpha-beta, pvs, mtdf, bisection"), "{error}");
    }
}
