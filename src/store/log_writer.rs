//! The log writer: takes the pending requests, appends them to the log as one group, waits for the disk, and then
//! answers them.
//!
//! The writer blocks its own thread. Requests that arrive during a disk write, or while the runtime is busy (see
//! [`WriterWaker`](super::waker::WriterWaker)), go into the next group. The number of requests per disk write therefore grows with the
//! load. The database writer applies logged entries later, on another thread.
//!
//! If entries are logged faster than the database can apply them, the writer delays each group. The delay grows with
//! the backlog.
//!
//! After a disk error all requests of the group fail and the store is unhealthy. Before each later group, and at
//! regular intervals, the writer tries a small write until it succeeds.

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
use arena_play::{EventLogError, OnStored, burst};

/// Maximum number of requests in a group.
const MOST_TOGETHER: usize = 1024;

/// Maximum backlog of the database in bytes. Requests fail while the backlog is larger. Only a database that makes no
/// progress reaches this limit, because [`pause`] slows the log down earlier.
const MOST_WAITING: usize = 256 << 20;

/// Backlog in bytes from which the writer delays groups.
const BEHIND: usize = 32 << 20;

/// Maximum number of callbacks of a group that the log thread runs itself, because waking the runtime costs more than
/// they do. The runtime runs those of larger groups while the log thread writes the next group.
const ANSWERED_HERE: usize = 2;

/// Number of callbacks to run before the task yields.
const ANSWERED_AT_ONCE: usize = 64;

/// Polling interval for new requests while the log cannot be written.
const GLANCE: Duration = Duration::from_millis(2);

/// A write request and its reply channel.
pub(super) struct LogRequest {
    pub(super) write: LogWrite,
    pub(super) asked: Instant,
    pub(super) answer: Answer,
}

/// Destination of a reply.
pub(super) enum Answer {
    One(oneshot::Sender<Result<(), StoreError>>),
    /// Calls this function.
    Then(OnStored),
}

pub(super) struct LogWriter<D> {
    pub(super) waiting: mpsc::Receiver<LogRequest>,
    pub(super) segments: Segments<D>,
    pub(super) tails: Arc<Tails>,
    pub(super) additions: Additions,
    /// Number of log entries that the database has applied. All earlier ones are applied as well.
    pub(super) in_database: Arc<AtomicU64>,
    /// Wakes the database writer after new entries were logged.
    pub(super) wake: Arc<Notify>,
    pub(super) shown: SharedState,
    pub(super) metrics: StoreMetrics,
    pub(super) retry: Duration,
    /// Runs the callbacks of [`Answer::Then`].
    pub(super) runtime: Handle,
    /// True if the last batch was cut off at its limit, so that the thread must not park.
    pub(super) leaves_some: bool,
}

/// A callback and its argument.
type Callback = (OnStored, Result<(), EventLogError>);

impl<D: Disk> LogWriter<D> {
    /// Runs until all senders are gone or a close request arrives. Returns the log.
    pub(super) fn run(mut self) -> Segments<D> {
        let mut requests = Vec::new();
        // Callbacks may start timers and tasks.
        let runtime = self.runtime.clone();
        let _context = runtime.enter();
        loop {
            let goes_on =
                if self.is_healthy() { self.wait(&mut requests) } else { self.wait_while_unhealthy(&mut requests) };
            if !goes_on {
                return self.segments;
            }
            if requests.iter().any(|request| matches!(request.write, LogWrite::Close)) {
                // Requests that are already queued are still served. Then the queue is empty and closed, and no wake-up
                // follows.
                self.waiting.close();
                self.leaves_some = true;
            }
            while !requests.is_empty() {
                // Each group holds a match at most once, because a request is validated against the entries that are
                // already logged.
                let again = if requests.len() > 1 {
                    let mut seen = HashSet::with_capacity(requests.len());
                    requests.iter().position(|it| it.write.id().is_some_and(|id| !seen.insert(id)))
                } else {
                    None
                };
                self.write(requests.drain(..again.unwrap_or(requests.len())));
            }
            self.tidy();
        }
    }

    /// Removes the segments that the database has applied completely.
    fn tidy(&mut self) {
        self.segments.drop_until(self.in_database.load(Ordering::Acquire));
    }

    /// Waits until the waker wakes this thread and takes the pending requests. Returns false once all senders are gone.
    /// Requests that arrive during a write accumulate until the threads that sent them pause.
    fn wait(&mut self, requests: &mut Vec<LogRequest>) -> bool {
        loop {
            if !std::mem::take(&mut self.leaves_some) {
                // `park` returns at once if a sender has already called `unpark`.
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

    /// Returns the delay of this group. It is zero while the database cannot be written at all.
    fn pause(&self) -> Duration {
        let takes = self.shown.with(|state| state.failure.is_none());
        if takes { pause(self.tails.bytes()) } else { Duration::ZERO }
    }

    /// Takes at least one request and all others that are pending, up to the limit.
    fn take_what_waits(&mut self, requests: &mut Vec<LogRequest>) -> Result<(), TryRecvError> {
        requests.push(self.waiting.try_recv()?);
        let room = MOST_TOGETHER.saturating_sub(requests.len());
        let more = std::iter::from_fn(|| self.waiting.try_recv().ok());
        requests.extend(more.take(room));
        self.leaves_some = requests.len() >= MOST_TOGETHER;
        Ok(())
    }

    /// Waits for requests and regularly tests whether the log can be written. Returns false once all senders are gone.
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

    fn write(&mut self, requests: impl ExactSizeIterator<Item = LogRequest>) {
        if !self.is_healthy() && !self.try_again() {
            let sentence = self.shown.with(|state| state.log_failure.clone()).unwrap_or_default();
            let failed = |request: LogRequest| (request.answer, Err(StoreError::NotWritten(sentence.clone())));
            return self.answer(requests.map(failed));
        }
        let began = Instant::now();
        let at_ms = now_ms();
        let mut draft = Draft::new(at_ms);
        let mut checked = Vec::with_capacity(requests.len());
        let full = self.tails.bytes() > MOST_WAITING;
        for LogRequest { write, asked, answer } in requests {
            self.metrics.queue.observe(began.saturating_duration_since(asked).as_secs_f64());
            let addition = if full && !matches!(write, LogWrite::Close) {
                Err(StoreError::NotWritten("the log cannot be applied to the database".to_owned()))
            } else {
                self.additions.of(write)
            };
            match &addition {
                Ok(Addition::Match(new)) => draft.add_match(new),
                Ok(Addition::Events(new, known)) => draft.add_events(new, *known),
                Ok(Addition::Nothing) | Err(_) => {}
            }
            checked.push((answer, addition));
        }
        let span = tracing::debug_span!("log", writes = checked.len()).entered();
        let written = if draft.entries() == 0 { Ok(()) } else { self.segments.append(draft) };
        drop(span);
        if let Err(error) = written {
            let sentence = self.failed(&error);
            let unwritten = || Err(StoreError::NotWritten(sentence.clone()));
            return self
                .answer(checked.into_iter().map(|(answer, addition)| (answer, addition.and_then(|_| unwritten()))));
        }
        self.metrics.commit.observe(began.elapsed().as_secs_f64());
        self.metrics.group.observe(checked.len() as f64);
        self.shown.with(|state| {
            state.written.transactions += 1;
            state.written.requests += checked.len() as u64;
        });
        for (_, addition) in &checked {
            match addition {
                Ok(Addition::Match(new)) => self.tails.make(Arc::clone(new)),
                Ok(Addition::Events(new, known)) => self.tails.append(new, *known, at_ms),
                Ok(Addition::Nothing) | Err(_) => {}
            }
        }
        self.wake.notify_one();
        self.answer(checked.into_iter().map(|(answer, addition)| (answer, addition.map(drop))));
    }

    /// Sends the replies of a group, and runs a few callbacks at once.
    fn answer(&self, answers: impl Iterator<Item = (Answer, Result<(), StoreError>)>) {
        let callbacks = reply(answers);
        if callbacks.len() > ANSWERED_HERE {
            return run_in(&self.runtime, callbacks);
        }
        // A panic while a connection is written to must not end the log.
        catch_unwind(AssertUnwindSafe(|| run_together(callbacks.into_iter()))).ok();
    }

    /// Tests whether a write succeeds.
    fn try_again(&mut self) -> bool {
        // The write may have failed because the disk is full.
        self.tidy();
        match self.segments.append(Draft::new(now_ms())) {
            Ok(()) => {
                self.shown.recovered(true);
                true
            }
            Err(error) => {
                self.failed(&error);
                false
            }
        }
    }

    /// Marks the log as unhealthy and returns the error message.
    fn failed(&self, error: &std::io::Error) -> String {
        let sentence = error.to_string();
        self.shown.failed(true, &sentence);
        sentence
    }
}

/// Returns the delay of a group for a backlog of `waiting` bytes: four milliseconds for each MiB above [`BEHIND`]. This
/// limits logging to the speed of the database. Requests are then answered later instead of being rejected.
fn pause(waiting: usize) -> Duration {
    Duration::from_millis(4 * (waiting.saturating_sub(BEHIND) >> 20) as u64)
}

/// Sends the replies of a group. Returns its callbacks.
fn reply(answers: impl Iterator<Item = (Answer, Result<(), StoreError>)>) -> Vec<Callback> {
    let mut callbacks = Vec::new();
    for (answer, result) in answers {
        match answer {
            // The caller may have stopped waiting.
            Answer::One(sender) => drop(sender.send(result)),
            Answer::Then(on_stored) => callbacks.push((on_stored, result.map_err(EventLogError::from))),
        }
    }
    callbacks
}

/// Runs callbacks and then sends what they have queued.
fn run_together(callbacks: impl Iterator<Item = Callback>) {
    burst::together(|| {
        for (on_stored, result) in callbacks {
            // A panic in one callback must not prevent the others from running.
            catch_unwind(AssertUnwindSafe(|| on_stored(result))).ok();
        }
    });
}

/// Runs callbacks in a task.
fn run_in(runtime: &Handle, callbacks: Vec<Callback>) {
    // `unconstrained`, because tokio's cooperative budget would delay messages that the callbacks send.
    runtime.spawn(unconstrained(async move {
        let mut callbacks = callbacks.into_iter();
        loop {
            run_together(callbacks.by_ref().take(ANSWERED_AT_ONCE));
            if callbacks.len() == 0 {
                break;
            }
            tokio::task::yield_now().await;
        }
    }));
}

/// Rejects a request that did not reach the log. Its callback runs in a task, because the caller may hold a lock that it
/// takes.
pub(super) fn refuse(runtime: &Handle, answer: Answer, error: StoreError) {
    run_in(runtime, reply(std::iter::once((answer, Err(error)))));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates groups of `group` bytes. The disk takes one millisecond per group, and the database applies
    /// `taken_in_a_ms` bytes per millisecond in transactions that hold the whole backlog. Returns the largest backlog,
    /// and the share of time in which the database was busy during the second half.
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
    fn logging_slows_down_to_the_speed_of_the_database() {
        for group in [64 << 10, 512 << 10, 1 << 20] {
            for mb_in_a_second in [2, 8, 32] {
                let (most, busy) = log_much(group, (mb_in_a_second << 20) / 1_000);
                assert!(most < MOST_WAITING, "the backlog reached {most} bytes: {group}, {mb_in_a_second}");
                assert!(busy > 0.99, "the database was idle: {busy}, {group}, {mb_in_a_second}");
            }
        }
        assert_eq!(pause(BEHIND), Duration::ZERO, "no delay while the database keeps up");
    }
}
