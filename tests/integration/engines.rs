//! External engines: those that play, and those that fail in every way an engine can.
#![cfg(unix)]

mod dialects;
pub(crate) mod fake;
mod fake_dialects;
mod others;
mod players;
mod stockfish;
mod tournaments;
