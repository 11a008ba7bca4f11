//! Opening a store that follows a log which nodes share.

use std::path::Path;
use std::sync::Arc;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::blocked::Blocked;
use super::database::{BUSY, RETRY, Store};
use super::directory::{self, Lock, Writing};
use super::error::StoreError;
use super::migration;
use super::readers::Readers;
use super::shared::{SharedLog, SharedLogError, reached};
use super::writers::{SharedParts, start_shared};

impl Store {
    /// Opens the data directory `dir` as a copy of what nodes share, and follows their log to its present end.
    ///
    /// # Errors
    /// As [`Store::open`]; [`StoreError::NotForThis`] when the directory follows another log, or holds something and follows
    /// none; [`StoreError::NotWritten`] when the log cannot be asked.
    pub async fn open_shared(dir: &Path, log: Arc<dyn SharedLog>) -> Result<Self, StoreError> {
        let lock = Arc::new(Lock::take(dir)?);
        let path = directory::database(dir);
        migration::migrate(&path, &directory::options(&path, BUSY)).await?;
        let unanswered = |error: SharedLogError| StoreError::NotWritten(error.to_string());
        let id = log.id().await.map_err(unanswered)?;
        let writing = Writing::new(path.clone(), BUSY).behind_a_log();
        let (opening, folder) = (writing.clone(), dir.to_owned());
        let reached = tokio::task::spawn_blocking(move || reached(&opening, &folder, id))
            .await
            .map_err(|panic| StoreError::unreadable("the database", panic))??;
        let readers = Readers::new(&path, BUSY);
        let blocked = Arc::new(Blocked::load(&readers.lookups).await?);
        let (caught_up, ready) = oneshot::channel();
        let (stop, reading) = (CancellationToken::new(), writing.clone());
        let parts = SharedParts {
            connect: writing,
            log,
            reading: Box::new(move || reading.open_to_read()),
            blocked: Arc::clone(&blocked),
            reached,
            lock: Arc::clone(&lock),
            retry: RETRY,
            stop: stop.clone(),
        };
        let unusable = |source| StoreError::Directory { dir: dir.to_owned(), source };
        let (writer, connection) = start_shared(parts, caught_up).map_err(unusable)?;
        let failed = |_| StoreError::NotWritten("the follower of the shared log has failed".to_owned());
        let ended = Box::pin(async move { connection.await.map_err(failed) });
        let store = Self::of(writer, ended, readers, blocked, lock, Some(stop));
        ready.await.map_err(failed)?;
        Ok(store)
    }
}
