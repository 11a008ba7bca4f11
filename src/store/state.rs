//! Public state of the writers: health and counters.

use std::sync::{Arc, Mutex, PoisonError};

/// Amount written since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Number of log groups and database transactions.
    pub transactions: u64,
    /// Number of requests in them, including rejected ones.
    pub requests: u64,
}

#[derive(Debug, Default)]
pub(super) struct State {
    /// Reason why the database cannot be written.
    pub(super) failure: Option<String>,
    /// Reason why the log cannot be written.
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
