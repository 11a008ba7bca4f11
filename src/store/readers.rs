//! Connections and threads for reading.
//!
//! Short reads, such as a login or a single match, run on the calling thread. Handing them to another thread would take
//! many times as long as the read. A page that is not in the page cache blocks that thread for one disk read: about 0.1
//! ms, or 10 ms on a rotating disk. This is acceptable, because a short read touches only a few pages.
//!
//! Reads that may be long run on a few blocking threads, so that many list requests cannot delay matches. A list first
//! runs on the calling thread for a very short time, which suffices for most, and only then moves to a blocking thread.
//! A list that exceeds its time limit or whose caller is gone is cancelled.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::directory::Writing;
use super::error::StoreError;

/// Maximum number of concurrent list reads. They use at most half of the processors.
const MOST_LISTS: usize = 4;
/// Maximum number of concurrent full reads.
const MOST_THROUGH: usize = 4;
/// Default time limit of a list.
const LIST_TIME: Duration = Duration::from_secs(5);
/// Time for which a list runs on the calling thread.
const MOMENT: Duration = Duration::from_micros(500);
/// Number of SQLite virtual machine instructions between two checks of the time limit: a few microseconds.
const STEPS: i32 = 100;

pub(super) struct Readers {
    pool: Arc<Pool>,
    lists: Arc<Semaphore>,
    through: Arc<Semaphore>,
    most_lists: usize,
    list_ms: AtomicU64,
}

impl Readers {
    /// Creates the readers of a database. Connections are opened on demand.
    pub(super) fn new(database: Writing) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let most_lists = (cores / 2).clamp(1, MOST_LISTS);
        let pool = Pool { database, idle: Mutex::new(Some(Vec::new())), most_idle: cores + most_lists };
        Self {
            pool: Arc::new(pool),
            lists: Arc::new(Semaphore::new(most_lists)),
            through: Arc::new(Semaphore::new(MOST_THROUGH)),
            most_lists,
            list_ms: AtomicU64::new(millis(LIST_TIME)),
        }
    }

    /// Sets the time limit for lists, which includes the wait for a slot.
    pub(super) fn limit_lists(&self, time: Duration) {
        self.list_ms.store(millis(time), Ordering::Relaxed);
    }

    /// Runs a short read on the calling thread.
    pub(super) fn look_up<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.pool.with(read)
    }

    /// Reads a list from one consistent snapshot. If the short attempt on the calling thread is not enough, the read
    /// starts again on another thread.
    pub(super) async fn list<T: Send + 'static>(
        &self,
        read: impl Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let began = Instant::now();
        let time = Duration::from_millis(self.list_ms.load(Ordering::Relaxed));
        let waited = tokio::time::timeout(time, Arc::clone(&self.lists).acquire_owned()).await;
        let place = waited.map_err(|_| StoreError::NotInTime)?.map_err(|_| StoreError::Closed)?;
        let here = Instant::now();
        match self.pool.with(|connection| limited(connection, move || here.elapsed() < MOMENT, &read)) {
            Err(StoreError::NotInTime) => {}
            done => return done,
        }
        self.elsewhere(place, move || began.elapsed() < time, read).await
    }

    /// Reads from one consistent snapshot without a time limit.
    pub(super) async fn read_through<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let place = Arc::clone(&self.through).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        self.elsewhere(place, || true, read).await
    }

    /// Runs `read` on a blocking thread as long as `goes_on` holds and the caller waits.
    async fn elsewhere<T: Send + 'static>(
        &self,
        place: OwnedSemaphorePermit,
        goes_on: impl Fn() -> bool + Send + 'static,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let pool = Arc::clone(&self.pool);
        // Dropped together with this future.
        let waiting = Arc::new(());
        let whoever_waits = Arc::downgrade(&waiting);
        let reading = tokio::task::spawn_blocking(move || {
            let goes_on = move || whoever_waits.strong_count() > 0 && goes_on();
            let result = pool.with(|connection| limited(connection, goes_on, read));
            drop(place);
            result
        });
        let result = reading.await;
        drop(waiting);
        result.map_err(|panic| StoreError::unreadable("the database", panic))?
    }

    /// Waits for running list reads and closes all connections.
    pub(super) async fn close(&self) {
        drop(self.pool.idle().take());
        for (places, most) in [(&self.lists, self.most_lists), (&self.through, MOST_THROUGH)] {
            let all = u32::try_from(most).unwrap_or(u32::MAX);
            // Later callers receive [`StoreError::Closed`].
            drop(places.acquire_many(all).await);
        }
    }
}

/// Runs `read` in a transaction and cancels it with [`StoreError::NotInTime`] once `goes_on` returns false.
fn limited<T>(
    connection: &Connection,
    goes_on: impl Fn() -> bool + Send + 'static,
    read: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    if !goes_on() {
        return Err(StoreError::NotInTime);
    }
    let transaction = connection.unchecked_transaction()?;
    connection.progress_handler(STEPS, Some(move || !goes_on()))?;
    let result = read(connection);
    connection.progress_handler(0, None::<fn() -> bool>)?;
    transaction.finish()?;
    result
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Connections for one thread at a time. The number of threads bounds the number of connections.
struct Pool {
    database: Writing,
    /// Idle connections; `None` once the store is closed.
    idle: Mutex<Option<Vec<Connection>>>,
    /// Maximum number of idle connections to keep.
    most_idle: usize,
}

impl Pool {
    fn idle(&self) -> MutexGuard<'_, Option<Vec<Connection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `read` with exclusive use of a connection.
    fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        // The most recently used connection has the warmest cache.
        let idle = self.idle().as_mut().ok_or(StoreError::Closed)?.pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.database.open_to_read()?,
        };
        let result = read(&connection);
        // The state of a failed connection is unknown.
        if !matches!(result, Err(StoreError::NotRead(_)))
            && let Some(idle) = self.idle().as_mut().filter(|idle| idle.len() < self.most_idle)
        {
            idle.push(connection);
        }
        result
    }
}
