//! What the writers show of themselves: whether writing works, and how much was written.

use std::sync::{Arc, Mutex, PoisonError};

/// How much was written since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Groups of the log and transactions of the database.
    pub transactions: u64,
    /// Requests that they held, refused ones included.
    pub requests: u64,
}

/// What the writers show of themselves.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Why the database cannot be written.
    pub(super) failure: Option<String>,
    /// Why the log cannot be written.
    pub(super) log_failure: Option<String>,
    pub(super) written: Written,
}

#[derive(Clone, Debug, Default)]
pub(super) struct SharedState(Arc<Mutex<State>>);

impl SharedState {
    pub(super) fn with<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
