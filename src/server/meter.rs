//! Counts the bytes of one client's outgoing messages, and charges for answers.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::byte_budget::Share;
use super::limits::{ConnectionLimiter, RateLimit};

/// A queue may always hold this many bytes. An address whose other connections have used up its share still gets moves.
const RESERVED: usize = 4_096;

/// Counts the bytes of one queue and charges answers to the client.
pub struct Meter {
    /// Maximum number of bytes in the queue. An empty queue accepts a single larger message.
    pub(super) most: usize,
    pub(super) share: Share,
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
    /// The rate limit of the player, once the connection has one.
    player: OnceLock<Arc<RateLimit>>,
}

impl Meter {
    /// Creates a meter for a connection from `address`.
    pub fn new(limiter: &Arc<ConnectionLimiter>, address: IpAddr) -> Self {
        let (most, share) = (limiter.outgoing_bytes(), limiter.outgoing().share(address));
        Self { most, share, limiter: Arc::clone(limiter), address, player: OnceLock::new() }
    }

    /// Counts `bytes` more and returns true, if a queue that holds `held` bytes has room for them.
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

    /// Charges the size of an answer.
    pub(super) fn charge(&self, bytes: usize) {
        self.limiter.charge_answer(self.player.get().map(|player| &**player), self.address, bytes);
    }

    /// Charges further answers to this player, too.
    pub(super) fn is_of(&self, player: &Arc<RateLimit>) {
        // A connection sends `hello` once.
        let _ = self.player.set(Arc::clone(player));
    }

    /// Rejects an answer if the player or the address has exceeded its rate.
    ///
    /// # Errors
    /// The time until it is admitted.
    pub(super) fn admit(&self) -> Result<(), Duration> {
        self.limiter.admit_answer(self.player.get().map(|player| &**player), self.address)
    }
}
