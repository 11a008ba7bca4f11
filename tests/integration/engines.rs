//! External engines: those that play, and those that fail in every way an engine can.
#![cfg(unix)]

mod fake;
mod players;
mod stockfish;
mod tournaments;
