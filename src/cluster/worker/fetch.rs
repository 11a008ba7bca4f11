//! Fetches jobs from the queue when the worker has free slots, and the plans of their runs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::client::{RequestError, RequestErrorKind};
use async_nats::jetstream::{self, consumer::PullConsumer};
use futures::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::Assignment;
use crate::cluster::message::{Job, Results, plan_subject, result_subject, run_of};
use crate::cluster::nats::{Queue, QueueError};
use crate::cluster::signature::signature;
use crate::tournament::Pairing;

/// Duration of a fetch request if the worker serves only one need.
const PATIENCE: Duration = Duration::from_secs(2);
/// Duration of a fetch request if the worker serves several needs in turn.
const GLANCE: Duration = Duration::from_millis(100);
/// Time for which a plan is used before the worker checks that its leader still exists.
const KNOWN_FOR: Duration = Duration::from_secs(10);
/// Time without an answer after which the jobs of a leader are dropped. A leader that returns publishes them again.
const LEADER_AWAITED: Duration = Duration::from_secs(3);
/// Maximum number of cached plans.
const MOST_PLANS: usize = 4;
/// Maximum size of a plan in bytes.
const LARGEST_PLAN: u64 = 1 << 30;
/// Maximum number of deliveries of a job. After that it is reported as failed.
const MOST_DELIVERIES: i64 = 20;
const PAUSE: Duration = Duration::from_millis(250);

/// A job with everything that is needed to play it.
pub(super) struct Delivered {
    pub(super) assignment: Arc<Assignment>,
    pub(super) pairings: Vec<Pairing>,
    pub(super) message: jetstream::Message,
    pub(super) slot: OwnedSemaphorePermit,
}

/// Cached plan of a run, and the time of the last answer from its leader.
struct Known {
    assignment: Arc<Assignment>,
    size: usize,
    at: Instant,
}

enum NoPlan {
    /// The run has no leader.
    NoLeader,
    /// This build cannot play it.
    Unplayable(String),
}

pub(super) struct Fetcher {
    queue: Queue,
    /// Needs that this worker serves.
    needs: Vec<String>,
    /// Free slots for jobs.
    slots: Arc<Semaphore>,
    deliver: mpsc::Sender<Delivered>,
    consumers: HashMap<String, PullConsumer>,
    plans: HashMap<String, Known>,
}

impl Fetcher {
    pub(super) fn new(
        queue: Queue,
        needs: Vec<String>,
        slots: Arc<Semaphore>,
        deliver: mpsc::Sender<Delivered>,
    ) -> Self {
        Self { queue, needs, slots, deliver, consumers: HashMap::new(), plans: HashMap::new() }
    }

    /// Fetches jobs until the receiver is gone.
    pub(super) async fn fetch(mut self) {
        for turn in 0_usize.. {
            let Ok(slot) = Arc::clone(&self.slots).acquire_owned().await else { return };
            let mut slots = vec![slot];
            while let Ok(more) = Arc::clone(&self.slots).try_acquire_owned() {
                slots.push(more);
            }
            let needs = self.needs[turn % self.needs.len()].clone();
            let wait = if self.needs.len() == 1 { PATIENCE } else { GLANCE };
            match self.some(&needs, slots, wait).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(_) => {
                    // The server is unreachable or has lost its state.
                    self.consumers.remove(&needs);
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Fetches up to one job per slot. Returns false if the receiver is gone.
    async fn some(
        &mut self,
        needs: &str,
        mut slots: Vec<OwnedSemaphorePermit>,
        wait: Duration,
    ) -> Result<bool, async_nats::Error> {
        if !self.consumers.contains_key(needs) {
            let consumer: Result<_, QueueError> = self.queue.consumer(signature(), needs).await;
            self.consumers.insert(needs.to_owned(), consumer?);
        }
        let consumer = self.consumers[needs].clone();
        let asked = consumer.batch().max_messages(slots.len()).expires(wait).messages();
        let mut messages = tokio::time::timeout(2 * PATIENCE, asked).await??;
        while let Some(message) = tokio::time::timeout(wait + PATIENCE, messages.next()).await? {
            let Some(slot) = slots.pop() else { return Ok(true) };
            if !self.pass_on(message?, slot).await {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Passes on a job with its plan. Returns false if the receiver is gone.
    async fn pass_on(&mut self, message: jetstream::Message, slot: OwnedSemaphorePermit) -> bool {
        let run = run_of(&message.subject).to_owned();
        if message.info().is_ok_and(|info| info.delivered > MOST_DELIVERIES) {
            let problem = format!("{MOST_DELIVERIES} workers have taken it, and none of them came back");
            return self.refuse(&run, &message, problem).await;
        }
        let assignment = match self.plan_of(&run).await {
            Ok(assignment) => assignment,
            Err(NoPlan::NoLeader) => {
                let _ = message.ack().await;
                return true;
            }
            Err(NoPlan::Unplayable(problem)) => return self.refuse(&run, &message, problem).await,
        };
        let entrants = assignment.plan().map_or(0, |plan| plan.entrants.len());
        let Some(pairings) = Job::read(&message.payload).and_then(|job| job.pairings(entrants)) else {
            return self.refuse(&run, &message, "its job cannot be read".to_owned()).await;
        };
        self.deliver.send(Delivered { assignment, pairings, message, slot }).await.is_ok()
    }

    /// Reports to the leader that a job cannot be played.
    async fn refuse(&self, run: &str, message: &jetstream::Message, problem: String) -> bool {
        let index = Job::read(&message.payload).and_then(|job| job.first()).unwrap_or_default();
        let results = Results { failed: Some((index, problem)), ..Results::default() };
        for part in results.written() {
            // If the message is lost, the job is delivered again and so is this report.
            let _ = self.queue.client.publish(result_subject(run), part.into()).await;
        }
        true
    }

    /// Returns the plan of a run from the cache or from its leader. From time to time it checks that the leader still
    /// exists.
    async fn plan_of(&mut self, run: &str) -> Result<Arc<Assignment>, NoPlan> {
        self.plans.retain(|_, known| !known.assignment.is_over());
        let mut whole = Vec::new();
        if let Some(known) = self.plans.get(run) {
            if known.at.elapsed() < KNOWN_FOR {
                return Ok(Arc::clone(&known.assignment));
            }
            self.part(run, known.size).await?;
        } else {
            loop {
                let (size, part) = self.part(run, whole.len()).await?;
                whole.extend_from_slice(&part);
                if size > LARGEST_PLAN || (part.is_empty() && (whole.len() as u64) < size) {
                    return Err(NoPlan::Unplayable("its plan cannot be read".to_owned()));
                }
                if whole.len() as u64 >= size {
                    break;
                }
            }
        }
        if let Some(known) = self.plans.get_mut(run) {
            known.at = Instant::now();
            return Ok(Arc::clone(&known.assignment));
        }
        let assignment = Arc::new(Assignment::read(&whole).map_err(NoPlan::Unplayable)?);
        while self.plans.len() >= MOST_PLANS {
            let oldest = self.plans.iter().min_by_key(|(_, known)| known.at).map(|(run, _)| run.clone());
            self.plans.remove(&oldest.unwrap_or_default());
        }
        let known = Known { assignment: Arc::clone(&assignment), size: whole.len(), at: Instant::now() };
        self.plans.insert(run.to_owned(), known);
        Ok(assignment)
    }

    /// Requests a part of a plan, starting at a byte offset. Returns the total size and the part. Retries while the
    /// server is unreachable.
    async fn part(&self, run: &str, from: usize) -> Result<(u64, Vec<u8>), NoPlan> {
        let mut alone = None;
        loop {
            let asked = self.queue.client.request(plan_subject(run), from.to_string().into()).await;
            match asked.map_err(|error: RequestError| error.kind()) {
                Ok(message) => {
                    let (size, part) = message.payload.split_at_checked(8).unwrap_or_default();
                    let size = size.try_into().map_or(0, u64::from_le_bytes);
                    return Ok((size, part.to_vec()));
                }
                Err(RequestErrorKind::NoResponders) => {
                    let since: &mut Instant = alone.get_or_insert_with(Instant::now);
                    if since.elapsed() >= LEADER_AWAITED {
                        return Err(NoPlan::NoLeader);
                    }
                }
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
