//! The one writer: takes everything that waits, writes it in one transaction, commits, and only then answers.
//!
//! A commit waits for the disk. While it does, the next writes gather, and go together into the next transaction; so
//! the more there is to write, the more share one wait.
//!
//! When the disk fails, everybody in the group is told and the store counts as unhealthy. The writer then tries a
//! small write of its own before every group, and every so often without one, until it succeeds.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::error::ErrorKind;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::directory::Lock;
use super::group::{Group, SequenceCache};
use super::writes::Write;

/// So many writes may wait; whoever comes then waits for room.
const QUEUE: usize = 4096;
/// So many writes share a transaction at most.
const MOST_TOGETHER: usize = 1024;
/// Bytes for which there must be room before the store counts as healthy again.
const ROOM: i64 = 1 << 16;

/// The primary code of all violated constraints: <https://www.sqlite.org/rescode.html#constraint>.
const SQLITE_CONSTRAINT: u32 = 19;

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
    answer: oneshot::Sender<Result<(), StoreError>>,
}

/// How to open the writer's connection.
pub(super) trait Connect: Send + Sync + 'static {
    /// The options to connect with now; asked again after each failure.
    fn options(&self) -> SqliteConnectOptions;
}

impl Connect for SqliteConnectOptions {
    fn options(&self) -> SqliteConnectOptions {
        self.clone()
    }
}

/// The writer and the way to ask it.
///
/// The lock is held for as long as the writer may write. `retry` is how long it waits, after a failure, before it
/// tries again by itself.
pub(super) fn channel<C: Connect>(connect: C, lock: Arc<Lock>, retry: Duration) -> (Handle, Task<C>) {
    let (requests, waiting) = mpsc::channel(QUEUE);
    let shown = SharedState::default();
    let handle = Handle { requests, shown: shown.clone() };
    (
        handle,
        Task { waiting, connect, connection: None, sequences: SequenceCache::default(), shown, retry, _lock: lock },
    )
}

/// The way to ask the writer.
pub(super) struct Handle {
    requests: mpsc::Sender<Request>,
    shown: SharedState,
}

impl Handle {
    /// Has something written. It is, and will survive a crash, when the answer is `Ok`.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.requests.send(Request { write, answer }).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) fn health(&self) -> Result<(), String> {
        if self.requests.is_closed() {
            return Err(StoreError::Closed.to_string());
        }
        self.shown.with(|state| state.failure.clone()).map_or(Ok(()), Err)
    }

    pub(super) fn written(&self) -> Written {
        self.shown.with(|state| state.written)
    }
}

/// The writer.
pub(super) struct Task<C> {
    waiting: mpsc::Receiver<Request>,
    connect: C,
    /// None before the first write and after a failure: what state a connection is in then is not worth guessing.
    connection: Option<SqliteConnection>,
    sequences: SequenceCache,
    shown: SharedState,
    retry: Duration,
    _lock: Arc<Lock>,
}

impl<C: Connect> Task<C> {
    /// Writes until nobody can ask any more or it is told to close; gives back its connection, if it has one.
    pub(super) async fn run(mut self) -> Option<SqliteConnection> {
        let mut requests = Vec::with_capacity(MOST_TOGETHER);
        loop {
            let healthy = self.is_healthy();
            let taken = self.waiting.recv_many(&mut requests, MOST_TOGETHER);
            let taken = if healthy { Ok(taken.await) } else { tokio::time::timeout(self.retry, taken).await };
            let Ok(taken) = taken else {
                self.try_again().await;
                continue;
            };
            if taken == 0 {
                return self.connection;
            }
            if requests.iter().any(|request| matches!(request.write, Write::Close)) {
                // Whoever got in before is still served; then the queue is empty and closed.
                self.waiting.close();
            }
            self.write(std::mem::take(&mut requests)).await;
        }
    }

    fn is_healthy(&self) -> bool {
        self.shown.with(|state| state.failure.is_none())
    }

    async fn write(&mut self, requests: Vec<Request>) {
        if !self.is_healthy() && !self.try_again().await {
            let sentence = self.shown.with(|state| state.failure.clone()).unwrap_or_default();
            return fail(requests, &sentence);
        }
        match self.attempt(&requests).await {
            Ok(answers) => answer(requests, answers),
            Err(error) if is_contradiction(&error) => self.write_singly(requests).await,
            Err(error) => fail(requests, &self.failed(&error)),
        }
    }

    /// After a write contradicted the schema, which the checks before it should have found: so that it harms nobody
    /// else, each is tried alone.
    async fn write_singly(&mut self, requests: Vec<Request>) {
        for request in requests {
            let answers = match self.attempt(std::slice::from_ref(&request)).await {
                Ok(answers) => answers,
                Err(error) if is_contradiction(&error) => vec![Err(StoreError::Refused(error.to_string()))],
                Err(error) => vec![Err(StoreError::NotWritten(self.failed(&error)))],
            };
            answer(vec![request], answers);
        }
    }

    /// One transaction with all these; an error means that none was written.
    async fn attempt(&mut self, requests: &[Request]) -> sqlx::Result<Vec<Result<(), StoreError>>> {
        let attempted = self.transact(requests).await;
        match &attempted {
            Ok(_) => self.shown.with(|state| {
                state.written.transactions += 1;
                state.written.requests += requests.len() as u64;
            }),
            Err(_) => self.start_afresh(),
        }
        attempted
    }

    async fn transact(&mut self, requests: &[Request]) -> sqlx::Result<Vec<Result<(), StoreError>>> {
        let connection = connected(&mut self.connection, &self.connect).await?;
        let mut group = Group::begin(connection, &mut self.sequences).await?;
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            match group.add(&request.write).await {
                Err(StoreError::NotRead(failure)) => return Err(failure),
                answer => answers.push(answer),
            }
        }
        group.commit().await?;
        Ok(answers)
    }

    /// Whether a write works again.
    async fn try_again(&mut self) -> bool {
        match self.probe().await {
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

    async fn probe(&mut self) -> sqlx::Result<()> {
        let connection = connected(&mut self.connection, &self.connect).await?;
        // Two commits: only what has been committed has proved that there is room.
        sqlx::query("INSERT INTO probe (key, filler) VALUES (1, zeroblob($1)) ON CONFLICT (key) DO NOTHING")
            .bind(ROOM)
            .execute(&mut *connection)
            .await?;
        sqlx::query("DELETE FROM probe").execute(connection).await?;
        Ok(())
    }

    fn start_afresh(&mut self) {
        self.connection = None;
        self.sequences.forget();
    }

    /// Marks the store as unhealthy and gives the sentence.
    fn failed(&self, error: &sqlx::Error) -> String {
        let sentence = error.to_string();
        self.shown.with(|state| state.failure = Some(sentence.clone()));
        sentence
    }
}

async fn connected<'c>(
    connection: &'c mut Option<SqliteConnection>,
    connect: &impl Connect,
) -> sqlx::Result<&'c mut SqliteConnection> {
    match connection {
        Some(connection) => Ok(connection),
        None => Ok(connection.insert(connect.options().connect().await?)),
    }
}

/// Whether the database refused what was to be written, and not the writing.
fn is_contradiction(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => {
            // A constraint of SQLite's that has no kind of its own, such as that of a trigger.
            let code: Option<u32> = error.code().and_then(|code| code.parse().ok());
            !matches!(error.kind(), ErrorKind::Other) || code.is_some_and(|code| code & 0xff == SQLITE_CONSTRAINT)
        }
        sqlx::Error::RowNotFound | sqlx::Error::Encode(_) | sqlx::Error::ColumnDecode { .. } => true,
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
