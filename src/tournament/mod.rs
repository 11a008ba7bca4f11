//! Tournaments: who meets whom, how the matches are run, and what is computed from their results.
//!
//! Each room imports only those before it: [`rating`] is the statistics, which know of no tournament; [`pairing`]
//! decides who meets whom, [`live`] is what people and programs enter while a server runs, [`results`] adds up results;
//! [`plan`] is a tournament's file, checked and complete; [`run`](mod@run) plays it, [`report`] presents it, and [`tune`]
//! improves a bot by playing many.
//!
//! [`pairing`], [`results`], [`rating`] and the openings are pure. A tournament's results are a function of its plan;
//! how many threads play it, in which order the matches finish and how often it was interrupted change nothing.

pub mod live;
pub mod pairing;
pub mod plan;
pub mod rating;
pub mod report;
pub mod results;
pub mod run;
pub mod tune;

pub use pairing::{Pairing, Schedule};
pub use plan::{
    Adjudication, Engines, Entrant, Format, Limits, MAX_PLIES, Opening, OpeningTerms, Openings, Overrides, Plan,
    PlanError, TournamentConfig, TournamentFile,
};
pub use rating::{Elo, Wdl};
pub use report::TournamentReport;
pub use results::{MatchResult, MoveCost, RecordError, RecordTally, Standing, Tally};
pub use run::{
    Batch, Control, Failure, Finished, NoSink, Progress, ResultSink, RunError, RunOptions, RunOutcome, SinkError,
    largest_match, run,
};
pub use run::{Estimate, Underway, estimate};
