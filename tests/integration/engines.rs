//! External engines: sound ones, and ones that fail in every way.
#![cfg(unix)]

mod compliance;
mod dialects;
pub(crate) mod fake;
mod fake_dialects;
mod others;
mod players;
mod stockfish;
mod tournaments;
