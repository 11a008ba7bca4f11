//! Reads and checks a tournament's [`file`](mod@file). The result is a [`Plan`]; all results of the tournament are a
//! function of it.

pub mod adjudication;
mod bounds;
mod checked;
mod config;
pub mod engines;
mod entered;
mod entrant;
pub mod file;
mod format;
pub mod grid;
pub mod limits;
mod machine;
pub mod openings;

pub use adjudication::{Adjudication, DrawRule, ResignRule, SolverRule, TablebaseRule};
pub use bounds::{MAX_CONCURRENCY, MAX_ENTRANTS, MAX_MATCHES, MAX_ROUNDS};
pub use checked::{Lineage, Plan, PortablePlan};
pub use config::TournamentConfig;
pub use engines::Engines;
pub use entrant::Entrant;
pub use file::{Overrides, TournamentFile};
pub use format::Format;
pub use limits::Limits;
pub use machine::Machine;
pub use openings::lines::Defects;
pub use openings::spec::OpeningsSource;
pub use openings::{MAX_PLIES, Opening, OpeningTerms, Openings, Per};
