//! Matches: one contest of a game between two seats.
//!
//! [`match_core`] and [`clock`] are pure: no I/O, no clock reads, no randomness. A match's state is a fold over its
//! events, so that replay, reconnection, watching, recovery after a crash and the record are one mechanism. [`host`] is
//! the shell that gives a match its time, its storage and its [`player`]s.

pub mod card;
pub mod clock;
pub mod event;
pub mod handle;
pub mod host;
pub mod input;
pub mod journal;
pub mod match_core;
pub mod player;
pub mod seat;

#[cfg(test)]
mod tests;

pub use card::Card;
pub use clock::{Clock, ClockSetting, Readings};
pub use event::{Event, Matter, Numbered, Shortage, TableLoss, Thought, ThoughtSource};
pub use input::{Input, Patience, Refusal, Terms};
pub use journal::{Journal, JournalError};
pub use match_core::{Match, Phase};
pub use seat::{By, Ended, Seat, Verdict};
