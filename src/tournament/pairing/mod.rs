//! Pairings: a pure function of the format and the results so far.
//!
//! A [`Schedule`] computes pairings that do not depend on results, each from its number. A [`Pairer`] receives the
//! results and returns the pairings that are known, including those that depend on results.

mod attendance;
mod encounter;
pub mod knockout;
mod matching;
mod pairer;
mod ranking;
pub mod schedule;
pub mod sequential;
pub mod swiss;

pub use attendance::Attendance;
pub(super) use attendance::AttendanceHistory;
pub(super) use pairer::Ready;
pub use pairer::{NextMatch, Pairer};
pub(super) use ranking::{Ranking, ranked};
pub use schedule::{Pairing, Schedule};
