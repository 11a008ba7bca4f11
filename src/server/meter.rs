//! Counts the bytes of one client's outgoing messages, and charges for answers.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::byte_budget::Share;
use super::limits::{ConnectionLimiter, RateLimit};

/// A queue that holds at most this many bytes is within every budget, so that an address whose other connections hold
/// much can still be sent a move.
const RESERVED: usize = 4_096;

/// The limits of one queue in bytes, and what the client is charged for.
pub(super) struct Meter {
    /// The most bytes of the queue; a single larger message is taken when the queue is empty.
    pub(super) most: usize,
    pub(super) share: Share,
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
    /// The rate limit of the player, once the connection has one.
    player: OnceLock<Arc<RateLimit>>,
}

impl Meter {
    /// Creates a meter for a connection from `address`.
    pub(super) fn new(limiter: &Arc<ConnectionLimiter>, address: IpAddr) -> Self {
        let (most, share) = (limiter.outgoing_bytes(), limiter.outgoing().share(address));
        Self { most, share, limiter: Arc::clone(limiter), address, player: OnceLock::new() }
    }

    /// Returns whether a queue that holds `held` bytes takes `bytes` more, and counts them if it does.
    pub(super) fn admits(&self, held: usize, bytes: usize) -> bool {
        if held > 0 && held + bytes > self.most {
            return false;
        }
        if held + bytes <= RESERVED {
            self.share.add(bytes);
            return true;
        }
        self.share.take(bytes)
    }

    /// Charges the bytes of an answer.
    pub(super) fn charge(&self, bytes: usize) {
        self.limiter.charge_answer(self.player.get().map(|player| &**player), self.address, bytes);
    }

    /// From now on answers are charged to this player as well.
    pub(super) fn is_of(&self, player: &Arc<RateLimit>) {
        // A connection says hello once.
        let _ = self.player.set(Arc::clone(player));
    }

    /// Refuses an answer where the player or the address was sent too much lately.
    ///
    /// # Errors
    /// The time after which it is admitted.
    pub(super) fn admit(&self) -> Result<(), Duration> {
        self.limiter.admit_answer(self.player.get().map(|player| &**player), self.address)
    }
}
