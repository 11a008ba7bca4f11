//! A worker: fetches jobs from the queue, plays them on its own threads, and sends the results to the leaders.

mod assignment;
mod bench;
mod fetch;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_nats::Message;
use async_nats::jetstream::{self, AckKind};
use futures::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use uuid::Uuid;

use super::message::{HELLO, Hello, LEADERS, Leader, all_needs, result_subject};
use super::nats::{Queue, QueueError};
use super::shift::{Action, Shift, Ticket};
use super::signature::signature;
pub(super) use assignment::Assignment;
use bench::{Bench, Work};
use fetch::{Delivered, Fetcher};

const HELLO_EVERY: Duration = Duration::from_secs(2);
/// Interval for checking due actions.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Number of jobs to hold per thread: one that is being played and one that waits.
const JOBS_A_THREAD: usize = 2;

/// Resources of a worker.
#[derive(Clone, Debug)]
pub struct Equipment {
    /// Display name.
    pub name: String,
    /// Number of concurrent matches.
    pub threads: usize,
    /// Available engines: the file name of the program as in tournament files, and its path on this machine.
    pub engines: BTreeMap<String, PathBuf>,
}

/// Reason why a worker ends.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The connection to the queue failed.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A leader rejected the worker.
    #[error("{0}")]
    Refused(String),
    /// The connection was closed permanently.
    #[error("the connection to {0} was closed")]
    Closed(String),
    /// A thread could not be started.
    #[error("no thread to play on: {0}")]
    Thread(#[from] std::io::Error),
}

/// Works for the leaders at the NATS server `url` until `stop` completes. Matches in progress are then finished and
/// their results delivered.
///
/// # Errors
/// [`WorkerError`] if the queue or a thread fails, or a leader rejects the worker.
pub async fn work(url: &str, equipment: &Equipment, stop: impl Future<Output = ()>) -> Result<(), WorkerError> {
    let queue = Queue::connect(url, &format!("arena worker {}", equipment.name)).await?;
    let engines: Vec<String> = equipment.engines.keys().cloned().collect();
    let hello = Hello {
        worker: Uuid::new_v4().to_string(),
        name: equipment.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        signature: signature().to_owned(),
        threads: equipment.threads,
        engines: engines.clone(),
    };
    let slots = JOBS_A_THREAD * equipment.threads;
    let (deliver, jobs) = mpsc::channel(slots);
    let (bring, played) = mpsc::channel(slots);
    let fetcher = Fetcher::new(queue.clone(), all_needs(&engines), Arc::new(Semaphore::new(slots)), deliver);
    let bench = Bench::open(equipment, &bring)?;
    drop(bring);
    let has = if engines.is_empty() { "no engines".to_owned() } else { engines.join(", ") };
    say!(
        "arena worker {} (signature {}) at {}: {} at a time, {has}.",
        hello.version,
        hello.signature,
        queue.url,
        equipment.threads
    );
    let inbox = queue.client.new_inbox();
    let fetching = tokio::spawn(fetcher.fetch());
    let shift = Shift::default();
    let (held, runs, began) = (HashMap::new(), HashMap::new(), Instant::now());
    let worker = Worker { queue, hello, inbox, shift, held, runs, bench, began };
    let result = worker.run(jobs, played, stop, || fetching.abort()).await;
    fetching.abort();
    result
}

/// A job that the queue has delivered to this worker.
struct Taken {
    message: jetstream::Message,
    /// Slot of the job, which is released on drop.
    _slot: OwnedSemaphorePermit,
}

struct Worker {
    queue: Queue,
    hello: Hello,
    /// Prefix of the subjects for answers from leaders.
    inbox: String,
    shift: Shift,
    held: HashMap<Ticket, Taken>,
    runs: HashMap<String, Weak<Assignment>>,
    bench: Bench,
    began: Instant,
}

impl Worker {
    async fn run(
        mut self,
        mut jobs: mpsc::Receiver<Delivered>,
        mut played: mpsc::Receiver<(Ticket, Vec<Vec<u8>>)>,
        stop: impl Future<Output = ()>,
        stop_fetching: impl Fn(),
    ) -> Result<(), WorkerError> {
        let mut stop = std::pin::pin!(stop);
        let closed = |_| WorkerError::Closed(self.queue.url.clone());
        let mut answers = self.queue.client.subscribe(format!("{}.>", self.inbox)).await.map_err(closed)?;
        let mut leaders = self.queue.client.subscribe(LEADERS).await.map_err(closed)?;
        let (mut beat, mut look) = (tokio::time::interval(HELLO_EVERY), tokio::time::interval(LOOK_EVERY));
        let mut stopping = false;
        while !(stopping && self.shift.held() == 0) {
            tokio::select! {
                Some(delivered) = jobs.recv(), if !stopping => self.take(delivered),
                Some((ticket, messages)) = played.recv() => self.shift.played(ticket, messages),
                Some(message) = answers.next() => self.hear(&message)?,
                Some(message) = leaders.next() => self.hear_leader(&message).await,
                _ = look.tick() => {}
                _ = beat.tick() => self.say_hello().await,
                () = &mut stop, if !stopping => {
                    stopping = true;
                    stop_fetching();
                    self.give_back(&mut jobs).await;
                }
            }
            if self.queue.came_back() {
                self.shift.reconnected();
            }
            for action in self.shift.due(self.began.elapsed()) {
                self.act(action).await;
            }
        }
        // Flush the last messages before the connection is closed.
        let _ = tokio::time::timeout(HELLO_EVERY, self.queue.client.flush()).await;
        Ok(())
    }

    fn take(&mut self, delivered: Delivered) {
        let Delivered { assignment, pairings, message, slot } = delivered;
        let ticket = self.shift.take(&assignment.run(), self.began.elapsed());
        self.runs.retain(|_, run| run.strong_count() > 0);
        self.runs.insert(assignment.run(), Arc::downgrade(&assignment));
        self.held.insert(ticket, Taken { message, _slot: slot });
        self.bench.add(Work { ticket, assignment, pairings });
    }

    /// Handles the answer of a leader: an acknowledgement of results, or its introduction.
    fn hear(&mut self, message: &Message) -> Result<(), WorkerError> {
        // A status is sent by the server itself when there is no subscriber.
        if message.status.is_some() {
            return Ok(());
        }
        let rest = message.subject.as_str().strip_prefix(&self.inbox).unwrap_or_default();
        let mut parts = rest.trim_start_matches('.').split('.').map(str::parse::<u64>);
        if let (Some(Ok(ticket)), Some(Ok(part))) = (parts.next(), parts.next()) {
            let part = usize::try_from(part).unwrap_or(usize::MAX);
            self.shift.kept(ticket, part, self.began.elapsed());
        } else if let Ok(leader) = serde_json::from_slice::<Leader>(&message.payload) {
            if let Some(problem) = leader.refuses(&self.hello.version, &self.hello.signature) {
                return Err(WorkerError::Refused(problem));
            }
            self.shift.heard(&leader.run, self.began.elapsed());
        }
        Ok(())
    }

    /// Handles the announcement of a leader that has started or whose run is over.
    async fn hear_leader(&mut self, message: &Message) {
        let Ok(leader) = serde_json::from_slice::<Leader>(&message.payload) else { return };
        if !leader.over {
            self.say_hello().await;
            return;
        }
        self.shift.over(&leader.run);
        if let Some(assignment) = self.runs.remove(&leader.run).and_then(|run| run.upgrade()) {
            assignment.end();
        }
    }

    async fn say_hello(&self) {
        let said = serde_json::to_vec(&self.hello).expect("a hello serialises");
        // An error is ignored, because the next hello follows soon.
        let _ = self.queue.client.publish_with_reply(HELLO, format!("{}.hello", self.inbox), said.into()).await;
    }

    async fn act(&mut self, action: Action) {
        // Errors are ignored: messages are sent again, or the queue gives the job to another worker.
        match action {
            Action::Extend(ticket) => {
                if let Some(taken) = self.held.get(&ticket) {
                    let _ = taken.message.ack_with(AckKind::Progress).await;
                }
            }
            Action::Send { ticket, part, run, message } => {
                let reply = format!("{}.{ticket}.{part}", self.inbox);
                let _ = self.queue.client.publish_with_reply(result_subject(&run), reply, message.into()).await;
            }
            Action::Done(ticket) => {
                if let Some(taken) = self.held.remove(&ticket) {
                    let _ = taken.message.ack().await;
                }
            }
        }
    }

    /// Returns the jobs that were not started to the queue.
    async fn give_back(&mut self, jobs: &mut mpsc::Receiver<Delivered>) {
        for ticket in self.bench.clear() {
            self.shift.give_back(ticket);
            if let Some(taken) = self.held.remove(&ticket) {
                let _ = taken.message.ack_with(AckKind::Nak(None)).await;
            }
        }
        while let Ok(delivered) = jobs.try_recv() {
            let _ = delivered.message.ack_with(AckKind::Nak(None)).await;
        }
    }
}
