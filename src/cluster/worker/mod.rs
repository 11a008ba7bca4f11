//! A worker: receives jobs from leaders, plays them on its own threads, and sends the results back.

mod assignment;
mod live;
mod modules;
mod plans;
mod slots;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_nats::Message;
use futures::StreamExt;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::live::{LIVE_HELLO, LiveHello, Refusal, task_subject};
use super::message::{HELLO, Hello, LEADERS, Leader, Results, result_subject};
use super::nats::{Connection, NatsError};
use super::shift::{Due, Shift, Ticket};
use super::signature::signature;
use arena_bots::SearchMemory;
use arena_bots::module::ModuleChecker;
use arena_bots::remote::TaskRunner;
pub(super) use assignment::Assignment;
use live::{Done, Live};
use modules::ModuleCache;
use plans::{Ordered, Plans, Prepared};
use slots::{SlotPool, Work};

const HELLO_EVERY: Duration = Duration::from_secs(1);
/// Interval for reports about searches for live servers.
const REPORT_EVERY: Duration = Duration::from_millis(400);
/// Interval for checking due messages.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Number of arrived jobs that may wait for their plan. Further ones are dropped, and their leaders give them out again.
const MOST_UNPREPARED: usize = 4_096;

/// The kinds of work that a worker takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Matches of tournaments, and searches of live servers.
    Everything,
    /// Matches of tournaments.
    Tournaments,
    /// Searches of live servers.
    Live,
}

/// Resources of a worker.
#[derive(Clone, Debug)]
pub struct Equipment {
    /// Display name.
    pub name: String,
    /// Number of concurrent matches or searches.
    pub threads: usize,
    /// The kinds of work to take.
    pub takes: Takes,
    /// Memory of all searches for live servers, in bytes.
    pub memory: u64,
    /// Available engines: the file name of the program as in tournament files, and its path on this machine.
    pub engines: BTreeMap<String, PathBuf>,
    /// Compiles the modules of bots.
    pub modules: Arc<dyn ModuleChecker>,
}

/// Reason why a worker ends.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The connection failed.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// A leader or server rejected the worker.
    #[error("{0}")]
    Refused(String),
    /// The connection was closed permanently.
    #[error("the connection to {0} was closed")]
    Closed(String),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// Works for the leaders and live servers at the NATS server `url` until `stop` completes. Matches and searches in
/// progress are then finished and their results delivered.
///
/// # Errors
/// [`WorkerError`] if the connection or a thread fails, or a leader or server rejects the worker.
pub async fn work(url: &str, equipment: &Equipment, stop: impl Future<Output = ()>) -> Result<(), WorkerError> {
    let nats = Connection::open(url, &format!("arena worker {}", equipment.name)).await?;
    let engines: Vec<String> = equipment.engines.keys().cloned().collect();
    let plays = if equipment.takes == Takes::Live { 0 } else { equipment.threads };
    let searches = if equipment.takes == Takes::Tournaments { 0 } else { equipment.threads };
    let slots = crate::message::JOBS_A_THREAD * plays;
    let hello = Hello {
        worker: Uuid::new_v4().to_string(),
        name: equipment.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        signature: signature().to_owned(),
        threads: plays,
        slots,
        engines: engines.clone(),
        holds: Vec::new(),
    };
    let (order, ordered) = mpsc::channel(MOST_UNPREPARED);
    let (ready, prepared) = mpsc::channel(slots.max(1));
    let (bring, played) = mpsc::channel(slots.max(1));
    let (done, answers) = mpsc::channel(searches.max(1));
    let slots = SlotPool::open(equipment, &bring)?;
    let runner = TaskRunner::new(SearchMemory::new(equipment.memory, searches));
    let modules = Arc::new(ModuleCache::new(Arc::clone(&equipment.modules)));
    let live = Live::open(nats.clone(), runner, &modules, searches, &done)?;
    drop((bring, done));
    let has = if engines.is_empty() { "no engines".to_owned() } else { engines.join(", ") };
    say!(
        "arena worker {} (signature {}) at {}: {} at a time, {has}.",
        hello.version,
        hello.signature,
        nats.url,
        equipment.threads
    );
    let inbox = nats.client.new_inbox();
    let preparing = tokio::spawn(Plans::new(nats.clone(), modules).prepare(ordered, ready));
    let (shift, runs, began) = (Shift::default(), HashMap::new(), Instant::now());
    let worker = Worker { nats, hello, inbox, shift, order, runs, slots, live, began };
    let result = worker.run(prepared, played, answers, stop).await;
    preparing.abort();
    result
}

struct Worker {
    nats: Connection,
    hello: Hello,
    /// Prefix of the subjects for answers from leaders.
    inbox: String,
    shift: Shift,
    /// Jobs whose plans are to be fetched.
    order: mpsc::Sender<Ordered>,
    runs: HashMap<String, Weak<Assignment>>,
    slots: SlotPool,
    live: Live,
    began: Instant,
}

impl Worker {
    async fn run(
        mut self,
        mut prepared: mpsc::Receiver<Prepared>,
        mut played: mpsc::Receiver<(Ticket, Vec<Vec<u8>>)>,
        mut done: mpsc::Receiver<Done>,
        stop: impl Future<Output = ()>,
    ) -> Result<(), WorkerError> {
        let mut stop = std::pin::pin!(stop);
        let closed = |_| WorkerError::Closed(self.nats.url.clone());
        let mut answers = self.nats.client.subscribe(format!("{}.>", self.inbox)).await.map_err(closed)?;
        let mut leaders = self.nats.client.subscribe(LEADERS).await.map_err(closed)?;
        let mut tasks = self.nats.client.subscribe(task_subject(&self.hello.worker)).await.map_err(closed)?;
        let mut report = tokio::time::interval(REPORT_EVERY);
        let (mut beat, mut look) = (tokio::time::interval(HELLO_EVERY), tokio::time::interval(LOOK_EVERY));
        let mut stopping = false;
        while !(stopping && self.shift.holds().is_empty() && self.live.is_idle()) {
            tokio::select! {
                Some(job) = prepared.recv() => self.add(job, stopping),
                Some((ticket, messages)) = played.recv() => self.shift.played(ticket, messages),
                Some(message) = answers.next() => self.hear(&message, stopping)?,
                Some(message) = leaders.next() => self.hear_leader(&message).await,
                Some(message) = tasks.next() => {
                    let slots = &self.slots;
                    self.live.hear(message, || slots.live()).await;
                }
                Some(done) = done.recv() => self.live.done(done).await,
                _ = report.tick() => self.live.report().await,
                _ = look.tick() => {}
                _ = beat.tick() => self.say_hello().await,
                () = &mut stop, if !stopping => {
                    stopping = true;
                    // The leaders give the jobs that were not started to others.
                    self.hello.slots = 0;
                    self.live.slots = 0;
                    self.slots.clear().into_iter().for_each(|ticket| self.shift.drop_job(ticket));
                    self.say_hello().await;
                }
            }
            if self.nats.came_back() {
                self.shift.reconnected();
            }
            for due in self.shift.due(self.began.elapsed()) {
                self.send(due).await;
            }
        }
        // Flush the last messages before the connection is closed.
        let _ = tokio::time::timeout(HELLO_EVERY, self.nats.client.flush()).await;
        Ok(())
    }

    /// Handles the result of the preparation of a job.
    fn add(&mut self, prepared: Prepared, stopping: bool) {
        match prepared {
            Prepared::Ready { ticket, assignment, pairings } if !stopping => {
                self.runs.retain(|_, run| run.strong_count() > 0);
                self.runs.insert(assignment.run(), Arc::downgrade(&assignment));
                self.slots.add(Work { ticket, assignment, pairings });
            }
            Prepared::Ready { ticket, .. } | Prepared::NoLeader(ticket) => self.shift.drop_job(ticket),
            Prepared::Unplayable(ticket, index, problem) => {
                let failed = Results { failed: Some((index, problem)), ..Results::default() };
                self.shift.played(ticket, failed.written());
            }
        }
    }

    /// Handles a message of a leader: an acknowledgement of results, or its introduction with jobs.
    fn hear(&mut self, message: &Message, stopping: bool) -> Result<(), WorkerError> {
        // A status is sent by the server itself when there is no subscriber.
        if message.status.is_some() {
            return Ok(());
        }
        let now = self.began.elapsed();
        let rest = message.subject.as_str().strip_prefix(&self.inbox).unwrap_or_default();
        let mut parts = rest.trim_start_matches('.').split('.').map(str::parse::<u64>);
        if let (Some(Ok(ticket)), Some(Ok(part))) = (parts.next(), parts.next()) {
            let part = usize::try_from(part).unwrap_or(usize::MAX);
            self.shift.kept(ticket, part, now);
        } else if let Ok(leader) = serde_json::from_slice::<Leader>(&message.payload) {
            if let Some(problem) = leader.refuses(&self.hello.version, &self.hello.signature) {
                return Err(WorkerError::Refused(problem));
            }
            self.shift.heard(&leader.run, now);
            for job in leader.jobs {
                let ticket = self.shift.take(&leader.run, job.job, now);
                let ordered = Ordered { ticket, run: leader.run.clone(), job };
                if stopping || self.order.try_send(ordered).is_err() {
                    self.shift.drop_job(ticket);
                }
            }
        }
        if let Ok(server) = serde_json::from_slice::<Refusal>(&message.payload)
            && let Some(problem) = server.refuses(&self.hello.version, &self.hello.signature)
        {
            return Err(WorkerError::Refused(problem));
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
        let hello = Hello { holds: self.shift.holds(), ..self.hello.clone() };
        let body = serde_json::to_vec(&hello).expect("a hello serialises");
        // An error is ignored, because the next hello follows soon.
        let _ = self.nats.client.publish_with_reply(HELLO, format!("{}.hello", self.inbox), body.into()).await;
        let Hello { worker, name, version, signature, .. } = self.hello.clone();
        let live = LiveHello { worker, name, version, signature, slots: self.live.slots };
        let body = serde_json::to_vec(&live).expect("a hello serialises");
        let _ = self.nats.client.publish_with_reply(LIVE_HELLO, format!("{}.live", self.inbox), body.into()).await;
    }

    async fn send(&self, due: Due) {
        let Due { ticket, part, run, message } = due;
        let reply = format!("{}.{ticket}.{part}", self.inbox);
        // An error is ignored, because the message is sent again.
        let _ = self.nats.client.publish_with_reply(result_subject(&run), reply, message.into()).await;
    }
}
