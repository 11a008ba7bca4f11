//! The one who writes the log: takes all matches and events that wait, appends them as one group, waits for the disk, and
//! only then answers.
//!
//! It has a thread of its own and blocks it. While it waits for the disk the next ones gather, and go together into the
//! next group, and so do those that come while the runtime is busy (see [`Bell`](super::bell::Bell)); so the more there is to
//! write, the more share one wait. What is logged is taken into the database by another thread behind it.
//!
//! Where more is logged than the database can take, groups wait a little for it, the longer the more it falls behind.
//!
//! When the disk fails, everybody in the group is told and the store counts as unhealthy. A small write is then tried
//! before every group, and every so often without one, until it succeeds.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::coop::unconstrained;

use super::additions::{Addition, Additions, LogWrite};
use super::error::StoreError;
use super::log::{Disk, Draft, Segments, now_ms};
use super::metrics::StoreMetrics;
use super::state::SharedState;
use super::tails::Tails;
use crate::play::{EventLogError, Kept, burst};

/// So many entries share a group at most.
const MOST_TOGETHER: usize = 1024;

/// The bytes that may wait for the database; more are not logged until it has taken some. That is reached where it takes
/// nothing at all: while it takes what it can, [`pause`] has the log wait for it.
const MOST_WAITING: usize = 256 << 20;

/// When so many bytes wait for the database, it falls behind: it takes as many at once as wait.
const BEHIND: usize = 32 << 20;

/// So many answers are taken before others have their turn.
const ANSWERED_AT_ONCE: usize = 64;

/// While writing does not work, it is looked so often whether anybody asks.
const GLANCE: Duration = Duration::from_millis(2);

/// What is to be logged, and who waits for it.
pub(super) struct LogRequest {
    pub(super) write: LogWrite,
    pub(super) asked: Instant,
    pub(super) answer: Answer,
}

/// Who waits for what is to be logged.
pub(super) enum Answer {
    One(oneshot::Sender<Result<(), StoreError>>),
    /// Somebody who does something as soon as it is there, in a task and not on the log's thread.
    Then(Kept),
}

/// The writer of the log.
pub(super) struct LogWriter<D> {
    pub(super) waiting: mpsc::Receiver<LogRequest>,
    pub(super) segments: Segments<D>,
    pub(super) tails: Arc<Tails>,
    pub(super) additions: Additions,
    /// The last entry that is in the database, with all before it.
    pub(super) in_database: Arc<AtomicU64>,
    /// Tells who takes the log into the database that there is something.
    pub(super) wake: Arc<Notify>,
    pub(super) shown: SharedState,
    pub(super) metrics: StoreMetrics,
    pub(super) retry: Duration,
    /// Where answers are taken.
    pub(super) runtime: Handle,
    /// Whether more may wait than was taken last, for which the bell has rung.
    pub(super) leaves_some: bool,
}

/// Whoever waits, and what is answered.
pub(super) type Answers = Vec<(Answer, Result<(), StoreError>)>;

impl<D: Disk> LogWriter<D> {
    /// Writes until nobody can ask any more or it is told to close; gives back the log.
    pub(super) fn run(mut self) -> Segments<D> {
        let mut requests = Vec::with_capacity(MOST_TOGETHER);
        loop {
            let goes_on =
                if self.is_healthy() { self.wait(&mut requests) } else { self.wait_while_unhealthy(&mut requests) };
            if !goes_on {
                return self.segments;
            }
            if requests.iter().any(|request| matches!(request.write, LogWrite::Close)) {
                // Whoever got in before is still served; then the queue is empty and closed, and nobody rings any more.
                self.waiting.close();
                self.leaves_some = true;
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

    /// Waits for requests, until the bell rings for them; false when nobody can ask any more. What came while the last ones
    /// were written has its bell rung when whoever asked pauses, and gathers until then.
    fn wait(&mut self, requests: &mut Vec<LogRequest>) -> bool {
        loop {
            if !std::mem::take(&mut self.leaves_some) {
                // Whoever asks rings afterwards, and then this returns at once.
                thread::park();
            }
            match self.take_what_waits(requests) {
                Ok(()) => {
                    let pause = self.pause();
                    if !pause.is_zero() {
                        thread::sleep(pause);
                        self.take_what_waits(requests).ok();
                    }
                    return true;
                }
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) => {}
            }
        }
    }

    /// How long this group waits for the database. While that cannot be written at all, nobody waits for it.
    fn pause(&self) -> Duration {
        let takes = self.shown.with(|state| state.failure.is_none());
        if takes { pause(self.tails.bytes()) } else { Duration::ZERO }
    }

    /// Takes at least one request, and what waits beside it.
    fn take_what_waits(&mut self, requests: &mut Vec<LogRequest>) -> Result<(), TryRecvError> {
        requests.push(self.waiting.try_recv()?);
        let room = MOST_TOGETHER.saturating_sub(requests.len());
        let more = std::iter::from_fn(|| self.waiting.try_recv().ok());
        requests.extend(more.take(room));
        self.leaves_some = requests.len() >= MOST_TOGETHER;
        Ok(())
    }

    /// Waits for requests and tries now and then whether writing works again; false when nobody can ask any more.
    fn wait_while_unhealthy(&mut self, requests: &mut Vec<LogRequest>) -> bool {
        let mut until = Instant::now().checked_add(self.retry);
        loop {
            match self.take_what_waits(requests) {
                Ok(()) => return true,
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) => {}
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
            let failed = |request: LogRequest| (request.answer, Err(StoreError::NotWritten(sentence.clone())));
            return answer(&self.runtime, requests.into_iter().map(failed).collect());
        }
        let began = Instant::now();
        let at_ms = now_ms();
        let mut draft = Draft::new(at_ms);
        let mut added = Vec::with_capacity(requests.len());
        let mut answers: Answers = Vec::with_capacity(requests.len());
        let full = self.tails.bytes() > MOST_WAITING;
        for LogRequest { write, asked, answer } in requests {
            self.metrics.queue.observe(began.saturating_duration_since(asked).as_secs_f64());
            let addition = if full && !matches!(write, LogWrite::Close) {
                Err(StoreError::NotWritten("the database does not take in what is logged".to_owned()))
            } else {
                self.additions.of(write)
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
        let span = tracing::debug_span!("log", writes = answers.len()).entered();
        let written = if draft.entries() == 0 { Ok(()) } else { self.segments.append(draft) };
        drop(span);
        if let Err(error) = written {
            let sentence = self.failed(&error);
            for (_, checked) in &mut answers {
                if checked.is_ok() {
                    *checked = Err(StoreError::NotWritten(sentence.clone()));
                }
            }
            return answer(&self.runtime, answers);
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
        answer(&self.runtime, answers);
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

/// How long a group waits where so many bytes are not in the database: four milliseconds for each MiB with which it falls
/// behind. So what is logged comes down to what the database can follow: whoever plays is answered later, and not refused.
fn pause(waiting: usize) -> Duration {
    Duration::from_millis(4 * (waiting.saturating_sub(BEHIND) >> 20) as u64)
}

/// Answers all that waited for a group.
pub(super) fn answer(runtime: &Handle, answers: Answers) {
    let mut then = Vec::with_capacity(answers.len());
    for (answer, result) in answers {
        match answer {
            // Whoever asked may have stopped waiting.
            Answer::One(sender) => drop(sender.send(result)),
            Answer::Then(kept) => then.push((kept, result.map_err(EventLogError::from))),
        }
    }
    if then.is_empty() {
        return;
    }
    // What is told here goes out at once, which a limit to what a task may send at a time would prevent.
    runtime.spawn(unconstrained(async move {
        let mut then = then.into_iter();
        loop {
            burst::together(|| {
                for (kept, result) in then.by_ref().take(ANSWERED_AT_ONCE) {
                    // What one of them does wrong, as a bug, is not to keep the others from their answers.
                    catch_unwind(AssertUnwindSafe(|| kept(result))).ok();
                }
            });
            if then.len() == 0 {
                break;
            }
            tokio::task::yield_now().await;
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs groups of so many bytes, each as soon as it may, with a disk that takes a millisecond for one and a database that
    /// takes so many bytes in a millisecond, all that wait in one transaction: the most that wait, and what share of its time
    /// the database had something to do, in the latter half.
    fn log_much(group: usize, taken_in_a_ms: usize) -> (usize, f64) {
        const GROUPS: usize = 4_000;
        let (mut waiting, mut most, mut transaction, mut left) = (0, 0, 0, 0);
        let (mut busy, mut all) = (0_usize, 0_usize);
        for n in 0..GROUPS {
            let ms = pause(waiting).as_millis() as usize + 1;
            waiting += group;
            most = most.max(waiting);
            for _ in 0..ms {
                if left == 0 {
                    waiting -= transaction;
                    (transaction, left) = (waiting, waiting);
                }
                if n > GROUPS / 2 {
                    busy += usize::from(left > 0);
                    all += 1;
                }
                left = left.saturating_sub(taken_in_a_ms);
            }
        }
        (most, busy as f64 / all as f64)
    }

    #[test]
    fn what_is_logged_comes_down_to_what_the_database_can_follow() {
        for group in [64 << 10, 512 << 10, 1 << 20] {
            for mb_in_a_second in [2, 8, 32] {
                let (most, busy) = log_much(group, (mb_in_a_second << 20) / 1_000);
                assert!(most < MOST_WAITING, "{most} bytes wait: {group}, {mb_in_a_second}");
                assert!(busy > 0.99, "the database waits for the log: {busy}, {group}, {mb_in_a_second}");
            }
        }
        assert_eq!(pause(BEHIND), Duration::ZERO, "nobody waits for a database that keeps up");
    }
}
