//! Starts, drives and stops the two writer threads: the log writer and the database writer.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};

use super::additions::{Additions, LogWrite, Reading};
use super::directory::Lock;
use super::error::StoreError;
use super::log::{Disk, Segments, now_ms};
use super::log_writer::{Answer, LogRequest, LogWriter, refuse};
use super::mark::CommitMark;
use super::metrics::StoreMetrics;
use super::state::{SharedState, WriteCounts};
use super::tables::events::SequenceCache;
use super::tails::Tails;
use super::waker::WriterWaker;
use super::writer::{Connect, Request, Writer};
use super::writes::Write;
use arena_play::OnStored;

/// Capacity of the queue of the database writer. Callers wait while it is full.
const QUEUE: usize = 4096;

/// Capacity of the queue of the log writer. It exceeds the number of matches on a server. [`Handle::log`] waits while
/// the queue is full, and [`Handle::log_then`] reports an error.
const LOG_QUEUE: usize = 1 << 20;

/// Results of the writers when they have ended: the database connection, if there is one, and the log.
pub(super) struct Ended<D> {
    pub(super) connection: oneshot::Receiver<Option<Connection>>,
    pub(super) segments: oneshot::Receiver<Segments<D>>,
    /// Number of log entries that the database has applied. All earlier ones are applied as well.
    pub(super) in_database: Arc<AtomicU64>,
}

/// Arguments of [`start`].
pub(super) struct Parts<C, D> {
    pub(super) connect: C,
    pub(super) mark: CommitMark<1>,
    pub(super) segments: Segments<D>,
    pub(super) tails: Arc<Tails>,
    pub(super) reading: Reading,
    /// Held as long as one of the writers runs.
    pub(super) lock: Arc<Lock>,
    /// Time that a writer waits after a failure before it retries without a request.
    pub(super) retry: Duration,
}

/// Starts the writers. Returns the handle for requests and the receivers of the writers' results.
///
/// # Errors
/// An I/O error if a thread cannot be started.
pub(super) fn start<C: Connect, D: Disk>(parts: Parts<C, D>) -> Result<(Handle, Ended<D>), std::io::Error> {
    let Parts { connect, mark, segments, tails, reading, lock, retry } = parts;
    let (requests, waiting) = mpsc::channel(QUEUE);
    let (log_requests, log_waiting) = mpsc::channel(LOG_QUEUE);
    let answering = tokio::runtime::Handle::current();
    let (log_end, ended_log) = oneshot::channel();
    let (shown, metrics) = (SharedState::default(), StoreMetrics::default());
    let (wake, in_database) = (Arc::new(Notify::new()), Arc::new(AtomicU64::new(0)));
    let log_writer = LogWriter {
        waiting: log_waiting,
        segments,
        tails: Arc::clone(&tails),
        additions: Additions::new(Arc::clone(&tails), reading, now_ms()),
        in_database: Arc::clone(&in_database),
        wake: Arc::clone(&wake),
        shown: shown.clone(),
        metrics: metrics.clone(),
        retry,
        runtime: answering.clone(),
        leaves_some: false,
    };
    let writer = Writer {
        waiting,
        connect,
        connection: None,
        mark,
        sequences: SequenceCache::default(),
        tails: Arc::clone(&tails),
        in_database: Arc::clone(&in_database),
        wake,
        shown: shown.clone(),
        metrics: metrics.clone(),
        retry,
        _lock: Arc::clone(&lock),
    };
    let (thread, connection) = write_database(writer)?;
    let log_thread = thread::Builder::new().name("log".to_owned()).spawn(move || {
        log_end.send(log_writer.run()).ok();
        drop(lock);
    })?;
    let waker = WriterWaker::of(log_thread.thread().clone());
    let handle = Handle {
        answering,
        log_requests: LogRequests { sender: Some(log_requests), waker },
        _log_thread: Joined(Some(log_thread)),
        requests,
        shown,
        metrics,
        tails,
        _thread: Joined(Some(thread)),
    };
    Ok((handle, Ended { connection, segments: ended_log, in_database }))
}

/// Starts the database writer. Returns its thread and the receiver of its connection.
fn write_database<C: Connect>(
    writer: Writer<C>,
) -> Result<(JoinHandle<()>, oneshot::Receiver<Option<Connection>>), std::io::Error> {
    let (end, connection) = oneshot::channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let thread = thread::Builder::new().name("store".to_owned()).spawn(move || {
        // The receiver may be gone.
        end.send(writer.run(&runtime)).ok();
    })?;
    Ok((thread, connection))
}

/// A writer thread, which is joined on drop.
struct Joined(Option<JoinHandle<()>>);

impl Drop for Joined {
    fn drop(&mut self) {
        // A callback on the log thread may drop the last clone of the store.
        if let Some(thread) = self.0.take().filter(|thread| thread.thread().id() != thread::current().id()) {
            // The panic has already been reported.
            thread.join().ok();
        }
    }
}

struct LogRequests {
    /// `None` only during drop.
    sender: Option<mpsc::Sender<LogRequest>>,
    /// Wakes the log thread.
    waker: WriterWaker,
}

impl LogRequests {
    /// Sends a request and waits while the queue is full.
    async fn send(&self, request: LogRequest) -> Result<(), StoreError> {
        let sender = self.sender.as_ref().ok_or(StoreError::Closed)?;
        let asked = request.asked;
        sender.send(request).await.map_err(|_| StoreError::Closed)?;
        self.waker.ring(asked);
        Ok(())
    }

    /// Sends a request without waiting. Returns the request if the queue is full or closed.
    fn try_send(&self, request: LogRequest) -> Result<(), TrySendError<LogRequest>> {
        let Some(sender) = &self.sender else { return Err(TrySendError::Closed(request)) };
        let asked = request.asked;
        sender.try_send(request)?;
        self.waker.ring(asked);
        Ok(())
    }
}

impl Drop for LogRequests {
    fn drop(&mut self) {
        self.sender = None;
        self.waker.ring_at_once();
    }
}

/// Sends requests to the writers. Dropping it blocks until both threads have ended and released the directory lock.
pub(super) struct Handle {
    /// Runs the callbacks of requests that do not reach the log.
    answering: tokio::runtime::Handle,
    // Fields are dropped in this order. Each sender is dropped before its thread is joined, because that ends the
    // thread.
    log_requests: LogRequests,
    _log_thread: Joined,
    requests: mpsc::Sender<Request>,
    _thread: Joined,
    shown: SharedState,
    metrics: StoreMetrics,
    tails: Arc<Tails>,
}

impl Handle {
    /// Sends a write to the database writer and waits for the answer. After `Ok` it is on disk.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.requests.send(Request { write, answer }).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Logs an entry and waits for the answer. After `Ok` it survives a crash.
    pub(super) async fn log(&self, write: LogWrite) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let request = LogRequest { write, asked: Instant::now(), answer: Answer::One(answer) };
        self.log_requests.send(request).await?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Like [`Self::log`], but does not wait: `kept` receives the result later.
    pub(super) fn log_then(&self, write: Result<LogWrite, StoreError>, on_stored: OnStored) {
        let (answer, error) = match write {
            Err(error) => (Answer::Then(on_stored), error),
            Ok(write) => {
                let request = LogRequest { write, asked: Instant::now(), answer: Answer::Then(on_stored) };
                match self.log_requests.try_send(request) {
                    Ok(()) => return,
                    Err(TrySendError::Closed(back)) => (back.answer, StoreError::Closed),
                    Err(TrySendError::Full(back)) => {
                        let sentence = "the queue of the log is full";
                        (back.answer, StoreError::NotWritten(sentence.to_owned()))
                    }
                }
            }
        };
        refuse(&self.answering, answer, error);
    }

    /// Returns the entries that are logged but not yet in the database.
    pub(super) fn tails(&self) -> &Tails {
        &self.tails
    }

    pub(super) fn health(&self) -> Result<(), String> {
        if self.requests.is_closed() {
            return Err(StoreError::Closed.to_string());
        }
        let failure = self.shown.with(|state| state.log_failure.clone().or_else(|| state.failure.clone()));
        failure.map_or(Ok(()), Err)
    }

    pub(super) const fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    pub(super) fn written(&self) -> WriteCounts {
        self.shown.with(|state| state.written)
    }
}
