//! Limits per address and per player.

mod answers;
mod memory;

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::byte_budget::ByteBudget;
use super::current::Current;
use super::household::household;
use super::token_bucket::TokenBucket;
use crate::settings::Limits;
use crate::time::DAY_MS;
pub(super) use answers::SMALL_ANSWER;
use answers::answers;
use arena_store::PlayerKind;
use memory::Memory;

/// Number of requests for files of the page that cost as much as one API request.
const FILES: u32 = 10;

/// Cost of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A file of the page, or a WebSocket handshake; WebSocket connections have limits of their own.
    File,
    /// A TLS handshake.
    Handshake,
    /// Anything else.
    Request,
}

/// Counts connections and requests per address, and messages per player.
pub struct ConnectionLimiter {
    /// The limits that are in effect now, with at most as many WebSockets as fit into the memory.
    limits: Current<Limits>,
    connection_counts: Mutex<AddressCounts>,
    /// Waiting and running analyses, oldest first.
    analyses: Mutex<Vec<Analysis>>,
    reports: Current<DefaultKeyedRateLimiter<IpAddr>>,
    sockets: Mutex<AddressCounts>,
    newcomers: Current<DefaultKeyedRateLimiter<IpAddr>>,
    requests: Current<DefaultKeyedRateLimiter<IpAddr>>,
    /// Moves in turn, per household.
    moves: Mutex<HashMap<IpAddr, TokenBucket>>,
    /// Bytes of answers, per household.
    answers: Mutex<HashMap<IpAddr, TokenBucket>>,
    players: Mutex<HashMap<Uuid, (Arc<RateLimit>, Instant)>>,
    /// Bytes of messages in outgoing queues.
    outgoing: Arc<ByteBudget>,
    /// Bytes of request bodies that are being received.
    bodies: Arc<ByteBudget>,
    /// Bytes of the positions of matches.
    positions: Arc<ByteBudget>,
}

#[derive(Default)]
struct AddressCounts {
    total: u32,
    by_address: HashMap<IpAddr, u32>,
}

/// Rate limit of a player's messages over all connections.
pub struct RateLimit {
    messages: Current<DefaultDirectRateLimiter>,
    /// True for a bot account.
    is_bot: bool,
    /// Moves in turn, which are not counted as messages.
    moves: Mutex<TokenBucket>,
    /// Bytes of whole matches.
    answers: Mutex<TokenBucket>,
}

impl RateLimit {
    /// Counts one more message if the limit allows it.
    ///
    /// # Errors
    /// The time until the next message is accepted.
    pub fn admit(&self) -> Result<(), Duration> {
        self.messages.get().check().map_err(wait)
    }
}

/// The time until a rate limiter accepts the next item.
fn wait(not_until: governor::NotUntil<<DefaultClock as Clock>::Instant>) -> Duration {
    not_until.wait_time_from(DefaultClock::default().now())
}

impl AddressCounts {
    /// Counts one more for this household. Returns false if a limit is already reached.
    fn enter(&mut self, address: IpAddr, most: u32, most_per_address: u32) -> bool {
        let before = self.by_address.get(&address).copied().unwrap_or(0);
        if self.total >= most || before >= most_per_address {
            return false;
        }
        self.total += 1;
        self.by_address.insert(address, before + 1);
        true
    }

    fn leave(&mut self, address: IpAddr) {
        self.total -= 1;
        if let Some(count) = self.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&address);
            }
        }
    }
}

/// Permit for an admitted WebSocket connection. It counts until it is dropped.
pub struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

/// Permit for a TCP connection. It counts until it is dropped.
pub struct SocketPermit {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

/// A waiting or running analysis.
struct Analysis {
    address: IpAddr,
    /// Cancelled when the analysis is evicted.
    evicted: CancellationToken,
}

/// Permit for an analysis. It counts until it is dropped or evicted.
pub struct AnalysisPermit {
    limiter: Arc<ConnectionLimiter>,
    evicted: CancellationToken,
}

impl AnalysisPermit {
    /// Returns a token that is cancelled when the analysis is evicted in favour of another address.
    #[must_use]
    pub fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }
}

impl ConnectionLimiter {
    /// Creates a limiter with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Arc<Self> {
        let memory = Memory::of(limits);
        Arc::new(Self {
            limits: Current::new(within(&memory, limits)),
            connection_counts: Mutex::default(),
            analyses: Mutex::default(),
            reports: Current::new(reports(limits)),
            sockets: Mutex::default(),
            newcomers: Current::new(newcomers(limits)),
            requests: Current::new(requests(limits)),
            moves: Mutex::default(),
            answers: Mutex::default(),
            players: Mutex::default(),
            outgoing: ByteBudget::new(memory.outgoing),
            bodies: ByteBudget::new(memory.bodies),
            positions: ByteBudget::new(memory.positions),
        })
    }

    /// Admits a WebSocket connection if there is room for it.
    #[must_use]
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = household(address);
        let limits = self.limits.get();
        let admitted = self.connection_counts().enter(address, limits.connections, limits.connections_per_address);
        admitted.then(|| ConnectionPermit { limiter: Arc::clone(self), address })
    }

    /// Admits a TCP connection unless its address has too many. Each WebSocket starts as a TCP connection, so the limit
    /// is at least that of WebSockets.
    #[must_use]
    pub fn take_socket(self: &Arc<Self>, address: IpAddr) -> Option<SocketPermit> {
        let address = household(address);
        let limits = self.limits.get();
        let most = limits.sockets_per_address.max(limits.connections_per_address);
        let admitted = lock(&self.sockets).enter(address, u32::MAX, most);
        admitted.then(|| SocketPermit { limiter: Arc::clone(self), address })
    }

    /// Admits an analysis if its household is below its limit. If the total limit is reached, evicts the oldest analysis of
    /// the household with the most, provided that this household has fewer.
    #[must_use]
    pub fn analyse(self: &Arc<Self>, address: IpAddr) -> Option<AnalysisPermit> {
        let address = household(address);
        let limits = self.limits.get();
        let mut analyses = lock(&self.analyses);
        let count = |address: IpAddr| analyses.iter().filter(|it| it.address == address).count();
        let own = count(address);
        if own >= limits.analyses_per_address as usize {
            return None;
        }
        if analyses.len() >= limits.analyses as usize {
            let most = analyses.iter().map(|it| count(it.address)).max().filter(|most| *most > own)?;
            let oldest = analyses.iter().position(|it| count(it.address) == most)?;
            analyses.remove(oldest).evicted.cancel();
        }
        let evicted = CancellationToken::new();
        analyses.push(Analysis { address, evicted: evicted.clone() });
        Some(AnalysisPermit { limiter: Arc::clone(self), evicted })
    }

    /// Counts one more report from this address.
    ///
    /// # Errors
    /// The time until the next report is accepted.
    pub fn admit_report(&self, address: IpAddr) -> Result<(), Duration> {
        self.reports.get().check_key(&household(address)).map_err(wait)
    }

    /// Returns the number of WebSocket connections.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.connection_counts().total
    }

    /// Returns the addresses with the most WebSocket connections in descending order, at most `most`.
    #[must_use]
    pub fn busiest(&self, most: usize) -> Vec<(IpAddr, u32)> {
        let counts = self.connection_counts();
        let mut all: Vec<_> = counts.by_address.iter().map(|(address, count)| (*address, *count)).collect();
        drop(counts);
        all.sort_unstable_by_key(|&(address, count)| (std::cmp::Reverse(count), address));
        all.truncate(most);
        all
    }

    /// Counts one more new player from this address.
    ///
    /// # Errors
    /// The time until the next new player is accepted.
    pub fn admit_newcomer(&self, address: IpAddr) -> Result<(), Duration> {
        self.newcomers.get().check_key(&household(address)).map_err(wait)
    }

    /// Counts a move in turn of a player at this address. Returns how long to wait before reading from the connection
    /// again.
    #[must_use]
    pub fn count_move(&self, player: &RateLimit, address: IpAddr, now: Instant) -> Duration {
        let limits = self.limits.get();
        let own = lock(&player.moves).take_one(limits.moves_per_second, now);
        let rate = limits.moves_per_second_per_address;
        let mut households = lock(&self.moves);
        let household = households.entry(household(address)).or_insert_with(|| full(rate, now));
        own.max(household.take_one(rate, now))
    }

    /// Returns the maximum number of WebSocket connections.
    pub(super) fn most_connections(&self) -> u32 {
        self.limits.get().connections
    }

    /// Returns the maximum number of connections that are not WebSockets: that of the settings, or as many as fit into
    /// the memory.
    pub(super) fn sockets(&self, has_tls: bool) -> u32 {
        let limits = self.limits.get();
        let memory = Memory::of(&limits);
        limits.sockets.min(if has_tls { memory.sockets_with_tls } else { memory.sockets })
    }

    /// Returns the maximum number of bytes in one outgoing queue.
    pub(super) fn outgoing_bytes(&self) -> usize {
        self.limits.get().outgoing_bytes
    }

    /// Returns the budget of request bodies that are being received.
    pub(super) const fn bodies(&self) -> &Arc<ByteBudget> {
        &self.bodies
    }

    /// Returns the budget of the positions of matches.
    pub(super) const fn positions(&self) -> &Arc<ByteBudget> {
        &self.positions
    }

    /// Returns the budget of outgoing queues.
    pub(super) const fn outgoing(&self) -> &Arc<ByteBudget> {
        &self.outgoing
    }

    /// Counts one more request from this address if the limit allows it.
    ///
    /// # Errors
    /// The time until the next request is accepted.
    pub fn admit_request(&self, address: IpAddr, cost: Cost) -> Result<(), Duration> {
        let cost = match cost {
            Cost::File => NonZeroU32::MIN,
            Cost::Handshake | Cost::Request => at_least_one(FILES),
        };
        match self.requests.get().check_key_n(&household(address), cost) {
            Ok(Err(not_until)) => Err(wait(not_until)),
            // `Err` cannot occur: the bucket is never smaller than the cost of one request.
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    /// Returns the rate limit that all connections of a player share.
    #[must_use]
    pub fn rate_limit(&self, player: Uuid, kind: PlayerKind) -> Arc<RateLimit> {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let (rate_limit, last) =
            players.entry(player).or_insert_with(|| (Arc::new(self.rate_limit_of(kind)), Instant::now()));
        *last = Instant::now();
        Arc::clone(rate_limit)
    }

    /// Creates a separate rate limit for a connection that has not identified its player.
    #[must_use]
    pub fn new_rate_limit(&self) -> RateLimit {
        self.rate_limit_of(PlayerKind::Guest)
    }

    fn rate_limit_of(&self, kind: PlayerKind) -> RateLimit {
        let is_bot = matches!(kind, PlayerKind::Bot { .. });
        let limits = self.limits.get();
        let messages = Current::new(messages(&limits, is_bot));
        let moves = Mutex::new(full(limits.moves_per_second, Instant::now()));
        RateLimit { messages, is_bot, moves, answers: Mutex::new(answers(&limits)) }
    }

    /// Applies new limits. Existing counts are kept. If a rate has changed, its allowances start full.
    pub fn reload(&self, limits: &Limits) {
        let before = self.limits.get();
        let memory = Memory::of(limits);
        self.limits.set(within(&memory, limits));
        self.outgoing.set_most(memory.outgoing);
        self.bodies.set_most(memory.bodies);
        self.positions.set_most(memory.positions);
        if before.answer_bytes_per_address != limits.answer_bytes_per_address {
            lock(&self.answers).clear();
        }
        if before.answer_bytes != limits.answer_bytes {
            lock(&self.players).values().for_each(|(known, _)| *lock(&known.answers) = answers(limits));
        }
        if before.players_per_minute != limits.players_per_minute {
            self.newcomers.set(newcomers(limits));
        }
        if before.reports_per_address != limits.reports_per_address {
            self.reports.set(reports(limits));
        }
        if (before.requests, before.requests_window_ms) != (limits.requests, limits.requests_window_ms) {
            self.requests.set(requests(limits));
        }
        let rates = |limits: &Limits| (limits.messages, limits.bot_messages, limits.messages_window_ms);
        if rates(&before) != rates(limits) {
            let players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
            players.values().for_each(|(known, _)| known.messages.set(messages(limits, known.is_bot)));
        }
    }

    /// Drops the state of addresses and players that have been inactive for long.
    pub fn tidy(&self) {
        self.newcomers.get().retain_recent();
        self.reports.get().retain_recent();
        let requests = self.requests.get();
        requests.retain_recent();
        requests.shrink_to_fit();
        let now = Instant::now();
        for budget in [&self.outgoing, &self.bodies, &self.positions] {
            budget.tidy();
        }
        for buckets in [&self.moves, &self.answers] {
            lock(buckets).retain(|_, bucket| !bucket.is_full(now));
        }
        // State is kept for a full window, because reconnecting must not reset the limit.
        let window = Duration::from_millis(self.limits.get().messages_window_ms);
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.retain(|_, (rate_limit, last)| {
            if Arc::strong_count(rate_limit) > 1 {
                *last = Instant::now();
            }
            last.elapsed() < window
        });
    }

    fn connection_counts(&self) -> MutexGuard<'_, AddressCounts> {
        self.connection_counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.limiter.connection_counts().leave(self.address);
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        lock(&self.limiter.sockets).leave(self.address);
    }
}

impl Drop for AnalysisPermit {
    fn drop(&mut self) {
        // Tokens cannot be compared, so the permit is identified by cancelling its token.
        self.evicted.cancel();
        lock(&self.limiter.analyses).retain(|it| !it.evicted.is_cancelled());
    }
}

/// Returns the limits with at most as many WebSockets as fit into the memory.
fn within(memory: &Memory, limits: &Limits) -> Limits {
    Limits { connections: limits.connections.min(memory.websockets), ..limits.clone() }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn full(per_second: u32, now: Instant) -> TokenBucket {
    TokenBucket::new(per_second as usize, now)
}

fn newcomers(limits: &Limits) -> DefaultKeyedRateLimiter<IpAddr> {
    RateLimiter::keyed(Quota::per_minute(at_least_one(limits.players_per_minute)))
}

fn reports(limits: &Limits) -> DefaultKeyedRateLimiter<IpAddr> {
    RateLimiter::keyed(quota(limits.reports_per_address, DAY_MS))
}

fn requests(limits: &Limits) -> DefaultKeyedRateLimiter<IpAddr> {
    RateLimiter::keyed(quota(limits.requests.saturating_mul(FILES), limits.requests_window_ms))
}

fn messages(limits: &Limits, is_bot: bool) -> DefaultDirectRateLimiter {
    let most = if is_bot { limits.bot_messages } else { limits.messages };
    RateLimiter::direct(quota(most, limits.messages_window_ms))
}

/// Allows `most` at once, and `most` per window.
fn quota(most: u32, window_ms: u64) -> Quota {
    let burst = at_least_one(most);
    let window = Duration::from_millis(window_ms.max(1));
    Quota::with_period(window / burst.get()).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests;
