//! The addresses from which keys and accounts are used.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::origin::NetworkPrefix;

const DAY: Duration = Duration::from_secs(86_400);
const HOUR: Duration = Duration::from_secs(3_600);

/// The network prefixes that have used each key within a day.
#[derive(Default)]
pub(super) struct KeyUse(Mutex<HashMap<i64, (Instant, HashSet<NetworkPrefix>)>>);

impl KeyUse {
    /// Records the use of a key from this address. Returns true at most once a day, if more than `most` network prefixes
    /// use the key.
    pub(super) fn note(&self, key: i64, address: IpAddr, most: usize) -> bool {
        let mut keys = lock(&self.0);
        let (since, prefixes) = keys.entry(key).or_insert_with(|| (Instant::now(), HashSet::new()));
        if since.elapsed() >= DAY {
            (*since, *prefixes) = (Instant::now(), HashSet::new());
        }
        prefixes.len() <= most && prefixes.insert(NetworkPrefix::narrowest(address)) && prefixes.len() > most
    }

    /// Drops keys that were not used within a day.
    pub(super) fn tidy(&self) {
        lock(&self.0).retain(|_, (since, _)| since.elapsed() < DAY);
    }
}

/// The network prefixes of accounts that were stored in the last hour.
#[derive(Default)]
pub(super) struct RecentPrefixes(Mutex<HashMap<(Uuid, NetworkPrefix), Instant>>);

impl RecentPrefixes {
    /// Returns true if the network prefix of this person should be stored now.
    pub(super) fn is_due(&self, person: Uuid, prefix: NetworkPrefix) -> bool {
        let mut seen = lock(&self.0);
        if seen.get(&(person, prefix)).is_some_and(|at| at.elapsed() < HOUR) {
            return false;
        }
        seen.insert((person, prefix), Instant::now());
        true
    }

    /// Drops entries that may be stored again.
    pub(super) fn tidy(&self) {
        lock(&self.0).retain(|_, at| at.elapsed() < HOUR);
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_a_key_used_from_many_networks_once() {
        let keys = KeyUse::default();
        let note = |key, last: u8| keys.note(key, IpAddr::from([192, 0, 2, last]), 3);
        let all: Vec<bool> = [1, 2, 1, 3, 2, 4, 5, 6].into_iter().map(|last| note(7, last)).collect();
        assert_eq!(all, [false, false, false, false, false, true, false, false]);
        assert!(!note(8, 9), "another key");
    }
}
