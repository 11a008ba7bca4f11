//! Rate limits: how often clients may do something, per key or per network. Unlike with a usual token bucket, what was
//! counted can be given back.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::origin::{NetworkPrefix, PREFIXES, networks};

/// A rate limit by key: at most `most` at once, and as many per window.
pub(crate) struct Rate<K> {
    /// Time after which one more is allowed.
    each: Duration,
    most: u32,
    /// When the whole allowance of a key is available again.
    whole_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Hash + Eq + Clone> Rate<K> {
    pub(crate) fn new(most: u32, window: Duration) -> Self {
        let most = most.max(1);
        Self { each: window / most, most, whole_at: Mutex::default() }
    }

    /// Counts `cost` more if the limit allows it.
    ///
    /// # Errors
    /// The time until it does.
    pub(crate) fn take(&self, key: &K, cost: u32) -> Result<(), Duration> {
        let now = Instant::now();
        let mut all = self.whole_at();
        let whole_at = all.get(key).map_or(now, |at| *at.max(&now)) + self.each * cost;
        let wait = whole_at.saturating_duration_since(now + self.each * self.most);
        if wait.is_zero() {
            all.insert(key.clone(), whole_at);
            return Ok(());
        }
        Err(wait)
    }

    /// Stops counting `cost` of what was counted.
    pub(crate) fn give_back(&self, key: &K, cost: u32) {
        if let Some(at) = self.whole_at().get_mut(key) {
            *at = at.checked_sub(self.each * cost).unwrap_or(*at);
        }
    }

    /// Drops keys that have their whole allowance.
    pub(crate) fn tidy(&self) {
        let now = Instant::now();
        let mut all = self.whole_at();
        all.retain(|_, at| *at > now);
        all.shrink_to_fit();
    }

    /// Returns the number of keys without their whole allowance, as of the last call of [`Self::tidy`].
    #[cfg(test)]
    pub(crate) fn keys(&self) -> usize {
        self.whole_at().len()
    }

    fn whole_at(&self) -> MutexGuard<'_, HashMap<K, Instant>> {
        self.whole_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A rate limit of networks: an address, and the wider networks that contain it, which may be as often as several addresses.
pub(crate) struct NetworkRate([Rate<NetworkPrefix>; PREFIXES.len()]);

impl NetworkRate {
    /// Allows an address `most` at once, and `most` per window.
    pub(crate) fn new(most: u32, window: Duration) -> Self {
        Self(PREFIXES.map(|(_, multiple)| {
            let multiple = u32::try_from(multiple).unwrap_or(u32::MAX);
            Rate::new(most.saturating_mul(multiple), window)
        }))
    }

    /// Counts `cost` for the networks of an address.
    ///
    /// # Errors
    /// The time to wait. Nothing is counted then.
    pub(crate) fn take(&self, address: IpAddr, cost: u32) -> Result<(), Duration> {
        for (level, ((network, _), rate)) in networks(address).zip(&self.0).enumerate() {
            if let Err(wait) = rate.take(&network, cost) {
                let counted = networks(address).zip(&self.0).take(level);
                counted.for_each(|((network, _), rate)| rate.give_back(&network, cost));
                return Err(wait);
            }
        }
        Ok(())
    }

    /// Stops counting `cost` for the networks of an address.
    pub(crate) fn give_back(&self, address: IpAddr, cost: u32) {
        networks(address).zip(&self.0).for_each(|((network, _), rate)| rate.give_back(&network, cost));
    }

    /// Drops networks that have their whole allowance.
    pub(crate) fn tidy(&self) {
        self.0.iter().for_each(Rate::tidy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    #[test]
    fn a_48_is_limited_like_four_addresses() {
        let rate = NetworkRate::new(5, HOUR);
        let admitted = |address: &str| (0..9).filter(|_| rate.take(address.parse().unwrap(), 1).is_ok()).count();
        let of_56: usize = (0..20).map(|n| admitted(&format!("2001:db8:7:1{n:02x}::1"))).sum();
        assert_eq!(of_56, 10);
        let of_48: usize = (0..20).map(|n| admitted(&format!("2001:db8:8:{n:x}00::1"))).sum();
        assert_eq!((of_48, admitted("192.0.2.1"), admitted("192.0.2.2")), (20, 5, 5));
    }

    #[test]
    fn what_is_given_back_or_refused_is_not_counted() {
        let rate = NetworkRate::new(2, HOUR);
        let address = |n: u16| format!("2001:db8:7:1{n:02x}::1").parse().unwrap();
        assert_eq!([0, 0, 1, 1].map(|n| rate.take(address(n), 1).is_ok()), [true; 4], "four of a /56");
        for _ in 0..9 {
            assert!(rate.take(address(2), 1).is_err());
        }
        rate.give_back(address(0), 1);
        assert!(rate.take(address(2), 1).is_ok() && rate.take(address(2), 1).is_err());
        assert!(rate.take(address(0), 2).is_err(), "as a whole or not at all");
        for n in 0..3 {
            rate.give_back(address(n), 1);
        }
        rate.give_back(address(1), 1);
        rate.tidy();
        assert_eq!(rate.0.each_ref().map(Rate::keys), [0; 3]);
    }

    #[test]
    fn a_reached_limit_tells_how_long_to_wait() {
        let rate = Rate::new(10, HOUR);
        assert_eq!(rate.take(&1, 10), Ok(()));
        let wait = rate.take(&1, 1).unwrap_err();
        assert!(wait <= HOUR / 10 && wait > HOUR / 11, "{wait:?}");
        assert_eq!(rate.take(&2, 1), Ok(()), "another key");
    }
}
