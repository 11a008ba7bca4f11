//! The bytes of answers that a player and an address may be sent.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::{ConnectionLimiter, RateLimit, lock};
use crate::household::household;
use crate::settings::Limits;
use crate::token_bucket::TokenBucket;

/// The answers that may be sent at once are as many bytes as are allowed in so many seconds.
const ANSWER_BURST: u32 = 8;

/// An answer of at most this many bytes is not charged: the rates of requests and messages limit those.
pub(crate) const SMALL_ANSWER: usize = 4_096;

impl ConnectionLimiter {
    /// Refuses an answer where the player or the address was sent too many bytes of answers lately.
    ///
    /// # Errors
    /// The time after which one is admitted.
    pub(crate) fn admit_answer(&self, player: Option<&RateLimit>, address: IpAddr) -> Result<(), Duration> {
        let now = Instant::now();
        let own = player.map_or(Duration::ZERO, |player| lock(&player.answers).wait(now));
        let mut households = lock(&self.answers);
        let household = households.get_mut(&household(address)).map_or(Duration::ZERO, |bucket| bucket.wait(now));
        let wait = own.max(household);
        if wait.is_zero() { Ok(()) } else { Err(wait) }
    }

    /// Charges the bytes of an answer to the player and the address, unless it is small.
    pub(crate) fn charge_answer(&self, player: Option<&RateLimit>, address: IpAddr, bytes: usize) {
        if bytes <= SMALL_ANSWER {
            return;
        }
        let now = Instant::now();
        if let Some(player) = player {
            lock(&player.answers).spend(bytes);
        }
        let per_second = self.limits.get().answer_bytes_per_address;
        let full = || TokenBucket::with_burst(per_second, ANSWER_BURST, now);
        lock(&self.answers).entry(household(address)).or_insert_with(full).spend(bytes);
    }
}

/// A full allowance of a player.
pub(super) fn answers(limits: &Limits) -> TokenBucket {
    TokenBucket::with_burst(limits.answer_bytes, ANSWER_BURST, Instant::now())
}
