//! Places for analyses. A few run at a time, and addresses take turns.
//!
//! The next place goes to the address with the fewest running analyses, and among these to the one that was served longest
//! ago. A running analysis keeps its place for a minimum time. After that it ends if an address with fewer of them waits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::lock;
use crate::origin::{NetworkPrefix, Origin};
use crate::quota::{Bounds, Holder, Permit, Quota};

/// Number of analyses that may wait, for each that may run.
pub(crate) const WAITING: usize = 16;

/// Maximum number of addresses of which the last turn is remembered.
const MOST_SERVED: usize = 4_096;

/// Interval at which a waiting analysis checks its turn.
const CHECK: Duration = Duration::from_millis(500);

/// The analyses that run or wait.
#[derive(Default)]
pub(super) struct Turns {
    quota: Quota,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Number of analyses that may run.
    places: usize,
    /// Time for which a running analysis keeps its place.
    turn: Duration,
    running: Vec<Running>,
    waiting: Vec<Waiting>,
    /// The number of the latest analysis of each address that got a place.
    served: HashMap<NetworkPrefix, u64>,
    /// Number of analyses and of turns so far.
    next: u64,
}

struct Running {
    number: u64,
    address: NetworkPrefix,
    since: Instant,
    /// Cancelled when the analysis has to end.
    evicted: CancellationToken,
}

struct Waiting {
    number: u64,
    address: NetworkPrefix,
    admit: oneshot::Sender<CancellationToken>,
}

/// An analysis that waits or runs. Dropping it frees its place.
struct Place {
    state: Arc<Mutex<State>>,
    number: u64,
}

/// Permit for an analysis. It counts until it is dropped or evicted.
pub struct AnalysisPermit {
    evicted: CancellationToken,
    _place: Place,
    _counted: Permit,
}

impl AnalysisPermit {
    /// Returns a token that is cancelled when the analysis is evicted in favour of another address.
    #[must_use]
    pub fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }
}

/// Returns the limits on analyses that run or wait.
pub(crate) fn bounds(places: u32, per_address: u32) -> Bounds {
    Bounds::shared(per_address as usize, places as usize * (1 + WAITING))
}

impl Turns {
    /// Waits for a place. Returns `None` if too many wait, or if the address has too many.
    pub(super) async fn enter(
        &self,
        address: IpAddr,
        (places, per_address, turn): (u32, u32, Duration),
    ) -> Option<AnalysisPermit> {
        let holder = Holder::at(address);
        let counted = self.quota.take(holder, 1, &bounds(places, per_address)).ok()?;
        let (admit, mut admitted) = oneshot::channel();
        let place = {
            let mut state = lock(&self.state);
            (state.places, state.turn) = (places as usize, turn);
            state.next += 1;
            let number = state.next;
            state.waiting.push(Waiting { number, address: Origin::of(address).narrowest(), admit });
            Place { state: Arc::clone(&self.state), number }
        };
        loop {
            let wait = lock(&self.state).assign(Instant::now()).unwrap_or(CHECK);
            if let Ok(evicted) = tokio::time::timeout(wait.min(CHECK), &mut admitted).await {
                return evicted.ok().map(|evicted| AnalysisPermit { evicted, _place: place, _counted: counted });
            }
        }
    }
}

impl State {
    fn running_at(&self, address: NetworkPrefix) -> usize {
        self.running.iter().filter(|it| it.address == address).count()
    }

    /// The index of the waiting analysis whose turn is next.
    fn next_waiting(&self) -> Option<usize> {
        let turn =
            |it: &Waiting| (self.running_at(it.address), self.served.get(&it.address).copied().unwrap_or(0), it.number);
        (0..self.waiting.len()).min_by_key(|index| turn(&self.waiting[*index]))
    }

    /// Gives free places to those whose turn it is, after evicting analyses that have had theirs. Returns the time until
    /// another one may be evicted.
    fn assign(&mut self, now: Instant) -> Option<Duration> {
        while let Some(next) = self.next_waiting() {
            if self.running.len() >= self.places {
                let own = self.running_at(self.waiting[next].address);
                let mut others = self.running.iter().filter(|it| self.running_at(it.address) > own);
                // They are in the order in which they got their places.
                let first = others.next()?;
                let had = now.saturating_duration_since(first.since);
                if had < self.turn {
                    return Some(self.turn - had);
                }
                let number = first.number;
                first.evicted.cancel();
                self.running.retain(|it| it.number != number);
            }
            self.next += 1;
            let Waiting { number, address, admit } = self.waiting.swap_remove(next);
            let evicted = CancellationToken::new();
            // If nobody waits any more, the place is freed when the client's `Place` is dropped.
            let _ = admit.send(evicted.clone());
            self.running.push(Running { number, address, since: now, evicted });
            if self.served.len() >= MOST_SERVED {
                let oldest = self.next.saturating_sub(MOST_SERVED as u64);
                self.served.retain(|_, turn| *turn > oldest);
            }
            self.served.insert(address, self.next);
        }
        None
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        state.waiting.retain(|it| it.number != self.number);
        state.running.retain(|it| it.number != self.number);
        if state.running.is_empty() && state.waiting.is_empty() {
            state.served.clear();
        }
        state.assign(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Duration = Duration::from_secs(5);

    fn address(last: u8) -> NetworkPrefix {
        Origin::of(IpAddr::from([192, 0, 2, last])).narrowest()
    }

    fn state(places: usize) -> State {
        State { places, turn: TURN, ..State::default() }
    }

    /// Adds a waiting analysis and returns its number with what it is told.
    fn waits(state: &mut State, last: u8) -> (u64, oneshot::Receiver<CancellationToken>) {
        let (admit, admitted) = oneshot::channel();
        state.next += 1;
        state.waiting.push(Waiting { number: state.next, address: address(last), admit });
        (state.next, admitted)
    }

    fn running(state: &State) -> Vec<u64> {
        state.running.iter().map(|it| it.number).collect()
    }

    #[test]
    fn a_running_analysis_keeps_its_place_for_its_turn() {
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
        let mut order = Vec::new();
        let mut numbers = HashMap::new();
        let mut held = Vec::new();
        for last in [1, 1, 1, 2, 2, 3] {
            let (number, told) = waits(&mut state, last);
            numbers.insert(number, last);
            held.push(told);
            state.assign(start);
        }
        while let [number] = running(&state)[..] {
            order.push(numbers[&number]);
            state.running.clear();
            state.assign(start);
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 1]);
    }

    #[tokio::test]
    async fn many_addresses_get_every_analysis_done() {
        let turns = Arc::new(Turns::default());
        let tasks = (0..20_u8).flat_map(|last| [last; 2]).map(|last| {
            let turns = Arc::clone(&turns);
            tokio::spawn(async move {
                let permit = turns.enter(IpAddr::from([192, 0, 2, last]), (4, 2, TURN)).await.expect("there is room");
                tokio::task::yield_now().await;
                !permit.evicted().is_cancelled()
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            assert!(task.await.expect("the task ends"), "none is evicted before its turn is over");
        }
        assert_eq!(turns.quota.held(), 0);
        assert!(lock(&turns.state).served.is_empty());
    }

    #[tokio::test]
    async fn an_address_has_few_and_gives_back_those_that_nobody_waits_for() {
        let turns = Turns::default();
        let enter = |last: u8| turns.enter(IpAddr::from([192, 0, 2, last]), (1, 2, TURN));
        let first = enter(1).await.expect("there is room");
        let second = tokio::time::timeout(Duration::from_millis(1), enter(1)).await;
        assert!(second.is_err(), "it waits");
        let mut waiting = Box::pin(enter(1));
        assert!(futures::poll!(&mut waiting).is_pending());
        assert!(enter(1).await.is_none(), "two wait or run");
        drop(first);
        assert!(waiting.await.is_some());
    }
}
