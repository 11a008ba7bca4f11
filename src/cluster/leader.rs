//! The leader of a run: gives its matches to workers and collects the results. All message handlers share one state, so
//! they are in one file.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use async_nats::{Message, Subject, Subscriber};
use futures::StreamExt;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::ledger::{Answer, Delivery, Ledger, Needs};
use super::message::{
    HELLO, Hello, Job, LEADERS, Leader, MOST_REFUSED, Results, plan_subject, printable, program, result_subject,
};
use super::nats::{Connection, NatsError};
use super::parts::part_of;
use super::signature::signature;
use super::worker::Assignment;
use arena_games::{Diagnostic, diagnostic};
use arena_tournament::Pairing;
use arena_tournament::run::{Batch, RunHandle, Venue, no_thread};

/// Target duration of a job's matches in microseconds. It is long enough to outweigh the cost of a message, and short
/// enough to lose little work with a worker.
const JOB_MICROS: u64 = 60_000;
const MOST_IN_JOB: u64 = 128;
/// Number of jobs per worker thread to claim ahead: those that workers hold and one that waits for them.
const JOBS_A_THREAD: u64 = super::message::JOBS_A_THREAD as u64 + 1;
/// Maximum number of outstanding matches.
const MOST_OUT: u64 = 16_384;
/// Maximum number of jobs in one message.
const JOBS_A_MESSAGE: usize = 32;
/// Time without a suitable worker before the leader reports it.
const PATIENCE: Duration = Duration::from_secs(3);
/// Interval for checking workers.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Interval for checking whether the run is over or stopped.
const GLANCE_EVERY: Duration = Duration::from_millis(50);
/// Time to wait for arriving results after a run was stopped.
const LAST_RESULTS: Duration = Duration::from_secs(2);
/// Timeout for sending the final messages.
const FAREWELL: Duration = Duration::from_secs(2);

/// Plays the matches of a run on workers that are connected over NATS.
pub struct Nats {
    runtime: Runtime,
    nats: Connection,
}

impl Nats {
    /// Connects to the NATS server at `url`.
    ///
    /// # Errors
    /// [`NatsError`] if the server cannot be reached.
    pub fn connect(url: &str) -> Result<Self, NatsError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime
            .map_err(|error| NatsError::Unreachable { url: "of the run".to_owned(), problem: error.to_string() })?;
        let nats = runtime.block_on(Connection::open(url, "arena leader"))?;
        Ok(Self { runtime, nats })
    }
}

impl Venue for Nats {
    fn play(&self, handle: &RunHandle<'_>) -> Result<(), Diagnostic> {
        let (ask, asked) = sync_channel(1);
        let (claim, claims) = mpsc::channel(1);
        std::thread::scope(|scope| {
            // A claim may block until results arrive, which must be processed in the meantime. So claims have a thread
            // of their own.
            let claiming = move || {
                while let Ok(most) = asked.recv() {
                    let claimed = handle.claim(most);
                    let last = claimed.is_empty();
                    if claim.blocking_send(claimed).is_err() || last {
                        return;
                    }
                }
            };
            Builder::new()
                .name("claims".to_owned())
                .spawn_scoped(scope, claiming)
                .map_err(|error| no_thread(&error))?;
            let result = self.runtime.block_on(Leading::new(&self.nats, handle, ask).lead(claims));
            handle.close();
            result
        })
    }
}

/// Match numbers of results that are now in the journal, and the subject for the acknowledgement.
type StoredBatch = (Vec<u64>, Option<Subject>);

struct Leading<'a> {
    nats: &'a Connection,
    handle: &'a RunHandle<'a>,
    me: Leader,
    /// The plan in the form that workers receive.
    plan: Vec<u8>,
    ledger: Ledger,
    began: Instant,
    /// Subject for messages to each worker.
    inboxes: HashMap<String, Subject>,
    refused: HashSet<String>,
    /// Requests a number of further matches from the claiming thread.
    ask: SyncSender<u64>,
    asking: bool,
    /// True if there are no more matches to claim.
    exhausted: bool,
    /// Average duration of a match in microseconds; 0 before the first result.
    pace: u64,
    /// Start of the current period without a suitable worker. `reported` contains the needs that were printed in it.
    alone: Option<Instant>,
    reported: HashSet<Needs>,
}

impl<'a> Leading<'a> {
    fn new(nats: &'a Connection, handle: &'a RunHandle<'a>, ask: SyncSender<u64>) -> Self {
        let assignment = Assignment::of(handle.plan(), handle.options().notes);
        let me = Leader {
            run: assignment.run(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: signature().to_owned(),
            over: false,
            jobs: Vec::new(),
        };
        // Random, so that no other leader uses the same numbers.
        let first_job = Uuid::new_v4().as_u64_pair().0;
        Self {
            nats,
            handle,
            me,
            plan: assignment.written(),
            ledger: Ledger::new(first_job),
            began: Instant::now(),
            inboxes: HashMap::new(),
            refused: HashSet::new(),
            ask,
            asking: false,
            exhausted: false,
            pace: 0,
            alone: None,
            reported: HashSet::new(),
        }
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, Diagnostic> {
        self.nats.client.subscribe(subject).await.map_err(|error| {
            let sentence = error.to_string();
            diagnostic!("tournament_venue", "{sentence}", sentence)
        })
    }

    async fn lead(mut self, mut claims: mpsc::Receiver<Vec<Pairing>>) -> Result<(), Diagnostic> {
        let mut hellos = self.subscribe(HELLO.to_owned()).await?;
        let mut plans = self.subscribe(plan_subject(&self.me.run)).await?;
        let mut results = self.subscribe(result_subject(&self.me.run)).await?;
        // Each entry stands for an outstanding match, so the channel never fills up.
        let (keep, mut acknowledged) = mpsc::channel::<StoredBatch>(2 * MOST_OUT as usize);
        self.announce().await;
        let (mut glance, mut look) = (tokio::time::interval(GLANCE_EVERY), tokio::time::interval(LOOK_EVERY));
        let mut stop_at = None;
        while !(self.exhausted && self.ledger.out() == 0) {
            let stopped = self.handle.control().is_stopped();
            if stopped && stop_at.is_none() {
                self.handle.close();
                stop_at = Some(Instant::now() + LAST_RESULTS);
            }
            let ends = match stop_at {
                Some(at) => Instant::now() >= at,
                None => self.handle.is_over(),
            };
            if ends {
                break;
            }
            self.ask_for_more();
            tokio::select! {
                Some(message) = results.next() => self.take(message, &keep).await,
                Some((indexes, reply)) = acknowledged.recv() => {
                    self.ledger.kept(&indexes);
                    self.answer(reply, b"kept".to_vec()).await;
                }
                Some(claimed) = claims.recv() => self.add(claimed),
                Some(message) = hellos.next() => self.greet(message).await,
                Some(message) = plans.next() => {
                    let part = self.part(&message.payload);
                    self.answer(message.reply, part).await;
                }
                _ = look.tick() => self.look(),
                _ = glance.tick() => {}
            }
            if stop_at.is_none() {
                self.grant().await;
            }
        }
        self.me.over = true;
        self.announce().await;
        let _ = tokio::time::timeout(FAREWELL, self.nats.client.flush()).await;
        Ok(())
    }

    /// Announces that this leader has started or that its run is over.
    async fn announce(&self) {
        let body = serde_json::to_vec(&self.me).expect("a leader serialises");
        // A worker that misses this announcement learns it from the answer to its next hello.
        let _ = self.nats.client.publish(LEADERS, body.into()).await;
    }

    async fn answer(&self, reply: Option<Subject>, text: Vec<u8>) {
        if let Some(reply) = reply {
            // A worker that misses the answer asks again.
            let _ = self.nats.client.publish(reply, text.into()).await;
        }
    }

    /// Returns the requested part of the plan, or of the module whose digest follows the offset.
    fn part(&self, asked: &[u8]) -> Vec<u8> {
        let asked = std::str::from_utf8(asked).unwrap_or_default();
        let (from, digest) = asked.split_once(' ').map_or((asked, None), |(from, digest)| (from, Some(digest)));
        let document = digest.map_or(&*self.plan, |digest| {
            let modules = self.handle.plan().entrants.iter().filter_map(|entrant| entrant.spec.module.as_ref());
            let mut modules = modules.map(|module| &module.module.0);
            modules.find(|module| module.digest() == digest).map_or(&[][..], |module| module.content())
        });
        part_of(document, from.parse().unwrap_or(0))
    }

    fn job_size(&self) -> u64 {
        JOB_MICROS.checked_div(self.pace).unwrap_or(1).clamp(1, MOST_IN_JOB)
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn ask_for_more(&mut self) {
        let wanted = (self.ledger.threads().max(1) as u64 * JOBS_A_THREAD * self.job_size()).min(MOST_OUT);
        let may = !self.asking && !self.exhausted && !self.handle.control().is_paused();
        if may && self.ledger.out() < wanted {
            // The receiver is gone only when the run is over.
            self.asking = self.ask.try_send(self.job_size()).is_ok();
        }
    }

    fn add(&mut self, claimed: Vec<Pairing>) {
        self.asking = false;
        self.exhausted |= claimed.is_empty();
        let entrants = &self.handle.plan().entrants;
        let needs = |pairing: &Pairing| {
            let seats = [pairing.seats.first, pairing.seats.second];
            let engines = seats.into_iter().filter_map(|entrant| program(&entrants[entrant].spec));
            let mut needs: Needs = engines.map(str::to_owned).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        };
        self.ledger.add(claimed.into_iter().map(|pairing| (pairing, needs(&pairing))));
    }

    /// Sends jobs to workers that have room for them. A job whose message is lost is missing from the worker's next
    /// hellos and is given out again.
    async fn grant(&mut self) {
        let mut by_worker: HashMap<String, Vec<Job>> = HashMap::new();
        for (worker, job) in self.ledger.grant(usize::try_from(self.job_size()).unwrap_or(1), self.now()) {
            by_worker.entry(worker).or_default().push(job);
        }
        for (worker, jobs) in by_worker {
            let Some(inbox) = self.inboxes.get(&worker).cloned() else { continue };
            for jobs in jobs.chunks(JOBS_A_MESSAGE) {
                let orders = Leader { jobs: jobs.to_vec(), ..self.me.clone() };
                let body = serde_json::to_vec(&orders).expect("a leader serialises");
                self.answer(Some(inbox.clone()), body).await;
            }
        }
    }

    /// Handles a message with results. They are acknowledged when they are in the journal.
    async fn take(&mut self, message: Message, keep: &mpsc::Sender<StoredBatch>) {
        let Some(Results { micros, played, failed }) = Results::read(&message.payload) else { return };
        if let Some((index, problem)) = failed {
            let _ = self.handle.fail(index, problem);
            return;
        }
        if let Some(each) = micros.checked_div(played.len() as u64) {
            self.pace = if self.pace == 0 { each } else { (4 * self.pace + each) / 5 }.max(1);
        }
        let Delivery { fresh, answer } = self.ledger.arrive(played);
        if answer == Answer::Now {
            return self.answer(message.reply, b"kept".to_vec()).await;
        }
        if fresh.is_empty() {
            return;
        }
        let indexes: Vec<u64> = fresh.iter().map(|(pairing, _)| pairing.index).collect();
        let mut batch = Batch::default();
        for (pairing, played) in fresh {
            batch.add(self.handle.plan(), self.handle.options(), pairing, played);
        }
        let (keep, reply) = (keep.clone(), message.reply.filter(|_| answer == Answer::WhenKept));
        let receipt = move || drop(keep.blocking_send((indexes, reply)));
        // `bring` fails only if the run has failed, which the next check detects.
        let _ = self.handle.bring(batch, Some(Box::new(receipt)));
    }

    async fn greet(&mut self, message: Message) {
        let Ok(hello) = serde_json::from_slice::<Hello>(&message.payload) else { return };
        let body = serde_json::to_vec(&self.me).expect("a leader serialises");
        self.answer(message.reply.clone(), body).await;
        if self.me.refuses(&hello.version, &hello.signature).is_some() {
            if self.refused.len() < MOST_REFUSED && self.refused.insert(hello.worker) {
                say!(
                    "The worker {} is another build (version {}, signature {}) than this one (version {}, signature \
                     {}) and is rejected.",
                    printable(&hello.name),
                    printable(&hello.version),
                    printable(&hello.signature),
                    self.me.version,
                    self.me.signature
                );
            }
            return;
        }
        self.ledger.hello(&hello, self.now());
        if let Some(inbox) = message.reply {
            self.inboxes.insert(hello.worker, inbox);
        }
        self.count();
    }

    /// Reports the number of worker threads as the concurrency of the run.
    fn count(&self) {
        self.handle.control().set_concurrency(self.ledger.threads());
    }

    fn look(&mut self) {
        let now = self.now();
        if self.nats.came_back() {
            self.ledger.reconnected(now);
        }
        // Without a connection, silence says nothing about the workers.
        if self.nats.is_connected()
            && let Some(index) = self.ledger.expire(now)
        {
            let problem = "several workers took the match, and none returned a result".to_owned();
            let _ = self.handle.fail(index, problem);
        }
        self.inboxes.retain(|worker, _| self.ledger.knows(worker));
        self.count();
        self.tell_who_is_missing();
    }

    /// Reports once that there are no workers, or that none has a required engine.
    fn tell_who_is_missing(&mut self) {
        let missing: Vec<Needs> = self.ledger.unserved().into_iter().cloned().collect();
        self.reported.retain(|needs| missing.contains(needs));
        if missing.is_empty() {
            self.alone = None;
            return;
        }
        if self.alone.get_or_insert_with(Instant::now).elapsed() < PATIENCE {
            return;
        }
        for needs in missing {
            let engines = needs.join(",");
            let has = if engines.is_empty() { String::new() } else { format!(" has {engines}, and") };
            let flag = if engines.is_empty() { String::new() } else { format!(" --engines {engines}") };
            if self.reported.insert(needs) {
                let url = &self.nats.url;
                say!("No worker{has} is connected: waiting for `arena worker --nats {url}{flag}`.");
            }
        }
    }
}
