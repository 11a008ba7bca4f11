//! The one who writes the database: takes in what was logged, and everything else that waits, in one transaction, commits,
//! and only then answers.
//!
//! It has a thread of its own and blocks it, on the disk as well as on the next write; so a statement is a call, and
//! nobody has to be woken for it.
//!
//! What was logged is safe already, and waits a little so that much of it goes together. Before any other write all of it
//! is taken in: whoever writes after a move was answered writes after the move.
//!
//! When the disk fails, everybody in the group is told and the store counts as unhealthy. The writer then tries a
//! small write of its own before every group, and every so often without one, until it succeeds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{Notify, mpsc, oneshot};

use super::directory::{Lock, Writing};
use super::error::{StoreError, WriteError};
use super::group::Group;
use super::metrics::StoreMetrics;
use super::state::SharedState;
use super::tables::events::SequenceCache;
use super::tails::{Pending, Tails};
use super::writes::Write;

/// So many writes share a transaction at most.
const MOST_TOGETHER: usize = 1024;
/// Bytes for which there must be room before the store counts as healthy again.
const ROOM: i64 = 1 << 16;

/// What was logged waits so long for more before it is taken into the database: a match that is played meanwhile is written
/// once, and not for each of its moves. A list that is asked for does not wait.
const GATHERING: Duration = Duration::from_secs(1);

/// So often it is looked whether that is [`MOST_GATHERED`].
const GLANCE: Duration = Duration::from_millis(50);

/// When so many bytes wait, they are taken in at once.
const MOST_GATHERED: usize = 8 << 20;

/// While nobody waits for the database, what was logged is taken in bit by bit, with rests in between: whoever plays shares the
/// processors with this thread, and would wait for all of it at once.
const PORTION: Duration = Duration::from_micros(250);
const REST: Duration = Duration::from_micros(500);

/// With so many bytes it is time to take them in without rests.
const MUCH: usize = MOST_GATHERED / 2;

/// What is to be written, and who waits for it.
pub(super) struct Request {
    pub(super) write: Write,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
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

/// The writer.
pub(super) struct Writer<C> {
    pub(super) waiting: mpsc::Receiver<Request>,
    pub(super) connect: C,
    /// None before the first write and after a failure: what state a connection is in then is not worth guessing.
    pub(super) connection: Option<Connection>,
    pub(super) sequences: SequenceCache,
    pub(super) tails: Arc<Tails>,
    /// The last entry of the log that is in the database, with all before it.
    pub(super) in_database: Arc<AtomicU64>,
    /// Rings when something was logged.
    pub(super) wake: Arc<Notify>,
    pub(super) shown: SharedState,
    pub(super) metrics: StoreMetrics,
    pub(super) retry: Duration,
    pub(super) _lock: Arc<Lock>,
}

impl<C: Connect> Writer<C> {
    /// Writes until nobody can ask any more or it is told to close; gives back its connection, if it has one.
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

    /// Waits for what is to be done next.
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
            Err(error) if is_contradiction(&error) => match self.take_in(&pending) {
                Ok(()) => self.write_singly(requests),
                Err(sentence) => fail(requests, &sentence),
            },
            Err(error) => fail(requests, &self.failed(&error)),
        }
    }

    /// Takes in what was logged; what contradicts what is stored stays in the log.
    ///
    /// # Errors
    /// Why the database cannot be written.
    fn take_in(&mut self, pending: &Pending) -> Result<(), String> {
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
                    tracing::error!(id = %tail.id, %error, "the database does not take a match; it stays in the log");
                    self.tails.set_aside(tail.id);
                }
                Err(error) => return Err(self.failed(&error)),
            }
        }
        Ok(())
    }

    /// After a write contradicted the schema, which the checks before it should have found: so that it harms nobody
    /// else, each is tried alone.
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

    /// One transaction with all these; an error means that none was written.
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
        // Somebody may come to wait meanwhile, and more may be logged than is taken in at this pace.
        let breathe = || {
            if since.elapsed() >= PORTION && requests.is_empty() && waiting.is_empty() && tails.bytes() < MUCH {
                thread::sleep(REST);
                since = Instant::now();
            }
        };
        match group.take_in(&pending.matches, breathe) {
            Ok(()) => {}
            Err(WriteError::Failed(error)) => return Err(error),
            // What was checked before it was logged cannot be refused, unless the database was changed past the arena.
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

/// What comes next.
enum Next {
    /// Somebody asks for something.
    Requests,
    /// What was logged has waited long enough, or, to a writer that cannot write, it is time to try again.
    Gathered,
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
