//! The server's settings: defaults, then a TOML file, then the environment, then flags. They are validated once, here.
//!
//! An unknown key or an invalid value is rejected with its place and with what is expected. No value is corrected
//! silently. Every limit that an operator may need to change is a setting.

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

use arena_bots::suggest::did_you_mean;
use arena_bots::unreadable;
use arena_games::beginning;
use arena_games::objects::Objects;

pub use accounts::Accounts;
pub use composing::Composing;
pub use matches::Matches;
pub use network::Network;
pub use secret::Secret;
pub use server::Server;
pub use tournaments::Tournaments;

/// The configuration file with every key and its default. [`Settings::default`] equals it.
pub const SHIPPED: &str = include_str!("../../config/arena.toml");

/// Maximum size of a settings file in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// Prefix of the environment variables: `ARENA_LIMITS_MESSAGES` sets `messages` in `[limits]`.
pub const PREFIX: &str = "ARENA";

/// Reason why settings were rejected.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file could not be read.
    #[error("the settings file {path} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: String,
    },
    /// The file contains an error.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: PathBuf,
        /// Line, key and what is expected.
        problem: String,
    },
    /// An environment variable is invalid.
    #[error("the environment variable {name}: {problem}")]
    Environment {
        /// The variable.
        name: String,
        /// What is expected.
        problem: String,
    },
    /// A value is out of range.
    #[error("{key} is {value}, but must be {expected}")]
    Range {
        /// Section and key.
        key: &'static str,
        /// The given value.
        value: String,
        /// What is expected.
        expected: String,
    },
}

/// Limits on what clients may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// WebSocket connections in total.
    pub connections: u32,
    /// WebSocket connections from one address.
    pub connections_per_address: u32,
    /// TCP connections in total that are not WebSockets, or not yet.
    pub sockets: u32,
    /// TCP connections from one address; at least `connections_per_address`.
    pub sockets_per_address: u32,
    /// Maximum size of a WebSocket message in bytes.
    pub message_bytes: usize,
    /// Messages that a player may send within `messages_window_ms`.
    pub messages: u32,
    /// Like `messages`, for a bot account, which plays several matches at once.
    pub bot_messages: u32,
    /// Window of `messages` and `bot_messages` in milliseconds.
    pub messages_window_ms: u64,
    /// Moves in turn that a player may make per second. Beyond that, the next message is read later.
    pub moves_per_second: u32,
    /// Moves in turn from one address per second.
    pub moves_per_second_per_address: u32,
    /// Number of bad or too frequent messages after which a connection is closed.
    pub bad_messages: u32,
    /// Messages that may wait for a slow reader. Beyond that, the connection is closed.
    pub outgoing: usize,
    /// Bytes that may wait for a slow reader. Beyond that, the connection is closed.
    pub outgoing_bytes: usize,
    /// Memory in MiB for data of clients: outgoing messages, request bodies and positions. 0 means a quarter of the
    /// memory available to the process, at most 1024. One address may hold an eighth of it.
    pub memory_mb: u32,
    /// Bytes of whole matches per second and player, with a burst of eight times as many.
    pub answer_bytes: usize,
    /// Bytes of whole matches and HTTP answers per second and address, with a burst of eight times as many.
    pub answer_bytes_per_address: usize,
    /// Time limit in milliseconds for one write to a slow reader, and for all pauses of an answer's reader together.
    pub write_ms: u64,
    /// Number of bytes that earn the reader of a response, or the sender of a body, another second.
    pub slowest_rate: u32,
    /// Time limit for `hello` after connecting, in milliseconds.
    pub hello_ms: u64,
    /// Silence in milliseconds after which the server sends a ping.
    pub ping_ms: u64,
    /// Silence in milliseconds after which a connection is closed as dead.
    pub dead_ms: u64,
    /// Time limit in milliseconds for the headers of an HTTP request, and for all pauses in its body.
    pub header_ms: u64,
    /// Time limit for an HTTP request in milliseconds.
    pub request_ms: u64,
    /// Maximum size of the body of an HTTP request in bytes.
    pub body_bytes: usize,
    /// HTTP requests that an address may send within `requests_window_ms`. A file of the page counts as a tenth.
    pub requests: u32,
    /// Window of `requests` in milliseconds.
    pub requests_window_ms: u64,
    /// Time limit for reading a list or a leaderboard, in milliseconds.
    pub list_ms: u64,
    /// Matches that a connection may follow at once.
    pub followed: usize,
    /// Unfinished matches that one player has created.
    pub matches_per_player: usize,
    /// Unfinished matches that the players of one address have created.
    pub matches_per_address: usize,
    /// Unfinished matches in total.
    pub matches: usize,
    /// New matches per address and minute.
    pub matches_per_minute_per_address: u32,
    /// New matches per address and day.
    pub matches_per_day_per_address: u64,
    /// MiB of events that the matches of an address store per day.
    pub stored_mb_per_address: u64,
    /// Finished matches that are kept in memory for those who watch them.
    pub finished: usize,
    /// Pending challenges that one player has made.
    pub challenges_per_player: usize,
    /// Pending challenges to one player.
    pub challenges_to_player: usize,
    /// Pending challenges to one player from all players of an address.
    pub challenges_to_player_per_address: usize,
    /// Pending challenges of all players of an address.
    pub challenges_per_address: usize,
    /// Pending challenges in total.
    pub challenges: usize,
    /// Reports per address and day.
    pub reports_per_address: u32,
    /// New players from one address per minute.
    pub players_per_minute: u32,
    /// Matches in the first message of the lobby. `viewer_bytes` can reduce the number.
    pub lobby: usize,
    /// Boards that a connection may have in view at once.
    pub boards: usize,
    /// Bytes per second that a connection receives for the lobby, boards and tournaments together.
    pub viewer_bytes: usize,
    /// Analyses that run, in total. Further ones wait until it is the turn of their address.
    pub analyses: u32,
    /// Analyses that wait or run, from one address.
    pub analyses_per_address: u32,
    /// Time in milliseconds for which a running analysis keeps its place while others wait.
    pub analysis_turn_ms: u64,
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
            outgoing_bytes: 2 << 20,
            memory_mb: 0,
            answer_bytes: 1 << 20,
            answer_bytes_per_address: 2 << 20,
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
            matches_per_day_per_address: 20_000,
            stored_mb_per_address: 256,
            finished: 2_000,
            challenges_per_player: 20,
            challenges_to_player: 100,
            challenges_to_player_per_address: 10,
            challenges_per_address: 200,
            challenges: 20_000,
            reports_per_address: 40,
            players_per_minute: 60,
            lobby: 500,
            boards: 24,
            viewer_bytes: 16_384,
            analyses: 16,
            analyses_per_address: 2,
            analysis_turn_ms: 5_000,
        }
    }
}

/// Limits on what the server's bots may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bots {
    /// Search threads. 0 means one fewer than the number of processors, but at least one.
    pub threads: usize,
    /// Time slice of a search in milliseconds while others wait.
    pub slice_ms: u64,
    /// Searches beyond `threads` that may have begun and be suspended.
    pub suspended: usize,
    /// Searches of each kind that may wait to begin.
    pub queue: usize,
    /// Maximum number of nodes per move.
    pub nodes: u64,
    /// Time limit of a search for one move, in milliseconds.
    pub time_ms: u64,
    /// Time limit in milliseconds of a search for one move by a bot that a client configures.
    pub custom_ms: u64,
    /// Time limit of an analysis in milliseconds.
    pub analysis_ms: u64,
    /// Memory of all searches in MiB. 0 means a quarter of the machine's memory.
    pub memory_mb: u32,
    /// Maximum depth of a bot that a client configures.
    pub depth: u16,
    /// Maximum size in MiB of the transposition table of a bot that a client configures.
    pub table_mb: u32,
    /// Maximum number of threads of one search of a bot that a client configures. They come on top of `threads`.
    pub search_threads: u16,
    /// Delay in milliseconds before a bot moves against a person, so that its moves can be followed.
    pub delay_ms: u64,
    /// Time in milliseconds by which a search may exceed its limit before it counts as stalled.
    pub stall_ms: u64,
    /// The NATS server whose workers also make searches, such as `nats://user:password@host:4222`. Empty for none.
    pub nats: Secret,
    /// Folders of Syzygy tables, with which tournaments adjudicate matches of chess.
    pub syzygy: Vec<PathBuf>,
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
            nats: Secret::default(),
            syzygy: Vec::new(),
        }
    }
}

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The address of the server and the location of its data.
    pub server: Server,
    /// Limits on what clients may use.
    pub limits: Limits,
    /// Timeouts and retention of matches.
    pub matches: Matches,
    /// Limits on what the bots may use.
    pub bots: Bots,
    /// Accounts, logins and passwords.
    pub accounts: Accounts,
    /// Tournaments that players may open.
    pub tournaments: Tournaments,
    /// Tournaments of bots that players may start.
    pub composing: Composing,
}

impl Settings {
    /// Loads the settings from `file`, if given, and applies the environment on top.
    ///
    /// # Errors
    /// [`SettingsError`] with the file or variable, the line and key, and what is expected.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, SettingsError> {
        let settings = match file {
            None => Self::default(),
            Some(path) => {
                let text = std::fs::File::open(path)
                    .and_then(|file| unreadable::limited_text(file, LARGEST_FILE))
                    .map_err(|error| unreadable::cause(&error))
                    .map_err(|cause| SettingsError::Unreadable { path: path.to_owned(), cause })?;
                let settings = Self::from_toml(&text, path)?;
                // Checked before the environment is applied, because TOML integers are limited to signed 64 bits.
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

    /// Parses `text`. `path` is only used in errors.
    ///
    /// # Errors
    /// [`SettingsError::File`] with the line, the key and what is expected.
    pub fn from_toml(text: &str, path: &Path) -> Result<Self, SettingsError> {
        let read = toml::Deserializer::parse(text).and_then(|file| Self::deserialize(Objects(file)));
        read.map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let source = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
            let shown = secret::shown(source);
            // The reason may also quote the value.
            let reason = if shown == source {
                error.message().to_owned()
            } else {
                "either there is no such key, or its value is not a quoted string".to_owned()
            };
            let problem = format!("line {line}, `{}`: {}", beginning(shown, 200), beginning(&reason, 1_000));
            SettingsError::File { path: path.to_owned(), problem }
        })
    }

    fn with_environment(&self, environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, SettingsError> {
        let mut table = Table::try_from(self).expect("settings are tables of numbers, strings and lists");
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
                    Value::Integer(given.parse().map_err(|_| wrong(format!("{given:?} is not a whole number")))?)
                }
                Value::Boolean(_) => {
                    Value::Boolean(given.parse().map_err(|_| wrong(format!("{given:?} is neither true nor false")))?)
                }
                Value::Array(_) => {
                    Value::Array(given.split(',').filter(|item| !item.is_empty()).map(Value::from).collect())
                }
                _ => Value::String(given),
            };
            // Each variable is tried by itself, so that the error can name it.
            Self::deserialize(table.clone()).map_err(|error| wrong(error.message().to_owned()))?;
        }
        Ok(Self::deserialize(table).expect("every change was validated"))
    }
}

#[cfg(test)]
mod tests;
