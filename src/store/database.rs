//! The store itself: opening and closing it, and the ways to its writer and its readers.

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
use super::schema;
use super::sql;
use super::state::Written;
use super::tables::events::NewEvents;
use super::tables::matches::NewMatch;
use super::tails::Tails;
use super::writer::Connect;
use super::writers::{self, Ended, Parts};
use super::writes::Write;
use crate::games::GameId;
use crate::play::{EventLog, EventLogError, Kept, MatchSetup, NumberedEvent};

/// How long a write waits while another program has the database locked.
pub(super) const BUSY: Duration = Duration::from_secs(5);
/// How long a list waits for what was logged before it.
const CATCH_UP: Duration = Duration::from_secs(2);
/// How long a writer waits, after a failure, before it tries by itself whether writing works again.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// The database of an arena. Clones share it.
///
/// It must be opened within a tokio runtime; its writer has a thread. Dropping it without [`Store::close`] loses nothing
/// that was answered; the last clone waits for the group that is being written.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    writer: writers::Handle,
    ended: Mutex<Option<Closing>>,
    readers: Readers,
    blocked: Blocked,
    lock: Arc<Lock>,
}

/// Waits for the writers' end; the connection to fold the database's own log with, if there is one.
type Closing = BoxFuture<'static, Result<Option<Connection>, StoreError>>;

impl Store {
    /// Opens the data directory `dir`. Creates the directory and the database if they are missing.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another store has the directory, [`StoreError::Version`] or [`StoreError::Foreign`] if its
    /// database has another version or is another program's, [`StoreError::Directory`] or [`StoreError::Open`] if it cannot
    /// be used otherwise.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        Self::open_with(dir, Writing::new(directory::database(dir), BUSY), SystemDisk, RETRY).await
    }

    /// Opens it with writers that connect, write and wait as given.
    pub(super) async fn open_with(
        dir: &Path,
        connect: impl Connect,
        disk: impl Disk,
        retry: Duration,
    ) -> Result<Self, StoreError> {
        let lock = Arc::new(Lock::take(dir)?);
        let reading = Writing::new(directory::database(dir), BUSY);
        schema::prepare(dir, &reading)?;
        let readers = Readers::new(reading.clone());
        let folder = dir.to_owned();
        let Found { database, log, blocked } =
            readers.read_through(move |connection| find(&folder, connection)).await?;
        let unusable = |source| StoreError::Directory { dir: dir.to_owned(), source };
        let tails = Arc::new(Tails::default());
        tails.load(log.groups);
        let segments = Segments::new(disk, dir, database, tails.entries(), log.end).map_err(unusable)?;
        let started = writers::start(Parts {
            connect,
            segments,
            tails,
            reading: Box::new(move || reading.open_to_read()),
            lock: lock.clone(),
            retry,
        });
        let (writer, ended) = started.map_err(unusable)?;
        let ended = Mutex::new(Some(closing(ended)));
        let store = Self { shared: Arc::new(Shared { writer, ended, readers, blocked, lock }) };
        if !store.tails().is_empty()
            && let Err(error) = store.write(Write::Nothing).await
        {
            tracing::warn!(%error, "what the log holds cannot be taken into the database yet");
        }
        Ok(store)
    }

    /// Writes what still waits, refuses what comes later, takes the log into the database file, and lets the
    /// directory go. Closing twice is no error.
    ///
    /// # Errors
    /// When what still waited could not be written, or the log not be folded in; the directory is let go all the
    /// same, and nothing that was answered is lost.
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

    /// Whether the last write reached the disk; if not, why. Cheap. A store heals by itself once writing works again.
    ///
    /// # Errors
    /// A sentence that says why nothing can be written.
    pub fn health(&self) -> Result<(), String> {
        self.shared.writer.health()
    }

    /// How much was written since the store was opened.
    #[must_use]
    pub fn written(&self) -> Written {
        self.shared.writer.written()
    }

    /// How many bytes are logged and not in the database yet.
    #[must_use]
    pub fn waiting_bytes(&self) -> u64 {
        self.tails().bytes() as u64
    }

    /// What the writers measure.
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

    /// What is logged and not in the database.
    pub(super) fn tails(&self) -> &Tails {
        self.shared.writer.tails()
    }

    /// Waits until what was logged so far is in the database, but not for long: when much is written, or the database
    /// cannot be, lists are a little old.
    pub(super) async fn catch_up(&self) {
        if !self.tails().is_empty() {
            tokio::time::timeout(CATCH_UP, self.write(Write::Nothing)).await.ok();
        }
    }

    /// Gives every list this long to come; after that it is given up with [`StoreError::NotInTime`].
    pub fn limit_lists(&self, time: Duration) {
        self.shared.readers.limit_lists(time);
    }

    pub(super) fn blocked(&self) -> &Blocked {
        &self.shared.blocked
    }

    /// Looks something up, here and now: only what is short.
    pub(super) fn look_up<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.shared.readers.look_up(read)
    }

    /// Reads a list, in time or not at all. It may be read twice.
    pub(super) async fn list<T: Send + 'static>(
        &self,
        read: impl Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.shared.readers.list(read).await
    }

    /// Reads something through, however long that takes.
    pub(super) async fn read_through<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.shared.readers.read_through(read).await
    }
}

/// What a start reads.
struct Found {
    /// The id of the database, which its log has, too.
    database: Uuid,
    log: log::Contents,
    blocked: Blocked,
}

fn find(dir: &Path, connection: &Connection) -> Result<Found, StoreError> {
    let database = sql::value(connection, "SELECT id FROM log_of", [])?;
    let contents = log::read(dir, database)?;
    if let Some((path, bytes)) = &contents.torn {
        let log = path.display();
        tracing::warn!(%log, bytes, "the end of the log is not whole and is cut off, as after a kill or a power cut amid a write");
    }
    Ok(Found { database, log: contents, blocked: Blocked::load(connection)? })
}

/// The end of the writers. The log is taken away where all of it is in the database.
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

/// Copies the database's own log into the database file and closes the last connection.
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

    fn log(&self, id: Uuid, game: GameId, events: &[NumberedEvent], kept: Kept) {
        self.shared.writer.log_then(NewEvents::new(id, game, events).map(LogWrite::Events), kept);
    }
}
