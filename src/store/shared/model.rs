//! A log in memory, for tests: what nodes share, without a network between them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use tokio::sync::Notify;
use uuid::Uuid;

use super::{Batch, Change, SharedLog, SharedLogError};

/// What all nodes see.
#[derive(Default)]
pub(crate) struct Kept {
    changes: Mutex<Vec<Change>>,
    grown: Notify,
}

impl Kept {
    pub(crate) fn changes(&self) -> std::sync::MutexGuard<'_, Vec<Change>> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One node's way to it.
pub(crate) struct Model {
    pub(crate) kept: Arc<Kept>,
    /// None when it may write no more.
    pub(crate) writer: Mutex<Option<Uuid>>,
    next: AtomicU64,
}

impl Model {
    pub(crate) fn new(kept: &Arc<Kept>, writer: u64) -> Arc<Self> {
        Arc::new(Self {
            kept: Arc::clone(kept),
            writer: Mutex::new(Some(Uuid::from_u64_pair(9, writer))),
            next: AtomicU64::new(1),
        })
    }
}

impl SharedLog for Model {
    fn id(&self) -> BoxFuture<'_, Result<Uuid, SharedLogError>> {
        Box::pin(async { Ok(Uuid::from_u64_pair(8, 8)) })
    }

    fn writer(&self) -> Option<Uuid> {
        *self.writer.lock().unwrap()
    }

    fn numbers(&self, count: u64) -> u64 {
        self.next.fetch_add(count, Ordering::Relaxed)
    }

    fn append<'a>(&'a self, batch: &'a Batch) -> BoxFuture<'a, Result<u64, SharedLogError>> {
        Box::pin(async {
            if self.writer() != Some(batch.writer) {
                return Err(SharedLogError::Ended);
            }
            let mut changes = self.kept.changes();
            let is_first = |change: &&Change| (change.writer, change.own) == (batch.writer, batch.own);
            if let Some(there) = changes.iter().find(is_first) {
                return Ok(there.number);
            }
            let first = changes.len() as u64 + 1;
            let given = (first..).zip(batch.own..).zip(&batch.bodies);
            let given =
                given.map(|((number, own), body)| Change { number, writer: batch.writer, own, body: body.clone() });
            changes.extend(given);
            self.kept.grown.notify_waiters();
            Ok(first)
        })
    }

    fn read(&self, after: u64) -> BoxFuture<'_, Result<Vec<Change>, SharedLogError>> {
        Box::pin(async move { Ok(self.kept.changes().iter().skip(after as usize).take(3).cloned().collect()) })
    }

    fn more(&self, after: u64) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let grown = self.kept.grown.notified();
            if self.kept.changes().len() as u64 <= after {
                grown.await;
            }
        })
    }
}
