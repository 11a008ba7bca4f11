//! The one who writes the log: takes all matches and events that wait, appends them as one group, waits for the disk, and
//! only then answers.
//!
//! It has a thread of its own and blocks it. While it waits for the disk the next ones gather, and go together into the
//! next group; so the more there is to write, the more share one wait. What is logged is taken into the database by
//! another thread behind it.
//!
//! When the disk fails, everybody in the group is told and the store counts as unhealthy. A small write is then tried
//! before every group, and every so often without one, until it succeeds.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use tokio::sync::{Notify, mpsc, oneshot};
use uuid::Uuid;

use super::error::{StoreError, WriteError};
use super::log::{Disk, Draft, Segments};
use super::metrics::StoreMetrics;
use super::state::SharedState;
use super::tables::events::{self, EventRow, NewEvents};
use super::tables::matches::{self, NewMatch};
use super::tails::{StoredMatch, Tails};
use crate::play::event_json;

/// So many entries share a group at most.
const MOST_TOGETHER: usize = 1024;

/// The bytes that may wait for the database; more are not logged until it has taken some.
const MOST_WAITING: usize = 256 << 20;

/// Where so many shared a group, the next one gathers for [`GATHERING`] before it is written.
const MANY: usize = 8;

/// A wait for the disk costs the processor what some ten moves cost. Where many play it is shared by more of them for this
/// delay of each; where few do, nobody waits for anybody.
const GATHERING: Duration = Duration::from_millis(1);

/// While writing does not work, it is looked so often whether anybody asks.
const GLANCE: Duration = Duration::from_millis(2);

/// What is to be logged.
pub(super) enum LogWrite {
    Match(Box<NewMatch>),
    Events(NewEvents),
    Close,
}

impl LogWrite {
    const fn id(&self) -> Option<Uuid> {
        match self {
            Self::Match(new) => Some(new.setup.id),
            Self::Events(new) => Some(new.id),
            Self::Close => None,
        }
    }
}

/// What is to be logged, and who waits for it.
pub(super) struct LogRequest {
    pub(super) write: LogWrite,
    pub(super) asked: Instant,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// What a request adds to the log.
enum Addition {
    /// Nothing: it is there already.
    Nothing,
    Match(Arc<NewMatch>),
    /// The events after the first so many of them.
    Events(NewEvents, usize),
}

/// Opens a connection to read from the database.
pub(super) type Reading = Box<dyn Fn() -> rusqlite::Result<Connection> + Send>;

/// The writer of the log.
pub(super) struct LogWriter<D> {
    pub(super) waiting: mpsc::Receiver<LogRequest>,
    pub(super) segments: Segments<D>,
    pub(super) tails: Arc<Tails>,
    pub(super) reading: Reading,
    /// None before it is first needed, and after a failure.
    pub(super) reader: Option<Connection>,
    /// The last entry that is in the database, with all before it.
    pub(super) in_database: Arc<AtomicU64>,
    /// Tells who takes the log into the database that there is something.
    pub(super) wake: Arc<Notify>,
    pub(super) shown: SharedState,
    pub(super) metrics: StoreMetrics,
    pub(super) retry: Duration,
}

impl<D: Disk> LogWriter<D> {
    /// Writes until nobody can ask any more or it is told to close; gives back the log.
    pub(super) fn run(mut self) -> Segments<D> {
        let mut requests = Vec::with_capacity(MOST_TOGETHER);
        let mut last = 0;
        loop {
            if self.is_healthy() {
                if last >= MANY {
                    thread::sleep(GATHERING);
                }
                if self.waiting.blocking_recv_many(&mut requests, MOST_TOGETHER) == 0 {
                    return self.segments;
                }
                last = requests.len();
            } else if !self.wait_while_unhealthy(&mut requests) {
                return self.segments;
            }
            if requests.iter().any(|request| matches!(request.write, LogWrite::Close)) {
                // Whoever got in before is still served; then the queue is empty and closed.
                self.waiting.close();
            }
            let mut rest = std::mem::take(&mut requests);
            while !rest.is_empty() {
                // A match once in a group: what is checked is what was logged before.
                let mut seen = HashSet::with_capacity(rest.len());
                let again = rest.iter().position(|it| it.write.id().is_some_and(|id| !seen.insert(id)));
                let next = rest.split_off(again.unwrap_or(rest.len()));
                self.write(rest);
                rest = next;
            }
            self.tidy();
        }
    }

    /// Takes away what is in the database.
    fn tidy(&mut self) {
        self.segments.drop_until(self.in_database.load(Ordering::Acquire));
    }

    /// Waits for requests and tries now and then whether writing works again; false when nobody can ask any more.
    fn wait_while_unhealthy(&mut self, requests: &mut Vec<LogRequest>) -> bool {
        let mut until = Instant::now().checked_add(self.retry);
        loop {
            match self.waiting.try_recv() {
                Ok(request) => {
                    requests.push(request);
                    let more = std::iter::from_fn(|| self.waiting.try_recv().ok());
                    requests.extend(more.take(MOST_TOGETHER - 1));
                    return true;
                }
                Err(mpsc::error::TryRecvError::Disconnected) => return false,
                Err(mpsc::error::TryRecvError::Empty) => {}
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                if self.try_again() {
                    return true;
                }
                until = Instant::now().checked_add(self.retry);
            }
            thread::sleep(GLANCE);
        }
    }

    fn is_healthy(&self) -> bool {
        self.shown.with(|state| state.log_failure.is_none())
    }

    fn write(&mut self, requests: Vec<LogRequest>) {
        if !self.is_healthy() && !self.try_again() {
            let sentence = self.shown.with(|state| state.log_failure.clone()).unwrap_or_default();
            return fail(requests, &sentence);
        }
        let began = Instant::now();
        let at_ms = now_ms();
        let mut draft = Draft::new(at_ms);
        let mut added = Vec::with_capacity(requests.len());
        let mut answers = Vec::with_capacity(requests.len());
        let full = self.tails.bytes() > MOST_WAITING;
        for LogRequest { write, asked, answer } in requests {
            self.metrics.queue.observe(began.saturating_duration_since(asked).as_secs_f64());
            let addition = if full && !matches!(write, LogWrite::Close) {
                Err(StoreError::NotWritten("the database does not take in what is logged".to_owned()))
            } else {
                self.addition(write)
            };
            match addition {
                Ok(addition) => {
                    match &addition {
                        Addition::Nothing => {}
                        Addition::Match(new) => draft.add_match(new),
                        Addition::Events(new, known) => draft.add_events(new, *known),
                    }
                    added.push(addition);
                    answers.push((answer, Ok(())));
                }
                Err(error) => answers.push((answer, Err(error))),
            }
        }
        let written = if draft.entries() == 0 { Ok(()) } else { self.segments.append(draft) };
        if let Err(error) = written {
            let sentence = self.failed(&error);
            for (answer, checked) in answers {
                answer.send(checked.and_then(|()| Err(StoreError::NotWritten(sentence.clone())))).ok();
            }
            return;
        }
        self.metrics.commit.observe(began.elapsed().as_secs_f64());
        self.metrics.group.observe(answers.len() as f64);
        self.shown.with(|state| {
            state.written.transactions += 1;
            state.written.requests += answers.len() as u64;
        });
        for addition in added {
            match addition {
                Addition::Nothing => {}
                Addition::Match(new) => self.tails.make(new),
                Addition::Events(new, known) => self.tails.append(&new, known, at_ms),
            }
        }
        self.wake.notify_one();
        for (answer, result) in answers {
            // Whoever asked may have stopped waiting.
            answer.send(result).ok();
        }
    }

    /// What a request adds.
    ///
    /// # Errors
    /// When it contradicts what is stored, or that cannot be read.
    fn addition(&mut self, write: LogWrite) -> Result<Addition, StoreError> {
        match write {
            LogWrite::Close => Ok(Addition::Nothing),
            LogWrite::Match(new) => self.add_match(Arc::from(new)),
            LogWrite::Events(new) => self.add_events(new),
        }
    }

    fn add_match(&mut self, new: Arc<NewMatch>) -> Result<Addition, StoreError> {
        let id = new.setup.id;
        if let Some(made) = self.tails.known(id).and_then(|known| known.made) {
            return if made.setup == new.setup {
                Ok(Addition::Nothing)
            } else {
                Err(StoreError::Refused(format!("another match is already stored under the id {id}")))
            };
        }
        let stored =
            self.read(|reader| events::find(reader, id)?.map(|_| matches::same_setup(reader, &new.setup)).transpose())?;
        Ok(if stored.is_some() { Addition::Nothing } else { Addition::Match(new) })
    }

    fn add_events(&mut self, new: NewEvents) -> Result<Addition, StoreError> {
        let id = new.id;
        let (game, last) = match self.tails.last(id) {
            Some(known) => known,
            None => {
                let stored = self.read(|reader| events::find(reader, id))?;
                let stored = stored.ok_or(StoreError::NoSuch { what: "match", id })?;
                self.tails.remember(id, stored.game, stored.last);
                (stored.game, stored.last)
            }
        };
        if game != new.game {
            let given = new.game;
            return Err(StoreError::Refused(format!("match {id} is one of {game}, not of {given}")));
        }
        // They may begin among those that are stored, but leave no gap.
        let first = new.rows.first().map_or(1, |row| row.seq.clamp(1, last + 1));
        if let Some((next, row)) = (first..).zip(&new.rows).find(|(next, row)| row.seq != *next) {
            let seq = row.seq;
            let sentence = format!("event {seq} of match {id} does not follow the one before it: {next} is to come");
            return Err(StoreError::Refused(sentence));
        }
        let known = new.rows.partition_point(|row| row.seq <= last);
        if known > 0 {
            self.check_same(id, game, &new.rows[..known])?;
        }
        Ok(if known == new.rows.len() { Addition::Nothing } else { Addition::Events(new, known) })
    }

    /// Checks that events that were sent again are those that are stored.
    fn check_same(&mut self, id: Uuid, game: crate::games::GameId, rows: &[Arc<EventRow>]) -> Result<(), StoreError> {
        let waiting = self.tails.known(id).map_or_else(Vec::new, |StoredMatch { events, .. }| events);
        for row in rows {
            let seq = row.seq;
            let stored = match waiting.iter().find(|waiting| waiting.seq == seq) {
                Some(waiting) => Some(waiting.json.clone()),
                None => self.read(|reader| {
                    let Some(stored) = events::find(reader, id)? else { return Ok(None) };
                    Ok(events::event(reader, stored.key, seq)?)
                })?,
            };
            let same =
                stored.is_some_and(|stored| event_json::decode(game, &stored) == event_json::decode(game, &row.json));
            if !same {
                return Err(StoreError::Refused(format!("match {id} already has another event {seq}")));
            }
        }
        Ok(())
    }

    /// Reads from the database.
    fn read<T>(&mut self, read: impl FnOnce(&Connection) -> Result<T, WriteError>) -> Result<T, StoreError> {
        let failed = |error: &rusqlite::Error| StoreError::NotWritten(error.to_string());
        let reader = match &self.reader {
            Some(reader) => reader,
            None => self.reader.insert((self.reading)().map_err(|error| failed(&error))?),
        };
        match read(reader) {
            Ok(found) => Ok(found),
            Err(WriteError::Refused(error)) => Err(error),
            Err(WriteError::Failed(error)) => {
                self.reader = None;
                Err(failed(&error))
            }
        }
    }

    /// Whether a write works again.
    fn try_again(&mut self) -> bool {
        // It may be the room that is wanted.
        self.tidy();
        match self.segments.append(Draft::new(now_ms())) {
            Ok(()) => {
                self.shown.with(|state| state.log_failure = None);
                true
            }
            Err(error) => {
                self.failed(&error);
                false
            }
        }
    }

    /// Marks the log as unhealthy and gives the sentence.
    fn failed(&self, error: &std::io::Error) -> String {
        let sentence = error.to_string();
        self.shown.with(|state| state.log_failure = Some(sentence.clone()));
        sentence
    }
}

fn fail(requests: Vec<LogRequest>, sentence: &str) {
    for request in requests {
        request.answer.send(Err(StoreError::NotWritten(sentence.to_owned()))).ok();
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
