//! Rate limits in bytes for answers to a player and to an address.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::{ConnectionLimiter, RateLimit, lock};
use crate::origin::networks;
use crate::settings::Limits;
use crate::token_bucket::TokenBucket;

/// Burst of answers, in seconds of the rate.
const ANSWER_BURST: u32 = 8;

/// Maximum size of an answer that is not charged. The rates of requests and messages limit such answers.
pub(crate) const SMALL_ANSWER: usize = 4_096;

impl ConnectionLimiter {
    /// Rejects an answer if the player or the address has exceeded its rate.
    ///
    /// # Errors
    /// The time until the next answer is admitted.
    pub(crate) fn admit_answer(&self, player: Option<&RateLimit>, address: IpAddr) -> Result<(), Duration> {
        let now = Instant::now();
        let own = player.map_or(Duration::ZERO, |player| lock(&player.answers).wait(now));
        let mut buckets = lock(&self.answers);
        let waits =
            networks(address).filter_map(|(network, _)| buckets.get_mut(&network).map(|bucket| bucket.wait(now)));
        let wait = waits.fold(own, Duration::max);
        if wait.is_zero() { Ok(()) } else { Err(wait) }
    }

    /// Charges the size of an answer to the player and the address. Small answers are free.
    pub(crate) fn charge_answer(&self, player: Option<&RateLimit>, address: IpAddr, bytes: usize) {
        if bytes <= SMALL_ANSWER {
            return;
        }
        let now = Instant::now();
        if let Some(player) = player {
            lock(&player.answers).spend(bytes);
        }
        let per_second = self.limits.get().answer_bytes_per_address;
        let mut buckets = lock(&self.answers);
        for (network, multiple) in networks(address) {
            let full = || TokenBucket::with_burst(per_second.saturating_mul(multiple), ANSWER_BURST, now);
            buckets.entry(network).or_insert_with(full).spend(bytes);
        }
    }
}

/// Returns a full allowance of a player.
pub(super) fn answers(limits: &Limits) -> TokenBucket {
    TokenBucket::with_burst(limits.answer_bytes, ANSWER_BURST, Instant::now())
}
