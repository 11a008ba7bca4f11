//! External engines: programs that play by the Universal Chess Interface or by the arena's text protocol. Each runs as
//! a child process under supervision.
//!
//! A program is started when it is first needed and kept from match to match. One that ends by itself, does not answer
//! in its time or sends too much loses that match only: it is killed, with all that it has started, and a new one is
//! started for the next match. See `process.rs` for what bounds it.

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
mod uci;

pub use log::EngineLog;
pub(super) use player::engine_player;
#[cfg(not(unix))]
pub use process::kill_all;
#[cfg(unix)]
pub use process_registry::kill_all;
pub use session::{Refused, probe};
pub use spec::{EngineSpec, OptionValue, RawEngine, installed};

use crate::bots::characters::is_hidden;

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum EngineFailure {
    /// It ended, or closed its output.
    #[error("{0}")]
    Gone(String),
    /// It did not answer in time, or did not read its input.
    #[error("it did not answer in time")]
    Silent,
    /// It sent more than is allowed.
    #[error("it sent {0} bytes and no answer")]
    Flood(u64),
}

/// The output of a program for an error message: shortened, without control characters and invisible ones.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_hidden(*letter)).take(200).collect()
}
