//! How far the state of a tournament is stored: it runs ahead of that by what is being written.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Running;
use crate::tournament::live::Entry;

/// How long what is shown waits for its storage.
const STORED_WITHIN: Duration = Duration::from_secs(1);

impl Running {
    /// Applies an entry that is to be stored.
    ///
    /// # Errors
    /// A sentence when it does not fit; nothing has changed then.
    pub(super) fn apply(&self, entry: &Entry) -> Result<(), String> {
        let mut state = self.state();
        state.apply(entry)?;
        self.entries.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Waits until what the state says by now is stored, so that nothing is shown that a crash would take back; not for
    /// long, since a store that does not work hides no tournament.
    pub(super) async fn kept(&self) {
        let entries = self.entries.load(Ordering::Acquire);
        let mut stored = self.stored.subscribe();
        tokio::time::timeout(STORED_WITHIN, stored.wait_for(|stored| *stored >= entries)).await.ok();
    }
}
