//! Who meets whom next: pure, from the format and the results so far.
//!
//! A [`Schedule`] computes the pairings that depend on no result from their numbers; a [`Pairer`] takes the results in
//! and says which pairings are known, where they depend on them.

mod encounter;
mod format_name;
pub mod knockout;
mod matching;
mod pairer;
pub mod schedule;
pub mod sequential;
pub mod swiss;

pub use format_name::{BadFormatName, FormatName};
pub use pairer::Pairer;
pub(super) use pairer::Ready;
pub use schedule::{Pairing, Schedule};
