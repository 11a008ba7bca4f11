//! Evaluations and bots as WebAssembly modules, run by `wasmi`, and trained models. `docs/modules.md` describes their
//! interface.
//!
//! A module is limited by fuel and bytes, so its play is a function of the position, the limits and the runtime. It gets a
//! new instance for every turn: a call that was stopped leaves the stack pointer of the module lowered, and state from one
//! turn could not be repeated from a record.

mod check;
mod compiled;
mod files;
mod instance;
mod prices;
mod seat;
mod selects;
mod trained;

#[cfg(test)]
mod tests;

pub use check::{Checker, Report, check};
pub use compiled::{MOST_BYTES, RUNTIME};
pub use files::ModuleFiles;
pub use seat::compile;
