//! Downloads of own data at a time: one of each player, two of each household, and some in all.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use super::shares::{Share, Shares};

/// Downloads at a time, of all players and of a household.
const MOST: usize = 64;
const PER_HOUSEHOLD: usize = 2;

/// Who is downloading.
#[derive(Clone, Default)]
pub(in crate::server) struct Downloads(Arc<Mutex<HashSet<Uuid>>>, Shares);

/// A download; it is counted until this is dropped.
pub(in crate::server) struct Permit(Downloads, Uuid, #[expect(dead_code, reason = "held until it is dropped")] Share);

impl Downloads {
    /// Counts a download, unless the player has one, or the household or all have too many.
    pub(in crate::server) fn begin(&self, player: Uuid, address: IpAddr) -> Option<Permit> {
        let share = self.1.take(address, PER_HOUSEHOLD)?;
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (running.len() < MOST && running.insert(player)).then(|| Permit(self.clone(), player, share))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}
