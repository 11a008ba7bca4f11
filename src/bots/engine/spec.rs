//! An engine's configuration: its program, its options and its timeouts.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::printable;
use crate::suggest::did_you_mean;
use crate::toml_file::integer;
use crate::unreadable;
use arena_games::conventions::EngineProtocol;
use arena_games::{FieldError, GameId};

/// Folders to search in addition to `PATH`. Debian installs games and engines there.
const MORE_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];
/// Maximum number of words in a command, and of options.
const MOST_WORDS: usize = 64;
/// Maximum length of a word or value, in bytes.
const LONGEST_WORD: usize = 4_096;
/// The option for the size of the tables in MiB, and the usual default of engines.
const HASH: &str = "Hash";
const USUAL_HASH: u32 = 16;
/// The most and the usual attempts at a move.
const MOST_ATTEMPTS: i64 = 1_000;
const USUAL_ATTEMPTS: u64 = 3;
const START_MS: u64 = 10_000;
const STALL_MS: u64 = 60_000;

/// An engine as written in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawEngine {
    pub protocol: EngineProtocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options of the engine, by name.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Time limit for its start, in milliseconds. Defaults to 10,000.
    pub start_ms: Option<i64>,
    /// Time limit for a move if nothing else limits its time, in milliseconds. Defaults to 60,000.
    pub stall_ms: Option<i64>,
    /// True if it also searches during the other side's turn.
    #[serde(default)]
    pub ponder: bool,
    /// True if the engine is restarted for each match.
    #[serde(default)]
    pub restart: bool,
    /// Folder in which it runs. A relative program is searched there first.
    pub dir: Option<String>,
    /// File to which its standard error is appended.
    pub stderr: Option<String>,
    /// Lines that it gets before anything else.
    #[serde(default)]
    pub init: Vec<String>,
    /// Moves that it may try in a turn until one is legal. Only for the protocols `text` and `mcp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<i64>,
    /// What follows the last attempt. Defaults to `forfeit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<Fallback>,
}

/// What follows the last attempt at a legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fallback {
    /// The match is lost.
    #[default]
    Forfeit,
    /// A random move is played.
    Random,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected true, false, a whole number or text")]
pub enum OptionValue {
    /// On or off; `true` presses a button.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// Any other text.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// Parses a whole number, in decimal or as in `0x10` and `-0x10`.
#[must_use]
pub fn whole_number(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) if !digits.starts_with(['+', '-']) => i64::from_str_radix(&format!("{sign}{digits}"), 16).ok(),
        Some(_) => None,
        None => text.parse().ok(),
    }
}

/// An engine whose configuration has been checked. Whether the program exists is checked at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    pub protocol: EngineProtocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options of the engine, by name.
    pub options: BTreeMap<String, OptionValue>,
    /// Maximum depth in plies, as counted by the engine.
    pub depth: Option<u16>,
    /// Time limit for its start, and for getting ready for a match.
    pub start: Duration,
    /// Time limit for a move if nothing else limits its time.
    pub stall: Duration,
    /// True if it also searches during the other side's turn, for the move that it expects.
    pub ponder: bool,
    /// True if the engine is restarted for each match.
    pub restart: bool,
    /// Folder in which it runs. A relative program is searched there first.
    pub dir: Option<PathBuf>,
    /// File to which its standard error is appended.
    pub stderr: Option<PathBuf>,
    /// Lines that it gets before anything else.
    pub init: Vec<String>,
    /// Moves that it may try in a turn, if illegal ones are counted, and what follows the last one.
    pub attempts: Option<(u32, Fallback)>,
}

impl RawEngine {
    /// Returns the name of its program without the folder. It serves as the name of an unnamed engine.
    #[must_use]
    pub fn file_name(&self) -> Option<String> {
        Some(Path::new(self.command.first()?).file_name()?.to_string_lossy().into_owned())
    }

    /// Checks all that can be checked without starting the engine. `depth` is the limit written next to it.
    ///
    /// # Errors
    /// [`FieldError`] about `engine`.
    pub fn check(self, depth: Option<u16>) -> Result<EngineSpec, FieldError> {
        let wrong = |problem: String| FieldError::new("engine", problem);
        let milliseconds = |key, value, default| {
            let checked = integer("engine", value, 1, 86_400_000);
            let checked = checked.map_err(|error| wrong(format!("{key}: {}", error.problem)))?;
            Ok::<_, FieldError>(Duration::from_millis(checked.unwrap_or(default)))
        };
        let Some(program) = self.command.first().filter(|program| !program.is_empty()) else {
            return Err(wrong(
                "command: expected a list of the program and its arguments, such as [\"stockfish\"]".to_owned(),
            ));
        };
        if self.command.len() > MOST_WORDS || self.options.len() > MOST_WORDS {
            return Err(wrong(format!("{}: more than {MOST_WORDS} words and options", printable(program))));
        }
        if let Some(word) = self.command.iter().find(|word| word.len() > LONGEST_WORD || word.contains('\0')) {
            return Err(wrong(format!("command: {:?} cannot be passed to a program", printable(word))));
        }
        let is_line = |text: &str| text.len() <= LONGEST_WORD && !text.chars().any(char::is_control);
        let texts = [("dir", &self.dir), ("stderr", &self.stderr)]
            .into_iter()
            .filter_map(|(key, it)| Some((key, it.as_ref()?)));
        for (key, text) in texts.chain(self.init.iter().map(|line| ("init", line))) {
            if !is_line(text) || (text.is_empty() && key != "init") {
                return Err(wrong(format!("{key}: {:?} must be one printable line", printable(text))));
            }
        }
        if self.init.len() > MOST_WORDS {
            return Err(wrong(format!("init: expected at most {MOST_WORDS} lines, got {}", self.init.len())));
        }
        for (name, value) in &self.options {
            let value = value.to_string();
            if name.trim().is_empty() || !is_line(name) || !is_line(&value) {
                let problem = "the name and the value must each be one printable line";
                return Err(wrong(format!("options: {:?}: {problem}", printable(name))));
            }
            if GameId::ALL
                .iter()
                .any(|game| game.engine_variants().any(|known| name.eq_ignore_ascii_case(known.option)))
            {
                return Err(wrong(format!("options: the arena sets {name} itself")));
            }
        }
        let start = milliseconds("start_ms", self.start_ms, START_MS)?;
        let stall = milliseconds("stall_ms", self.stall_ms, STALL_MS)?;
        let attempts = integer("engine", self.attempts, 1, MOST_ATTEMPTS);
        let attempts = attempts.map_err(|error| wrong(format!("attempts: {}", error.problem)))?;
        if (attempts.is_some() || self.fallback.is_some()) && !self.protocol.is_text() {
            let problem = format!("the protocol \"{}\" has one attempt at each move", self.protocol);
            return Err(wrong(format!("attempts: {problem}")));
        }
        let usual = (self.protocol == EngineProtocol::Mcp || self.fallback.is_some()).then_some(USUAL_ATTEMPTS);
        let attempts = attempts.or(usual).map(|most| (most as u32, self.fallback.unwrap_or_default()));
        let Self { protocol, command, options, ponder, restart, init, .. } = self;
        let (dir, stderr) = (self.dir.map(PathBuf::from), self.stderr.map(PathBuf::from));
        if ponder && protocol != EngineProtocol::Uci {
            return Err(wrong(format!(
                "ponder: the protocol \"{protocol}\" does not support searching in the opponent's time"
            )));
        }
        Ok(EngineSpec { protocol, command, options, depth, start, stall, ponder, restart, dir, stderr, init, attempts })
    }
}

/// Returns an error text if the protocol cannot express one of these limits.
pub(crate) fn unsupported_limit(
    protocol: EngineProtocol,
    depth: bool,
    nodes: bool,
    time_ms: Option<i64>,
) -> Option<String> {
    use EngineProtocol::{Gomocup, Gtp, Mcp, Text, Ucci, Uci, Xboard};
    let what = match protocol {
        Uci | Ucci | Text | Mcp => return None,
        Gomocup | Gtp if depth => "depth",
        Xboard | Gomocup | Gtp if nodes => "nodes",
        Gtp if time_ms.is_some_and(|time| time % 1_000 != 0) => "time_ms but whole seconds",
        _ => return None,
    };
    let instead = if protocol == Xboard { "depth, time_ms or a clock" } else { "time_ms or a clock" };
    Some(format!("the protocol \"{protocol}\" cannot limit an engine by {what}: give it {instead}"))
}

impl EngineSpec {
    /// Returns the size of its tables in MiB and its number of threads, from its options. Defaults to 16 and 1.
    #[must_use]
    pub fn size(&self) -> (u32, u16) {
        let number = |name: &str| {
            let (_, value) = self.options.iter().find(|(key, _)| key.trim().eq_ignore_ascii_case(name))?;
            whole_number(&value.to_string()).and_then(|number| u64::try_from(number).ok())
        };
        let hash = number(HASH).map_or(USUAL_HASH, |hash| u32::try_from(hash).unwrap_or(u32::MAX));
        (hash, number("Threads").map_or(1, |threads| u16::try_from(threads).unwrap_or(u16::MAX)).max(1))
    }

    /// Returns the engine with smaller tables, if their size is among its options.
    #[must_use]
    pub fn with_hash(&self, megabytes: u32) -> Self {
        let mut smaller = self.clone();
        for (_, value) in smaller.options.iter_mut().filter(|(key, _)| key.trim().eq_ignore_ascii_case(HASH)) {
            *value = OptionValue::Number(megabytes.max(1).into());
        }
        smaller
    }

    /// Returns the configuration as JSON, for records.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut json = json!({ "protocol": self.protocol, "command": self.command, "options": self.options });
        for (key, value, default) in
            [("start_ms", millis(self.start), START_MS), ("stall_ms", millis(self.stall), STALL_MS)]
        {
            if value != default {
                json[key] = value.into();
            }
        }
        for (key, set) in [("ponder", self.ponder), ("restart", self.restart)] {
            if set {
                json[key] = true.into();
            }
        }
        for (key, path) in [("dir", &self.dir), ("stderr", &self.stderr)] {
            if let Some(path) = path {
                json[key] = path.to_string_lossy().into();
            }
        }
        if let Some((most, fallback)) = self.attempts {
            json["attempts"] = most.into();
            if fallback != Fallback::default() {
                json["fallback"] = json!(fallback);
            }
        }
        if !self.init.is_empty() {
            json["init"] = self.init.clone().into();
        }
        json
    }

    /// Returns an error text if its protocol cannot express one of these limits of a match.
    #[must_use]
    pub fn unsupported_limit(&self, nodes: Option<u64>, time_ms: Option<u64>) -> Option<String> {
        unsupported_limit(self.protocol, self.depth.is_some(), nodes.is_some(), time_ms.map(u64::cast_signed))
    }

    /// Returns the program to start, and its arguments. An agent is started by another process of the arena, which
    /// speaks the text protocol.
    ///
    /// # Errors
    /// Like [`Self::program`].
    pub(super) fn invocation(&self) -> Result<(PathBuf, Vec<String>), String> {
        let program = self.program()?;
        let arguments = self.command[1..].iter().cloned();
        if self.protocol != EngineProtocol::Mcp {
            return Ok((program, arguments.collect()));
        }
        let own = std::env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
        let agent = program.to_str().ok_or("the path of the program must be UTF-8")?.to_owned();
        let words = ["mcp", "--seat", "--"].map(str::to_owned);
        Ok((own, words.into_iter().chain([agent]).chain(arguments).collect()))
    }

    /// Finds its program.
    ///
    /// # Errors
    /// A message that names the folders searched.
    pub fn program(&self) -> Result<PathBuf, String> {
        let name = &self.command[0];
        if let Some(dir) = &self.dir {
            if !dir.is_dir() {
                return Err(format!("dir: there is no folder {:?}", printable(&dir.to_string_lossy())));
            }
            let inside = dir.join(name);
            if is_program(&inside) {
                // A relative path would be resolved once more in the folder.
                return std::path::absolute(&inside).map_err(|error| format!("{name:?} cannot be found: {error}"));
            }
        }
        if name.contains('/') {
            return match is_program(Path::new(name)) {
                true => Ok(PathBuf::from(name)),
                false if Path::new(name).exists() => Err(format!("{name:?} is not executable")),
                false => Err(format!("there is no program {name:?}{}", unreadable::nearest_file(Path::new(name)))),
            };
        }
        installed(name).ok_or_else(|| {
            let programs: Vec<String> = folders().iter().flat_map(|folder| unreadable::files_of(folder)).collect();
            let meant = did_you_mean(name, programs.iter().map(String::as_str));
            let stop = if meant.is_empty() { "" } else { "." };
            format!(
                "there is no program {name:?} in the folders of PATH, nor in {}; install it, or give its full \
                 path{stop}{meant}",
                MORE_FOLDERS.join(", ")
            )
        })
    }
}

/// Returns the program of that name in the folders of `PATH` or in another usual place for engines.
#[must_use]
pub fn installed(name: &str) -> Option<PathBuf> {
    folders().into_iter().map(|folder| folder.join(name)).find(|candidate| is_program(candidate))
}

/// Returns the folders in which programs are searched.
fn folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain(MORE_FOLDERS.into_iter().map(PathBuf::from)).collect()
}

/// Returns whether a file can be run as a program. Without permissions for that, as on Windows, every file can.
#[cfg(unix)]
#[must_use]
pub fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Returns whether a file can be run as a program. Without permissions for that, as on Windows, every file can.
#[cfg(not(unix))]
#[must_use]
pub fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(keys: Value) -> Result<Option<(u32, Fallback)>, String> {
        let raw: RawEngine = serde_json::from_value(keys).expect("the keys are those of an engine");
        raw.check(None).map(|spec| spec.attempts).map_err(|error| error.problem.message)
    }

    #[test]
    fn only_text_programs_and_agents_may_try_a_move_again() {
        let with = |protocol: &str, more: Value| {
            let mut keys = json!({ "protocol": protocol, "command": ["x"] });
            keys.as_object_mut().expect("it is an object").extend(more.as_object().cloned().unwrap_or_default());
            checked(keys)
        };
        assert_eq!(with("text", json!({})), Ok(None));
        assert_eq!(with("mcp", json!({})), Ok(Some((3, Fallback::Forfeit))));
        assert_eq!(with("mcp", json!({ "attempts": 5, "fallback": "random" })), Ok(Some((5, Fallback::Random))));
        assert_eq!(with("text", json!({ "attempts": 2 })), Ok(Some((2, Fallback::Forfeit))));
        for (protocol, keys) in [("uci", json!({ "attempts": 2 })), ("gtp", json!({ "fallback": "random" }))] {
            let problem = with(protocol, keys).expect_err("the protocol has no way to refuse a move");
            assert_eq!(problem, format!("attempts: the protocol \"{protocol}\" has one attempt at each move"));
        }
        assert!(with("mcp", json!({ "attempts": 0 })).is_err_and(|problem| problem.starts_with("attempts: ")));
    }
}
