//! Tracks how much of a tournament's state is stored. The state is ahead of the store by the entries that are being
//! written.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Running;
use arena_tournament::live::Entry;

/// Maximum time for which a view waits for the store.
const STORED_WITHIN: Duration = Duration::from_secs(1);

impl Running {
    /// Applies an entry that will be stored.
    ///
    /// # Errors
    /// A message if the entry does not fit. The state is unchanged then.
    pub(super) fn apply(&self, entry: &Entry) -> Result<(), String> {
        let mut state = self.state();
        state.apply(entry)?;
        self.entries.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Waits until the current state is stored, so that a crash cannot undo anything that was shown. The wait is
    /// bounded, so that a failing store does not hide tournaments.
    pub(super) async fn wait_stored(&self) {
        let entries = self.entries.load(Ordering::Acquire);
        let mut stored = self.stored.subscribe();
        tokio::time::timeout(STORED_WITHIN, stored.wait_for(|stored| *stored >= entries)).await.ok();
    }
}
