//! One budget of memory for all searches of a server: what a search holds is lent from it and given back.
//!
//! A bot that has to move never waits for memory and never fails for lack of it. Between two moves its table is kept as
//! long as there is room, so that a match can be reproduced from its record. When somebody else needs memory, the player
//! that has been idle longest loses its table; where that does not make enough room, the next table is smaller, or there
//! is none. The borrower is told, so that the record can say so. Even without a table a search needs its history tables:
//! a reserve is kept for those of all searches that can be under way at once, so that the budget is never exceeded.
//!
//! A match of a tournament needs all of its memory, and waits until it can have that. Once it has waited for a minute, idle
//! players of others are dropped for it, and new loans leave room for it.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Player;
use crate::search::SearchOptions;

/// How often somebody who waits checks whether the memory is still wanted.
const LOOK_UP_EVERY: Duration = Duration::from_millis(50);

/// A player that has been idle for less than this is not dropped for a tournament's match. The time that the match has
/// waited is taken off.
const PATIENCE: Duration = Duration::from_secs(60);

/// The memory that all searches share. Clones share it.
#[derive(Clone)]
pub struct SearchMemory {
    shared: Arc<Shared>,
}

struct Shared {
    bound: u64,
    /// The reserve: the part of `bound` that is only lent to searches without a table.
    reserve: u64,
    patience: Duration,
    state: Mutex<State>,
    given_back: Condvar,
    dropped: AtomicU64,
    shrunk: AtomicU64,
}

#[derive(Default)]
struct State {
    /// What is lent outside the reserve.
    lent: u64,
    /// What is lent of the reserve.
    reserve_lent: u64,
    /// Idle players by the number of their coming, so that the one that has been idle longest is first.
    idle: BTreeMap<u64, HeldPlayer>,
    idle_bytes: u64,
    next: u64,
    /// Who waits for a promise, in the order of coming.
    waiting: VecDeque<Waiting>,
}

/// A match of a tournament that waits for memory.
struct Waiting {
    number: u64,
    bytes: u64,
    since: Instant,
}

/// A part of the memory, given back when this is dropped.
pub struct Loan {
    memory: SearchMemory,
    bytes: u64,
    /// Whether it comes from the reserve.
    reserved: bool,
}

impl Loan {
    /// How much it is, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Splits off a loan of this many bytes, or of all that there is where that is less.
    #[must_use]
    pub fn split_off(&mut self, bytes: u64) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Self { memory: self.memory.clone(), bytes, reserved: self.reserved }
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        let mut state = self.memory.lock();
        if self.reserved {
            state.reserve_lent -= self.bytes;
        } else {
            state.lent -= self.bytes;
        }
        let awaited = !state.waiting.is_empty();
        drop(state);
        if awaited {
            self.memory.shared.given_back.notify_all();
        }
    }
}

/// A player with the memory that it holds.
pub struct HeldPlayer {
    // The order matters: memory is freed before the budget counts it as free.
    /// The player.
    pub player: Box<dyn Player>,
    loan: Loan,
    /// The size of its table in MiB.
    pub table_mb: u32,
    /// Whether what earlier searches of the match had found was lost before this player began, and nobody was told yet.
    pub lost: bool,
    idle_since: Instant,
}

impl HeldPlayer {
    /// The player with its memory, and the size of its table in MiB.
    #[must_use]
    pub fn new(player: Box<dyn Player>, loan: Loan, table_mb: u32, lost: bool) -> Self {
        Self { player, loan, table_mb, lost, idle_since: Instant::now() }
    }
}

/// Where the player of one seat is kept between two moves; it is dropped with its slot.
pub struct IdleSlot {
    memory: SearchMemory,
    number: Option<u64>,
}

impl IdleSlot {
    /// Keeps a player in this slot. One that runs on the reserve is kept only where there is room outside it.
    pub fn put(&mut self, mut held: HeldPlayer) {
        self.clear();
        if held.loan.reserved {
            let Some(loan) = self.memory.try_lend(held.loan.bytes, Duration::ZERO, Borrower::Search) else { return };
            held.loan = loan;
        }
        held.idle_since = Instant::now();
        let mut state = self.memory.lock();
        let number = state.next;
        state.next += 1;
        state.idle_bytes += held.loan.bytes;
        state.idle.insert(number, held);
        let awaited = !state.waiting.is_empty();
        drop(state);
        self.number = Some(number);
        if awaited {
            self.memory.shared.given_back.notify_all();
        }
    }

    /// Takes the player that is kept here, unless it was dropped meanwhile.
    pub fn take(&mut self) -> Option<HeldPlayer> {
        let number = self.number.take()?;
        self.memory.lock().remove(number)
    }

    /// Gives back everything that is kept here.
    pub fn clear(&mut self) {
        // Outside the lock, which giving back takes.
        drop(self.take());
    }
}

impl Drop for IdleSlot {
    fn drop(&mut self) {
        self.clear();
    }
}

/// For whom memory is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Borrower {
    /// For a search that cannot wait, but can do with a smaller table.
    Search,
    /// What cannot do with less.
    Exact,
}

impl State {
    fn remove(&mut self, number: u64) -> Option<HeldPlayer> {
        let held = self.idle.remove(&number)?;
        self.idle_bytes -= held.loan.bytes;
        Some(held)
    }

    /// The player that has been idle longest, if for at least this time.
    fn oldest(&mut self, idle_for: Duration) -> Option<HeldPlayer> {
        let (&number, held) = self.idle.first_key_value()?;
        if held.idle_since.elapsed() < idle_for {
            return None;
        }
        self.remove(number)
    }
}

impl Default for SearchMemory {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl fmt::Debug for SearchMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SearchMemory({} of {} bytes lent)", self.lent(), self.bound())
    }
}

impl SearchMemory {
    /// A budget in bytes, for at most this many searches under way at once.
    #[must_use]
    pub fn new(bound: u64, searches: usize) -> Self {
        let reserve = (searches as u64).saturating_mul(SearchOptions::MOST_WITHOUT_TABLE);
        Self::with(bound, reserve, PATIENCE)
    }

    fn with(bound: u64, reserve: u64, patience: Duration) -> Self {
        let (dropped, shrunk) = (AtomicU64::new(0), AtomicU64::new(0));
        let shared =
            Shared { bound, reserve, patience, state: Mutex::default(), given_back: Condvar::new(), dropped, shrunk };
        Self { shared: Arc::new(shared) }
    }

    /// A budget that is never short.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::with(u64::MAX, 0, PATIENCE)
    }

    /// The whole budget, in bytes.
    #[must_use]
    pub fn bound(&self) -> u64 {
        self.shared.bound
    }

    /// The most that can be promised at once, in bytes: all but the reserve.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.shared.bound.saturating_sub(self.shared.reserve)
    }

    /// Whether it is never short.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.shared.bound == u64::MAX
    }

    /// What is lent at this moment, in bytes: to searches that run and to idle players.
    #[must_use]
    pub fn lent(&self) -> u64 {
        let state = self.lock();
        state.lent + state.reserve_lent
    }

    /// How many players are idle.
    #[must_use]
    pub fn idle(&self) -> usize {
        self.lock().idle.len()
    }

    /// How many idle players were dropped for others.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.shared.dropped.load(Ordering::Relaxed)
    }

    /// How many searches got a smaller table than they asked for.
    #[must_use]
    pub fn shrunk(&self) -> u64 {
        self.shared.shrunk.load(Ordering::Relaxed)
    }

    /// A slot for the player of a seat.
    #[must_use]
    pub fn slot(&self) -> IdleSlot {
        IdleSlot { memory: self.clone(), number: None }
    }

    /// Memory for a search that cannot wait: for all of its table or, where there is no room, for a smaller one, down to
    /// none on the reserve. Gives the size of the table in MiB.
    #[must_use]
    pub fn lend(&self, search: &SearchOptions) -> (Loan, u32) {
        let full = search.table_size();
        let mut table_mb = full;
        let loan = loop {
            let bytes = search.with_table(table_mb).memory_bytes();
            if let Some(loan) = self.try_lend(bytes, Duration::ZERO, Borrower::Search) {
                break loan;
            }
            if table_mb == 0 {
                self.lock().reserve_lent += bytes;
                break Loan { memory: self.clone(), bytes, reserved: true };
            }
            table_mb /= 2;
        };
        if table_mb < full {
            self.shared.shrunk.fetch_add(1, Ordering::Relaxed);
        }
        (loan, table_mb)
    }

    /// Whether this many bytes could be lent without dropping idle players.
    #[must_use]
    pub fn has_room(&self, bytes: u64) -> bool {
        let state = self.lock();
        self.fits(state.lent, bytes, self.set_aside(&state, Borrower::Search))
    }

    /// How many bytes this borrower must leave free for the tournament's match that is first in line, once that has waited
    /// for a minute.
    fn set_aside(&self, state: &State, borrower: Borrower) -> u64 {
        let first = state.waiting.front().filter(|first| first.since.elapsed() >= self.shared.patience);
        first.filter(|_| borrower == Borrower::Search).map_or(0, |first| first.bytes)
    }

    fn fits(&self, lent: u64, bytes: u64, set_aside: u64) -> bool {
        lent.saturating_add(bytes).saturating_add(set_aside) <= self.most()
    }

    /// Memory for what cannot do with less: at once, where nobody waits and there is room, or what has been idle for a minute
    /// makes room.
    #[must_use]
    pub fn promise_now(&self, bytes: u64) -> Option<Loan> {
        if self.is_awaited() { None } else { self.try_lend(bytes, self.shared.patience, Borrower::Exact) }
    }

    /// Memory for a moment's work that cannot do with less: whatever is idle makes room for it, and it goes before those who
    /// wait.
    #[must_use]
    pub fn lend_now(&self, bytes: u64) -> Option<Loan> {
        self.try_lend(bytes, Duration::ZERO, Borrower::Exact)
    }

    /// As [`SearchMemory::promise_now`], but waits for it, after those who waited before, until `given_up`; the longer it
    /// waits, the less time must something have been idle to make room. More than [`SearchMemory::most`] is never lent. Whoever
    /// waits must hold no promise: two of them could wait for each other.
    #[must_use]
    pub fn promise(&self, bytes: u64, given_up: impl Fn() -> bool) -> Option<Loan> {
        let since = Instant::now();
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.waiting.push_back(Waiting { number, bytes, since });
        drop(state);
        let loan = loop {
            let first = self.lock().waiting.front().is_some_and(|first| first.number == number);
            let idle_for = self.shared.patience.saturating_sub(since.elapsed());
            let loan = if first { self.try_lend(bytes, idle_for, Borrower::Exact) } else { None };
            if loan.is_some() || given_up() || bytes > self.most() {
                break loan;
            }
            let state = self.lock();
            let waited = self.shared.given_back.wait_timeout(state, LOOK_UP_EVERY);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        };
        self.lock().waiting.retain(|waiting| waiting.number != number);
        self.shared.given_back.notify_all();
        loan
    }

    /// Whether somebody waits for memory.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        !self.lock().waiting.is_empty()
    }

    /// Lends this many bytes. As far as it is needed and helps, players that have been idle for `idle_for` are dropped.
    fn try_lend(&self, bytes: u64, idle_for: Duration, borrower: Borrower) -> Option<Loan> {
        loop {
            let mut state = self.lock();
            let set_aside = self.set_aside(&state, borrower);
            if self.fits(state.lent, bytes, set_aside) {
                state.lent += bytes;
                return Some(Loan { memory: self.clone(), bytes, reserved: false });
            }
            if !self.fits(state.lent - state.idle_bytes, bytes, set_aside) {
                return None;
            }
            let oldest = state.oldest(idle_for)?;
            drop(state);
            // Outside the lock, which giving back takes.
            drop(oldest);
            self.shared.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
