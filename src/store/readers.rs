//! Connections for reading, and who reads where.
//!
//! What is short, as a login or one match, is looked up where it is asked for, by the thread that asks: to hand it to another
//! thread and to be woken again would take many times as long as to read it. A page that is not in the system's memory costs
//! that thread a read of the disk: about a tenth of a millisecond, or ten where the disk turns. That is accepted: a look-up
//! reads a handful of pages, each is cold once, and what reads more belongs to the others.
//!
//! What can be long is read by threads that may block, few at a time, so that many requests for lists keep nobody from a
//! match. A list has a moment where it is asked for, which is enough for most, and goes to such a thread only then. One
//! that takes too long, or that nobody waits for any more, is given up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::directory::Writing;
use super::error::StoreError;

/// Most lists that are read at a time, where there are processors enough: they get half of them.
const MOST_LISTS: usize = 4;
/// Most that are read through at a time.
const MOST_THROUGH: usize = 4;
/// How long a list may take unless it is said.
const LIST_TIME: Duration = Duration::from_secs(5);
/// How long a list may take where it is asked for. Nearly all are done then, and need not wait for another thread.
const MOMENT: Duration = Duration::from_micros(500);
/// SQLite's virtual machine runs this many instructions between two looks at the clock: some microseconds.
const STEPS: i32 = 100;

pub(super) struct Readers {
    pool: Arc<Pool>,
    lists: Arc<Semaphore>,
    through: Arc<Semaphore>,
    most_lists: usize,
    list_ms: AtomicU64,
}

impl Readers {
    /// Readers of a database; each connects when it is first needed.
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

    /// Gives lists this long, the wait for a place included.
    pub(super) fn limit_lists(&self, time: Duration) {
        self.list_ms.store(millis(time), Ordering::Relaxed);
    }

    /// Looks something up, here and now.
    pub(super) fn look_up<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.pool.with(read)
    }

    /// Reads a list, all of it as it was at one moment. What takes longer than a moment is read anew on another thread.
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

    /// Reads something through, all of it as it was at one moment, however long that takes.
    pub(super) async fn read_through<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let place = Arc::clone(&self.through).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        self.elsewhere(place, || true, read).await
    }

    /// Reads on a thread that may block, for as long as it may go on and somebody waits for it.
    async fn elsewhere<T: Send + 'static>(
        &self,
        place: OwnedSemaphorePermit,
        goes_on: impl Fn() -> bool + Send + 'static,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let pool = Arc::clone(&self.pool);
        // Dropped with this future.
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

    /// Waits for lists that are read, and closes all connections.
    pub(super) async fn close(&self) {
        drop(self.pool.idle().take());
        for (places, most) in [(&self.lists, self.most_lists), (&self.through, MOST_THROUGH)] {
            let all = u32::try_from(most).unwrap_or(u32::MAX);
            // Whoever comes later is told that the store is closed.
            drop(places.acquire_many(all).await);
        }
    }
}

/// Reads within one transaction, for as long as it may go on: [`StoreError::NotInTime`] after that.
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

/// Connections that are used by one thread at a time. There are as many as are used at the same time, which is bounded by
/// the threads.
struct Pool {
    database: Writing,
    /// Those that nobody uses at the moment; none once the store is closed.
    idle: Mutex<Option<Vec<Connection>>>,
    /// So many are kept while nobody uses them.
    most_idle: usize,
}

impl Pool {
    fn idle(&self) -> MutexGuard<'_, Option<Vec<Connection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads by a connection that nobody else uses meanwhile.
    fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        // The one that was used last knows most of the database.
        let idle = self.idle().as_mut().ok_or(StoreError::Closed)?.pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.database.open_to_read()?,
        };
        let result = read(&connection);
        // What state a connection is in after a failure is not worth guessing.
        if !matches!(result, Err(StoreError::NotRead(_)))
            && let Some(idle) = self.idle().as_mut().filter(|idle| idle.len() < self.most_idle)
        {
            idle.push(connection);
        }
        result
    }
}
