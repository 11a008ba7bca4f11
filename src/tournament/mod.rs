//! Tournaments: who meets whom, what the matches add up to, and how they are run.
//!
//! [`schedule`], [`tally`], [`rating`] and [`openings`] are pure. A tournament's results are a function of its
//! [`plan`]; how many threads play it, in which order the matches finish and how often it was interrupted change
//! nothing.

pub mod adjudication;
pub mod affinity;
pub mod contest;
mod control;
pub mod course;
mod crew;
pub mod curve;
mod dispenser;
mod engines;
mod format;
pub mod grid;
pub mod journal;
pub mod knockout;
pub mod ledger;
pub mod limits;
mod matching;
pub mod openings;
pub mod pairs;
pub mod placing;
pub mod plan;
pub mod rating;
mod referee;
pub mod report;
pub mod restore;
pub mod run;
pub mod schedule;
pub mod sequential;
mod solver;
pub mod spec;
pub mod swiss;
pub mod tally;
pub mod text;
pub mod tune;

pub use adjudication::Adjudication;
pub use format::Format;
pub use ledger::{Ledger, Unfit};
pub use limits::Limits;
pub use openings::{MAX_PLIES, Opening, OpeningTerms, Openings};
pub use plan::{Entrant, Plan, PlanError, Terms};
pub use rating::{Elo, Wdl};
pub use report::Report;
pub use run::{Batch, Control, Finished, NoSink, Outcome, Progress, ResultSink, RunError, Setting, SinkError, run};
pub use schedule::{Pairing, Schedule};
pub use spec::{Engines, Overrides, TournamentFile};
pub use tally::{Effort, Played, Standing, Tally};
