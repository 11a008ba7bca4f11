//! Budgets of bytes that clients make the server hold: outgoing queues, request bodies, positions of matches.
//!
//! A budget has a limit in total, and an address may hold an eighth of it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::household::household;

/// The part of a budget that one address may hold is one in this many.
const ADDRESSES: usize = 8;

/// A budget of bytes.
pub(super) struct ByteBudget {
    most: AtomicUsize,
    held: AtomicUsize,
    /// The bytes of each address that has a share.
    by_address: Mutex<HashMap<IpAddr, Arc<AtomicUsize>>>,
}

impl ByteBudget {
    /// Creates a budget of `most` bytes.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most: AtomicUsize::new(most), held: AtomicUsize::new(0), by_address: Mutex::default() })
    }

    /// Changes the limit. Bytes that are held already stay.
    pub(super) fn set_most(&self, most: usize) {
        self.most.store(most, Ordering::Relaxed);
    }

    /// Returns the bytes that are held.
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
        let of_address = Arc::clone(self.addresses().entry(household(address)).or_default());
        Share { budget: Arc::clone(self), of_address, own: AtomicUsize::new(0) }
    }

    /// Forgets addresses that have no share.
    pub(super) fn tidy(&self) {
        self.addresses().retain(|_, of_address| Arc::strong_count(of_address) > 1);
    }

    fn addresses(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<AtomicUsize>>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes that one client holds. They are given back when it is dropped.
pub(super) struct Share {
    budget: Arc<ByteBudget>,
    of_address: Arc<AtomicUsize>,
    own: AtomicUsize,
}

impl Share {
    /// Takes `bytes` unless the address or the server would then hold too many. Returns whether they were taken.
    pub(super) fn take(&self, bytes: usize) -> bool {
        self.add(bytes);
        let of_address = self.of_address.load(Ordering::Relaxed);
        let fits = self.budget.held() <= self.budget.most() && of_address <= self.budget.most_per_address();
        if !fits {
            self.give_back(bytes);
        }
        fits
    }

    /// Takes `bytes` whatever is held.
    pub(super) fn add(&self, bytes: usize) {
        for held in self.counters() {
            held.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Gives back `bytes` that were taken.
    pub(super) fn give_back(&self, bytes: usize) {
        for held in self.counters() {
            held.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// Returns the bytes that the client holds.
    pub(super) fn held(&self) -> usize {
        self.own.load(Ordering::Relaxed)
    }

    fn counters(&self) -> [&AtomicUsize; 3] {
        [&self.budget.held, &self.of_address, &self.own]
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
        assert_eq!((budget.held(), budget.addresses().len()), (0, 0));
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
