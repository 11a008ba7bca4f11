//! Tournaments that people and programs enter while a server runs: what is stored of one, and the state that a fold over it
//! gives, pure.
//!
//! The log holds registrations, who came and went, pairings and results in the order in which they were stored. Where the
//! format is a schedule, who meets whom is the schedule's business, a function of results in its order. An arena and a league
//! pair whoever is free: [`LiveState::choice`] is a function of the log so far, and what it chose is stored, too, so
//! that the log of an earlier version means what it meant.

mod choice;
mod contender;
mod entry;
mod ranking;
mod scheduled;
mod state;
mod terms;
#[cfg(test)]
mod tests;

pub use contender::{Contender, SeasonRow, UnderWay};
pub use entry::{Ending, Entry, Opener};
pub use scheduled::Due;
pub use state::{LiveState, Phase};
pub(in crate::tournament) use terms::EXTRA;
pub use terms::{LiveFormat, Terms, TermsError};
