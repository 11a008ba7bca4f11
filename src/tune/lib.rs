//! Tuning improves the weights of a bot's evaluation, and numbers of its search, by matches between two versions of the
//! bot.
//!
//! [`spsa`] is the mathematics. [`spec`] reads a tuning file, and `parameters` the tuned numbers in it. [`run`] plays
//! the matches on the tournament's runner, in batches. Each batch is a barrier, so that the result is a function of the
//! file at any concurrency and after any interruption. [`report`] is the result as data, and `document` presents it.

mod document;
mod file_table;
mod parameters;
pub mod report;
pub mod run;
pub mod spec;
pub mod spsa;

pub use report::TuningReport;
pub use run::{Tuned, TuningProgress, tune};
pub use spec::{Tuning, read};
