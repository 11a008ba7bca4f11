//! References to TypeScript types of crates that this one does not depend on. The test that writes the types writes
//! theirs first, and `ts-rs` writes each name once.

use ts_rs::TS;

/// The report of a tournament.
#[derive(TS)]
pub(crate) struct TournamentReport;

/// The record of a match.
#[derive(TS)]
#[ts(rename = "MatchRecord")]
pub(crate) struct Record;
