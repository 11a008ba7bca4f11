//! Bots: configurations of minimax by name, and the minds that play by them.

pub mod analysis;
pub mod book;
pub mod brain;
pub mod engine;
pub mod lending;
pub mod pool;
pub mod roster;
pub mod shipped;
pub mod spec;
mod timing;
pub mod toml_file;
pub mod tree;

#[cfg(test)]
mod tests;

pub use book::Book;
pub use brain::{Brain, BrainError, Choice, TurnLimits, brain};
pub use lending::{Loan, SearchMemory};
pub use pool::{Lease, Pool, PoolFull, Principal, Priority, Request, Search, Sharing};
pub use roster::Roster;
pub use spec::{BotSpec, RawBot, SpecError};
pub use timing::OwnClock;
pub use toml_file::{FileError, Source};
