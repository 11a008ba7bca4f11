//! Connections for reading. Single rows (a login, one match) and lists are read over separate connections, so that many
//! requests for lists keep nobody from a match. A list that takes too long, or that nobody waits for any more, is given
//! up.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool, SqlitePoolOptions};

use super::directory;
use super::error::StoreError;

/// Connections for looking things up.
const LOOKUPS: u32 = 4;
/// How long a look-up waits for a connection: each is short.
const LOOKUP_WAIT: Duration = Duration::from_secs(10);
/// Most connections for lists, where there are processors enough: they get half of them.
const MOST_LISTS: usize = 4;
/// How long a list may take unless it is said.
const LIST_TIME: Duration = Duration::from_secs(5);
/// SQLite's virtual machine runs this many instructions between two looks at the clock: some microseconds.
const STEPS: i32 = 1_000;

pub(super) struct Readers {
    pub(super) lookups: SqlitePool,
    lists: SqlitePool,
    list_ms: AtomicU64,
}

/// A connection to read a list by.
pub(super) struct ListReader {
    connection: PoolConnection<Sqlite>,
    given_up: Arc<AtomicBool>,
}

impl Readers {
    /// Readers of the database at `path`; each connects when it is first needed.
    pub(super) fn new(path: &Path, busy: Duration) -> Self {
        let options = directory::options(path, busy).create_if_missing(false).pragma("query_only", "ON");
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let lists = u32::try_from((cores / 2).clamp(1, MOST_LISTS)).unwrap_or(1);
        let pool = |most| SqlitePoolOptions::new().max_connections(most).acquire_timeout(LOOKUP_WAIT);
        Self {
            lookups: pool(LOOKUPS).connect_lazy_with(options.clone()),
            lists: pool(lists).connect_lazy_with(options),
            list_ms: AtomicU64::new(millis(LIST_TIME)),
        }
    }

    /// Gives lists this long, the wait for a connection included.
    pub(super) fn limit_lists(&self, time: Duration) {
        self.list_ms.store(millis(time), Ordering::Relaxed);
    }

    /// A connection for a list, which has the time of lists from now on.
    pub(super) async fn list(&self) -> Result<ListReader, StoreError> {
        let time = Duration::from_millis(self.list_ms.load(Ordering::Relaxed));
        let until = Instant::now() + time;
        let waited = tokio::time::timeout(time, self.lists.acquire()).await;
        let mut connection = waited.map_err(|_| StoreError::NotInTime)??;
        let given_up = Arc::new(AtomicBool::new(false));
        let is_given_up = Arc::clone(&given_up);
        let goes_on = move || !is_given_up.load(Ordering::Relaxed) && Instant::now() < until;
        connection.lock_handle().await?.set_progress_handler(STEPS, goes_on);
        Ok(ListReader { connection, given_up })
    }

    pub(super) async fn close(&self) {
        tokio::join!(self.lookups.close(), self.lists.close());
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Deref for ListReader {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for ListReader {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

impl Drop for ListReader {
    fn drop(&mut self) {
        self.given_up.store(true, Ordering::Relaxed);
    }
}
