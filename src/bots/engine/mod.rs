//! External engines: programs that play by a widely used protocol or by the arena's own text protocol. Each runs as a
//! supervised child process. `dialect.rs` defines what differs by protocol.
//!
//! A program starts when it is first needed and is kept from match to match. An engine that exits, misses a deadline or
//! sends too much loses only the current match. It is killed with all processes that it has started, and the next match
//! starts a new one. `process.rs` describes its limits.

#![cfg_attr(not(unix), allow(dead_code, reason = "without processes, nothing speaks with engines"))]

mod announced;
mod dialect;
mod gathered;
pub mod gomocup;
mod gtp;
#[cfg(unix)]
mod listener;
mod log;
mod player;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "unsupported.rs"]
mod process;
#[cfg(unix)]
mod process_registry;
mod session;
mod spec;
pub mod uci;
mod xboard;
mod xboard_words;

pub use dialect::Refused;
pub use log::EngineLog;
pub use player::compliance::{Compliance, ComplianceCheck, check_compliance};
pub(super) use player::engine_player;
#[cfg(not(unix))]
pub use process::kill_all;
#[cfg(unix)]
pub use process_registry::kill_all;
pub use session::{Probe, probe};
pub(super) use spec::unsupported_limit;
pub use spec::{EngineSpec, Fallback, OptionValue, RawEngine, installed, is_program, whole_number};

use arena_play::characters::is_hidden;
use arena_play::{Detail, EndDetail};

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum EngineFailure {
    /// It exited or closed its output.
    #[error("{0}")]
    Exited(EndDetail),
    /// It did not answer in time or did not read its input.
    #[error("{}", EndDetail::NoAnswer {})]
    Silent,
    /// It sent more than is allowed.
    #[error("{}", EndDetail::Flood { bytes: *.0 })]
    Flood(u64),
    /// It violated the protocol or refused a command.
    #[error("{0}")]
    Refused(String),
}

impl From<EngineFailure> for Detail {
    fn from(failure: EngineFailure) -> Self {
        match failure {
            EngineFailure::Exited(how) => how.into(),
            EngineFailure::Silent => EndDetail::NoAnswer {}.into(),
            EngineFailure::Flood(bytes) => EndDetail::Flood { bytes }.into(),
            EngineFailure::Refused(text) => text.into(),
        }
    }
}

/// Returns the beginning of a text in quotation marks, with control and invisible characters escaped.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(200).collect::<String>())
}

/// Returns the output of a program for an error message: shortened, without control and invisible characters.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_hidden(*letter)).take(200).collect()
}
