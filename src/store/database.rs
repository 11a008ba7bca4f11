//! Opens and closes the store, and connects callers to its writers and readers.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use rusqlite::Connection;
use uuid::Uuid;

use super::additions::LogWrite;
use super::blocked::Blocked;
use super::directory::{self, Lock, Writing};
use super::error::StoreError;
use super::log::{self, Disk, Segments, SystemDisk};
use super::metrics::StoreMetrics;
use super::readers::Readers;
use super::state::WriteCounts;
use super::sums;
use super::tables::events::NewEvents;
use super::tables::matches::NewMatch;
use super::tails::Tails;
use super::writer::Connect;
use super::writers::{self, Ended, Parts};
use super::writes::Write;
use super::{schema, sql};
use arena_games::GameId;
use arena_play::{EventLog, EventLogError, MatchSetup, NumberedEvent, OnStored};

/// Time that a statement waits for the lock of another program.
pub(super) const BUSY: Duration = Duration::from_secs(5);
/// Time that a list waits for earlier log entries to be applied.
const CATCH_UP: Duration = Duration::from_secs(2);
/// Time that a writer waits after a failure before it retries without a request.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// The database of an arena. Clones share it.
///
/// The store must be opened in a tokio runtime and starts threads for its writers. Dropping it without [`Store::close`]
/// loses no acknowledged write: the last clone waits for the group that is being written.
#[derive(Clone)]
pub struct Store {
    shared: Arc<StoreCore>,
}

struct StoreCore {
    writer: writers::Handle,
    ended: Mutex<Option<Closing>>,
    readers: Readers,
    blocked: Blocked,
    lock: Arc<Lock>,
}

/// Waits until the writers have ended. Yields the connection for the final checkpoint, if there is one.
type Closing = BoxFuture<'static, Result<Option<Connection>, StoreError>>;

impl Store {
    /// Opens the data directory `dir`. Creates the directory and the database if they are missing.
    ///
    /// ```
    /// # use arena_store::{Store, StoreError};
    /// # tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
    /// let folder = tempfile::tempdir().expect("a temporary folder");
    /// let store = Store::open(folder.path()).await?;
    /// assert!(store.health().is_ok());
    /// store.close().await
    /// # }).expect("the folder is writable");
    /// ```
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another store has the directory open. [`StoreError::Version`] or
    /// [`StoreError::Foreign`] if the database has another version or belongs to another program.
    /// [`StoreError::Directory`] or [`StoreError::Open`] for other failures.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        Self::open_with(dir, Writing::new(directory::database(dir), BUSY), SystemDisk, RETRY).await
    }

    /// Opens the store with the given connection factory, disk and retry interval.
    pub(super) async fn open_with(
        dir: &Path,
        connect: impl Connect,
        disk: impl Disk,
        retry: Duration,
    ) -> Result<Self, StoreError> {
        let lock = Arc::new(Lock::take(dir)?);
        if let Some(problem) = sums::lost(dir) {
            return Err(StoreError::Open { path: directory::database(dir), problem });
        }
        let reading = Writing::new(directory::database(dir), BUSY);
        schema::prepare(dir, &reading)?;
        let readers = Readers::new(reading.clone());
        let folder = dir.to_owned();
        let DatabaseFile { database, log, blocked } =
            readers.read_through(move |connection| find(&folder, connection)).await?;
        let unusable = |source| StoreError::Directory { dir: dir.to_owned(), source };
        let tails = Arc::new(Tails::default());
        tails.load(log.groups);
        let segments = Segments::new(disk, dir, database, tails.entries(), log.end).map_err(unusable)?;
        let mark = sums::mark(dir, database);
        if let Some(problem) = readers.look_up(|connection| Ok(sums::problem(&mark, connection)?))? {
            return Err(StoreError::Open { path: directory::database(dir), problem });
        }
        let started = writers::start(Parts {
            connect,
            mark,
            segments,
            tails,
            reading: Box::new(move || reading.open_to_read()),
            lock: lock.clone(),
            retry,
        });
        let (writer, ended) = started.map_err(unusable)?;
        let ended = Mutex::new(Some(closing(ended)));
        let store = Self { shared: Arc::new(StoreCore { writer, ended, readers, blocked, lock }) };
        if !store.tails().is_empty()
            && let Err(error) = store.write(Write::Nothing).await
        {
            tracing::warn!(%error, "the log cannot be applied to the database yet");
        }
        Ok(store)
    }

    /// Writes all pending requests, rejects later ones, checkpoints the database and releases the directory. A second
    /// call does nothing.
    ///
    /// # Errors
    /// [`StoreError`] if pending requests could not be written or the checkpoint failed. The directory is released in
    /// any case, and no acknowledged write is lost.
    pub async fn close(&self) -> Result<(), StoreError> {
        let ended = self.shared.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(ended) = ended else {
            return Ok(());
        };
        let logged = self.shared.writer.log(LogWrite::Close).await;
        let drained = logged.and(self.write(Write::Close).await);
        let connection = ended.await;
        self.shared.readers.close().await;
        let folded = match connection {
            Ok(Some(connection)) => fold(connection).await,
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        self.shared.lock.release();
        drained.and(folded)
    }

    /// Reports whether the last write reached the disk. This is cheap. The store recovers by itself once writing works
    /// again.
    ///
    /// # Errors
    /// The reason why nothing can be written.
    pub fn health(&self) -> Result<(), String> {
        self.shared.writer.health()
    }

    /// Returns the amount written since the store was opened.
    #[must_use]
    pub fn written(&self) -> WriteCounts {
        self.shared.writer.written()
    }

    /// Returns the number of bytes that are logged but not yet in the database.
    #[must_use]
    pub fn waiting_bytes(&self) -> u64 {
        self.tails().bytes() as u64
    }

    /// Returns the histograms of the writers.
    #[must_use]
    pub fn metrics(&self) -> &StoreMetrics {
        self.shared.writer.metrics()
    }

    /// Logs a match or events; see [`EventLog`].
    pub(super) async fn write_log(&self, write: LogWrite) -> Result<(), StoreError> {
        self.shared.writer.log(write).await
    }

    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.shared.writer.write(write).await
    }

    /// Returns the entries that are logged but not yet in the database.
    pub(super) fn tails(&self) -> &Tails {
        self.shared.writer.tails()
    }

    /// Waits until all entries logged so far are in the database, up to a time limit. Lists are slightly stale while
    /// the load is high or the database cannot be written.
    pub(super) async fn catch_up(&self) {
        if !self.tails().is_empty() {
            tokio::time::timeout(CATCH_UP, self.write(Write::Nothing)).await.ok();
        }
    }

    /// Sets the time limit for lists. A list that exceeds it fails with [`StoreError::NotInTime`].
    pub fn limit_lists(&self, time: Duration) {
        self.shared.readers.limit_lists(time);
    }

    pub(super) fn blocked(&self) -> &Blocked {
        &self.shared.blocked
    }

    /// Runs a short read on the calling thread.
    pub(super) fn look_up<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.shared.readers.look_up(read)
    }

    /// Reads a list within the time limit. `read` may run twice.
    pub(super) async fn list<T: Send + 'static>(
        &self,
        read: impl Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.shared.readers.list(read).await
    }

    /// Reads without a time limit.
    pub(super) async fn read_through<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.shared.readers.read_through(read).await
    }
}

struct DatabaseFile {
    /// Id of the database, which its log contains as well.
    database: Uuid,
    log: log::Contents,
    blocked: Blocked,
}

fn find(dir: &Path, connection: &Connection) -> Result<DatabaseFile, StoreError> {
    let database = sql::value(connection, "SELECT id FROM log_of", [])?;
    let contents = log::read(dir, database)?;
    if let Some((path, bytes)) = &contents.torn {
        let log = path.display();
        tracing::warn!(%log, bytes, "the log ends with an incomplete line, as after a kill or a power cut; it is cut off");
    }
    Ok(DatabaseFile { database, log: contents, blocked: Blocked::load(connection)? })
}

/// Waits for the writers, and deletes the segments that the database has applied.
fn closing<D: Disk>(ended: Ended<D>) -> Closing {
    Box::pin(async move {
        let failed = |_| StoreError::NotWritten("the writer has failed".to_owned());
        let connection = ended.connection.await.map_err(failed)?;
        let mut segments = ended.segments.await.map_err(failed)?;
        segments.leave();
        segments.drop_until(ended.in_database.load(Ordering::Acquire));
        Ok(connection)
    })
}

/// Checkpoints the write-ahead log into the database file and closes the last connection.
async fn fold(connection: Connection) -> Result<(), StoreError> {
    let folding = tokio::task::spawn_blocking(move || {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        connection.close().map_err(|(_, error)| error)
    });
    let failed = |problem: String| StoreError::NotWritten(problem);
    folding.await.map_err(|panic| failed(panic.to_string()))?.map_err(|error| failed(error.to_string()))
}

impl EventLog for Store {
    fn create(&self, setup: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>> {
        let new = NewMatch::new(setup);
        Box::pin(async move {
            let new = Box::new(new.map_err(EventLogError::from)?);
            self.write_log(LogWrite::Match(new)).await.map_err(EventLogError::from)
        })
    }

    fn log(&self, id: Uuid, game: GameId, events: &[NumberedEvent], on_stored: OnStored) {
        self.shared.writer.log_then(NewEvents::new(id, game, events).map(LogWrite::Events), on_stored);
    }
}
