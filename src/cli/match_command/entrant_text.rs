//! An entrant on the command line: `tictactoe-club,depth=4`, `cmd=stockfish,option.Hash=16,tc=10+0.1`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde_json::json;
use toml::{Table, Value};

use arena_bots::RawBot;
use arena_bots::engine::whole_number;
use arena_games::conventions::EngineProtocol;
use arena_games::{FieldError, GameId};
use arena_play::json::from_json;

/// An entrant, or the values for both: a name, and keys with values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EntrantText {
    text: String,
    bot: Option<String>,
    keys: Vec<(String, String)>,
}

impl FromStr for EntrantText {
    type Err = String;

    /// A part without `=` continues the preceding list, as in `ordering=table,killers,depth=4`. The weights of an
    /// evaluation end at the first key that is not one of its weights, and an expression ends where its parentheses are
    /// closed.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut read = Self { text: text.to_owned(), ..Self::default() };
        for (place, part) in text.split(',').map(str::trim).enumerate() {
            match (part.split_once('='), read.keys.last_mut()) {
                (Some((key, _)), Some((list, value)))
                    if list == "evaluation" && (is_weight(value, key) || !is_key(key)) =>
                {
                    value.push(',');
                    value.push_str(part);
                }
                (None, Some((list, value))) if list == "evaluation" && is_open(value) => {
                    value.push(',');
                    value.push_str(part);
                }
                (Some((key, value)), _) if !key.trim().is_empty() => {
                    let (key, value) = (key.trim(), value.trim());
                    let key = if key.starts_with("option.") { key.to_owned() } else { key.replace('-', "_") };
                    // A script writes an empty value where it has nothing to give. The option of an engine can be empty.
                    let may_be_empty = CAN_BE_EMPTY.contains(&&*key);
                    if value.is_empty() && !may_be_empty && !key.starts_with("option.") {
                        return Err(format!("{part:?}: a value is missing after {key}="));
                    }
                    if !(value.is_empty() && may_be_empty) {
                        read.keys.push((key, value.to_owned()));
                    }
                }
                (None, None) if place == 0 && !part.is_empty() => read.bot = Some(part.to_owned()),
                (None, Some((key, value))) if key == "ordering" && !part.is_empty() => {
                    value.push(',');
                    value.push_str(part);
                }
                _ => return Err(format!("{part:?}: expected a bot's name, or a key with a value, such as depth=4")),
            }
        }
        Ok(read)
    }
}

impl fmt::Display for EntrantText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The keys of cutechess-cli's engines that a bot does not have, or has under another name.
const ENGINE_KEYS: [&str; 11] =
    ["args", "cmd", "dir", "initstr", "ponder", "proto", "restart", "st", "stderr", "tc", "timemargin"];
/// The keys that only an engine has, besides its options.
const ONLY_ENGINES: [&str; 6] = ["dir", "initstr", "ponder", "proto", "restart", "stderr"];
/// The keys for which an empty value is the same as no value.
const CAN_BE_EMPTY: [&str; 4] = ["args", "dir", "initstr", "stderr"];
/// The keys of limits.
const LIMITS: [&str; 5] = ["depth", "nodes", "st", "tc", "time_ms"];
/// Keys of the file and their names on the command line.
const RENAMED: [(&str, &str); 8] = [
    ("clock", "tc"),
    ("command", "cmd"),
    ("init", "initstr"),
    ("initial_ms", "tc"),
    ("increment_ms", "tc"),
    ("margin_ms", "timemargin"),
    ("protocol", "proto"),
    ("time_ms", "st"),
];
/// The longest time of a limit, in milliseconds: a day.
const LONGEST_MS: i64 = 86_400_000;
/// Maximum length of a generated name, in characters.
const LONGEST_NAME: usize = 40;

/// True if this is a key of an entrant.
fn is_key(text: &str) -> bool {
    let key = text.trim().replace('-', "_");
    let key = key.as_str();
    ENGINE_KEYS.contains(&key) || RawBot::KEYS.contains(&key) || key.starts_with("option.")
}

/// True if the evaluation at the start of `list` has a weight of this name in any game. After its first weight,
/// `distance=90` is another weight and not the search switch.
fn is_weight(list: &str, name: &str) -> bool {
    let Some((evaluation, _)) = list.split_once(':') else { return false };
    let mut infos =
        GameId::ALL.iter().flat_map(|game| game.evaluations()).filter(|info| info.name == evaluation.trim());
    infos.any(|info| info.weights.iter().any(|weight| weight.name == name.trim()))
}

/// True if an expression has parentheses that are not closed.
fn is_open(expression: &str) -> bool {
    expression.matches('(').count() > expression.matches(')').count()
}

impl EntrantText {
    /// Returns a single key with its value.
    pub(super) fn of_key(key: &str, value: &str) -> Self {
        Self { text: format!("--{key}"), bot: None, keys: vec![(key.to_owned(), value.to_owned())] }
    }

    /// Returns the name of the bot, if given.
    pub(super) fn bot(&self) -> Option<&str> {
        self.bot.as_deref()
    }

    pub(super) fn is_engine(&self) -> bool {
        self.named("cmd").is_some()
    }

    fn named(&self, key: &str) -> Option<&str> {
        self.keys.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Returns this entrant with the missing keys taken from `each`. If it has a limit of its own, all limits of
    /// `each` are ignored.
    pub(super) fn over(mut self, each: &Self) -> Self {
        let limited = LIMITS.iter().any(|limit| self.named(limit).is_some());
        for (key, value) in &each.keys {
            let hidden = self.named(key).is_some() || (limited && LIMITS.contains(&key.as_str()));
            // Options belong to engines; a bot has none.
            let foreign = (key.starts_with("option.") || ONLY_ENGINES.contains(&key.as_str())) && !self.is_engine();
            if !hidden && !foreign {
                self.keys.push((key.clone(), value.clone()));
            }
        }
        self
    }

    /// Returns the names of two entrants: those given, or else short and distinct ones. Two engines of one program
    /// or two variants of one bot are named by the keys in which they differ.
    pub(super) fn names(first: &Self, second: &Self) -> [String; 2] {
        let base = |one: &Self| one.named("name").map_or_else(|| one.base(), str::to_owned);
        let alike = base(first) == base(second);
        let name = |one: &Self, other: &Self| {
            let base = base(one);
            if one.named("name").is_some() {
                return base;
            }
            // A changed bot does not pass for the bot itself.
            let differs = |(key, value): &&(String, String)| !alike || other.named(key) != Some(value);
            let shown = one.keys.iter().filter(|(key, _)| !["cmd", "proto", "restart"].contains(&key.as_str()));
            let shown = shown.filter(|_| alike || !one.is_engine()).filter(differs);
            let words = shown.map(|(key, value)| format!("{}={value}", key.strip_prefix("option.").unwrap_or(key)));
            shortened([base].into_iter().filter(|base| !base.is_empty()).chain(words).collect::<Vec<_>>().join(" "))
        };
        let [one, mut other] = [name(first, second), name(second, first)];
        if other == one {
            other.push_str(" #2");
        }
        [one, other]
    }

    /// Returns the bot's name or the name of the engine's program; empty for search switches alone.
    fn base(&self) -> String {
        let program = || Path::new(self.named("cmd")?).file_name().map(|name| name.to_string_lossy().into_owned());
        self.bot.clone().or_else(program).unwrap_or_default()
    }

    /// True if the entrant has a limit of depth, nodes or time.
    pub(super) fn is_limited(&self) -> bool {
        LIMITS.iter().any(|key| self.named(key).is_some_and(|value| value != "inf"))
    }

    /// Returns the first key that an entrant does not have.
    pub(super) fn unknown_key(&self) -> Option<&str> {
        self.keys.iter().map(|(key, _)| key.as_str()).find(|key| !is_key(key))
    }

    /// Checks the keys and values, also those that another entrant's own keys hide.
    ///
    /// # Errors
    /// A message with the key that occurs twice or whose value is invalid.
    pub(super) fn check(&self) -> Result<(), String> {
        let repeated = |at: usize| self.keys[..at].iter().any(|(other, _)| *other == self.keys[at].0);
        if let Some(at) = (0..self.keys.len()).find(|at| repeated(*at)) {
            return Err(format!("{}: this key is repeated", self.keys[at].0));
        }
        // An engine has all keys, and needs a limit.
        let engine = ["cmd", "nodes"].map(|key| (key.to_owned(), "1".to_owned()));
        let missing = engine.into_iter().filter(|(key, _)| self.named(key).is_none());
        let keys = self.keys.iter().cloned().chain(missing).collect();
        Self { keys, ..Self::default() }.table().map(drop)
    }

    /// Returns all keys that an entrant may have.
    pub(super) fn known_keys() -> Vec<&'static str> {
        let of_bots = RawBot::KEYS.iter().copied().filter(|key| !["engine", "game", "book_digest"].contains(key));
        let mut keys: Vec<_> = of_bots.chain(ENGINE_KEYS).chain(["option.NAME"]).collect();
        keys.sort_unstable();
        keys
    }

    /// Returns the name on the command line of a key of the tournament's file.
    pub(super) fn typed_key(&self, key: &str) -> String {
        let option = format!("option.{key}");
        if self.named(&option).is_some() {
            return option;
        }
        let renamed = RENAMED.iter().find(|(of_file, typed)| *of_file == key && self.named(typed).is_some());
        renamed.map_or(key, |(_, typed)| typed).to_owned()
    }

    /// Converts the entrant to the table of an entrant.
    ///
    /// # Errors
    /// A message with the key whose value is invalid.
    pub(super) fn table(&self) -> Result<Table, String> {
        let mut table = Table::new();
        let (mut engine, mut options, mut command) = (Table::new(), Table::new(), Vec::new());
        let mut limits = Table::new();
        if let Some(bot) = &self.bot {
            table.insert("bot".to_owned(), bot.as_str().into());
        }
        for (key, text) in &self.keys {
            match (key.as_str(), key.strip_prefix("option.")) {
                (_, Some(option)) => drop(options.insert(option.to_owned(), option_value(text))),
                ("cmd", _) => command.insert(0, Value::from(text.as_str())),
                ("ponder", _) => drop(engine.insert(key.clone(), scalar(text))),
                ("args", _) => command.extend(text.split_whitespace().map(Value::from)),
                ("proto", _) => {
                    let named = EngineProtocol::ALL.map(EngineProtocol::name);
                    if !named.contains(&text.as_str()) {
                        return Err(format!("proto={text}: expected one of {}", named.join(", ")));
                    }
                    engine.insert("protocol".to_owned(), text.as_str().into());
                }
                ("st", _) => {
                    let time = milliseconds(key, text)?;
                    if time == 0 {
                        return Err(format!("st={text}: expected at least 0.001 seconds"));
                    }
                    table.insert("time_ms".to_owned(), time.into());
                }
                // No clock.
                ("tc", _) if text == "inf" => {}
                ("tc", _) => drop(limits.insert("clock".to_owned(), clock(text)?.into())),
                ("timemargin", _) => {
                    let margin = text.parse().ok().filter(|margin: &i64| (0..=LONGEST_MS).contains(margin));
                    let margin =
                        margin.ok_or_else(|| format!("{key}={text}: expected milliseconds from 0 to {LONGEST_MS}"))?;
                    limits.insert("margin_ms".to_owned(), margin.into());
                }
                ("restart", _) => {
                    // An engine that is kept between matches has no need of `auto`.
                    let restart = match text.as_str() {
                        "on" => true,
                        "off" | "auto" => false,
                        _ => return Err(format!("restart={text}: expected on, off or auto")),
                    };
                    engine.insert(key.clone(), restart.into());
                }
                ("dir" | "stderr", _) => drop(engine.insert(key.clone(), text.as_str().into())),
                ("initstr", _) => {
                    let lines: Vec<Value> = text.split("\\n").map(Value::from).collect();
                    engine.insert("init".to_owned(), lines.into());
                }
                ("ordering", _) => {
                    let keys: Vec<Value> = text.split(',').map(|key| Value::from(key.trim())).collect();
                    table.insert(key.clone(), keys.into());
                }
                ("evaluation", _) => drop(table.insert(key.clone(), evaluation(text)?)),
                ("name", _) => drop(table.insert(key.clone(), text.as_str().into())),
                _ => {
                    let value = scalar(text);
                    let typed = from_json::<RawBot>(&json!({ key: value }));
                    typed.map_err(|FieldError { problem, .. }| format!("{key}={text}: {problem}"))?;
                    table.insert(key.clone(), value);
                }
            }
        }
        if !limits.is_empty() {
            table.insert("limits".to_owned(), limits.into());
        }
        if command.is_empty() {
            let of_engines = |(key, _): &&(String, String)| {
                key.starts_with("option.") || ONLY_ENGINES.contains(&key.as_str()) || key == "args"
            };
            if let Some((key, _)) = self.keys.iter().find(of_engines) {
                return Err(format!("{key}: only engines have this key; give cmd="));
            }
            return Ok(table);
        }
        if !self.is_limited() {
            return Err("no limit: give depth=, nodes=, st= or tc=".to_owned());
        }
        engine.entry("protocol").or_insert_with(|| EngineProtocol::Uci.name().into());
        engine.insert("command".to_owned(), command.into());
        if !options.is_empty() {
            engine.insert("options".to_owned(), options.into());
        }
        table.insert("engine".to_owned(), engine.into());
        Ok(table)
    }
}

/// Cuts a name that is too long.
fn shortened(name: String) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name;
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// Converts the value of an engine's option. A text that is not written like its number, such as `007`, stays a text.
fn option_value(text: &str) -> Value {
    let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ => number.map_or_else(|| text.into(), Value::from),
    }
}

/// Parses a number or a boolean; anything else is text.
fn scalar(text: &str) -> Value {
    if let Some(number) = whole_number(text) {
        return number.into();
    }
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ => text.parse::<f64>().map_or_else(|_| text.into(), Value::from),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
fn milliseconds(key: &str, text: &str) -> Result<i64, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=1e7).contains(seconds));
    seconds
        .map(|seconds| (seconds * 1e3).round() as i64)
        .filter(|time| *time <= LONGEST_MS)
        .ok_or_else(|| format!("{key}={text}: expected seconds up to {}", LONGEST_MS / 1_000))
}

/// Parses `60`, `60+0.6` or `1:30+1`: seconds, or minutes and seconds, and the increment per move; `40/60` is for every
/// 40 moves.
fn clock(text: &str) -> Result<Table, String> {
    let (moves, time_text) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves: Option<i64> = moves.trim().parse().ok().filter(|moves| *moves > 0);
            (
                Some(
                    moves
                        .ok_or_else(|| format!("tc={text}: expected a number of moves before the /, such as 40/60"))?,
                ),
                rest,
            )
        }
        None => (None, text),
    };
    let (time, increment) = time_text.split_once('+').unwrap_or((time_text, "0"));
    let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
    let initial = milliseconds("tc", minutes)? * 60 + milliseconds("tc", seconds)?;
    if !(1..=LONGEST_MS).contains(&initial) {
        return Err(format!("tc={text}: expected a time from 0.001 to {} seconds before the +", LONGEST_MS / 1_000));
    }
    let mut clock = Table::new();
    clock.insert("initial_ms".to_owned(), initial.into());
    clock.extend(moves.map(|moves| ("moves".to_owned(), moves.into())));
    clock.insert("increment_ms".to_owned(), milliseconds("tc", increment)?.into());
    Ok(clock)
}

/// Parses `NAME` or `NAME:WEIGHT=N,…`.
fn evaluation(text: &str) -> Result<Value, String> {
    let Some((name, list)) = text.split_once(':') else { return Ok(text.into()) };
    let mut weights = Table::new();
    for weight in list.split(',') {
        let pair = weight.split_once('=').and_then(|(name, value)| Some((name, value.parse::<i64>().ok()?)));
        let (name, value) = pair.ok_or_else(|| format!("evaluation: expected WEIGHT=NUMBER, got {weight:?}"))?;
        weights.insert(name.to_owned(), value.into());
    }
    Ok(Table::from_iter([("name".to_owned(), Value::from(name)), ("weights".to_owned(), weights.into())]).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_search::SWITCHES;

    fn table(text: &str) -> String {
        text.parse::<EntrantText>().and_then(|one| one.table()).map_or_else(|error| error, |table| table.to_string())
    }

    #[test]
    fn keys_become_the_table_of_an_entrant() {
        assert_eq!(table("chess-club,depth=4"), "bot = \"chess-club\"\ndepth = 4\n");
        assert_eq!(table("ordering=table,killers,table-mb=16"), "ordering = [\"table\", \"killers\"]\ntable_mb = 16\n");
        let weighted = table("x,evaluation=lines:one=3,two=9,depth=2");
        assert!(weighted.contains("name = \"lines\"") && weighted.contains("two = 9"), "{weighted}");
        let engine = table(
            "cmd=stockfish,args=a b,name=SF,option.Hash=16,tc=1:30+0.1,proto=uci,ponder=true,dir=/e,stderr=log,\
             initstr=one\\ntwo words,restart=on,timemargin=50",
        );
        for part in [
            "dir = \"/e\"",
            "stderr = \"log\"",
            "init = [\"one\", \"two words\"]",
            "restart = true",
            "margin_ms = 50",
            "command = [\"stockfish\", \"a\", \"b\"]",
            "Hash = 16",
            "ponder = true",
            "initial_ms = 90000",
            "increment_ms = 100",
        ] {
            assert!(engine.contains(part), "{part}: {engine}");
        }
        let options = table(
            "cmd=sf,depth=0x10,option.Debug Log File=,option.Hash=0x10,option.A=007,option.B=1.5,option.C=-3,option.D=a=b",
        );
        for part in [
            "depth = 16",
            "\"Debug Log File\" = \"\"",
            "Hash = \"0x10\"",
            "A = \"007\"",
            "B = \"1.5\"",
            "C = -3",
            "D = \"a=b\"",
        ] {
            assert!(options.contains(part), "{part}: {options}");
        }
        let periods = table("x,tc=40/1:00+0.5");
        for part in ["moves = 40", "initial_ms = 60000", "increment_ms = 500"] {
            assert!(periods.contains(part), "{part}: {periods}");
        }
        assert_eq!(table("x,st=0.25"), "bot = \"x\"\ntime_ms = 250\n");
    }

    #[test]
    fn a_switch_ends_the_weights_of_an_evaluation() {
        for switch in SWITCHES {
            let text = format!("x,evaluation=lines:one=3,{}=1,depth=2", switch.key);
            let read: EntrantText = text.parse().expect("valid keys");
            assert_eq!(read.named("evaluation"), Some("lines:one=3"), "{text}");
            assert_eq!(read.named(switch.key), Some("1"), "{text}");
        }
        let hex: EntrantText =
            "x,evaluation=two-distance:ways=4,distance=90,turn=1,depth=2".parse().expect("valid keys");
        assert_eq!(
            hex.named("evaluation"),
            Some("two-distance:ways=4,distance=90,turn=1"),
            "distance is a weight there"
        );
        let switched = table("x,evaluation=two-distance,distance=false");
        assert!(switched.contains("distance = false"), "{switched}");
    }

    #[test]
    fn commas_within_parentheses_belong_to_an_expression() {
        let read = table("x,evaluation=max(one, min(two,3)) - 2*their_one,depth=2");
        assert_eq!(read, "bot = \"x\"\ndepth = 2\nevaluation = \"max(one,min(two,3)) - 2*their_one\"\n");
        assert_eq!(table("x,evaluation=(one,depth=2"), "bot = \"x\"\ndepth = 2\nevaluation = \"(one\"\n");
    }

    #[test]
    fn own_values_override_values_for_both() {
        let each: EntrantText = "nodes=100,option.Hash=1,deepening=true".parse().expect("valid keys");
        let bot: EntrantText = "x,depth=3".parse().expect("valid bot");
        assert_eq!(
            bot.over(&each).table().expect("valid table").to_string(),
            "bot = \"x\"\ndeepening = true\ndepth = 3\n"
        );
        let each: EntrantText =
            "nodes=100,option.Hash=1,deepening=true,restart=on,timemargin=9".parse().expect("valid keys");
        let engine: EntrantText = "cmd=e".parse().expect("valid engine");
        let text = engine.over(&each).table().expect("valid table").to_string();
        for part in ["nodes = 100", "Hash = 1", "restart = true", "margin_ms = 9"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let bot: EntrantText = "x,tc=inf,nodes=3".parse().expect("valid bot");
        assert_eq!(
            bot.over(&"tc=1+0,restart=on,dir=/tmp".parse().expect("valid keys"))
                .table()
                .expect("valid table")
                .to_string(),
            "bot = \"x\"\nnodes = 3\n"
        );
    }

    #[test]
    fn generated_names_are_short_and_distinct() {
        let names = |first: &str, second: &str| {
            let [first, second] = [first, second].map(|text| text.parse::<EntrantText>().expect("a valid entrant"));
            let names = EntrantText::names(&first, &second);
            assert!(
                names[0] != names[1] && names.iter().all(|name| name.chars().count() <= LONGEST_NAME + 3),
                "{names:?}"
            );
            names
        };
        assert_eq!(names("club", "club"), ["club", "club #2"]);
        assert_eq!(names("club,depth=4", "club"), ["club depth=4", "club"]);
        assert_eq!(names("club,depth=4", "casual"), ["club depth=4", "casual"]);
        assert_eq!(names("depth=4,lmr=true", "depth=5,lmr=true"), ["depth=4", "depth=5"]);
        assert_eq!(names("cmd=/a/sf,depth=1", "cmd=/b/sf,depth=1"), ["sf", "sf #2"]);
        assert_eq!(names("cmd=sf,option.Hash=1,st=1", "cmd=sf,option.Hash=16,st=1"), ["sf Hash=1", "sf Hash=16"]);
        assert_eq!(names("cmd=a,depth=1", "cmd=b,depth=1"), ["a", "b"]);
        assert_eq!(names("cmd=a,name=Me", "cmd=b,name=Me"), ["Me", "Me #2"]);
        let long = format!("club,evaluation={}", "x".repeat(300));
        assert_eq!(names(&long, &long), ["club", "club #2"]);
        assert_eq!(names(&long, "club")[0].chars().count(), LONGEST_NAME);
    }

    #[test]
    fn invalid_keys_and_values_are_reported() {
        for (text, words) in [
            ("a,b", "\"b\": expected a bot's name"),
            ("a,name=", "\"name=\": a value is missing after name="),
            ("cmd=", "\"cmd=\": a value is missing after cmd="),
            ("=3", "expected a bot's name"),
            ("", "expected a bot's name"),
            ("x,depth=", "\"depth=\""),
            ("x,tc=a/60", "as 40/60"),
            ("x,tc=0/60", "as 40/60"),
            ("x,tc=fast", "expected seconds"),
            ("x,tc=0", "tc=0: expected a time from 0.001"),
            ("x,tc=0+0.1", "tc=0+0.1: expected a time from 0.001"),
            ("x,tc=2000:00", "tc=2000:00: expected a time from 0.001 to 86400 seconds"),
            ("x,tc=90000", "up to 86400"),
            ("x,st=0", "st=0: expected at least 0.001 seconds"),
            ("x,st=99999999", "up to 86400"),
            ("cmd=e,depth=1,timemargin=-1", "expected milliseconds from 0"),
            ("x,option.Hash=1", "option.Hash: only engines have this key"),
            ("x,ponder=true", "ponder: only engines have this key"),
            ("x,dir=/tmp", "dir: only engines have this key"),
            ("cmd=e", "no limit: give depth=, nodes=, st= or tc="),
            ("cmd=e,tc=inf", "no limit: give depth=, nodes=, st= or tc="),
            ("cmd=e,depth=1,restart=yes", "expected on, off or auto"),
            ("cmd=e,depth=1,timemargin=much", "expected milliseconds from 0"),
            ("cmd=e,depth=1,proto=winboard", "uci, ucci, text, mcp, xboard"),
            ("x,evaluation=lines:one=a", "expected WEIGHT=NUMBER"),
        ] {
            assert!(table(text).contains(words), "{text}: {}", table(text));
        }
    }
}
