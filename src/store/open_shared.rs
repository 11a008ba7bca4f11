//! Opening a store that follows a log which nodes share.

use std::path::Path;
use std::sync::Arc;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::blocked::Blocked;
use super::database::{BUSY, Follower, RETRY, Store};
use super::directory::{self, Lock, Writing};
use super::error::StoreError;
use super::readers::Readers;
use super::schema;
use super::shared::{self, SharedLog, SharedLogError, reached};
use super::writers::{SharedParts, start_shared};

impl Store {
    /// Opens the data directory `dir` as a copy of what nodes share, and follows their log to its present end.
    ///
    /// # Errors
    /// As [`Store::open`]; [`StoreError::NotForThis`] when the directory follows another log, or holds something and follows
    /// none; [`StoreError::NotWritten`] when the log cannot be asked; [`StoreError::LeftBehind`] when
    /// [`Store::take_snapshot`] comes first: the log does not go back to where the directory is, or there is a snapshot and
    /// the directory is empty.
    pub async fn open_shared(dir: &Path, log: Arc<dyn SharedLog>) -> Result<Self, StoreError> {
        let lock = Arc::new(Lock::take(dir)?);
        shared::tidy(dir);
        let path = directory::database(dir);
        schema::prepare(dir, &Writing::new(path.clone(), BUSY))?;
        let unanswered = |error: SharedLogError| StoreError::NotWritten(error.to_string());
        let id = log.id().await.map_err(unanswered)?;
        let writing = Writing::new(path.clone(), BUSY).behind_a_log();
        let (opening, folder) = (writing.clone(), dir.to_owned());
        let reached = tokio::task::spawn_blocking(move || reached(&opening, &folder, id))
            .await
            .map_err(|panic| StoreError::unreadable("the database", panic))??;
        let is_left_behind = || StoreError::LeftBehind { dir: dir.to_owned() };
        if reached == 0 && log.newest().await.map_err(unanswered)?.is_some() {
            return Err(is_left_behind());
        }
        let readers = Readers::new(writing.clone());
        let blocked = Arc::new(readers.read_through(Blocked::load).await?);
        let (caught_up, ready) = oneshot::channel();
        let (stop, left_behind, reading) = (CancellationToken::new(), CancellationToken::new(), writing.clone());
        let parts = SharedParts {
            connect: writing,
            log,
            reading: Box::new(move || reading.open_to_read()),
            blocked: Arc::clone(&blocked),
            reached,
            lock: Arc::clone(&lock),
            retry: RETRY,
            stop: stop.clone(),
            left_behind: left_behind.clone(),
        };
        let unusable = |source| StoreError::Directory { dir: dir.to_owned(), source };
        let (writer, connection) = start_shared(parts, caught_up).map_err(unusable)?;
        let failed = |_| StoreError::NotWritten("the follower of the shared log has failed".to_owned());
        let ended = Box::pin(async move { connection.await.map_err(failed) });
        let follower = Follower { stop, left_behind: left_behind.clone() };
        let store = Self::of(writer, ended, readers, blocked, lock, Some(follower));
        ready.await.map_err(failed)?;
        if left_behind.is_cancelled() {
            // Its follower has ended, which is what closing it would complain of.
            store.close().await.ok();
            return Err(is_left_behind());
        }
        Ok(store)
    }

    /// Puts the newest snapshot that stands beside the log into the data directory `dir`, in place of the copy that is there;
    /// up to which change that has everything. Whatever ends the process meanwhile, the directory holds the copy as it was,
    /// or nothing, or the snapshot.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when a store has the directory, [`StoreError::NotForThis`] when what is there is no copy of what
    /// these nodes share, [`StoreError::NotWritten`] when there is no whole snapshot or it cannot be read or written.
    pub async fn take_snapshot(dir: &Path, log: &dyn SharedLog) -> Result<u64, StoreError> {
        let lock = Lock::take(dir)?;
        let path = directory::database(dir);
        schema::prepare(dir, &Writing::new(path.clone(), BUSY))?;
        let unanswered = |error: SharedLogError| StoreError::NotWritten(error.to_string());
        let id = log.id().await.map_err(unanswered)?;
        let (folder, writing) = (dir.to_owned(), Writing::new(path, BUSY).behind_a_log());
        let checking = tokio::task::spawn_blocking(move || reached(&writing, &folder, id));
        checking.await.map_err(|panic| StoreError::unreadable("the database", panic))??;
        let taken = shared::take(dir, id, log).await;
        lock.release();
        taken.map_err(|error| StoreError::NotWritten(error.to_string()))
    }
}
