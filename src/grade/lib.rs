//! Marks homework: programs in any language that search game trees or play games.
//!
//! A program asks for the states of the game and their values on standard output (`session.rs`), so everything that it
//! visits is known. `task.rs` reads what is asked. `search.rs` has the searches that a program is compared with,
//! done right and with the usual mistakes; `diagnose.rs` finds the mistake that explains all answers. [`sandbox`] limits
//! the process of a submission. [`report`] writes the marks.
//!
//! Invariant: the marks are a function of the task and the submission, if the submission is one of its input. Time is
//! processor time, so a busy machine changes no mark.

mod classic;
mod diagnose;
mod grade;
mod process;
mod program;
pub mod report;
pub mod sandbox;
mod search;
mod session;
mod task;
mod tree;

#[cfg(test)]
mod tests;

pub use grade::{Marks, TestMarks, mark};
pub use task::{Task, read};
