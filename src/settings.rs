//! The server's settings: defaults, then a TOML file, then the environment, then flags; checked once, here.
//!
//! An unknown key or a wrong value is refused with its place and with what would be right; nothing is repaired.
//! Every number is a limit that somebody may have to raise or lower, so none is hidden in the code.

mod accounts;
mod composing;
mod matches;
mod network;
mod place;
mod ranges;
pub mod reload;
mod secret;
mod server;
mod tournaments;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::bots::unreadable;
use crate::games::beginning;
use crate::games::nearest::did_you_mean;
use crate::games::parser_words::own_words;

pub use accounts::Accounts;
pub use composing::Composing;
pub use matches::Matches;
pub use network::Network;
pub use secret::Secret;
pub use server::Server;
pub use tournaments::Tournaments;

/// The file that names every key with its default; [`Settings::default`] equals it.
pub const SHIPPED: &str = include_str!("../config/arena.toml");

/// What the names of environment variables begin with: `ARENA_LIMITS_MESSAGES` sets `messages` in `[limits]`.
pub const PREFIX: &str = "ARENA";

/// Why settings were refused.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file could not be read.
    #[error("the settings file {path} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// The file says something wrong.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: PathBuf,
        /// Line, key and what would be right.
        problem: String,
    },
    /// A variable of the environment says something wrong.
    #[error("the environment variable {name}: {problem}")]
    Environment {
        /// The variable.
        name: String,
        /// What would be right.
        problem: String,
    },
    /// A value is out of range.
    #[error("{key} is {value}, but must be {expected}")]
    Range {
        /// Section and key.
        key: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// What strangers may use up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// WebSocket connections in all.
    pub connections: u32,
    /// WebSocket connections from one address.
    pub connections_per_address: u32,
    /// TCP connections in all that are not WebSockets, or not yet.
    pub sockets: u32,
    /// The same from one address; as many as `connections_per_address` at least.
    pub sockets_per_address: u32,
    /// Bytes of a WebSocket message.
    pub message_bytes: usize,
    /// Messages that a player may send within `messages_window_ms`.
    pub messages: u32,
    /// The same of a bot's account, which plays several matches at once.
    pub bot_messages: u32,
    /// The window of `messages` and `bot_messages`.
    pub messages_window_ms: u64,
    /// Moves in turn that a player may make a second before the next message is read later.
    pub moves_per_second: u32,
    /// The same of one address.
    pub moves_per_second_per_address: u32,
    /// Bad or too frequent messages after which a connection is closed.
    pub bad_messages: u32,
    /// Messages that wait for a slow reader before its connection is closed.
    pub outgoing: usize,
    /// How long one write to a slow reader may take, and how long the reader of an answer may pause in all.
    pub write_ms: u64,
    /// Bytes that give the reader of an answer, or the sender of a body, another second.
    pub slowest_rate: u32,
    /// How long a connection may take to say hello.
    pub hello_ms: u64,
    /// After so long a silence the server sends a ping.
    pub ping_ms: u64,
    /// After so long a silence the connection counts as dead.
    pub dead_ms: u64,
    /// How long the headers of an HTTP request may take, and how long its body may rest in all.
    pub header_ms: u64,
    /// How long an HTTP request may take in all.
    pub request_ms: u64,
    /// Bytes of an HTTP request's body.
    pub body_bytes: usize,
    /// HTTP requests that an address may send within `requests_window_ms`; a file of the page counts a tenth.
    pub requests: u32,
    /// The window of `requests`.
    pub requests_window_ms: u64,
    /// How long it may take to read a list or a leaderboard.
    pub list_ms: u64,
    /// Matches that a connection may follow at once.
    pub followed: usize,
    /// Unfinished matches that a player may have made.
    pub matches_per_player: usize,
    /// The same of all players of an address.
    pub matches_per_address: usize,
    /// Unfinished matches in all.
    pub matches: usize,
    /// Matches that the players of an address may make within a minute.
    pub matches_per_minute_per_address: u32,
    /// Finished matches that are held for those who watch them.
    pub finished: usize,
    /// Challenges that a player may have made that stand.
    pub challenges_per_player: usize,
    /// Challenges that may stand to a player.
    pub challenges_to_player: usize,
    /// Standing challenges of all players of an address.
    pub challenges_per_address: usize,
    /// Challenges that stand, in all.
    pub challenges: usize,
    /// Reports from one address within a day.
    pub reports_per_address: u32,
    /// New players from one address within a minute.
    pub players_per_minute: u32,
    /// Matches in the first message of the lobby, as far as `viewer_bytes` have room for them.
    pub lobby: usize,
    /// Boards that a connection may have in view at once.
    pub boards: usize,
    /// Bytes a second that a connection is sent of the lobby, boards in view and tournaments together.
    pub viewer_bytes: usize,
    /// Analyses that wait or run, in all.
    pub analyses: u32,
    /// Analyses that wait or run, from one address.
    pub analyses_per_address: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            connections_per_address: 100,
            sockets: 20_000,
            sockets_per_address: 200,
            message_bytes: 16_384,
            messages: 100,
            bot_messages: 400,
            messages_window_ms: 20_000,
            moves_per_second: 100,
            moves_per_second_per_address: 2_000,
            bad_messages: 10,
            outgoing: 256,
            write_ms: 10_000,
            slowest_rate: 1_024,
            hello_ms: 5_000,
            ping_ms: 20_000,
            dead_ms: 45_000,
            header_ms: 10_000,
            request_ms: 60_000,
            body_bytes: 65_536,
            requests: 1_200,
            requests_window_ms: 60_000,
            list_ms: 5_000,
            followed: 64,
            matches_per_player: 20,
            matches_per_address: 500,
            matches: 20_000,
            matches_per_minute_per_address: 600,
            finished: 2_000,
            challenges_per_player: 20,
            challenges_to_player: 100,
            challenges_per_address: 200,
            challenges: 20_000,
            reports_per_address: 40,
            players_per_minute: 60,
            lobby: 500,
            boards: 24,
            viewer_bytes: 16_384,
            analyses: 16,
            analyses_per_address: 2,
        }
    }
}

/// What the bots on this server may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bots {
    /// Search threads; 0 for one fewer than there are processors, at least one.
    pub threads: usize,
    /// How long a search goes on while others wait for their turn.
    pub slice_ms: u64,
    /// Searches beyond `threads` that may have begun and be suspended.
    pub suspended: usize,
    /// Searches that wait to begin, of each kind.
    pub queue: usize,
    /// Most nodes of a search for one move.
    pub nodes: u64,
    /// Longest search for one move.
    pub time_ms: u64,
    /// Longest search for one move by a bot whose configuration a stranger sends.
    pub custom_ms: u64,
    /// Longest search of an analysis.
    pub analysis_ms: u64,
    /// What all searches hold together, in MiB; 0 for a quarter of the machine's memory.
    pub memory_mb: u32,
    /// Greatest depth of a bot's configuration that a stranger sends.
    pub depth: u16,
    /// Largest transposition table of such a configuration, in MiB.
    pub table_mb: u32,
    /// Most threads of one search by such a configuration. They come on top of `threads`.
    pub search_threads: u16,
    /// A bot waits for so long before it moves against a person, so that moves can be followed.
    pub delay_ms: u64,
    /// A search that runs longer than its time by so much counts as stalled.
    pub stall_ms: u64,
}

impl Default for Bots {
    fn default() -> Self {
        Self {
            threads: 0,
            slice_ms: 20,
            suspended: 128,
            queue: 10_000,
            nodes: 20_000_000,
            time_ms: 10_000,
            custom_ms: 1_000,
            analysis_ms: 5_000,
            memory_mb: 0,
            depth: 64,
            table_mb: 64,
            search_threads: 1,
            delay_ms: 300,
            stall_ms: 10_000,
        }
    }
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where the server listens and keeps its data.
    pub server: Server,
    /// What strangers may use up.
    pub limits: Limits,
    /// How long matches wait.
    pub matches: Matches,
    /// What the bots may use.
    pub bots: Bots,
    /// How names are claimed and people let in.
    pub accounts: Accounts,
    /// Which tournaments players may open.
    pub tournaments: Tournaments,
    /// Which tournaments of bots players may have played.
    pub composing: Composing,
}

impl Settings {
    /// The settings of `file`, where one is given, under those of the environment.
    ///
    /// # Errors
    /// [`SettingsError`] naming file or variable, line and key, and what would be right.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, SettingsError> {
        let settings = match file {
            None => Self::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| unreadable::cause(&error))
                    .map_err(|cause| SettingsError::Unreadable { path: path.to_owned(), cause })?;
                let settings = Self::from_toml(&text, path)?;
                // Before the environment is laid over: TOML has no integers beyond 64 bits with a sign.
                settings.check().map_err(|error| error.in_file(&text, path))?;
                settings
            }
        };
        let environment: Vec<(String, String)> = environment.into_iter().collect();
        let set: Vec<String> = environment.iter().map(|(name, _)| name.clone()).collect();
        let settings = settings.with_environment(environment)?;
        settings.check().map_err(|error| error.in_environment(&set))?;
        Ok(settings)
    }

    /// The settings that `text` describes; `path` only serves the errors.
    ///
    /// # Errors
    /// [`SettingsError::File`] with line, key and what would be right.
    pub fn from_toml(text: &str, path: &Path) -> Result<Self, SettingsError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let source = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
            let shown = secret::shown(source);
            // The reason may quote the value, too.
            let reason = if shown == source {
                own_words(error.message())
            } else {
                "either there is no such key, or its value is no text in quotes".to_owned()
            };
            let problem = format!("line {line}, `{}`: {}", beginning(shown, 200), beginning(&reason, 1_000));
            SettingsError::File { path: path.to_owned(), problem }
        })
    }

    fn with_environment(&self, environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, SettingsError> {
        let mut table = Table::try_from(self).expect("settings are plain tables of numbers, texts and lists");
        for (name, given) in environment {
            let wrong = |problem: String| SettingsError::Environment {
                name: beginning(&name, 100),
                problem: beginning(&problem, 1_000),
            };
            let Some(rest) = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_prefix('_')) else { continue };
            let rest = rest.to_lowercase();
            let Some((section, key)) = rest.split_once('_') else { continue };
            let Some(Value::Table(section_table)) = table.get_mut(section) else { continue };
            let known: Vec<String> = section_table.keys().cloned().collect();
            let Some(slot) = section_table.get_mut(key) else {
                let meant = did_you_mean(key, known.iter().map(String::as_str));
                return Err(wrong(format!("[{section}] has no key {key:?}; it has {}.{meant}", known.join(", "))));
            };
            *slot = match slot {
                Value::Integer(_) => {
                    Value::Integer(given.parse().map_err(|_| wrong(format!("{given:?} is no whole number")))?)
                }
                Value::Boolean(_) => {
                    Value::Boolean(given.parse().map_err(|_| wrong(format!("{given:?} is neither true nor false")))?)
                }
                Value::Array(_) => {
                    Value::Array(given.split(',').filter(|item| !item.is_empty()).map(Value::from).collect())
                }
                _ => Value::String(given),
            };
            // Each one is tried by itself, so that the error can name it.
            Self::deserialize(table.clone()).map_err(|error| wrong(own_words(error.message())))?;
        }
        Ok(Self::deserialize(table).expect("every change has been tried"))
    }
}

#[cfg(test)]
mod tests;
