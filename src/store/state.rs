//! Public state of the writers: health and counters.

use std::sync::{Arc, Mutex, PoisonError};

/// Amount written since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteCounts {
    /// Number of log groups and database transactions.
    pub transactions: u64,
    /// Number of requests in them, including rejected ones.
    pub requests: u64,
}

#[derive(Debug, Default)]
pub(super) struct WriterState {
    /// Reason why the database cannot be written.
    pub(super) failure: Option<String>,
    /// Reason why the log cannot be written.
    pub(super) log_failure: Option<String>,
    pub(super) written: WriteCounts,
}

impl WriterState {
    const fn failure_of(&mut self, is_log: bool) -> &mut Option<String> {
        if is_log { &mut self.log_failure } else { &mut self.failure }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct SharedState(Arc<Mutex<WriterState>>);

impl SharedState {
    /// Records that the database (`false`) or the log (`true`) cannot be written, and why. Logs the first failure; later
    /// ones are the same until it works again.
    pub(super) fn failed(&self, is_log: bool, problem: &str) {
        let before = self.with(|state| state.failure_of(is_log).replace(problem.to_owned()));
        if before.is_none() {
            let what = if is_log { "log" } else { "database" };
            tracing::error!(problem, "the {what} cannot be written; no change is stored until it works again");
        }
    }

    /// Records that the database or the log can be written again.
    pub(super) fn recovered(&self, is_log: bool) {
        if self.with(|state| state.failure_of(is_log).take()).is_some() {
            let what = if is_log { "log" } else { "database" };
            tracing::info!("the {what} can be written again");
        }
    }

    pub(super) fn with<T>(&self, look: impl FnOnce(&mut WriterState) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::sync::atomic::{AtomicU64, Ordering};

    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::*;

    /// Collects the levels and fields of log lines.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<String>>>, Arc<AtomicU64>);

    impl Subscriber for Lines {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }

        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(self.1.fetch_add(1, Ordering::Relaxed) + 1)
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}

        fn record_follows_from(&self, _: &Id, _: &Id) {}

        fn event(&self, event: &Event<'_>) {
            struct Fields(String);
            impl Visit for Fields {
                fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                    self.0 += &format!(" {field}={value:?}");
                }
            }
            let mut fields = Fields(event.metadata().level().to_string());
            event.record(&mut fields);
            self.0.lock().unwrap().push(fields.0);
        }

        fn enter(&self, _: &Id) {}

        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn a_failure_is_logged_once_until_writing_works_again() {
        let (lines, state) = (Lines::default(), SharedState::default());
        tracing::subscriber::with_default(lines.clone(), || {
            for is_log in [false, true] {
                state.failed(is_log, "disk full");
                state.failed(is_log, "disk full");
                state.recovered(is_log);
                state.recovered(is_log);
                state.failed(is_log, "disk on fire");
            }
        });
        let lines = lines.0.lock().unwrap();
        for (what, lines) in ["database", "log"].iter().zip(lines.chunks(3)) {
            let failed = format!("message=the {what} cannot be written; no change is stored until it works again");
            assert!(lines[0].starts_with("ERROR") && lines[0].contains(&failed), "{lines:?}");
            assert!(lines[0].contains("disk full") && lines[2].contains("disk on fire"), "{lines:?}");
            assert!(lines[1].starts_with("INFO") && lines[1].contains(&format!("the {what} can be written again")));
        }
        assert_eq!(lines.len(), 6);
    }
}
