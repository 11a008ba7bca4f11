//! What one address and one player may use up.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::current::Current;
use super::token_bucket::TokenBucket;
use crate::settings::Limits;
use crate::store::PlayerKind;

/// So many files of the page cost as much as one request to the API.
const FILES: u32 = 10;

const DAY_MS: u64 = 86_400_000;

/// What a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A file of the page, or a handshake, whose connections have limits of their own.
    File,
    /// Anything else.
    Request,
}

/// Counts connections and requests by address and messages by player.
pub struct ConnectionLimiter {
    /// The settings that hold now.
    limits: Current<Limits>,
    connection_counts: Mutex<AddressCounts>,
    /// The analyses that wait or run, the oldest first.
    analyses: Mutex<Vec<Analysis>>,
    reports: Current<DefaultKeyedRateLimiter<IpAddr>>,
    sockets: Mutex<AddressCounts>,
    newcomers: Current<DefaultKeyedRateLimiter<IpAddr>>,
    requests: Current<DefaultKeyedRateLimiter<IpAddr>>,
    /// Moves in turn, by household.
    moves: Mutex<HashMap<IpAddr, TokenBucket>>,
    players: Mutex<HashMap<Uuid, (Arc<RateLimit>, Instant)>>,
}

#[derive(Default)]
struct AddressCounts {
    total: u32,
    by_address: HashMap<IpAddr, u32>,
}

/// How fast a player may send messages, over all connections.
pub struct RateLimit {
    messages: Current<DefaultDirectRateLimiter>,
    /// Whether it is a bot's account's.
    is_bot: bool,
    /// Moves in turn, which are no messages in that sense.
    moves: Mutex<TokenBucket>,
}

impl RateLimit {
    /// Takes one more message if that is within the limit.
    ///
    /// # Errors
    /// After so long another one is.
    pub fn admit(&self) -> Result<(), Duration> {
        self.messages.get().check().map_err(wait)
    }
}

/// How long a limiter wants to be left alone.
fn wait(not_until: governor::NotUntil<<DefaultClock as Clock>::Instant>) -> Duration {
    not_until.wait_time_from(DefaultClock::default().now())
}

impl AddressCounts {
    /// Counts one more from this household, unless there are `most` or `most_per_address` already.
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

/// A connection that was let in; it is counted until this is dropped.
pub struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

/// A TCP connection that is no WebSocket, or not yet; it is counted until this is dropped.
pub struct SocketPermit {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

/// An analysis that waits or runs.
struct Analysis {
    address: IpAddr,
    /// Cancelled when the analysis is evicted.
    evicted: CancellationToken,
}

/// Permission to analyse; the analysis is counted until this is dropped or evicted.
pub struct AnalysisPermit {
    limiter: Arc<ConnectionLimiter>,
    evicted: CancellationToken,
}

impl AnalysisPermit {
    /// Returns a token that is cancelled when the analysis must end to make room for that of another address.
    #[must_use]
    pub fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }
}

impl ConnectionLimiter {
    /// A limiter with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            limits: Current::new(limits.clone()),
            connection_counts: Mutex::default(),
            analyses: Mutex::default(),
            reports: Current::new(reports(limits)),
            sockets: Mutex::default(),
            newcomers: Current::new(newcomers(limits)),
            requests: Current::new(requests(limits)),
            moves: Mutex::default(),
            players: Mutex::default(),
        })
    }

    /// Lets a WebSocket connection in, if there is room for it.
    #[must_use]
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = household(address);
        let limits = self.limits.get();
        let admitted = self.connection_counts().enter(address, limits.connections, limits.connections_per_address);
        admitted.then(|| ConnectionPermit { limiter: Arc::clone(self), address })
    }

    /// Takes a TCP connection, if its address has no more of them than it may. Each WebSocket begins as one, so there
    /// may be as many of these, too.
    #[must_use]
    pub fn take_socket(self: &Arc<Self>, address: IpAddr) -> Option<SocketPermit> {
        let address = household(address);
        let limits = self.limits.get();
        let most = limits.sockets_per_address.max(limits.connections_per_address);
        let admitted = lock(&self.sockets).enter(address, u32::MAX, most);
        admitted.then(|| SocketPermit { limiter: Arc::clone(self), address })
    }

    /// Admits an analysis if its household has fewer than allowed. If there are as many as allowed in all, the oldest
    /// analysis of the household with the most is evicted, provided that this household has fewer.
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
    /// The time to wait.
    pub fn admit_report(&self, address: IpAddr) -> Result<(), Duration> {
        self.reports.get().check_key(&household(address)).map_err(wait)
    }

    /// How many WebSocket connections there are.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.connection_counts().total
    }

    /// The addresses with the most WebSocket connections, at most so many, the most first.
    #[must_use]
    pub fn busiest(&self, most: usize) -> Vec<(IpAddr, u32)> {
        let counts = self.connection_counts();
        let mut all: Vec<_> = counts.by_address.iter().map(|(address, count)| (*address, *count)).collect();
        drop(counts);
        all.sort_unstable_by_key(|&(address, count)| (std::cmp::Reverse(count), address));
        all.truncate(most);
        all
    }

    /// Takes one more new player from this address.
    ///
    /// # Errors
    /// After so long another one may come.
    pub fn admit_newcomer(&self, address: IpAddr) -> Result<(), Duration> {
        self.newcomers.get().check_key(&household(address)).map_err(wait)
    }

    /// Counts a move in turn of a player at this address, made `now`; for so long nothing more is to be read from the connection.
    #[must_use]
    pub fn count_move(&self, player: &RateLimit, address: IpAddr, now: Instant) -> Duration {
        let limits = self.limits.get();
        let own = lock(&player.moves).take_one(limits.moves_per_second, now);
        let rate = limits.moves_per_second_per_address;
        let mut households = lock(&self.moves);
        let household = households.entry(household(address)).or_insert_with(|| full(rate, now));
        own.max(household.take_one(rate, now))
    }

    /// Takes a request from this address, or tells after how long one is taken.
    ///
    /// # Errors
    /// The time to wait.
    pub fn admit_request(&self, address: IpAddr, cost: Cost) -> Result<(), Duration> {
        let cost = match cost {
            Cost::File => NonZeroU32::MIN,
            Cost::Request => at_least_one(FILES),
        };
        match self.requests.get().check_key_n(&household(address), cost) {
            Ok(Err(not_until)) => Err(wait(not_until)),
            // A bucket is never smaller than what one request costs.
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    /// The rate limit of a player, the same for all of the player's connections.
    #[must_use]
    pub fn rate_limit(&self, player: Uuid, kind: PlayerKind) -> Arc<RateLimit> {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let (rate_limit, last) =
            players.entry(player).or_insert_with(|| (Arc::new(self.rate_limit_of(kind)), Instant::now()));
        *last = Instant::now();
        Arc::clone(rate_limit)
    }

    /// A rate limit of its own, for a connection that has not said who it is.
    #[must_use]
    pub fn new_rate_limit(&self) -> RateLimit {
        self.rate_limit_of(PlayerKind::Guest)
    }

    fn rate_limit_of(&self, kind: PlayerKind) -> RateLimit {
        let is_bot = matches!(kind, PlayerKind::Bot { .. });
        let limits = self.limits.get();
        let messages = Current::new(messages(&limits, is_bot));
        RateLimit { messages, is_bot, moves: Mutex::new(full(limits.moves_per_second, Instant::now())) }
    }

    /// From now on these limits hold. Who is there is still counted; where a rate has changed, everybody begins with a full
    /// allowance.
    pub fn reload(&self, limits: &Limits) {
        let before = self.limits.get();
        self.limits.set(limits.clone());
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

    /// Forgets addresses and players that have been away for long.
    pub fn tidy(&self) {
        self.newcomers.get().retain_recent();
        self.reports.get().retain_recent();
        let requests = self.requests.get();
        requests.retain_recent();
        requests.shrink_to_fit();
        let now = Instant::now();
        lock(&self.moves).retain(|_, bucket| !bucket.is_full(now));
        // Not before its window has passed: coming back must not be a way round the limit.
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
        // Tokens have no identity to compare, so a permit is found by cancelling its own one.
        self.evicted.cancel();
        lock(&self.limiter.analyses).retain(|it| !it.evicted.is_cancelled());
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A household gets one IPv4 address or one IPv6 network of 64 bits: limits count that.
pub(super) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
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

/// At most `most` at once, and as many within the window.
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
