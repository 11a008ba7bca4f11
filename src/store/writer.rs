//! The database writer: applies the logged entries and all pending requests in one transaction, commits, and then
//! answers.
//!
//! The writer blocks its own thread both on the disk and while it waits for requests. A statement is therefore a plain
//! function call.
//!
//! Logged entries are already durable. They wait a little, so that many of them share a transaction. All of them are
//! applied before any other write. A write that a caller issues after a move was acknowledged therefore follows that
//! move.
//!
//! After a disk error all requests of the group fail and the store is unhealthy. Before each later group, and at
//! regular intervals, the writer tries a small write until it succeeds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{Notify, mpsc, oneshot};

use super::directory::{Lock, Writing};
use super::error::{StoreError, WriteError};
use super::group::Group;
use super::mark::CommitMark;
use super::metrics::StoreMetrics;
use super::state::SharedState;
use super::sums;
use super::tables::events::SequenceCache;
use super::tails::{Pending, Tails};
use super::writes::Write;

/// Maximum number of requests in a transaction.
const MOST_TOGETHER: usize = 1024;
/// Free space in bytes that the database needs before the store counts as healthy again.
const ROOM: i64 = 1 << 16;

/// Time for which logged entries wait for more before they are applied. A match that is played within it is written
/// once and not once per move. Requests, such as those for lists, do not wait.
const GATHERING: Duration = Duration::from_secs(1);

/// Polling interval for [`MOST_GATHERED`].
const GLANCE: Duration = Duration::from_millis(50);

/// Backlog in bytes from which entries are applied at once.
const MOST_GATHERED: usize = 8 << 20;

/// Duration of a burst of work and of the pause after it while no request waits. Applying the backlog without pauses
/// would delay the threads that serve players, because they share the processors with this one.
const PORTION: Duration = Duration::from_micros(250);
const REST: Duration = Duration::from_micros(500);

/// Backlog in bytes from which entries are applied without pauses.
const MUCH: usize = MOST_GATHERED / 2;

/// A write request and its reply channel.
pub(super) struct Request {
    pub(super) write: Write,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

pub(super) trait Connect: Send + 'static {
    /// Opens a connection. The writer calls this again after each failure.
    fn connect(&self) -> rusqlite::Result<Connection>;
}

impl Connect for Writing {
    fn connect(&self) -> rusqlite::Result<Connection> {
        let connection = self.open()?;
        sums::keep(&connection)?;
        Ok(connection)
    }
}

pub(super) struct Writer<C> {
    pub(super) waiting: mpsc::Receiver<Request>,
    pub(super) connect: C,
    /// `None` before the first write and after a failure, because the state of a failed connection is unknown.
    pub(super) connection: Option<Connection>,
    pub(super) sequences: SequenceCache,
    pub(super) tails: Arc<Tails>,
    /// Number of log entries that the database has applied. All earlier ones are applied as well.
    pub(super) in_database: Arc<AtomicU64>,
    /// Notified after new entries were logged.
    pub(super) wake: Arc<Notify>,
    /// Notes the number of transactions after each commit.
    pub(super) mark: CommitMark<1>,
    pub(super) shown: SharedState,
    pub(super) metrics: StoreMetrics,
    pub(super) retry: Duration,
    pub(super) _lock: Arc<Lock>,
}

impl<C: Connect> Writer<C> {
    /// Runs until all senders are gone or a close request arrives. Returns the connection if there is one.
    pub(super) fn run(mut self, runtime: &tokio::runtime::Runtime) -> Option<Connection> {
        let mut requests = Vec::with_capacity(MOST_TOGETHER);
        loop {
            match runtime.block_on(self.next(&mut requests)) {
                Next::Requests => {}
                Next::Gathered if self.is_healthy() => {}
                Next::Gathered => {
                    self.try_again();
                    continue;
                }
                Next::End => return self.connection,
            }
            if requests.iter().any(|request| matches!(request.write, Write::Close)) {
                // Requests that were queued before the queue closed are still served.
                self.waiting.close();
            }
            self.write(std::mem::take(&mut requests));
        }
    }

    async fn next(&mut self, requests: &mut Vec<Request>) -> Next {
        let healthy = self.is_healthy();
        let wait = if healthy { GATHERING } else { self.retry };
        if healthy && self.tails.is_empty() {
            tokio::select! {
                biased;
                count = self.waiting.recv_many(requests, MOST_TOGETHER) => {
                    return if count == 0 { Next::End } else { Next::Requests };
                }
                () = self.wake.notified() => {}
            }
        }
        let much = async {
            while self.tails.bytes() < MOST_GATHERED {
                tokio::time::sleep(GLANCE).await;
            }
        };
        tokio::select! {
            biased;
            count = self.waiting.recv_many(requests, MOST_TOGETHER) => {
                if count == 0 { Next::End } else { Next::Requests }
            }
            () = tokio::time::sleep(wait) => Next::Gathered,
            () = much, if healthy => Next::Gathered,
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
        let pending = self.tails.pending();
        match self.attempt(&pending, &requests) {
            Ok(answers) => answer(requests, answers),
            Err(error) if is_contradiction(&error) => match self.apply(&pending) {
                Ok(()) => self.write_singly(requests),
                Err(sentence) => fail(requests, &sentence),
            },
            Err(error) => fail(requests, &self.failed(&error)),
        }
    }

    /// Applies the logged entries. Matches that contradict the database stay in the log.
    ///
    /// # Errors
    /// A message if the database cannot be written.
    fn apply(&mut self, pending: &Pending) -> Result<(), String> {
        match self.attempt(pending, &[]) {
            Ok(_) => return Ok(()),
            Err(error) if is_contradiction(&error) => {}
            Err(error) => return Err(self.failed(&error)),
        }
        for tail in &pending.matches {
            let alone = Pending::of(tail);
            match self.attempt(&alone, &[]) {
                Ok(_) => {}
                Err(error) if is_contradiction(&error) => {
                    tracing::error!(id = %tail.id, %error, "a match cannot be written to the database; it stays in the log");
                    self.tails.set_aside(tail.id);
                }
                Err(error) => return Err(self.failed(&error)),
            }
        }
        Ok(())
    }

    /// Applies each request in a transaction of its own. This isolates a request that violates the schema although it
    /// passed all checks.
    fn write_singly(&mut self, requests: Vec<Request>) {
        for request in requests {
            let answers = match self.attempt(&Pending::default(), std::slice::from_ref(&request)) {
                Ok(answers) => answers,
                Err(error) if is_contradiction(&error) => vec![Err(StoreError::Refused(error.to_string()))],
                Err(error) => vec![Err(StoreError::NotWritten(self.failed(&error)))],
            };
            answer(vec![request], answers);
        }
    }

    /// Applies all these in one transaction. After an error nothing is written.
    fn attempt(&mut self, pending: &Pending, requests: &[Request]) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        if pending.matches.is_empty() && requests.iter().all(|request| matches!(request.write, Write::Nothing)) {
            return Ok(requests.iter().map(|_| Ok(())).collect());
        }
        let began = Instant::now();
        let attempted = self.transact(pending, requests);
        if attempted.is_err() {
            self.start_afresh();
            return attempted;
        }
        self.tails.taken(pending);
        self.in_database.fetch_max(pending.until, Ordering::AcqRel);
        self.metrics.database.observe(began.elapsed().as_secs_f64());
        if !requests.is_empty() {
            self.metrics.group.observe(requests.len() as f64);
        }
        self.shown.with(|state| {
            state.written.transactions += 1;
            state.written.requests += requests.len() as u64;
        });
        attempted
    }

    fn transact(&mut self, pending: &Pending, requests: &[Request]) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        let connection = connected(&mut self.connection, &self.connect)?;
        let mut group = Group::begin(connection, &mut self.sequences)?;
        let (waiting, tails) = (&self.waiting, &self.tails);
        let mut since = Instant::now();
        // Skip the pauses as soon as a request arrives or the backlog grows too large.
        let breathe = || {
            if since.elapsed() >= PORTION && requests.is_empty() && waiting.is_empty() && tails.bytes() < MUCH {
                thread::sleep(REST);
                since = Instant::now();
            }
        };
        match group.apply(&pending.matches, breathe) {
            Ok(()) => {}
            Err(WriteError::Failed(error)) => return Err(error),
            // Entries were validated before they were logged, so only changes by another program can lead here.
            Err(WriteError::Refused(error)) => return Err(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
        }
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            match group.add(&request.write) {
                Ok(()) => answers.push(Ok(())),
                Err(WriteError::Refused(error)) => answers.push(Err(error)),
                Err(WriteError::Failed(error)) => return Err(error),
            }
        }
        let transactions = group.commit()?;
        self.mark.note([transactions.cast_unsigned()]);
        Ok(answers)
    }

    /// Tests whether a write succeeds.
    fn try_again(&mut self) -> bool {
        match self.probe() {
            Ok(()) => {
                self.shown.recovered(false);
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
        // There are two commits, because only a commit proves that there is space.
        connection
            .execute("INSERT INTO probe (key, filler) VALUES (1, zeroblob(?1)) ON CONFLICT (key) DO NOTHING", [ROOM])?;
        connection.execute("DELETE FROM probe", [])?;
        Ok(())
    }

    fn start_afresh(&mut self) {
        self.connection = None;
        self.sequences.forget();
    }

    /// Marks the store as unhealthy and returns the error message.
    fn failed(&self, error: &rusqlite::Error) -> String {
        let sentence = error.to_string();
        self.shown.failed(false, &sentence);
        sentence
    }
}

enum Next {
    /// At least one request is pending.
    Requests,
    /// The logged entries have waited long enough, or it is time for an unhealthy writer to retry.
    Gathered,
    /// All senders are gone.
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

/// Returns true if the statement was rejected, for example by a constraint, and neither the disk nor the database
/// failed.
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
        // The caller may have stopped waiting.
        request.answer.send(answer).ok();
    }
}

fn fail(requests: Vec<Request>, sentence: &str) {
    for request in requests {
        request.answer.send(Err(StoreError::NotWritten(sentence.to_owned()))).ok();
    }
}
