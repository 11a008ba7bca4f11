//! External engines: programs that play by a protocol that many of them speak, or by the arena's own text protocol. Each
//! runs as a child process under one supervision; `dialect.rs` has what differs by protocol.
//!
//! A program is started when it is first needed and kept from match to match. One that ends by itself, does not answer
//! in its time or sends too much loses that match only: it is killed, with all that it has started, and a new one is
//! started for the next match. See `process.rs` for what bounds it.

mod announced;
#[cfg(unix)]
mod bell;
mod dialect;
mod gathered;
mod gomocup;
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
mod uci;
mod xboard;
mod xboard_words;

pub use dialect::Refused;
pub use log::EngineLog;
pub(super) use player::engine_player;
#[cfg(not(unix))]
pub use process::kill_all;
#[cfg(unix)]
pub use process_registry::kill_all;
pub use session::probe;
pub(super) use spec::untold;
pub use spec::{EngineSpec, OptionValue, RawEngine, installed};

use crate::bots::characters::is_hidden;
use crate::play::Circumstance;

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum EngineFailure {
    /// It ended, or closed its output.
    #[error("{0}")]
    Gone(String),
    /// It did not answer in time, or did not read its input.
    #[error("{}", Circumstance::NoAnswer {})]
    Silent,
    /// It sent more than is allowed.
    #[error("{}", Circumstance::Flood { bytes: *.0 })]
    Flood(u64),
    /// It does not do what it has to.
    #[error("{0}")]
    Refused(String),
}

/// The same in quotation marks.
fn quoted(text: &str) -> String {
    format!("{:?}", printable(text))
}

/// The output of a program for an error message: shortened, without control characters and invisible ones.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !is_hidden(*letter)).take(200).collect()
}
