//! Limits concurrent downloads of a player's own data: one per player, and [`MOST`] in total.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use super::shares::{Share, Shares};

/// Maximum number of concurrent downloads of all players.
const MOST: usize = 64;
pub(crate) const PER_HOUSEHOLD: usize = 2;

/// The players who are downloading now.
#[derive(Clone, Default)]
pub(crate) struct Downloads(Arc<Mutex<HashSet<Uuid>>>, Shares);

/// Permit for one download. Dropping it releases the slot.
pub(crate) struct Permit(Downloads, Uuid, #[expect(dead_code, reason = "held until it is dropped")] Share);

impl Downloads {
    /// Starts a download. Returns `None` if the player already has one or if too many are running.
    pub(crate) fn begin(&self, player: Uuid, address: IpAddr) -> Option<Permit> {
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
