//! The leader of a run: gives its matches away over NATS and takes the results in. What it knows is one state, which each
//! message changes, so all of that stands in one file.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use async_nats::{HeaderMap, Message, Subject, Subscriber};
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::ledger::{Answer, Arrival, Ledger};
use super::message::{
    HELLO, Hello, Job, LEADERS, Leader, Results, engines_of, job_subject, needs_of, plan_subject, result_subject,
};
use super::nats::{Queue, QueueError};
use super::signature::signature;
use super::worker::Assignment;
use crate::tournament::Pairing;
use crate::tournament::run::{ArenaFailure, Batch, Desk, RunError, Venue};

/// The matches of a job take about so long, in microseconds: long enough that a message costs little beside them, short enough
/// that little is lost with a worker.
const JOB_MICROS: u64 = 60_000;
/// No job has more matches.
const MOST_IN_JOB: u64 = 128;
/// So many jobs for each thread of the workers are out at a time: one that is played and some that wait.
const JOBS_A_THREAD: u64 = 4;
/// No more matches are out at a time.
const MOST_OUT: u64 = 16_384;
/// A worker that has not been heard for so long is gone.
const WORKER_GONE: Duration = Duration::from_secs(10);
/// So many workers are known at most.
const MOST_WORKERS: usize = 10_000;
/// So long a leader waits before it says that nobody plays.
const PATIENCE: Duration = Duration::from_secs(3);
/// So often the leader looks round.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// So often it sees whether the run is over or stopped.
const GLANCE_EVERY: Duration = Duration::from_millis(50);
/// When a run is stopped, results that are just coming are awaited for so long.
const LAST_RESULTS: Duration = Duration::from_secs(2);
/// So much of a plan is sent at once, in bytes.
const PLAN_PART: usize = 512 * 1_024;
/// How long the end may take to be said.
const FAREWELL: Duration = Duration::from_secs(2);

/// Plays the matches of a run on workers, which get them over NATS.
pub struct Nats {
    runtime: Runtime,
    queue: Queue,
}

impl Nats {
    /// Connects to the server at this URL.
    ///
    /// # Errors
    /// [`QueueError`] when it is not there or keeps no jobs.
    pub fn connect(url: &str) -> Result<Self, QueueError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime
            .map_err(|error| QueueError::Unreachable { url: "of the run".to_owned(), problem: error.to_string() })?;
        let queue = runtime.block_on(Queue::connect(url, "arena leader"))?;
        Ok(Self { runtime, queue })
    }
}

impl Venue for Nats {
    fn play(&self, desk: &Desk<'_>) -> Result<(), RunError> {
        let (ask, asked) = sync_channel(1);
        let (claim, claims) = mpsc::channel(1);
        std::thread::scope(|scope| {
            // A claim may wait for results, which have to be taken in meanwhile.
            let claiming = move || {
                while let Ok(most) = asked.recv() {
                    let claimed = desk.claim(most);
                    let last = claimed.is_empty();
                    if claim.blocking_send(claimed).is_err() || last {
                        return;
                    }
                }
            };
            Builder::new().name("claims".to_owned()).spawn_scoped(scope, claiming)?;
            let result = self.runtime.block_on(Leading::new(&self.queue, desk, ask).lead(claims));
            desk.close();
            result
        })
    }
}

/// A worker that has said who it is.
struct Known {
    hello: Hello,
    heard: Instant,
}

/// A result on its way to the journal: its match's number, and where its worker waits for an answer.
type Kept = (Vec<u64>, Option<Subject>);

struct Leading<'a> {
    queue: &'a Queue,
    desk: &'a Desk<'a>,
    me: Leader,
    /// The plan, as workers get it.
    plan: Vec<u8>,
    /// Sets the ids of this leader's jobs apart from those of an earlier one of the same run.
    nonce: String,
    ledger: Ledger,
    workers: HashMap<String, Known>,
    refused: HashSet<String>,
    /// How many matches are asked for.
    ask: SyncSender<u64>,
    asking: bool,
    /// Whether there are no more matches to give away.
    exhausted: bool,
    publishing: FuturesUnordered<BoxFuture<'static, ()>>,
    /// How long a match takes, in microseconds; 0 before the first.
    pace: u64,
    /// Since when nobody is there to play, and what has been said of it.
    alone: Option<Instant>,
    told: HashSet<String>,
}

impl<'a> Leading<'a> {
    fn new(queue: &'a Queue, desk: &'a Desk<'a>, ask: SyncSender<u64>) -> Self {
        let assignment = Assignment::of(desk.plan(), desk.options().notes);
        let me = Leader {
            run: assignment.run(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: signature().to_owned(),
            over: false,
        };
        Self {
            queue,
            desk,
            me,
            plan: assignment.written(),
            nonce: Uuid::new_v4().simple().to_string(),
            ledger: Ledger::default(),
            workers: HashMap::new(),
            refused: HashSet::new(),
            ask,
            asking: false,
            exhausted: false,
            publishing: FuturesUnordered::new(),
            pace: 0,
            alone: None,
            told: HashSet::new(),
        }
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, RunError> {
        self.queue.client.subscribe(subject).await.map_err(|error| RunError::Venue(error.to_string()))
    }

    async fn lead(mut self, mut claims: mpsc::Receiver<Vec<Pairing>>) -> Result<(), RunError> {
        self.purge().await;
        let mut hellos = self.subscribe(HELLO.to_owned()).await?;
        let mut plans = self.subscribe(plan_subject(&self.me.run)).await?;
        let mut results = self.subscribe(result_subject(&self.me.run)).await?;
        // Each entry stands for a match that is out, so that there is always room.
        let (keep, mut kept) = mpsc::channel::<Kept>(2 * MOST_OUT as usize);
        self.announce().await;
        let (mut glance, mut look) = (tokio::time::interval(GLANCE_EVERY), tokio::time::interval(LOOK_EVERY));
        let mut stop_at = None;
        while !(self.exhausted && self.ledger.out() == 0) {
            let stopped = self.desk.control().is_stopped();
            if stopped && stop_at.is_none() {
                self.desk.close();
                self.purge().await;
                stop_at = Some(Instant::now() + LAST_RESULTS);
            }
            let ends = match stop_at {
                Some(at) => Instant::now() >= at,
                None => self.desk.is_over(),
            };
            if ends {
                break;
            }
            self.ask_for_more();
            tokio::select! {
                Some(message) = results.next() => self.take(message, &keep).await,
                Some((indexes, reply)) = kept.recv() => {
                    self.ledger.kept(&indexes);
                    self.answer(reply, b"kept".to_vec()).await;
                }
                Some(claimed) = claims.recv() => self.give(claimed),
                Some(message) = hellos.next() => self.greet(message).await,
                Some(message) = plans.next() => {
                    let part = part_of(&self.plan, &message.payload);
                    self.answer(message.reply, part).await;
                }
                Some(()) = self.publishing.next() => {}
                _ = look.tick() => self.look().await,
                _ = glance.tick() => {}
            }
        }
        self.purge().await;
        self.me.over = true;
        self.announce().await;
        let _ = tokio::time::timeout(FAREWELL, self.queue.client.flush()).await;
        Ok(())
    }

    /// Says that this leader has come, or that it is over.
    async fn announce(&self) {
        let said = serde_json::to_vec(&self.me).expect("a leader is plain data");
        // Who does not hear it is asked by the worker's next hello.
        let _ = self.queue.client.publish(LEADERS, said.into()).await;
    }

    async fn answer(&self, reply: Option<Subject>, text: Vec<u8>) {
        if let Some(reply) = reply {
            // Whoever gets no answer asks again.
            let _ = self.queue.client.publish(reply, text.into()).await;
        }
    }

    fn jobs(&self, needs: &str) -> String {
        job_subject(&self.me.signature, needs, &self.me.run)
    }

    /// Takes the jobs of this run out of the queue that no worker has taken. What cannot be taken out is played in vain.
    async fn purge(&self) {
        let Ok(stream) = self.queue.stream().await else { return };
        let _ = stream.purge().filter(self.jobs("*")).await;
    }

    /// How many matches make a job.
    fn job_size(&self) -> u64 {
        JOB_MICROS.checked_div(self.pace).unwrap_or(1).clamp(1, MOST_IN_JOB)
    }

    fn threads(&self) -> u64 {
        self.workers.values().map(|known| known.hello.threads as u64).sum()
    }

    fn ask_for_more(&mut self) {
        let wanted = (self.threads().max(1) * JOBS_A_THREAD * self.job_size()).min(MOST_OUT);
        let may = !self.asking && !self.exhausted && !self.desk.control().is_paused();
        if may && self.ledger.out() < wanted {
            // Nobody listens any more only when the run is over.
            self.asking = self.ask.try_send(self.job_size()).is_ok();
        }
    }

    fn give(&mut self, claimed: Vec<Pairing>) {
        self.asking = false;
        self.exhausted |= claimed.is_empty();
        let entrants = &self.desk.plan().entrants;
        let needs = |pairing: &Pairing| {
            let seats = [pairing.seats.first, pairing.seats.second];
            needs_of(seats.into_iter().filter_map(|entrant| program(&entrants[entrant].spec)))
        };
        let pairings = claimed.into_iter().map(|pairing| (pairing, needs(&pairing))).collect();
        let jobs = self.ledger.give(pairings);
        self.publish(jobs);
    }

    fn publish(&self, jobs: Vec<(String, Job)>) {
        for (needs, job) in jobs {
            let id = format!("{}-{}", self.nonce, job.job);
            self.publishing.push(publish(self.queue.clone(), self.jobs(&needs), id, job.written()).boxed());
        }
    }

    /// Takes results in. They are answered when they stand in the journal.
    async fn take(&mut self, message: Message, keep: &mpsc::Sender<Kept>) {
        let Some(Results { micros, played, failed }) = Results::read(&message.payload) else { return };
        if let Some((index, problem)) = failed {
            let _ = self.desk.fail(ArenaFailure { index, problem });
            return;
        }
        if let Some(each) = micros.checked_div(played.len() as u64) {
            self.pace = if self.pace == 0 { each } else { (4 * self.pace + each) / 5 }.max(1);
        }
        let Arrival { fresh, answer } = self.ledger.arrive(played);
        if answer == Answer::Now {
            return self.answer(message.reply, b"kept".to_vec()).await;
        }
        if fresh.is_empty() {
            return;
        }
        let indexes: Vec<u64> = fresh.iter().map(|(pairing, _)| pairing.index).collect();
        let mut batch = Batch::default();
        for (pairing, played) in fresh {
            batch.add(self.desk.plan(), self.desk.options(), pairing, played);
        }
        let (keep, reply) = (keep.clone(), message.reply.filter(|_| answer == Answer::WhenKept));
        let receipt = move || drop(keep.blocking_send((indexes, reply)));
        // The run has given up where nobody takes it; that is seen at the next glance.
        let _ = self.desk.bring(batch, Some(Box::new(receipt)));
    }

    /// A worker says who it is.
    async fn greet(&mut self, message: Message) {
        let Ok(hello) = serde_json::from_slice::<Hello>(&message.payload) else { return };
        let said = serde_json::to_vec(&self.me).expect("a leader is plain data");
        self.answer(message.reply, said).await;
        if self.me.refuses(&hello.version, &hello.signature).is_some() {
            if self.refused.len() < MOST_WORKERS && self.refused.insert(hello.worker) {
                say!(
                    "The worker {} is another build (version {}, signature {}) than this one (version {}, signature \
                     {}): it is refused.",
                    printable(&hello.name),
                    printable(&hello.version),
                    printable(&hello.signature),
                    self.me.version,
                    self.me.signature
                );
            }
            return;
        }
        if self.workers.len() < MOST_WORKERS || self.workers.contains_key(&hello.worker) {
            self.workers.insert(hello.worker.clone(), Known { hello, heard: Instant::now() });
            self.count();
        }
    }

    /// What is shown as the number of matches at a time is that of the workers' threads.
    fn count(&self) {
        let threads = usize::try_from(self.threads()).unwrap_or(usize::MAX);
        self.desk.control().set_concurrency(threads);
    }

    async fn look(&mut self) {
        self.workers.retain(|_, known| known.heard.elapsed() < WORKER_GONE);
        self.count();
        self.tell_who_is_missing();
        if self.ledger.awaits() && self.publishing.is_empty() && self.queue.is_connected() {
            self.look_for_lost_jobs().await;
        }
    }

    /// Says once that nobody plays, or that nobody has an engine that is needed.
    fn tell_who_is_missing(&mut self) {
        let can = |needs: &str| {
            let engines = engines_of(needs);
            self.workers.values().any(|known| engines.iter().all(|engine| known.hello.engines.contains(engine)))
        };
        let missing: Vec<String> =
            self.ledger.needs().into_iter().filter(|needs| !can(needs)).map(str::to_owned).collect();
        self.told.retain(|needs| missing.contains(needs));
        if missing.is_empty() {
            self.alone = None;
            return;
        }
        if self.alone.get_or_insert_with(Instant::now).elapsed() < PATIENCE {
            return;
        }
        for needs in missing {
            let engines = engines_of(&needs).join(",");
            let has = if engines.is_empty() { String::new() } else { format!(" has {engines}, and") };
            let flag = if engines.is_empty() { String::new() } else { format!(" --engines {engines}") };
            if self.told.insert(needs) {
                let url = &self.queue.url;
                say!("No worker{has} is there: waiting for `arena worker --nats {url}{flag}`.");
            }
        }
    }

    /// Gives all matches without a result away again where the queue has none of them left: a server that lost its folder, or
    /// what it had not yet written, has lost them.
    async fn look_for_lost_jobs(&mut self) {
        let Ok(stream) = self.queue.stream().await else { return };
        let Ok(waiting) = stream.info_with_subjects(self.jobs("*")).await else { return };
        let Ok(waiting) = waiting.try_collect::<Vec<(String, usize)>>().await else { return };
        if self.ledger.has_lost(waiting.len()) {
            let jobs = self.ledger.again(usize::try_from(self.job_size()).unwrap_or(1));
            self.publish(jobs);
        }
    }
}

/// Puts a job into the queue, however long that takes.
async fn publish(queue: Queue, subject: String, id: String, job: Vec<u8>) {
    loop {
        let mut headers = HeaderMap::new();
        // Sent twice, it is there once.
        headers.insert("Nats-Msg-Id", id.as_str());
        if let Ok(stored) = queue.jetstream.publish_with_headers(subject.clone(), headers, job.clone().into()).await
            && stored.await.is_ok()
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        // The server may have lost its folder; where it is away, this is tried again.
        let _ = queue.stream().await;
    }
}

/// The part of a plan from the byte on that a worker asks for, behind eight bytes with the length of the whole.
fn part_of(plan: &[u8], asked: &[u8]) -> Vec<u8> {
    let from = std::str::from_utf8(asked).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let rest = plan.get(from..).unwrap_or_default();
    let mut part = (plan.len() as u64).to_le_bytes().to_vec();
    part.extend_from_slice(&rest[..rest.len().min(PLAN_PART)]);
    part
}

/// The program of a bot that is an external engine, by the name of its file: the name that workers know it by.
pub(super) fn program(spec: &crate::bots::BotSpec) -> Option<&str> {
    let command = spec.engine.as_ref()?.command.first()?;
    Path::new(command).file_name()?.to_str()
}

/// A stranger's text on one line of a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(80).collect()
}
