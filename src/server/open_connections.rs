//! The open connections that are not WebSockets. If there is no room for a new one, one that the server owes no answer is
//! closed: the oldest of the network with the most of them, in the site with the most of them.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::in_flight::InFlight;
use super::origin::NetworkPrefix;

/// The open connections. Clones share them.
#[derive(Clone, Default)]
pub(super) struct OpenConnections(Arc<Mutex<ConnectionTable>>);

#[derive(Default)]
struct ConnectionTable {
    next: u64,
    /// The connections of each site in order of arrival.
    by_site: HashMap<NetworkPrefix, BTreeMap<u64, Entry>>,
}

struct Entry {
    network: NetworkPrefix,
    in_flight: InFlight,
    closed: CancellationToken,
}

/// An open connection. Dropping it removes it from the others.
pub(super) struct OpenConnection {
    all: OpenConnections,
    site: NetworkPrefix,
    number: u64,
    /// Its requests.
    pub(super) in_flight: InFlight,
    /// Cancelled when the connection must make room for another one.
    pub(super) closed: CancellationToken,
}

impl OpenConnections {
    pub(super) fn add(&self, address: IpAddr) -> OpenConnection {
        let (site, network) = (NetworkPrefix::site(address), NetworkPrefix::narrowest(address));
        let (in_flight, closed) = (InFlight::default(), CancellationToken::new());
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let entry = Entry { network, in_flight: in_flight.clone(), closed: closed.clone() };
        state.by_site.entry(site).or_default().insert(number, entry);
        OpenConnection { all: self.clone(), site, number, in_flight, closed }
    }

    /// Closes at most `number` connections that wait for their clients.
    pub(super) fn make_room(&self, number: usize) {
        for _ in 0..number {
            if !self.close_one() {
                return;
            }
        }
    }

    /// Closes a connection that waits for its client. Returns false if there is none.
    fn close_one(&self) -> bool {
        let state = self.state();
        let idle = |all: &BTreeMap<u64, Entry>| all.values().filter(|it| it.is_idle()).count();
        let fullest = state.by_site.values().max_by_key(|all| idle(all));
        let closed = fullest.and_then(|all| {
            let mut counts = HashMap::<NetworkPrefix, usize>::new();
            all.values().filter(|it| it.is_idle()).for_each(|it| *counts.entry(it.network).or_default() += 1);
            let most = counts.values().copied().max()?;
            all.values().find(|it| it.is_idle() && counts[&it.network] == most).map(|it| it.closed.clone())
        });
        drop(state);
        closed.as_ref().inspect(|closed| closed.cancel()).is_some()
    }

    fn state(&self) -> MutexGuard<'_, ConnectionTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// True if the server waits for a request, or for the rest of one.
    fn is_idle(&self) -> bool {
        !self.in_flight.are_waiting() && !self.closed.is_cancelled()
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut state = self.all.state();
        if let Some(own) = state.by_site.get_mut(&self.site) {
            own.remove(&self.number);
            if own.is_empty() {
                state.by_site.remove(&self.site);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_idle_connection_of_the_fullest_site_makes_room() {
        let all = OpenConnections::default();
        let add = |address: &str| all.add(address.parse().expect("an address"));
        assert!(!all.close_one());
        let lone = add("192.0.2.1");
        let attack = ["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"].map(add);
        let answered = attack[0].in_flight.request();
        all.make_room(1);
        assert_eq!([0, 1, 2].map(|at| attack[at].closed.is_cancelled()), [false, true, false]);
        drop(answered);
        assert!(all.close_one() && attack[0].closed.is_cancelled() && !lone.closed.is_cancelled());
        let waits = lone.in_flight.request();
        assert!(all.close_one() && attack[2].closed.is_cancelled());
        assert!(!all.close_one(), "all others are closed, and one waits for an answer");
        drop((waits, attack, lone));
        assert!(all.state().by_site.is_empty());
    }
}
