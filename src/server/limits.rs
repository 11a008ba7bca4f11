//! Limits per address and per player.

mod answers;
mod memory;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::byte_budget::ByteBudget;
use super::origin::{NetworkPrefix, networks};
use super::quota::{Bounds, Holder, Permit, Quota};
use super::rate::{NetworkRate, Rate};
use super::reloadable::Reloadable;
use super::token_bucket::TokenBucket;
use super::turn_queue::{self, Turn, TurnQueue};
use crate::settings::Limits;
use crate::time::DAY_MS;
pub(super) use answers::SMALL_ANSWER;
use answers::answers;
use arena_store::PlayerKind;
use memory::Memory;

/// Number of requests for files of the page that cost as much as one API request.
const FILES: u32 = 10;

/// Number of analyses that may wait, for each that may run.
const WAITING: usize = 16;

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
    limits: Reloadable<Limits>,
    has_tls: bool,
    /// WebSocket connections by address.
    connection_counts: Quota<IpAddr>,
    /// Analyses that run or wait.
    analysis_counts: Quota,
    analyses: TurnQueue,
    reports: Reloadable<NetworkRate>,
    sockets: Quota,
    newcomers: Reloadable<NetworkRate>,
    requests: Reloadable<NetworkRate>,
    /// Moves in turn, per network.
    moves: Mutex<HashMap<NetworkPrefix, TokenBucket>>,
    /// Bytes of answers, per network.
    answers: Mutex<HashMap<NetworkPrefix, TokenBucket>>,
    players: Mutex<HashMap<Uuid, (Arc<RateLimit>, Instant)>>,
    /// Bytes of messages in outgoing queues.
    outgoing: Arc<ByteBudget>,
    /// Bytes of request bodies that are being received.
    bodies: Arc<ByteBudget>,
    /// Bytes of the positions of matches.
    positions: Arc<ByteBudget>,
}

/// Rate limit of a player's messages over all connections.
pub struct RateLimit {
    messages: Reloadable<Rate<()>>,
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
        self.messages.get().take(&(), 1)
    }
}

/// Permit for an admitted WebSocket connection. It counts until it is dropped.
pub struct ConnectionPermit {
    _counted: Permit<IpAddr>,
}

/// Permit for a TCP connection. It counts until it is dropped.
pub struct SocketPermit {
    _counted: Permit,
}

/// Permit for an analysis. It counts until it is dropped or evicted.
pub struct AnalysisPermit {
    turn: Turn,
    _counted: Permit,
}

impl AnalysisPermit {
    /// Returns a token that is cancelled when the analysis is evicted in favour of another address.
    #[must_use]
    pub fn evicted(&self) -> CancellationToken {
        self.turn.revoked()
    }
}

impl ConnectionLimiter {
    /// Creates a limiter with these limits. `has_tls` says whether this server decrypts its connections itself.
    #[must_use]
    pub fn new(limits: &Limits, has_tls: bool) -> Arc<Self> {
        let memory = Memory::of(limits, has_tls);
        Arc::new(Self {
            has_tls,
            limits: Reloadable::new(within(&memory, limits)),
            connection_counts: Quota::default(),
            analysis_counts: Quota::default(),
            analyses: TurnQueue::default(),
            reports: Reloadable::new(reports(limits)),
            sockets: Quota::default(),
            newcomers: Reloadable::new(newcomers(limits)),
            requests: Reloadable::new(requests(limits)),
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
    pub fn enter(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let holder = Holder::new(NetworkPrefix::narrowest(address).first(), Some(address));
        let counted = self.connection_counts.take(holder, 1, &connections(&self.limits.get())).ok()?;
        Some(ConnectionPermit { _counted: counted })
    }

    /// Admits a TCP connection unless its address has too many. Each WebSocket starts as a TCP connection, so the limit
    /// is at least that of WebSockets.
    #[must_use]
    pub fn take_socket(&self, address: IpAddr) -> Option<SocketPermit> {
        let counted = self.sockets.take(Holder::at(address), 1, &sockets(&self.limits.get())).ok()?;
        Some(SocketPermit { _counted: counted })
    }

    /// Waits until it is this address's turn to run an analysis. Returns `None` if the address has too many, or if too many
    /// wait.
    pub async fn analyse(&self, address: IpAddr) -> Option<AnalysisPermit> {
        let limits = self.limits.get();
        let counted = self.analysis_counts.take(Holder::at(address), 1, &analyses(&limits)).ok()?;
        let at_once = limits.analyses as usize;
        let turn = Some(Duration::from_millis(limits.analysis_turn_ms));
        let bounds = turn_queue::Bounds { at_once, waiting: at_once * WAITING, turn };
        let turn = self.analyses.take(address, bounds).await?;
        Some(AnalysisPermit { turn, _counted: counted })
    }

    /// Counts one more report from this address.
    ///
    /// # Errors
    /// The time until the next report is accepted.
    pub fn admit_report(&self, address: IpAddr) -> Result<(), Duration> {
        self.reports.get().take(address, 1)
    }

    /// Returns the number of WebSocket connections.
    #[must_use]
    pub fn connections(&self) -> u32 {
        u32::try_from(self.connection_counts.held()).unwrap_or(u32::MAX)
    }

    /// Returns the addresses with the most WebSocket connections in descending order, at most `most`.
    #[must_use]
    pub fn busiest(&self, most: usize) -> Vec<(IpAddr, usize)> {
        let mut all = self.connection_counts.by_key();
        all.sort_unstable_by_key(|&(address, count)| (std::cmp::Reverse(count), address));
        all.truncate(most);
        all
    }

    /// Counts one more new player from this address.
    ///
    /// # Errors
    /// The time until the next new player is accepted.
    pub fn admit_newcomer(&self, address: IpAddr) -> Result<(), Duration> {
        self.newcomers.get().take(address, 1)
    }

    /// Counts a move in turn of a player at this address. Returns how long to wait before reading from the connection
    /// again.
    #[must_use]
    pub fn count_move(&self, player: &RateLimit, address: IpAddr, now: Instant) -> Duration {
        let limits = self.limits.get();
        let own = lock(&player.moves).take_one(limits.moves_per_second, now);
        let rate = limits.moves_per_second_per_address;
        let mut buckets = lock(&self.moves);
        let wait = |(network, multiple): (NetworkPrefix, usize)| {
            let rate = rate.saturating_mul(u32::try_from(multiple).unwrap_or(u32::MAX));
            buckets.entry(network).or_insert_with(|| full(rate, now)).take_one(rate, now)
        };
        networks(address).map(wait).fold(own, Duration::max)
    }

    /// Returns the maximum number of WebSocket connections.
    pub(super) fn most_connections(&self) -> u32 {
        self.limits.get().connections
    }

    /// Returns the maximum number of connections that are not WebSockets: that of the settings, or as many as fit into
    /// the memory.
    pub(super) fn sockets(&self) -> u32 {
        let limits = self.limits.get();
        limits.sockets.min(Memory::of(&limits, self.has_tls).sockets)
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
            Cost::File => 1,
            Cost::Handshake | Cost::Request => FILES,
        };
        self.requests.get().take(address, cost)
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
        let messages = Reloadable::new(messages(&limits, is_bot));
        let moves = Mutex::new(full(limits.moves_per_second, Instant::now()));
        RateLimit { messages, is_bot, moves, answers: Mutex::new(answers(&limits)) }
    }

    /// Applies new limits. Existing counts are kept. If a rate has changed, its allowances start full.
    pub fn reload(&self, limits: &Limits) {
        let before = self.limits.get();
        let memory = Memory::of(limits, self.has_tls);
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
        for rate in [&self.newcomers, &self.reports, &self.requests] {
            rate.get().tidy();
        }
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
}

/// Returns the limits on WebSocket connections.
pub(crate) fn connections(limits: &Limits) -> Bounds {
    Bounds::shared(limits.connections_per_address as usize, limits.connections as usize)
}

/// Returns the limits on TCP connections. The total is limited where they are accepted.
pub(crate) fn sockets(limits: &Limits) -> Bounds {
    let total = limits.sockets as usize + limits.connections as usize;
    let shared = Bounds::shared(limits.sockets_per_address.max(limits.connections_per_address) as usize, total);
    Bounds { total: usize::MAX, ..shared }
}

/// Returns the limits on analyses that run or wait.
pub(crate) fn analyses(limits: &Limits) -> Bounds {
    Bounds::shared(limits.analyses_per_address as usize, limits.analyses as usize * (1 + WAITING))
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

fn newcomers(limits: &Limits) -> NetworkRate {
    NetworkRate::new(limits.players_per_minute, Duration::from_secs(60))
}

fn reports(limits: &Limits) -> NetworkRate {
    NetworkRate::new(limits.reports_per_address, Duration::from_millis(DAY_MS))
}

fn requests(limits: &Limits) -> NetworkRate {
    NetworkRate::new(limits.requests.saturating_mul(FILES), Duration::from_millis(limits.requests_window_ms))
}

fn messages(limits: &Limits, is_bot: bool) -> Rate<()> {
    let most = if is_bot { limits.bot_messages } else { limits.messages };
    Rate::new(most, Duration::from_millis(limits.messages_window_ms))
}

#[cfg(test)]
mod tests;
