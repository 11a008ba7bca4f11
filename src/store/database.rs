//! The store itself: opening and closing it, and the ways to its writer and its readers.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::sqlite::SqlitePool;
use uuid::Uuid;

use super::directory::{self, Lock, Writing};
use super::error::StoreError;
use super::metrics::StoreMetrics;
use super::migration;
use super::readers::{ListReader, Readers};
use super::tables::events::NewEvents;
use super::tables::matches::NewMatch;
use super::writer::{self, Connect, Written};
use super::writes::Write;
use crate::games::GameId;
use crate::play::{EventLog, EventLogError, MatchSetup, NumberedEvent};

/// How long a write waits while another program has the database locked.
const BUSY: Duration = Duration::from_secs(5);
/// How long the writer waits, after a failure, before it tries by itself whether writing works again.
const RETRY: Duration = Duration::from_secs(1);

/// The database of an arena. Clones share it.
///
/// It must be opened within a tokio runtime; its writer has a thread. Dropping it without [`Store::close`] loses nothing
/// that was answered; the last clone waits for the group that is being written.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    writer: writer::Handle,
    ended: Mutex<Option<writer::Ended>>,
    readers: Readers,
    lock: Arc<Lock>,
}

impl Store {
    /// Opens the data directory `dir`; makes the directory and the database where they are missing, and brings an
    /// older database up to date after a copy of it.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another store has the directory, [`StoreError::Newer`] when a later version of the
    /// arena wrote the database, [`StoreError::NoRoom`] or [`StoreError::NotCopied`] when an older one cannot be copied,
    /// [`StoreError::Directory`] or [`StoreError::Open`] when it cannot be used otherwise.
    pub async fn open(dir: &Path) -> Result<Self, StoreError> {
        Self::open_with(dir, Writing::new(directory::database(dir), BUSY), RETRY).await
    }

    /// Opens it with a writer that connects and waits as given.
    pub(super) async fn open_with(dir: &Path, connect: impl Connect, retry: Duration) -> Result<Self, StoreError> {
        let lock = Arc::new(Lock::take(dir)?);
        let path = directory::database(dir);
        migration::migrate(&path, &directory::options(&path, BUSY)).await?;
        let readers = Readers::new(&path, BUSY);
        let started = writer::start(connect, lock.clone(), retry);
        let (writer, ended) = started.map_err(|source| StoreError::Directory { dir: dir.to_owned(), source })?;
        Ok(Self { shared: Arc::new(Shared { writer, ended: Mutex::new(Some(ended)), readers, lock }) })
    }

    /// Writes what still waits, refuses what comes later, folds the log into the database file, and lets the
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
        let drained = self.write(Write::Close).await;
        let connection = ended.await;
        self.shared.readers.close().await;
        let folded = match connection {
            Ok(Some(connection)) => fold(connection).await,
            Ok(None) => Ok(()),
            Err(_) => Err(StoreError::NotWritten("the writer has failed".to_owned())),
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

    /// What the writer measures.
    #[must_use]
    pub fn metrics(&self) -> &StoreMetrics {
        self.shared.writer.metrics()
    }

    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.shared.writer.write(write).await
    }

    /// Gives every list this long to come; after that it is given up with [`StoreError::NotInTime`].
    pub fn limit_lists(&self, time: Duration) {
        self.shared.readers.limit_lists(time);
    }

    /// Where single things are looked up.
    pub(super) fn readers(&self) -> &SqlitePool {
        &self.shared.readers.lookups
    }

    /// A connection to read a list by.
    pub(super) async fn list_reader(&self) -> Result<ListReader, StoreError> {
        self.shared.readers.list().await
    }
}

/// Copies the log into the database file and closes the last connection.
async fn fold(connection: rusqlite::Connection) -> Result<(), StoreError> {
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
        Box::pin(async move { self.write(Write::Match(Box::new(new.map_err(event_log)?))).await.map_err(event_log) })
    }

    fn append(&self, id: Uuid, game: GameId, events: Vec<NumberedEvent>) -> BoxFuture<'_, Result<(), EventLogError>> {
        Box::pin(async move {
            let new = NewEvents::new(id, game, &events).map_err(event_log)?;
            self.write(Write::Events(new)).await.map_err(event_log)
        })
    }
}

fn event_log(error: StoreError) -> EventLogError {
    EventLogError(error.to_string())
}
