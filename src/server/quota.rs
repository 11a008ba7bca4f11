//! Quotas: how much clients may hold of something, per key (usually the player), per network and in all.
//!
//! When less than a quarter of the whole is free, the limit of a network falls with the square of the part that is free.
//! When n networks have then taken as much as they may, about 1/n of the whole is left. A limit that falls in proportion
//! would leave nothing after some dozens of networks.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::origin::{Origin, PrefixDigest};

/// By default, the limits of networks fall when less than one part in this many of the whole is free.
const SCARCE: usize = 4;

/// The limits of a quota. They are passed with each request, because settings may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) per_key: usize,
    /// Limit of an IPv4 address and of a /64. Wider networks may hold a multiple; see [`Bounds::of_network`].
    pub(crate) per_address: usize,
    pub(crate) total: usize,
    /// The limits of networks fall when less than this is free.
    pub(crate) scarce: usize,
}

/// The limit that a request would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Key,
    Network,
    Total,
}

/// The client that holds something. Limits of an unknown key or origin do not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holder<K = Uuid> {
    pub(crate) key: Option<K>,
    pub(crate) origin: Option<Origin>,
}

impl<K> Holder<K> {
    /// Returns the holder with this key at this address.
    pub(crate) fn new(key: K, address: Option<IpAddr>) -> Self {
        Self { key: Some(key), origin: address.map(Origin::of) }
    }

    /// Returns a holder of whom only the address counts.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self { key: None, origin: Some(Origin::of(address)) }
    }
}

impl<K: PartialEq> Holder<K> {
    /// True if both are in one network.
    pub(crate) fn shares_network(&self, other: &Self) -> bool {
        let shared = |one: Origin, other: Origin| one.prefixes().any(|it| other.prefixes().any(|prefix| prefix == it));
        self.origin.zip(other.origin).is_some_and(|(one, other)| shared(one, other))
    }
}

impl Bounds {
    /// Bounds without a limit per key.
    pub(crate) const fn shared(per_address: usize, total: usize) -> Self {
        Self { per_key: usize::MAX, per_address, total, scarce: total / SCARCE }
    }

    /// Returns the limit of a network that may hold `multiple` times as much as an address, while at least a quarter of the
    /// whole is free. A network wider than an address may hold at most half of the whole.
    pub(crate) fn of_network(&self, multiple: usize) -> usize {
        self.per_address.saturating_mul(multiple).min(self.total / 2).max(self.per_address)
    }

    /// Returns the limit of a network while `free` of the whole is free.
    fn of_network_now(&self, multiple: usize, free: usize) -> usize {
        let most = self.of_network(multiple);
        let scarce = self.scarce.max(1);
        // An operator who lets one address take everything wants no shares.
        if free >= scarce || self.per_address >= self.total {
            return most;
        }
        let (free, scarce) = (free as u128, scarce as u128);
        let part = (most as u128 * free * free).div_ceil(scarce * scarce);
        usize::try_from(part).unwrap_or(usize::MAX)
    }
}

/// A quota. Clones share the counts.
#[derive(Clone, Debug)]
pub(crate) struct Quota<K = Uuid>(Arc<Mutex<Counts<K>>>);

#[derive(Debug)]
struct Counts<K> {
    total: usize,
    keys: HashMap<K, usize>,
    networks: HashMap<PrefixDigest, usize>,
}

/// Something that a client holds. It counts until it is dropped.
#[derive(Debug)]
#[must_use = "dropping the permit gives back what it counts"]
pub(crate) struct Permit<K: Clone + Eq + Hash = Uuid> {
    quota: Quota<K>,
    holder: Holder<K>,
    amount: usize,
}

impl<K> Default for Quota<K> {
    fn default() -> Self {
        let counts = Counts { total: 0, keys: HashMap::new(), networks: HashMap::new() };
        Self(Arc::new(Mutex::new(counts)))
    }
}

impl<K: Clone + Eq + Hash> Quota<K> {
    /// Takes `amount` if no limit is exceeded.
    ///
    /// # Errors
    /// The limit that would be exceeded.
    pub(crate) fn take(&self, holder: Holder<K>, amount: usize, bounds: &Bounds) -> Result<Permit<K>, Scope> {
        let mut counts = self.counts();
        counts.room(&holder, bounds, 0, amount)?;
        counts.add(&holder, amount);
        Ok(Permit { quota: self.clone(), holder, amount })
    }

    /// Takes `amount` whatever the limits are: for something that is there already, for example after a restart.
    pub(crate) fn restore(&self, holder: Holder<K>, amount: usize) -> Permit<K> {
        self.counts().add(&holder, amount);
        Permit { quota: self.clone(), holder, amount }
    }

    /// Returns how much more the holder may take, if others give back `freed` first.
    ///
    /// # Errors
    /// The limit that is reached.
    pub(crate) fn room(&self, holder: &Holder<K>, bounds: &Bounds, freed: usize) -> Result<usize, Scope> {
        self.counts().room(holder, bounds, freed, 1)
    }

    /// Returns how much is held in all.
    pub(crate) fn held(&self) -> usize {
        self.counts().total
    }

    /// Returns how much each key holds.
    pub(crate) fn by_key(&self) -> Vec<(K, usize)> {
        self.counts().keys.iter().map(|(key, held)| (key.clone(), *held)).collect()
    }

    /// Returns how much is held at the address of this holder.
    pub(crate) fn held_at(&self, holder: &Holder<K>) -> usize {
        let narrowest = holder.origin.map(|origin| origin.narrowest());
        narrowest.and_then(|prefix| self.counts().networks.get(&prefix).copied()).unwrap_or(0)
    }

    fn counts(&self) -> MutexGuard<'_, Counts<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash> Counts<K> {
    /// Returns how much more the holder may take.
    ///
    /// # Errors
    /// The limit that leaves less than `least`.
    fn room(&self, holder: &Holder<K>, bounds: &Bounds, freed: usize, least: usize) -> Result<usize, Scope> {
        let free = bounds.total.saturating_sub(self.total.saturating_sub(freed));
        let mut room = free;
        let mut limited = |left: usize, scope| {
            room = room.min(left);
            if left < least { Err(scope) } else { Ok(()) }
        };
        limited(free, Scope::Total)?;
        if let Some(key) = &holder.key {
            let held = self.keys.get(key).copied().unwrap_or(0);
            limited(bounds.per_key.saturating_sub(held), Scope::Key)?;
        }
        for (prefix, multiple) in holder.origin.iter().flat_map(Origin::prefixes) {
            let held = self.networks.get(&prefix).copied().unwrap_or(0);
            limited(bounds.of_network_now(multiple, free).saturating_sub(held), Scope::Network)?;
        }
        Ok(room)
    }

    fn add(&mut self, holder: &Holder<K>, amount: usize) {
        self.total += amount;
        if let Some(key) = &holder.key {
            *self.keys.entry(key.clone()).or_default() += amount;
        }
        for (prefix, _) in holder.origin.iter().flat_map(Origin::prefixes) {
            *self.networks.entry(prefix).or_default() += amount;
        }
    }

    fn give_back(&mut self, holder: &Holder<K>, amount: usize) {
        self.total -= amount;
        if let Some(key) = &holder.key {
            subtract(&mut self.keys, key, amount);
        }
        for (prefix, _) in holder.origin.iter().flat_map(Origin::prefixes) {
            subtract(&mut self.networks, &prefix, amount);
        }
    }
}

fn subtract<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K, amount: usize) {
    if let Some(count) = counts.get_mut(key) {
        *count -= amount;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

impl<K: Clone + Eq + Hash> Permit<K> {
    /// Returns who holds this.
    pub(crate) const fn holder(&self) -> &Holder<K> {
        &self.holder
    }
}

impl<K: Clone + Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        self.quota.counts().give_back(&self.holder, self.amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Holder<u32> {
        Holder::at(text.parse().expect("an address"))
    }

    /// Takes as much as the holder gets, one at a time.
    fn all(quota: &Quota<u32>, holder: Holder<u32>, bounds: &Bounds) -> (Vec<Permit<u32>>, Scope) {
        let mut held = Vec::new();
        loop {
            match quota.take(holder, 1, bounds) {
                Ok(permit) => held.push(permit),
                Err(scope) => return (held, scope),
            }
        }
    }

    #[test]
    fn counts_keys_networks_and_the_whole_until_permits_are_dropped() {
        let bounds = Bounds { per_key: 2, ..Bounds::shared(3, 100) };
        let quota = Quota::default();
        let player = |key: u32, text: &str| Holder { key: Some(key), ..at(text) };
        let (own, scope) = all(&quota, player(1, "192.0.2.1"), &bounds);
        assert_eq!((own.len(), scope), (2, Scope::Key));
        let (others, scope) = all(&quota, player(2, "192.0.2.1"), &bounds);
        assert_eq!((others.len(), scope), (1, Scope::Network));
        assert_eq!(quota.room(&player(2, "192.0.2.2"), &bounds, 0), Ok(1), "the player has one more");
        assert_eq!(quota.held(), 3);
        drop((own, others));
        assert_eq!(quota.held(), 0);
        assert!(quota.counts().keys.is_empty() && quota.counts().networks.is_empty());
    }

    #[test]
    fn a_48_holds_a_multiple_of_an_address_however_many_64_it_has() {
        let bounds = Bounds::shared(10, 1_000);
        let quota = Quota::default();
        let held: Vec<_> = (0..600).flat_map(|n| all(&quota, at(&format!("2001:db8:7:{n:x}::1")), &bounds).0).collect();
        assert_eq!(held.len(), 40);
        let of_56 = (0..256).map(|n| all(&quota, at(&format!("2001:db8:8:1{n:02x}::1")), &bounds).0);
        assert_eq!(of_56.map(|held| held.len()).max(), Some(10), "one /64 gets as much as an address");
        let of_56: Vec<_> =
            (0..256).flat_map(|n| all(&quota, at(&format!("2001:db8:9:1{n:02x}::1")), &bounds).0).collect();
        assert_eq!(of_56.len(), 20, "a /56 holds twice as much");
        assert_eq!(Bounds::shared(10, 30).of_network(4), 15, "at most half of the whole");
    }

    #[test]
    fn many_networks_never_take_everything_from_one_that_holds_nothing() {
        let bounds = Bounds::shared(500, 20_000);
        let quota = Quota::default();
        let held: Vec<_> = (0..200).flat_map(|n| all(&quota, at(&format!("10.0.{n}.1")), &bounds).0).collect();
        assert!((18_000..20_000).contains(&held.len()), "{} are used", held.len());
        let late: Vec<_> = (0..200).map(|n| all(&quota, at(&format!("192.0.2.{n}")), &bounds)).collect();
        assert!(
            late.iter().all(|(held, scope)| !held.is_empty() && *scope == Scope::Network),
            "each newcomer gets one"
        );
        let first = all(&quota, at("10.0.0.1"), &bounds);
        assert_eq!((first.0.len(), first.1), (0, Scope::Network));
    }

    #[test]
    fn what_is_freed_counts_as_room() {
        let bounds = Bounds::shared(2, 2);
        let quota = Quota::default();
        let held = quota.restore(at("192.0.2.1"), 2);
        let room = |text: &str, freed| quota.room(&at(text), &bounds, freed);
        assert_eq!(room("192.0.2.2", 0), Err(Scope::Total));
        assert_eq!(room("192.0.2.2", 1), Ok(1));
        assert_eq!(room("192.0.2.1", 1), Err(Scope::Network));
        drop(held);
    }
}
