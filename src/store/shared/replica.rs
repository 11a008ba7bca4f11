//! The one who follows the log that nodes share: appends what is asked at this node, does what the log says in its order, and
//! answers.
//!
//! What happens in matches goes to the tails and from there into the database, as on one machine. For any other write it
//! waits until the database has it, with everything before it; so what a write finds there is the same at every node.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::change::{self, Said};
use super::{Batch, Change, SharedLog, SharedLogError};
use crate::store::additions::{Addition, Additions, LogWrite};
use crate::store::blocked::Blocked;
use crate::store::error::StoreError;
use crate::store::log::{Draft, Entry, now_ms};
use crate::store::log_writer::{Answer, LogRequest, answer};
use crate::store::metrics::StoreMetrics;
use crate::store::state::SharedState;
use crate::store::tables::peace::PeaceWrite;
use crate::store::tails::Tails;
use crate::store::writer::Request;
use crate::store::writes::Write;

/// So many requests are appended together at most.
const MOST_TOGETHER: usize = 1024;

/// The follower of the log.
pub(in crate::store) struct Replica {
    pub(in crate::store) log: Arc<dyn SharedLog>,
    pub(in crate::store) requests: mpsc::Receiver<Request>,
    pub(in crate::store) log_requests: mpsc::Receiver<LogRequest>,
    /// The way to the writer of the database.
    pub(in crate::store) writer: mpsc::Sender<Request>,
    pub(in crate::store) tails: Arc<Tails>,
    pub(in crate::store) additions: Additions,
    pub(in crate::store) blocked: Arc<Blocked>,
    /// Tells who takes what was logged into the database that there is something.
    pub(in crate::store) wake: Arc<Notify>,
    pub(in crate::store) shown: SharedState,
    pub(in crate::store) metrics: StoreMetrics,
    pub(in crate::store) retry: Duration,
    /// As whom it writes, from its first write on. What a server asks that has led in one life, and ends, is not written in the
    /// next one: others lead meanwhile.
    pub(in crate::store) life: Option<Uuid>,
    /// Is told when the log does not go back to where this node is.
    pub(in crate::store) left_behind: CancellationToken,
    /// The last change that was done.
    pub(in crate::store) reached: u64,
    /// Where answers are taken.
    pub(in crate::store) runtime: Handle,
    /// Who waits for which of the own changes: the number, and one answer for each part of it.
    pub(in crate::store) waiting: VecDeque<Waiting>,
}

/// Those who wait for an own change that was appended.
pub(in crate::store) struct Waiting {
    writer: Uuid,
    own: u64,
    /// One for each part of it.
    answers: Vec<Answer>,
}

/// What was asked since it was last looked.
#[derive(Default)]
struct Asked {
    bodies: Vec<String>,
    answers: Vec<Vec<Answer>>,
    /// The requests to end.
    closing: Vec<Request>,
}

impl Replica {
    /// Follows until nobody can ask any more, it is told to close, or the log does not go back to where it is.
    pub(in crate::store) async fn run(mut self) {
        let (mut logs, mut writes) = (Vec::new(), Vec::new());
        while !self.left_behind.is_cancelled() {
            let mut is_over = false;
            tokio::select! {
                biased;
                count = self.log_requests.recv_many(&mut logs, MOST_TOGETHER) => is_over = count == 0,
                count = self.requests.recv_many(&mut writes, MOST_TOGETHER) => is_over = count == 0,
                () = self.log.more(self.reached) => {}
            }
            // What waits on the other side goes along.
            while let Ok(request) = self.requests.try_recv() {
                writes.push(request);
            }
            let asked = self.asked(std::mem::take(&mut logs), std::mem::take(&mut writes)).await;
            let looks = asked.bodies.is_empty();
            self.append(asked.bodies, asked.answers).await;
            // What others have appended stands before the own changes, which then wait.
            if looks || !self.waiting.is_empty() {
                self.catch_up().await;
            }
            for request in asked.closing {
                is_over = true;
                self.writer.send(request).await.ok();
            }
            if is_over {
                return;
            }
        }
    }

    /// Does what the log has and this node has not done. While the log cannot be read, nothing is.
    pub(in crate::store) async fn catch_up(&mut self) {
        while !self.left_behind.is_cancelled() {
            match self.log.read(self.reached).await {
                Err(SharedLogError::Shortened) => self.fall_behind(),
                Ok(changes) => {
                    self.shown.with(|state| state.log_failure = None);
                    if changes.is_empty() {
                        return;
                    }
                    self.follow(changes).await;
                }
                Err(error) => {
                    self.failed(&error);
                    // Whoever waits for an own change would wait for ever.
                    if self.waiting.is_empty() {
                        return;
                    }
                    tokio::time::sleep(self.retry).await;
                }
            }
        }
    }

    /// Makes changes of what is asked.
    async fn asked(&self, logs: Vec<LogRequest>, writes: Vec<Request>) -> Asked {
        let mut asked = Asked::default();
        let mut draft = Draft::new(now_ms());
        let mut answers = Vec::with_capacity(logs.len());
        let began = Instant::now();
        for LogRequest { write, asked: since, answer: asks } in logs {
            self.metrics.queue.observe(began.saturating_duration_since(since).as_secs_f64());
            match &write {
                LogWrite::Match(new) => draft.add_match(new),
                LogWrite::Events(new) => draft.add_events(new, 0),
                // It is the database's writer that ends everything.
                LogWrite::Close => {
                    answer(&self.runtime, vec![(asks, Ok(()))]);
                    continue;
                }
            }
            answers.push(asks);
        }
        if draft.entries() > 0 {
            asked.bodies.push(draft.into_json());
            asked.answers.push(answers);
        }
        for request in writes {
            match request.write {
                Write::Close => asked.closing.push(request),
                // Nothing to be written: it waits for the database alone.
                Write::Nothing => {
                    self.writer.send(request).await.ok();
                }
                ref write => match change::text(write) {
                    Ok(body) => {
                        asked.bodies.push(body);
                        asked.answers.push(vec![Answer::One(request.answer)]);
                    }
                    Err(problem) => {
                        request.answer.send(Err(StoreError::unstorable("this", problem))).ok();
                    }
                },
            }
        }
        asked
    }

    /// Appends changes, however long that takes. Those who asked are answered when they are done.
    async fn append(&mut self, bodies: Vec<String>, answers: Vec<Vec<Answer>>) {
        if bodies.is_empty() {
            return;
        }
        let is_same = |writer: &Uuid| self.life.is_none_or(|life| life == *writer);
        let Some(writer) = self.log.writer().filter(is_same) else {
            return self.refuse(answers, &SharedLogError::Ended);
        };
        self.life = Some(writer);
        let began = Instant::now();
        let own = self.log.numbers(bodies.len() as u64);
        let batch = Batch { writer, own, bodies };
        let first = loop {
            match self.log.append(&batch).await {
                Ok(first) => break first,
                Err(error @ SharedLogError::Ended) => return self.refuse(answers, &error),
                Err(error) => {
                    self.failed(&error);
                    tokio::time::sleep(self.retry).await;
                }
            }
        };
        self.shown.with(|state| {
            state.log_failure = None;
            state.written.transactions += 1;
            state.written.requests += answers.iter().map(|parts| parts.len() as u64).sum::<u64>();
        });
        self.metrics.commit.observe(began.elapsed().as_secs_f64());
        self.metrics.group.observe(answers.len() as f64);
        let waiting = (own..).zip(answers).map(|(own, answers)| Waiting { writer, own, answers });
        self.waiting.extend(waiting);
        // Nothing of others stands before them: they need not be read.
        if first == self.reached + 1 {
            let changes =
                (0..).zip(batch.bodies).map(|(n, body)| Change { number: first + n, writer, own: own + n, body });
            self.follow(changes.collect()).await;
        }
    }

    /// Does these changes, of which some may be done already.
    async fn follow(&mut self, changes: Vec<Change>) {
        for change in changes {
            if change.number <= self.reached {
                continue;
            }
            if change.number > self.reached + 1 {
                return self.fall_behind();
            }
            match self.read(&change).await {
                Said::Write(write) => {
                    let result = self.write(&change, *write).await;
                    self.done(&change, vec![result]);
                }
                Said::Logged(group) => {
                    let mut results = Vec::with_capacity(group.entries.len());
                    for entry in group.entries {
                        results.push(self.note(entry, group.at_ms).await);
                    }
                    self.done(&change, results);
                    self.wake.notify_one();
                }
            }
        }
    }

    /// Reads a change. One that cannot be read is of a later release: nothing after it may be done, so there is nothing
    /// but to say so.
    async fn read(&self, change: &Change) -> Said {
        loop {
            match change::parse(&change.body) {
                Ok(said) => return said,
                Err(problem) => {
                    let sentence = format!("change {} of the shared log cannot be read: {problem}", change.number);
                    tracing::error!("{sentence}");
                    self.shown.with(|state| state.log_failure = Some(sentence));
                    tokio::time::sleep(self.retry * 10).await;
                }
            }
        }
    }

    /// Notes what happened in a match. What cannot be looked up now is looked up later.
    async fn note(&mut self, entry: Entry, at_ms: i64) -> Result<(), StoreError> {
        loop {
            let write = match &entry {
                Entry::Match(new) => LogWrite::Match(new.clone()),
                Entry::Events(new) => LogWrite::Events(new.clone()),
            };
            match self.additions.of(write) {
                Ok(Addition::Nothing) => return Ok(()),
                Ok(Addition::Match(new)) => {
                    self.tails.make(new);
                    return Ok(());
                }
                Ok(Addition::Events(new, known)) => {
                    self.tails.append(&new, known, at_ms);
                    return Ok(());
                }
                Err(StoreError::NotWritten(problem)) => {
                    tracing::warn!(problem, "the database cannot be read; what happened in matches waits");
                    tokio::time::sleep(self.retry).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Has it written, and waits until it is, or is refused: nothing after it is done before.
    async fn write(&self, change: &Change, mut write: Write) -> Result<(), StoreError> {
        if let Write::Peace(peace) = &write
            && let PeaceWrite::Block { player, blocked, .. } = &**peace
        {
            self.blocked.add([*player, *blocked]);
        }
        loop {
            let (answer, answered) = oneshot::channel();
            self.writer.send(Request { write, answer, place: change.number }).await.ok();
            match answered.await {
                Ok(Err(StoreError::NotWritten(problem))) => {
                    tracing::warn!(problem, "the database cannot be written; the shared log waits");
                    tokio::time::sleep(self.retry).await;
                }
                Ok(result) => return result,
                Err(_) => return Err(StoreError::Closed),
            }
            let Said::Write(again) = self.read(change).await else { return Err(StoreError::Closed) };
            write = *again;
        }
    }

    /// Notes that a change is done, and answers those who asked for it.
    fn done(&mut self, change: &Change, results: Vec<Result<(), StoreError>>) {
        self.reached = change.number;
        self.tails.reach(change.number);
        let is_own = |it: &mut Waiting| (it.writer, it.own) == (change.writer, change.own);
        let Some(own) = self.waiting.pop_front_if(is_own) else { return };
        answer(&self.runtime, own.answers.into_iter().zip(results).collect());
    }

    /// The log begins after what was done here: nothing more can be. What was appended here is in the log, though nobody here
    /// will know what became of it.
    fn fall_behind(&mut self) {
        tracing::warn!(reached = self.reached, "this node was away for longer than the shared log goes back");
        let error = SharedLogError::Shortened;
        self.failed(&error);
        self.left_behind.cancel();
        let answers = self.waiting.drain(..).map(|waiting| waiting.answers).collect();
        self.refuse(answers, &error);
    }

    /// Marks the log as failing.
    fn failed(&self, error: &SharedLogError) {
        let sentence = error.to_string();
        self.shown.with(|state| state.log_failure = Some(sentence));
    }

    /// Tells those who asked that nothing was kept, as far as one can know.
    fn refuse(&self, answers: Vec<Vec<Answer>>, error: &SharedLogError) {
        let refused = |asked| (asked, Err(StoreError::NotWritten(error.to_string())));
        answer(&self.runtime, answers.into_iter().flatten().map(refused).collect());
    }
}
