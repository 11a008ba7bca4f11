//! The server's settings: defaults, then a TOML file, then the environment, then flags. They are validated once, here.
//!
//! An unknown key or an invalid value is rejected with its place and with what is expected. No value is corrected
//! silently. Every limit that an operator may need to change is a setting.

/// Declares a section of the settings: its keys with their types and defaults, the range of a number, and `read
/// at_start` for a key that is not read again while the server runs.
macro_rules! settings {
    ($(#[$about:meta])* $section:literal $name:ident {
        $($(#[$doc:meta])* $key:ident: $type:ty = $default:expr $(, in $range:expr)? $(, read $class:ident)?;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$doc])* pub $key: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default),* }
            }
        }

        impl $name {
            /// Keys that are read only at startup.
            pub(crate) const AT_START: &'static [&'static str] =
                &[$($(crate::settings::$class(concat!($section, ".", stringify!($key))),)?)*];

            /// Rejects a number that is out of range.
            pub(crate) fn check_ranges(&self) -> Result<(), crate::settings::SettingsError> {
                $($(crate::settings::ranges::within(concat!($section, ".", stringify!($key)), self.$key, $range)?;)?)*
                Ok(())
            }
        }
    };
}

mod accounts;
mod agents;
mod composing;
mod matches;
mod modules;
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
use arena_search::MAX_THREADS;

pub use accounts::Accounts;
pub use agents::Agents;
pub use composing::Composing;
pub use matches::Matches;
pub use modules::Modules;
pub use network::Network;
pub use secret::Secret;
pub use server::Server;
pub use tournaments::Tournaments;

/// The configuration file with every key and its default. [`Settings::default`] equals it.
pub const SHIPPED: &str = arena_config::SETTINGS;

/// Maximum size of a settings file in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// Prefix of the environment variables: `ARENA_LIMITS_MESSAGES` sets `messages` in `[limits]`.
pub const PREFIX: &str = "ARENA";

/// Marks a key that is read only at startup.
const fn at_start(key: &str) -> &str {
    key
}

/// Reason why settings were rejected.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file could not be read.
    #[error("the settings file {path} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
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

settings! {
    /// Limits on what clients may use.
    "limits" Limits {
        /// WebSocket connections in total.
        connections: u32 = 10_000, in 1..=1_000_000;
        /// WebSocket connections from one address.
        connections_per_address: u32 = 100, in 1..=1_000_000;
        /// TCP connections in total that are not WebSockets, or not yet.
        sockets: u32 = 20_000, in 1..=1_000_000, read at_start;
        /// TCP connections from one address; at least `connections_per_address`.
        sockets_per_address: u32 = 200, in 1..=1_000_000;
        /// Maximum size of a WebSocket message in bytes.
        message_bytes: usize = 16_384, in 1_024..=16 << 20;
        /// Messages that a player may send within `messages_window_ms`.
        messages: u32 = 100, in 1..=1_000_000_000;
        /// Like `messages`, for a bot account, which plays several matches at once.
        bot_messages: u32 = 400, in 1..=1_000_000_000;
        /// Window of `messages` and `bot_messages` in milliseconds.
        messages_window_ms: u64 = 20_000, in 1..=3_600_000;
        /// Moves in turn that a player may make per second. Beyond that, the next message is read later.
        moves_per_second: u32 = 500, in 1..=1_000_000_000;
        /// Moves in turn from one address per second.
        moves_per_second_per_address: u32 = 2_000, in 1..=1_000_000_000;
        /// Number of bad or too frequent messages after which a connection is closed.
        bad_messages: u32 = 10, in 1..=1_000_000;
        /// Messages that may wait for a slow reader. Beyond that, the connection is closed.
        outgoing: usize = 256, in 8..=1_000_000;
        /// Bytes that may wait for a slow reader. Beyond that, the connection is closed.
        outgoing_bytes: usize = 2 << 20, in 65_536..=1 << 30;
        /// Memory in MiB for data of clients: outgoing messages, request bodies and positions. 0 means a quarter of the
        /// memory available to the process, at most 1024. One address may hold an eighth of it.
        memory_mb: u32 = 0, in 0..=1 << 24;
        /// Bytes of whole matches per second and player, with a burst of eight times as many.
        answer_bytes: usize = 1 << 20, in 1_024..=1 << 40;
        /// Bytes of whole matches and HTTP answers per second and address, with a burst of eight times as many.
        answer_bytes_per_address: usize = 2 << 20, in 1_024..=1 << 40;
        /// Time limit in milliseconds for one write to a slow reader, and for all pauses of an answer's reader
        /// together.
        write_ms: u64 = 10_000, in 1..=600_000;
        /// Number of bytes that earn the reader of a response, or the sender of a body, another second.
        slowest_rate: u32 = 1_024, in 1..=1 << 30;
        /// Time limit for `hello` after connecting, in milliseconds.
        hello_ms: u64 = 5_000, in 1..=600_000;
        /// Silence in milliseconds after which the server sends a ping.
        ping_ms: u64 = 20_000;
        /// Silence in milliseconds after which a connection is closed as dead.
        dead_ms: u64 = 45_000, in 2..=3_600_000;
        /// Time limit in milliseconds for the headers of an HTTP request, and for all pauses in its body.
        header_ms: u64 = 10_000, in 1..=600_000;
        /// Time limit for an HTTP request in milliseconds.
        request_ms: u64 = 60_000, in 1..=3_600_000, read at_start;
        /// Maximum size of the body of an HTTP request in bytes.
        body_bytes: usize = 65_536, in 1_024..=64 << 20, read at_start;
        /// HTTP requests that an address may send within `requests_window_ms`. A file of the page counts as a tenth.
        requests: u32 = 1_200, in 1..=100_000_000;
        /// Window of `requests` in milliseconds.
        requests_window_ms: u64 = 60_000, in 1..=3_600_000;
        /// Time limit for reading a list or a leaderboard, in milliseconds.
        list_ms: u64 = 5_000;
        /// Matches that a connection may follow at once.
        followed: usize = 64, in 1..=100_000;
        /// Unfinished matches that one player has created.
        matches_per_player: usize = 20, in 1..=1_000_000;
        /// Unfinished matches that the players of one address have created.
        matches_per_address: usize = 500, in 1..=10_000_000;
        /// Unfinished matches in total.
        matches: usize = 20_000, in 1..=10_000_000;
        /// New matches per address and minute.
        matches_per_minute_per_address: u32 = 600, in 1..=1_000_000_000, read at_start;
        /// New matches per address and day.
        matches_per_day_per_address: u64 = 20_000, in 1..=1_000_000_000;
        /// MiB of events that the matches of an address store per day.
        stored_mb_per_address: u64 = 256, in 1..=1 << 24;
        /// Finished matches that are kept in memory for those who watch them.
        finished: usize = 2_000, in 1..=10_000_000;
        /// Pending challenges that one player has made.
        challenges_per_player: usize = 20, in 1..=100_000;
        /// Pending challenges to one player.
        challenges_to_player: usize = 100, in 1..=100_000;
        /// Pending challenges to one player from all players of an address.
        challenges_to_player_per_address: usize = 10, in 1..=100_000;
        /// Pending challenges of all players of an address.
        challenges_per_address: usize = 200, in 1..=10_000_000;
        /// Pending challenges in total.
        challenges: usize = 20_000, in 1..=10_000_000;
        /// Reports per address and day.
        reports_per_address: u32 = 40, in 1..=1_000_000;
        /// New players from one address per minute.
        players_per_minute: u32 = 60, in 1..=1_000_000;
        /// Matches in the first message of the lobby. `viewer_bytes` can reduce the number.
        lobby: usize = 500, in 1..=100_000;
        /// Boards that a connection may have in view at once.
        boards: usize = 24, in 1..=1_000;
        /// Bytes per second that a connection receives for the lobby, boards and tournaments together.
        viewer_bytes: usize = 16_384, in 1_024..=1 << 30;
        /// Analyses that run, in total. Further ones wait until it is the turn of their address.
        analyses: u32 = 16, in 1..=1_000_000;
        /// Analyses that wait or run, from one address.
        analyses_per_address: u32 = 2, in 1..=1_000_000;
        /// Time in milliseconds for which a running analysis keeps its place while others wait.
        analysis_turn_ms: u64 = 5_000, in 1..=3_600_000;
    }
}

settings! {
    /// Limits on what the server's bots may use.
    "bots" Bots {
        /// Search threads. 0 means one fewer than the number of processors, but at least one.
        threads: usize = 0, in 0..=1_024, read at_start;
        /// Time slice of a search in milliseconds while others wait.
        slice_ms: u64 = 20, in 1..=60_000, read at_start;
        /// Searches beyond `threads` that may have begun and be suspended.
        suspended: usize = 128, in 0..=4_096, read at_start;
        /// Searches of each kind that may wait to begin.
        queue: usize = 10_000, in 1..=10_000_000, read at_start;
        /// Maximum number of nodes per move.
        nodes: u64 = 20_000_000, in 1..=1 << 50;
        /// Time limit of a search for one move, in milliseconds.
        time_ms: u64 = 10_000, in 1..=3_600_000;
        /// Time limit in milliseconds of a search for one move by a bot that a client configures.
        custom_ms: u64 = 1_000, in 1..=3_600_000;
        /// Time limit of an analysis in milliseconds.
        analysis_ms: u64 = 5_000, in 1..=3_600_000;
        /// Memory of all searches in MiB. 0 means a quarter of the machine's memory.
        memory_mb: u32 = 0, in 0..=1 << 24, read at_start;
        /// Maximum depth of a bot that a client configures.
        depth: u16 = 64, in 1..=1_000;
        /// Maximum size in MiB of the transposition table of a bot that a client configures.
        table_mb: u32 = 64, in 0..=4_096;
        /// Maximum number of threads of one search of a bot that a client configures. They come on top of `threads`.
        search_threads: u16 = 1, in 1..=MAX_THREADS.into();
        /// Delay in milliseconds before a bot moves against a person, so that its moves can be followed.
        delay_ms: u64 = 300, in 0..=600_000;
        /// Time in milliseconds by which a search may exceed its limit before it counts as stalled.
        stall_ms: u64 = 10_000, in 0..=600_000;
        /// The NATS server whose workers also make searches, such as `nats://user:password@host:4222`. Empty for none.
        nats: Secret = Secret::default(), read at_start;
        /// Folders of Syzygy tables, with which tournaments adjudicate matches of chess.
        syzygy: Vec<PathBuf> = Vec::new(), read at_start;
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
    /// Modules that players hand in.
    pub modules: Modules,
    /// Agents that play by the Model Context Protocol.
    pub agents: Agents,
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
