//! A queue for work of which only a few pieces run at a time. Networks take turns, and so do the households in each of
//! them, so a client that asks often delays only its own network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::household::{household, network};

/// Number of the latest turns whose clients are remembered. Older ones count as clients that have had no turn.
const REMEMBERED: u64 = 1_024;

/// The two groups of addresses that an address belongs to: an IPv4 address itself, or the /48 and the /64 of an IPv6
/// address.
#[derive(Clone, Copy)]
struct Origin {
    network: IpAddr,
    household: IpAddr,
}

impl Origin {
    fn of(address: IpAddr) -> Self {
        Self { network: network(address), household: household(address) }
    }
}

/// A queue. Clones share it.
#[derive(Clone)]
pub(super) struct Turns(Arc<Mutex<State>>);

struct State {
    /// Number of turns at a time.
    at_once: usize,
    /// Maximum number of clients that wait.
    most: usize,
    running: usize,
    /// The waiting clients in order of arrival.
    waiting: Vec<Waiting>,
    /// Number of the latest turn of each network and each household.
    last: HashMap<(Level, IpAddr), u64>,
    begun: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Level {
    Network,
    Household,
}

struct Waiting {
    origin: Origin,
    turn: oneshot::Sender<Turn>,
}

/// A turn. Dropping it lets the next client begin.
pub(crate) struct Turn(Turns);

impl Turns {
    /// Creates a queue for `most` clients in front of `at_once` turns.
    pub(super) fn new(at_once: usize, most: usize) -> Self {
        let (waiting, last) = (Vec::new(), HashMap::new());
        Self(Arc::new(Mutex::new(State { at_once, most, running: 0, waiting, last, begun: 0 })))
    }

    /// Waits for a turn. If the queue is full, the newest client of the fullest household in the fullest network loses
    /// its place. Returns `None` to the client that loses it.
    pub(super) async fn take(&self, address: IpAddr) -> Option<Turn> {
        let (turn, granted) = oneshot::channel();
        let displaced = {
            let mut state = self.state();
            state.waiting.retain(|it| !it.turn.is_closed());
            state.waiting.push(Waiting { origin: Origin::of(address), turn });
            state.displaced()
        };
        // Dropping a sender wakes its client, so this runs outside of the lock.
        drop(displaced);
        self.grant();
        granted.await.ok()
    }

    /// Begins as many turns as are free.
    fn grant(&self) {
        loop {
            let next = self.state().next();
            let Some(Waiting { turn, .. }) = next else { return };
            // If the client is gone, dropping the turn lets the next one begin.
            drop(turn.send(Turn(self.clone())));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Removes the client whose turn is next, if one is free: of the network that has had none for longest, and of the
    /// household in it that has had none for longest, the first one.
    fn next(&mut self) -> Option<Waiting> {
        if self.running >= self.at_once {
            return None;
        }
        self.waiting.retain(|it| !it.turn.is_closed());
        let last = |level, address| self.last.get(&(level, address)).copied();
        let since = |Origin { network, household }| (last(Level::Network, network), last(Level::Household, household));
        let (at, _) = self.waiting.iter().enumerate().min_by_key(|(_, it)| since(it.origin))?;
        let next = self.waiting.remove(at);
        self.running += 1;
        self.begun += 1;
        let begun = self.begun;
        self.last.insert((Level::Network, next.origin.network), begun);
        self.last.insert((Level::Household, next.origin.household), begun);
        if self.last.len() as u64 > 4 * REMEMBERED {
            self.last.retain(|_, at| *at + REMEMBERED > begun);
        }
        Some(next)
    }

    /// Removes the client that loses its place, if there are too many.
    fn displaced(&mut self) -> Option<Waiting> {
        if self.waiting.len() <= self.most + self.at_once.saturating_sub(self.running) {
            return None;
        }
        let origins = || self.waiting.iter().map(|it| it.origin);
        let network = fullest(origins().map(|it| it.network))?;
        let household = fullest(origins().filter(|it| it.network == network).map(|it| it.household))?;
        let newest = self.waiting.iter().rposition(|it| it.origin.household == household)?;
        Some(self.waiting.remove(newest))
    }
}

/// Returns the address that occurs most often, of several the one that occurs last.
fn fullest(addresses: impl Iterator<Item = IpAddr>) -> Option<IpAddr> {
    let mut counts = HashMap::new();
    for (at, address) in addresses.enumerate() {
        let (count, newest) = counts.entry(address).or_insert((0_usize, at));
        (*count, *newest) = (*count + 1, at);
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(address, _)| address)
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.state().running -= 1;
        self.0.grant();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    /// Asks for a turn for each of these addresses while the only turn is taken, then gives it back. Returns the
    /// numbers of the requests in the order of their turns; refused ones are missing.
    async fn order(most: usize, addresses: &[&str]) -> Vec<usize> {
        let turns = Turns::new(1, most);
        let held = turns.take(ip("203.0.113.9")).await.expect("nothing runs");
        let order = Mutex::new(Vec::new());
        let asked = addresses.iter().enumerate().map(|(number, address)| {
            let (turns, order) = (&turns, &order);
            async move {
                let Some(_turn) = turns.take(ip(address)).await else { return };
                order.lock().unwrap().push(number);
            }
        });
        let mut asked = futures::future::join_all(asked);
        assert!(futures::poll!(&mut asked).is_pending(), "the turn is taken");
        drop(held);
        asked.await;
        assert_eq!(turns.state().running, 0);
        order.into_inner().unwrap()
    }

    #[tokio::test]
    async fn networks_and_their_households_take_turns() {
        let class = "192.0.2.1";
        assert_eq!(order(9, &[class; 4]).await, [0, 1, 2, 3]);
        assert_eq!(order(9, &[class, class, class, "192.0.2.2", class]).await, [0, 3, 1, 2, 4]);
        // Two households of one /48 share the turns of their network, and addresses of one /64 those of their household.
        let (a, b, c) = ("2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1::2");
        assert_eq!(order(9, &[a, a, b, class, class, c]).await, [0, 3, 2, 4, 1, 5]);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_the_newest_of_the_fullest_network() {
        let class = "192.0.2.1";
        assert_eq!(order(3, &[class; 5]).await, [0, 1, 2]);
        assert_eq!(order(3, &[class, class, class, "192.0.2.2"]).await, [0, 3, 1]);
        assert_eq!(order(3, &["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]).await, [0, 1, 2], "none has more");
        // Many /64 of one /48 count as one network.
        let attack = ["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1", class, class];
        assert_eq!(order(3, &attack).await, [0, 3, 1], "now both networks have two");
        let no_queue = Turns::new(1, 0);
        let held = no_queue.take(ip(class)).await;
        assert!(held.is_some() && no_queue.take(ip(class)).await.is_none());
    }

    #[tokio::test]
    async fn a_client_that_left_takes_no_turn_and_no_place() {
        let turns = Turns::new(1, 1);
        let held = turns.take(ip("192.0.2.1")).await;
        let mut left = Box::pin(turns.take(ip("192.0.2.1")));
        assert!(futures::poll!(&mut left).is_pending());
        drop(left);
        let mut waits = Box::pin(turns.take(ip("192.0.2.1")));
        assert!(futures::poll!(&mut waits).is_pending(), "the place is free again");
        let mut refused = Box::pin(turns.take(ip("192.0.2.1")));
        assert!(matches!(futures::poll!(&mut refused), std::task::Poll::Ready(None)));
        // A turn that was granted and not received is passed on.
        drop(held);
        drop(waits);
        assert!(turns.take(ip("192.0.2.1")).await.is_some());
    }

    #[tokio::test]
    async fn remembers_a_limited_number_of_clients() {
        let turns = Turns::new(1, 1);
        for number in 0..10_000_u32 {
            let taken = turns.take(IpAddr::from(number.to_be_bytes())).await;
            assert!(taken.is_some());
        }
        assert!(turns.state().last.len() as u64 <= 4 * REMEMBERED + 2);
    }
}
