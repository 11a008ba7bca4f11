//! How many downloads of own data run at a time: one for each player, and a few in all.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

/// Downloads at a time, of all players.
const MOST: usize = 4;

/// Who is downloading.
#[derive(Clone, Default)]
pub(in crate::server) struct Downloads(Arc<Mutex<HashSet<Uuid>>>);

/// A download; it is counted until this is dropped.
pub(in crate::server) struct Permit(Downloads, Uuid);

impl Downloads {
    /// Counts a download, unless the player has one or there are too many.
    pub(in crate::server) fn begin(&self, player: Uuid) -> Option<Permit> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (running.len() < MOST && running.insert(player)).then(|| Permit(self.clone(), player))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}
