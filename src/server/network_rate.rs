//! Rate limits of networks: an address, and the wider networks that contain it.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::origin::{Network, PREFIXES, networks};

/// A rate limit. A wider network may be as often as several addresses.
pub(crate) struct NetworkRate([DefaultKeyedRateLimiter<Network>; PREFIXES.len()]);

impl NetworkRate {
    /// Allows an address `most` at once, and `most` per window.
    pub(crate) fn new(most: u32, window: Duration) -> Self {
        Self(PREFIXES.map(|(_, multiple)| {
            let multiple = u32::try_from(multiple).unwrap_or(u32::MAX);
            RateLimiter::keyed(quota(most.saturating_mul(multiple), window))
        }))
    }

    /// Counts `cost` for the networks of an address.
    ///
    /// # Errors
    /// The time to wait.
    pub(crate) fn check(&self, address: IpAddr, cost: NonZeroU32) -> Result<(), Duration> {
        for ((network, _), limiter) in networks(address).zip(&self.0) {
            // The other error cannot occur: no cost is larger than a burst.
            if let Ok(Err(until)) = limiter.check_key_n(&network, cost) {
                return Err(until.wait_time_from(DefaultClock::default().now()));
            }
        }
        Ok(())
    }

    /// Counts one for the networks of an address.
    ///
    /// # Errors
    /// The time to wait.
    pub(crate) fn check_one(&self, address: IpAddr) -> Result<(), Duration> {
        self.check(address, NonZeroU32::MIN)
    }

    /// Drops networks that have their full allowance.
    pub(crate) fn tidy(&self) {
        for limiter in &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Allows `most` at once, and `most` per window.
pub(crate) fn quota(most: u32, window: Duration) -> Quota {
    let burst = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
    let window = window.max(Duration::from_millis(1));
    Quota::with_period(window / burst.get()).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_48_is_limited_like_four_addresses() {
        let rate = NetworkRate::new(5, Duration::from_secs(3_600));
        let admitted = |address: &str| (0..9).filter(|_| rate.check_one(address.parse().unwrap()).is_ok()).count();
        let of_56: usize = (0..20).map(|n| admitted(&format!("2001:db8:7:1{n:02x}::1"))).sum();
        assert_eq!(of_56, 10);
        let of_48: usize = (0..20).map(|n| admitted(&format!("2001:db8:8:{n:x}00::1"))).sum();
        assert_eq!((of_48, admitted("192.0.2.1"), admitted("192.0.2.2")), (20, 5, 5));
    }
}
