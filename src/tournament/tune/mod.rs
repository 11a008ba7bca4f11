//! Tuning: the weights of a bot's evaluation, and numbers of its search, improved by matches between two versions of the
//! bot.
//!
//! [`spsa`] is the mathematics, pure; [`spec`] reads a tuning's file, `parameters` what of it is tuned; [`run`] plays it on the tournament's runner in
//! batches, each a barrier, so that the result is a function of the file at any concurrency and after any interruption;
//! [`report`], [`text`] and [`html`] present the result.

mod expression;
mod file_table;
pub mod html;
mod parameters;
pub mod report;
pub mod run;
pub mod spec;
pub mod spsa;
pub mod text;

pub use report::TuningReport;
pub use run::{Tuned, TuningProgress, tune};
pub use spec::{Tuning, read};
