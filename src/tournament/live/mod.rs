//! Tournaments that people and programs enter while a server runs. Their log is stored, and their state is a pure fold
//! over it.
//!
//! The log holds registrations, arrivals and departures, pairings and results, in the order in which they were stored.
//! In a format with a schedule, the pairings are a function of the results in the order of the schedule. An arena and a
//! league pair free entrants: [`LiveState::choice`] is a function of the log so far. Its choices are stored too, so
//! that a log keeps its meaning if the function changes.

mod choice;
mod due;
mod entry;
mod live_entrant;
mod pace;
mod ranking;
mod scheduled;
mod state;
#[cfg(test)]
mod tests;

pub use due::DueMatches;
pub use entry::{Entry, EntryEnd, Opener};
pub use live_entrant::{LiveEntrant, UnderWay};
pub(crate) use scheduled::EXTRA;
pub use state::LiveState;
