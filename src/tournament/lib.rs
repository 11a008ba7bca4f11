//! Tournaments: pairings, runs, and the figures that are computed from results.
//!
//! Each module imports only the ones before it in this list. [`rating`] is the statistics, which do not know about
//! tournaments. [`pairing`] decides which entrants meet. [`live`] is for tournaments that people and programs enter
//! while a server runs. [`results`] adds up results. [`plan`] is a tournament file that was checked and completed.
//! [`run`](mod@run) plays it and [`report`] presents it. [`statistics`] are the figures of matches played elsewhere.
//!
//! [`pairing`], [`results`], [`rating`] and the openings have no I/O. A tournament's results are a function of its
//! plan. The number of threads, the order in which matches finish and any interruptions do not affect them.

pub mod live;
pub mod pairing;
pub mod plan;
pub mod rating;
pub mod report;
pub mod results;
pub mod run;
pub mod statistics;

pub use pairing::{NextMatch, Pairing, Schedule};
pub use plan::{
    Adjudication, Engines, Entrant, Format, Limits, MAX_PLIES, Opening, OpeningTerms, Openings, Overrides, Plan,
    TournamentConfig, TournamentFile,
};
pub use rating::{Elo, Wdl};
pub use report::TournamentReport;
pub use results::{EntrantScore, MatchResult, MoveCost, RecordError, RecordTally, Tally};
pub use run::{
    Batch, Control, Finished, NoSink, Progress, ResultSink, RunOptions, RunOutcome, SinkError, largest_match, run,
};
pub use run::{Estimate, Spectators, Underway, estimate};
