//! A shared memory budget for all searches of a server. Searches borrow from it and return what they borrowed.
//!
//! A bot that has to move never waits for memory and never fails for lack of it. Its table is kept between two moves as
//! long as there is room, so that a match can be reproduced from its record. If memory runs short, the player that has
//! been idle longest loses its table. If that does not free enough, the next table is smaller or absent. The borrower
//! learns the size, so that the record can state it. A search needs its history tables even without a transposition
//! table. A reserve covers those of all searches that can run at once, so the budget is never exceeded.
//!
//! A module needs its whole memory too. Its search begins when there is room, and meanwhile it is not on a thread.
//!
//! A tournament match needs its full memory and waits until it is available. After a minute of waiting, idle players of
//! others are dropped for it, and new loans leave room for it.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Player;
use arena_search::SearchOptions;

/// How often a waiting borrower checks whether the memory is still needed.
const LOOK_UP_EVERY: Duration = Duration::from_millis(50);

/// A player that has been idle for less than this is not dropped for a tournament match. The time that the match has
/// waited is subtracted.
const PATIENCE: Duration = Duration::from_secs(60);

/// The memory budget of all searches. Clones share it.
#[derive(Clone)]
pub struct SearchMemory {
    shared: Arc<MemoryBudget>,
}

struct MemoryBudget {
    bound: u64,
    /// The part of `bound` that is lent only to searches without a table.
    reserve: u64,
    patience: Duration,
    state: Mutex<MemoryLedger>,
    given_back: Condvar,
    dropped: AtomicU64,
    shrunk: AtomicU64,
}

#[derive(Default)]
struct MemoryLedger {
    /// Bytes lent outside the reserve.
    lent: u64,
    /// Bytes lent from the reserve.
    reserve_lent: u64,
    /// Idle players by number of arrival: the player that has been idle longest is first.
    idle: BTreeMap<u64, HeldPlayer>,
    idle_bytes: u64,
    next: u64,
    /// Matches that wait for memory, in order of arrival.
    waiting: VecDeque<PendingMatch>,
}

/// A tournament match that waits for memory.
struct PendingMatch {
    number: u64,
    bytes: u64,
    since: Instant,
}

/// A part of the memory. It is returned on drop.
pub struct Loan {
    memory: SearchMemory,
    bytes: u64,
    /// True if the loan comes from the reserve.
    reserved: bool,
}

impl Loan {
    /// Returns the size in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Splits off a loan of this many bytes, or of the whole rest if it is smaller.
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

/// A player and the memory that it holds.
pub struct HeldPlayer {
    // The order matters: memory must be freed before the budget counts it as free.
    pub player: Box<dyn Player>,
    loan: Loan,
    /// Size of its table in MiB.
    pub table_mb: u32,
    /// True if results of the match's earlier searches were lost before this player began, and this has not been
    /// reported yet.
    pub lost: bool,
    idle_since: Instant,
}

impl HeldPlayer {
    /// Creates a player with its memory; `table_mb` is the size of its table.
    #[must_use]
    pub fn new(player: Box<dyn Player>, loan: Loan, table_mb: u32, lost: bool) -> Self {
        Self { player, loan, table_mb, lost, idle_since: Instant::now() }
    }
}

/// Holds the player of one seat between two moves. Dropping the slot drops the player.
pub struct IdleSlot {
    memory: SearchMemory,
    number: Option<u64>,
}

impl IdleSlot {
    /// Stores a player in this slot. A player whose memory comes from the reserve is kept only if there is room outside
    /// it.
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

    /// True if a player was stored in this slot. It may have been dropped in the meantime.
    #[must_use]
    pub const fn is_used(&self) -> bool {
        self.number.is_some()
    }

    /// Takes the stored player, unless it was dropped in the meantime.
    pub fn take(&mut self) -> Option<HeldPlayer> {
        let number = self.number.take()?;
        self.memory.lock().remove(number)
    }

    /// Drops the stored player and returns its memory.
    pub fn clear(&mut self) {
        // Dropping a loan takes the lock, so this runs outside of it.
        drop(self.take());
    }
}

impl Drop for IdleSlot {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The kind of borrower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Borrower {
    /// A search that cannot wait but accepts a smaller table.
    Search,
    /// A borrower that needs the full amount.
    Exact,
}

impl MemoryLedger {
    fn remove(&mut self, number: u64) -> Option<HeldPlayer> {
        let held = self.idle.remove(&number)?;
        self.idle_bytes -= held.loan.bytes;
        Some(held)
    }

    /// Removes the player that has been idle longest, if it has been idle for at least this time.
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
    /// Creates a budget of `bound` bytes for at most `searches` concurrent searches.
    #[must_use]
    pub fn new(bound: u64, searches: usize) -> Self {
        let reserve = (searches as u64).saturating_mul(SearchOptions::MOST_WITHOUT_TABLE);
        Self::with(bound, reserve, PATIENCE)
    }

    fn with(bound: u64, reserve: u64, patience: Duration) -> Self {
        let (dropped, shrunk) = (AtomicU64::new(0), AtomicU64::new(0));
        let shared = MemoryBudget {
            bound,
            reserve,
            patience,
            state: Mutex::default(),
            given_back: Condvar::new(),
            dropped,
            shrunk,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Creates a budget without a limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::with(u64::MAX, 0, PATIENCE)
    }

    /// Returns the whole budget, in bytes.
    #[must_use]
    pub fn bound(&self) -> u64 {
        self.shared.bound
    }

    /// Returns the largest possible promise, in bytes: the budget without the reserve.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.shared.bound.saturating_sub(self.shared.reserve)
    }

    /// True if the budget has no limit.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.shared.bound == u64::MAX
    }

    /// Returns the bytes lent at the moment, to running searches and idle players.
    #[must_use]
    pub fn lent(&self) -> u64 {
        let state = self.lock();
        state.lent + state.reserve_lent
    }

    /// Returns the number of idle players.
    #[must_use]
    pub fn idle(&self) -> usize {
        self.lock().idle.len()
    }

    /// Returns how many idle players were dropped to make room.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.shared.dropped.load(Ordering::Relaxed)
    }

    /// Returns how many searches got a smaller table than requested.
    #[must_use]
    pub fn shrunk(&self) -> u64 {
        self.shared.shrunk.load(Ordering::Relaxed)
    }

    /// Creates a slot for the player of a seat.
    #[must_use]
    pub fn slot(&self) -> IdleSlot {
        IdleSlot { memory: self.clone(), number: None }
    }

    /// Lends memory to a search that cannot wait: enough for its whole table, or for a smaller one if there is no room,
    /// or for none from the reserve. Also returns the size of the table in MiB.
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

    /// Lends this many bytes to a search that has no use for fewer, without waiting. Drops idle players for it.
    #[must_use]
    pub fn lend_whole(&self, bytes: u64) -> Option<Loan> {
        self.try_lend(bytes, Duration::ZERO, Borrower::Search)
    }

    /// True if this many bytes can be lent without dropping idle players.
    #[must_use]
    pub fn has_room(&self, bytes: u64) -> bool {
        let state = self.lock();
        self.fits(state.lent, bytes, self.set_aside(&state, Borrower::Search))
    }

    /// Returns how many bytes this borrower must leave free for the tournament match that is first in the queue, once
    /// that match has waited for a minute.
    fn set_aside(&self, state: &MemoryLedger, borrower: Borrower) -> u64 {
        let first = state.waiting.front().filter(|first| first.since.elapsed() >= self.shared.patience);
        first.filter(|_| borrower == Borrower::Search).map_or(0, |first| first.bytes)
    }

    fn fits(&self, lent: u64, bytes: u64, set_aside: u64) -> bool {
        lent.saturating_add(bytes).saturating_add(set_aside) <= self.most()
    }

    /// Lends the full amount or nothing, without waiting. Fails if another borrower waits, or if dropping players that
    /// have been idle for a minute does not make enough room.
    #[must_use]
    pub fn promise_now(&self, bytes: u64) -> Option<Loan> {
        if self.is_awaited() { None } else { self.try_lend(bytes, self.shared.patience, Borrower::Exact) }
    }

    /// Like [`SearchMemory::promise_now`], but queues behind earlier borrowers and waits until the memory is available
    /// or `given_up` returns true. The longer it waits, the shorter a player must have been idle to be dropped. More
    /// than [`SearchMemory::most`] is never lent. A waiting borrower must not hold another promise, because two such
    /// borrowers could deadlock.
    #[must_use]
    pub fn promise(&self, bytes: u64, given_up: impl Fn() -> bool) -> Option<Loan> {
        let since = Instant::now();
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.waiting.push_back(PendingMatch { number, bytes, since });
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

    /// True if a borrower waits for memory.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        !self.lock().waiting.is_empty()
    }

    /// Lends this many bytes. Drops players that have been idle for `idle_for` if that is needed and makes enough room.
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
            // Dropping a loan takes the lock, so this runs outside of it.
            drop(oldest);
            self.shared.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, MemoryLedger> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
