//! A queue for work of which only a few pieces run at a time: passwords that are hashed, and analyses.
//!
//! Sites take turns, and so do the networks in each of them, so a client that asks often delays only its own network. The
//! next place goes to the site, and in it to the network, with the fewest running pieces, and among these to the one that
//! had its last turn longest ago. Where turns have a length, a running piece keeps its place for that time and is then
//! revoked if a network with fewer of them waits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::origin::NetworkPrefix;

/// Number of the latest turns whose clients are remembered. Older ones count as clients that have had no turn.
const REMEMBERED: u64 = 1_024;

/// Interval at which a waiting client checks its turn, where turns have a length.
const CHECK: Duration = Duration::from_millis(500);

/// The limits of a queue. They are passed with each request, because settings may change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    /// Number of turns at a time.
    pub(crate) at_once: usize,
    /// Maximum number of clients that wait.
    pub(crate) waiting: usize,
    /// Time for which a turn is kept while others wait; `None` if it is never revoked.
    pub(crate) turn: Option<Duration>,
}

/// A queue. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct TurnQueue(Arc<Mutex<Turns>>);

#[derive(Default)]
struct Turns {
    bounds: Bounds,
    /// The running pieces in the order in which they got their places.
    running: Vec<Running>,
    /// The waiting clients in order of arrival.
    waiting: Vec<QueuedClient>,
    /// Number of the latest turn of each network.
    last: HashMap<NetworkPrefix, u64>,
    /// Number of clients and of turns so far.
    next: u64,
}

/// The networks by which a client is grouped.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Groups {
    site: NetworkPrefix,
    network: NetworkPrefix,
}

struct Running {
    number: u64,
    groups: Groups,
    since: Instant,
    revoked: CancellationToken,
}

struct QueuedClient {
    number: u64,
    groups: Groups,
    grant: oneshot::Sender<CancellationToken>,
}

/// A turn, or a place in the queue. Dropping it lets the next client begin.
pub(crate) struct Turn {
    queue: TurnQueue,
    number: u64,
    revoked: CancellationToken,
}

impl TurnQueue {
    /// Waits for a turn. If the queue is full, a client of the fullest network in the fullest site loses its place; of
    /// several such networks the one that had the latest turn, and otherwise the newest. Returns `None` to the client that
    /// loses it.
    pub(crate) async fn take(&self, address: IpAddr, bounds: Bounds) -> Option<Turn> {
        let (grant, mut granted) = oneshot::channel();
        let mut turn = {
            let mut state = self.state();
            state.bounds = bounds;
            state.next += 1;
            let (number, groups) = (state.next, Groups::of(address));
            state.waiting.push(QueuedClient { number, groups, grant });
            state.displace();
            Turn { queue: self.clone(), number, revoked: CancellationToken::new() }
        };
        loop {
            let wait = self.state().assign(Instant::now());
            let granted = match bounds.turn {
                None => Ok((&mut granted).await),
                Some(_) => tokio::time::timeout(wait.map_or(CHECK, |wait| wait.min(CHECK)), &mut granted).await,
            };
            if let Ok(granted) = granted {
                turn.revoked = granted.ok()?;
                return Some(turn);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, Turns> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Returns a token that is cancelled when the turn is revoked in favour of another network.
    pub(crate) fn revoked(&self) -> CancellationToken {
        self.revoked.clone()
    }
}

impl Groups {
    fn of(address: IpAddr) -> Self {
        Self { site: NetworkPrefix::site(address), network: NetworkPrefix::narrowest(address) }
    }
}

impl Turns {
    /// The numbers of running pieces of a site and of a network.
    fn running_at(&self, groups: Groups) -> (usize, usize) {
        let count =
            |is_here: fn(Groups, Groups) -> bool| self.running.iter().filter(|it| is_here(it.groups, groups)).count();
        (count(|one, other| one.site == other.site), count(|one, other| one.network == other.network))
    }

    /// The numbers of the latest turns of a site and of a network.
    fn last_of(&self, groups: Groups) -> (Option<u64>, Option<u64>) {
        (self.last.get(&groups.site).copied(), self.last.get(&groups.network).copied())
    }

    /// Gives free places to the clients whose turn it is, after revoking turns that are over. Returns the time until another
    /// one may be revoked.
    fn assign(&mut self, now: Instant) -> Option<Duration> {
        loop {
            let turn = |it: &QueuedClient| (self.running_at(it.groups), self.last_of(it.groups));
            let (next, waiting) = self.waiting.iter().enumerate().min_by_key(|(_, it)| turn(it))?;
            if self.running.len() >= self.bounds.at_once {
                let own = self.running_at(waiting.groups);
                let first = self.running.iter().position(|it| self.running_at(it.groups) > own)?;
                let left = self.bounds.turn?.saturating_sub(now.saturating_duration_since(self.running[first].since));
                if !left.is_zero() {
                    return Some(left);
                }
                self.running.remove(first).revoked.cancel();
            }
            let QueuedClient { number, groups, grant } = self.waiting.remove(next);
            let revoked = CancellationToken::new();
            // If the client is gone, its `Turn` frees the place when it is dropped.
            let _ = grant.send(revoked.clone());
            self.running.push(Running { number, groups, since: now, revoked });
            self.next += 1;
            let begun = self.next;
            self.last.extend([(groups.site, begun), (groups.network, begun)]);
            if self.last.len() as u64 > 4 * REMEMBERED {
                self.last.retain(|_, at| *at + 2 * REMEMBERED > begun);
            }
        }
    }

    /// Removes the client that loses its place, if too many wait.
    fn displace(&mut self) {
        let free = self.bounds.at_once.saturating_sub(self.running.len());
        if self.waiting.len() <= self.bounds.waiting + free {
            return;
        }
        let groups = || self.waiting.iter().map(|it| it.groups);
        let site = self.fullest(groups().map(|it| it.site));
        let network = self.fullest(groups().filter(|it| Some(it.site) == site).map(|it| it.network));
        if let Some(newest) = self.waiting.iter().rposition(|it| Some(it.groups.network) == network) {
            self.waiting.remove(newest);
        }
    }

    /// Returns the network that occurs most often; of several the one with the latest turn, and otherwise the one that
    /// occurs last.
    fn fullest(&self, networks: impl Iterator<Item = NetworkPrefix>) -> Option<NetworkPrefix> {
        let mut counts = HashMap::new();
        for (at, network) in networks.enumerate() {
            let (count, newest) = counts.entry(network).or_insert((0_usize, at));
            (*count, *newest) = (*count + 1, at);
        }
        let rank = |(network, (count, newest)): &(NetworkPrefix, (usize, usize))| {
            (*count, self.last.get(network).copied(), *newest)
        };
        counts.into_iter().max_by_key(rank).map(|(network, _)| network)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.waiting.retain(|it| it.number != self.number);
        state.running.retain(|it| it.number != self.number);
        state.assign(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use super::*;

    const TURN: Duration = Duration::from_secs(5);

    fn ip(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    fn bounds(at_once: usize, waiting: usize) -> Bounds {
        Bounds { at_once, waiting, turn: None }
    }

    /// Asks for a turn for each of these addresses while the only turn is taken, then gives it back. Returns the
    /// numbers of the requests in the order of their turns; refused ones are missing.
    async fn order(most: usize, addresses: &[&str]) -> Vec<usize> {
        let turns = TurnQueue::default();
        let held = turns.take(ip("203.0.113.9"), bounds(1, most)).await.expect("nothing runs");
        let order = Mutex::new(Vec::new());
        let asked = addresses.iter().enumerate().map(|(number, address)| {
            let (turns, order) = (&turns, &order);
            async move {
                let Some(_turn) = turns.take(ip(address), bounds(1, most)).await else { return };
                order.lock().unwrap().push(number);
            }
        });
        let mut asked = futures::future::join_all(asked);
        assert!(futures::poll!(&mut asked).is_pending(), "the turn is taken");
        drop(held);
        asked.await;
        let state = turns.state();
        assert!(state.running.is_empty() && state.waiting.is_empty());
        drop(state);
        order.into_inner().unwrap()
    }

    #[tokio::test]
    async fn sites_and_their_networks_take_turns() {
        let class = "192.0.2.1";
        assert_eq!(order(9, &[class; 4]).await, [0, 1, 2, 3]);
        assert_eq!(order(9, &[class, class, class, "192.0.2.2", class]).await, [0, 3, 1, 2, 4]);
        // Two networks of one /48 share the turns of their site, and addresses of one /64 those of their network.
        let (a, b, c) = ("2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1::2");
        assert_eq!(order(9, &[a, a, b, class, class, c]).await, [0, 3, 2, 4, 1, 5]);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_the_newest_of_the_fullest_site() {
        let class = "192.0.2.1";
        assert_eq!(order(3, &[class; 5]).await, [0, 1, 2]);
        assert_eq!(order(3, &[class, class, class, "192.0.2.2"]).await, [0, 3, 1]);
        assert_eq!(order(3, &["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]).await, [0, 1, 2], "none has more");
        // Many /64 of one /48 count as one site.
        let attack = ["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1", class, class];
        assert_eq!(order(3, &attack).await, [0, 3, 1], "now both sites have two");
        let no_queue = TurnQueue::default();
        let held = no_queue.take(ip(class), bounds(1, 0)).await;
        assert!(held.is_some() && no_queue.take(ip(class), bounds(1, 0)).await.is_none());
    }

    #[tokio::test]
    async fn sites_that_fill_the_queue_again_and_again_do_not_keep_others_out() {
        const MOST: usize = 256;
        let turns = TurnQueue::default();
        let take = |address: IpAddr| Box::pin(turns.take(address, bounds(1, MOST)));
        let attacker = |n: usize| IpAddr::from([198, 18, n as u8, 1]);
        let mut held = take(ip("203.0.113.9")).await;
        let mut waiting: Vec<_> = (0..MOST).map(|n| (n, take(attacker(n)))).collect();
        for (_, waits) in &mut waiting {
            assert!(futures::poll!(waits).is_pending());
        }
        // Each attacker that had its turn waits again at once.
        for n in 0..3 {
            drop(held.take());
            let (_, turn) = waiting.remove(0);
            held = turn.await;
            waiting.push((n, take(attacker(n))));
            assert!(futures::poll!(&mut waiting[MOST - 1].1).is_pending());
        }
        let mut late = take(ip("192.0.2.1"));
        assert!(futures::poll!(&mut late).is_pending(), "one of those that had a turn makes room");
        let displaced = futures::future::join_all(
            waiting
                .drain(MOST - 3..)
                .map(|(_, waits)| async move { tokio::time::timeout(Duration::from_millis(1), waits).await.is_ok() }),
        );
        assert_eq!(displaced.await.iter().filter(|it| **it).count(), 1);
    }

    #[tokio::test]
    async fn a_client_that_left_takes_no_turn_and_no_place() {
        let turns = TurnQueue::default();
        let take = || Box::pin(turns.take(ip("192.0.2.1"), bounds(1, 1)));
        let held = take().await;
        let mut left = take();
        assert!(futures::poll!(&mut left).is_pending());
        drop(left);
        let mut waits = take();
        assert!(futures::poll!(&mut waits).is_pending(), "the place is free again");
        let mut refused = take();
        assert!(matches!(futures::poll!(&mut refused), Poll::Ready(None)));
        // A turn that was granted and not received is passed on.
        drop(held);
        drop(waits);
        assert!(take().await.is_some());
    }

    #[tokio::test]
    async fn remembers_a_limited_number_of_clients() {
        let turns = TurnQueue::default();
        for number in 0..10_000_u32 {
            let taken = turns.take(IpAddr::from(number.to_be_bytes()), bounds(1, 1)).await;
            assert!(taken.is_some());
        }
        assert!(turns.state().last.len() as u64 <= 4 * REMEMBERED + 2);
    }

    fn state(at_once: usize) -> Turns {
        Turns { bounds: Bounds { at_once, waiting: 99, turn: Some(TURN) }, ..Turns::default() }
    }

    /// Adds a waiting client and returns its number with what it is told.
    fn waits(state: &mut Turns, last: u8) -> (u64, oneshot::Receiver<CancellationToken>) {
        let (grant, granted) = oneshot::channel();
        state.next += 1;
        let groups = Groups::of(IpAddr::from([192, 0, 2, last]));
        state.waiting.push(QueuedClient { number: state.next, groups, grant });
        (state.next, granted)
    }

    fn running(state: &Turns) -> Vec<u64> {
        state.running.iter().map(|it| it.number).collect()
    }

    #[test]
    fn a_running_piece_keeps_its_place_for_its_turn() {
        let (mut state, start) = (state(2), Instant::now());
        let (first, second, third) = (waits(&mut state, 1), waits(&mut state, 1), waits(&mut state, 2));
        assert_eq!(state.assign(start), None, "one of each address runs");
        assert_eq!(running(&state), [first.0, third.0]);
        let fourth = waits(&mut state, 3);
        assert_eq!(state.assign(start + TURN / 2), Some(TURN / 2));
        assert_eq!(running(&state), [first.0, third.0]);
        state.assign(start + TURN);
        assert_eq!(running(&state), [fourth.0, second.0], "addresses without a place take those of the others");
        let token = |(_, mut told): (u64, oneshot::Receiver<CancellationToken>)| told.try_recv().ok();
        let is_cancelled = [first, third, fourth, second].map(|it| token(it).expect("it had a place").is_cancelled());
        assert_eq!(is_cancelled, [true, true, false, false]);
    }

    #[test]
    fn addresses_take_turns() {
        let (mut state, start) = (state(1), Instant::now());
        let (mut order, mut numbers, mut held) = (Vec::new(), HashMap::new(), Vec::new());
        for last in [1, 1, 1, 2, 2, 3] {
            let (number, place) = waits(&mut state, last);
            numbers.insert(number, last);
            held.push(place);
            state.assign(start);
        }
        while let [number] = running(&state)[..] {
            order.push(numbers[&number]);
            state.running.clear();
            state.assign(start);
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 1]);
    }
}
