//! The one writer: takes everything that waits, writes it in one transaction, commits, and only then answers.
//!
//! It has a thread of its own and blocks it, on the disk as well as on the next write; so a statement is a call, and
//! nobody has to be woken for it.
//!
//! A commit waits for the disk. While it does, the next writes gather, and go together into the next transaction; so
//! the more there is to write, the more share one wait.
//!
//! When the disk fails, everybody in the group is told and the store counts as unhealthy. The writer then tries a
//! small write of its own before every group, and every so often without one, until it succeeds.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::directory::{Lock, Writing};
use super::error::{StoreError, WriteError};
use super::group::Group;
use super::metrics::StoreMetrics;
use super::tables::events::SequenceCache;
use super::writes::Write;

/// This many writes may wait in the queue; further callers wait until there is room in it.
const QUEUE: usize = 4096;
/// So many writes share a transaction at most.
const MOST_TOGETHER: usize = 1024;
/// Bytes for which there must be room before the store counts as healthy again.
const ROOM: i64 = 1 << 16;

/// How often the writer looks for new requests while writing fails.
const GLANCE: Duration = Duration::from_millis(2);

/// How much was written since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Transactions committed.
    pub transactions: u64,
    /// Requests that they held, refused ones included.
    pub requests: u64,
}

/// What the writer shows of itself.
#[derive(Debug, Default)]
struct State {
    failure: Option<String>,
    written: Written,
}

#[derive(Clone, Debug, Default)]
struct SharedState(Arc<Mutex<State>>);

impl SharedState {
    fn with<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

struct Request {
    write: Write,
    asked: Instant,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

/// How to open the writer's connection.
pub(super) trait Connect: Send + 'static {
    /// Connects; asked again after each failure.
    fn connect(&self) -> rusqlite::Result<Connection>;
}

impl Connect for Writing {
    fn connect(&self) -> rusqlite::Result<Connection> {
        self.open()
    }
}

/// What is left when the writer has ended: its connection, if it has one.
pub(super) type Ended = oneshot::Receiver<Option<Connection>>;

/// Starts the writer; the way to ask it, and its end.
///
/// The lock is held for as long as the writer may write. `retry` is how long it waits, after a failure, before it
/// tries again by itself.
///
/// # Errors
/// When the system gives no thread.
pub(super) fn start<C: Connect>(
    connect: C,
    lock: Arc<Lock>,
    retry: Duration,
) -> Result<(Handle, Ended), std::io::Error> {
    let (requests, waiting) = mpsc::channel(QUEUE);
    let (end, ended) = oneshot::channel();
    let (shown, metrics) = (SharedState::default(), StoreMetrics::default());
    let writer = Writer {
        waiting,
        connect,
        connection: None,
        sequences: SequenceCache::default(),
        shown: shown.clone(),
        metrics: metrics.clone(),
        retry,
        _lock: lock,
    };
    let thread = thread::Builder::new().name("store".to_owned()).spawn(move || {
        // Nobody may wait for it.
        end.send(writer.run()).ok();
    })?;
    Ok((Handle { requests, shown, metrics, _thread: Joined(Some(thread)) }, ended))
}

/// The writer's thread, which is joined when the last handle is dropped.
struct Joined(Option<JoinHandle<()>>);

impl Drop for Joined {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            // A panic has been reported already.
            thread.join().ok();
        }
    }
}

/// The way to ask the writer. Dropping it waits until the writer has ended, and has let go of the directory.
pub(super) struct Handle {
    // Dropped before the thread is waited for: that is what ends it.
    requests: mpsc::Sender<Request>,
    shown: SharedState,
    metrics: StoreMetrics,
    _thread: Joined,
}

impl Handle {
    /// Hands a write to the writer and waits for it. When the answer is `Ok`, it is on disk.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.requests.send(Request { write, asked: Instant::now(), answer }).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) fn health(&self) -> Result<(), String> {
        if self.requests.is_closed() {
            return Err(StoreError::Closed.to_string());
        }
        self.shown.with(|state| state.failure.clone()).map_or(Ok(()), Err)
    }

    pub(super) const fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    pub(super) fn written(&self) -> Written {
        self.shown.with(|state| state.written)
    }
}

/// The writer.
struct Writer<C> {
    waiting: mpsc::Receiver<Request>,
    connect: C,
    /// None before the first write and after a failure: what state a connection is in then is not worth guessing.
    connection: Option<Connection>,
    sequences: SequenceCache,
    shown: SharedState,
    metrics: StoreMetrics,
    retry: Duration,
    _lock: Arc<Lock>,
}

impl<C: Connect> Writer<C> {
    /// Writes until nobody can ask any more or it is told to close; gives back its connection, if it has one.
    fn run(mut self) -> Option<Connection> {
        let mut requests = Vec::with_capacity(MOST_TOGETHER);
        loop {
            if self.is_healthy() {
                if self.waiting.blocking_recv_many(&mut requests, MOST_TOGETHER) == 0 {
                    return self.connection;
                }
            } else {
                match self.next_while_unhealthy() {
                    Next::Request(request) => {
                        requests.push(request);
                        let more = std::iter::from_fn(|| self.waiting.try_recv().ok());
                        requests.extend(more.take(MOST_TOGETHER - 1));
                    }
                    Next::Nothing => {
                        self.try_again();
                        continue;
                    }
                    Next::End => return self.connection,
                }
            }
            if requests.iter().any(|request| matches!(request.write, Write::Close)) {
                // Requests that were queued before the queue closed are still served.
                self.waiting.close();
            }
            self.write(std::mem::take(&mut requests));
        }
    }

    /// The next request, if one comes in time.
    fn next_while_unhealthy(&mut self) -> Next {
        let until = Instant::now().checked_add(self.retry);
        loop {
            match self.waiting.try_recv() {
                Ok(request) => return Next::Request(request),
                Err(mpsc::error::TryRecvError::Disconnected) => return Next::End,
                Err(mpsc::error::TryRecvError::Empty) => {}
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Next::Nothing;
            }
            thread::sleep(GLANCE);
        }
    }

    fn is_healthy(&self) -> bool {
        self.shown.with(|state| state.failure.is_none())
    }

    fn write(&mut self, requests: Vec<Request>) {
        if !self.is_healthy() && !self.try_again() {
            let sentence = self.shown.with(|state| state.failure.clone()).unwrap_or_default();
            return fail(requests, &sentence);
        }
        match self.attempt(&requests) {
            Ok(answers) => answer(requests, answers),
            Err(error) if is_contradiction(&error) => self.write_singly(requests),
            Err(error) => fail(requests, &self.failed(&error)),
        }
    }

    /// After a write contradicted the schema, which the checks before it should have found: so that it harms nobody
    /// else, each is tried alone.
    fn write_singly(&mut self, requests: Vec<Request>) {
        for request in requests {
            let answers = match self.attempt(std::slice::from_ref(&request)) {
                Ok(answers) => answers,
                Err(error) if is_contradiction(&error) => vec![Err(StoreError::Refused(error.to_string()))],
                Err(error) => vec![Err(StoreError::NotWritten(self.failed(&error)))],
            };
            answer(vec![request], answers);
        }
    }

    /// One transaction with all these; an error means that none was written.
    fn attempt(&mut self, requests: &[Request]) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        let began = Instant::now();
        let attempted = self.transact(requests);
        if attempted.is_err() {
            self.start_afresh();
            return attempted;
        }
        self.metrics.commit.observe(began.elapsed().as_secs_f64());
        self.metrics.group.observe(requests.len() as f64);
        for request in requests {
            self.metrics.queue.observe(began.saturating_duration_since(request.asked).as_secs_f64());
        }
        self.shown.with(|state| {
            state.written.transactions += 1;
            state.written.requests += requests.len() as u64;
        });
        attempted
    }

    fn transact(&mut self, requests: &[Request]) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        let connection = connected(&mut self.connection, &self.connect)?;
        let mut group = Group::begin(connection, &mut self.sequences)?;
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            match group.add(&request.write) {
                Ok(()) => answers.push(Ok(())),
                Err(WriteError::Refused(error)) => answers.push(Err(error)),
                Err(WriteError::Failed(error)) => return Err(error),
            }
        }
        group.commit()?;
        Ok(answers)
    }

    /// Whether a write works again.
    fn try_again(&mut self) -> bool {
        match self.probe() {
            Ok(()) => {
                self.shown.with(|state| state.failure = None);
                true
            }
            Err(error) => {
                self.start_afresh();
                self.failed(&error);
                false
            }
        }
    }

    fn probe(&mut self) -> rusqlite::Result<()> {
        let connection = connected(&mut self.connection, &self.connect)?;
        // Two commits: only what has been committed has proved that there is room.
        connection
            .execute("INSERT INTO probe (key, filler) VALUES (1, zeroblob(?1)) ON CONFLICT (key) DO NOTHING", [ROOM])?;
        connection.execute("DELETE FROM probe", [])?;
        Ok(())
    }

    fn start_afresh(&mut self) {
        self.connection = None;
        self.sequences.forget();
    }

    /// Marks the store as unhealthy and gives the sentence.
    fn failed(&self, error: &rusqlite::Error) -> String {
        let sentence = error.to_string();
        self.shown.with(|state| state.failure = Some(sentence.clone()));
        sentence
    }
}

/// What comes next to a writer that cannot write.
enum Next {
    Request(Request),
    /// Nobody asked for as long as it waits.
    Nothing,
    /// Nobody can ask any more.
    End,
}

fn connected<'c>(
    connection: &'c mut Option<Connection>,
    connect: &impl Connect,
) -> rusqlite::Result<&'c mut Connection> {
    match connection {
        Some(connection) => Ok(connection),
        None => Ok(connection.insert(connect.connect()?)),
    }
}

/// Whether the statement itself was refused, as by a constraint, rather than the disk or the database failing.
fn is_contradiction(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => failure.code == ErrorCode::ConstraintViolation,
        rusqlite::Error::QueryReturnedNoRows
        | rusqlite::Error::ToSqlConversionFailure(_)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::InvalidColumnType(..) => true,
        _ => false,
    }
}

fn answer(requests: Vec<Request>, answers: Vec<Result<(), StoreError>>) {
    for (request, answer) in requests.into_iter().zip(answers) {
        // Whoever asked may have stopped waiting.
        request.answer.send(answer).ok();
    }
}

fn fail(requests: Vec<Request>, sentence: &str) {
    for request in requests {
        request.answer.send(Err(StoreError::NotWritten(sentence.to_owned()))).ok();
    }
}
