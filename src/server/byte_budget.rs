//! Budgets in bytes for data that clients make the server hold: outgoing queues, request bodies and positions of matches.
//!
//! A budget has a total limit. An address may hold an eighth of it, an IPv6 /56 a quarter, and a /48 half.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::origin::{Origin, PrefixDigest};

/// Divisor of a budget that gives the limit of one address.
const ADDRESSES: usize = 8;

/// A budget in bytes.
pub(super) struct ByteBudget {
    most: AtomicUsize,
    held: AtomicUsize,
    /// Bytes held by each network.
    by_network: Mutex<HashMap<PrefixDigest, Arc<AtomicUsize>>>,
}

impl ByteBudget {
    /// Creates a budget of `most` bytes.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most: AtomicUsize::new(most), held: AtomicUsize::new(0), by_network: Mutex::default() })
    }

    /// Changes the limit. Bytes that are already held stay.
    pub(super) fn set_most(&self, most: usize) {
        self.most.store(most, Ordering::Relaxed);
    }

    /// Returns the number of bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    /// Returns the limit.
    pub(super) fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    /// Returns the limit of one address.
    pub(super) fn most_per_address(&self) -> usize {
        self.most() / ADDRESSES
    }

    /// Returns an empty share for a client at `address`.
    pub(super) fn share(self: &Arc<Self>, address: IpAddr) -> Share {
        let mut held = self.networks();
        let of = |(prefix, multiple)| (Arc::clone(held.entry(prefix).or_default()), multiple);
        let networks = Origin::of(address).prefixes().map(of).collect();
        Share { budget: Arc::clone(self), networks, own: AtomicUsize::new(0) }
    }

    /// Drops networks that hold nothing.
    pub(super) fn tidy(&self) {
        self.networks().retain(|_, held| Arc::strong_count(held) > 1);
    }

    fn networks(&self) -> MutexGuard<'_, HashMap<PrefixDigest, Arc<AtomicUsize>>> {
        self.by_network.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes that one client holds. Dropping it releases them.
pub(super) struct Share {
    budget: Arc<ByteBudget>,
    /// The bytes of each network of the client, and how many times the limit of an address it has.
    networks: Vec<(Arc<AtomicUsize>, usize)>,
    own: AtomicUsize,
}

impl Share {
    /// Takes `bytes` and returns true, unless a network or the budget would exceed its limit.
    pub(super) fn take(&self, bytes: usize) -> bool {
        self.add(bytes);
        let per_address = self.budget.most_per_address();
        let is_within = |(held, multiple): &(Arc<AtomicUsize>, usize)| {
            held.load(Ordering::Relaxed) <= per_address.saturating_mul(*multiple)
        };
        let fits = self.budget.held() <= self.budget.most() && self.networks.iter().all(is_within);
        if !fits {
            self.give_back(bytes);
        }
        fits
    }

    /// Takes `bytes` regardless of the limits.
    pub(super) fn add(&self, bytes: usize) {
        for held in self.counters() {
            held.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Releases `bytes`.
    pub(super) fn give_back(&self, bytes: usize) {
        for held in self.counters() {
            held.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// Returns the number of bytes that the client holds.
    pub(super) fn held(&self) -> usize {
        self.own.load(Ordering::Relaxed)
    }

    fn counters(&self) -> impl Iterator<Item = &AtomicUsize> {
        [&self.budget.held, &self.own].into_iter().chain(self.networks.iter().map(|(held, _)| &**held))
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.give_back(self.held());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_an_eighth_and_all_addresses_the_whole_budget() {
        let budget = ByteBudget::new(800);
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        let first = budget.share(address(1));
        assert!(first.take(60) && budget.share(address(1)).take(40));
        let second = budget.share(address(1));
        assert!(second.take(40), "the temporary share gave its bytes back");
        assert!(!second.take(1) && !first.take(1));
        let others: Vec<Share> = (2..=8).map(|last| budget.share(address(last))).collect();
        assert!(others.iter().all(|share| share.take(100)));
        assert!(!budget.share(address(9)).take(1), "800 bytes are held");
        second.give_back(40);
        assert!(budget.share(address(9)).take(40));
        first.add(1_000);
        assert_eq!((first.held(), budget.held()), (1_060, 1_760));
        drop((first, second, others));
        budget.tidy();
        assert_eq!((budget.held(), budget.networks().len()), (0, 0));
    }

    #[test]
    fn a_48_holds_half_of_a_budget() {
        let budget = ByteBudget::new(800);
        let share = |n: u16| budget.share(std::net::Ipv6Addr::new(0x2001, 0xdb8, 7, n << 8, 0, 0, 0, 1).into());
        let shares: Vec<Share> = (0..8).map(share).filter(|share| share.take(100)).collect();
        assert_eq!((shares.len(), budget.held()), (4, 400));
        assert!(budget.share(IpAddr::from([192, 0, 2, 1])).take(100));
    }

    #[test]
    fn a_smaller_limit_keeps_what_is_held_and_refuses_more() {
        let budget = ByteBudget::new(1_000);
        let share = budget.share(IpAddr::from([192, 0, 2, 1]));
        assert!(share.take(100));
        budget.set_most(80);
        assert!(!share.take(0), "more than an eighth of the new limit is held");
        share.give_back(95);
        assert!(share.take(5));
    }
}
