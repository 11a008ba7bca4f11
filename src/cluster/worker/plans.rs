//! Prepares jobs for the playing threads: fetches the plan of their run, and the modules of its bots, from its leader.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::client::{RequestError, RequestErrorKind};
use tokio::sync::mpsc;

use super::assignment::{Assignment, AssignmentBody};
use super::modules::{self, ModuleCache};
use crate::message::{Job, plan_subject};
use crate::nats::Connection;
use crate::parts::collect;
use crate::shift::Ticket;
use arena_tournament::Pairing;

/// Time for which a plan is used before the worker checks that its leader still exists.
const KNOWN_FOR: Duration = Duration::from_secs(10);
/// Time without an answer after which the jobs of a leader are dropped. A leader that returns gives them out again.
const LEADER_AWAITED: Duration = Duration::from_secs(3);
/// Maximum number of cached plans.
const MOST_PLANS: usize = 4;
/// Maximum size of a plan in bytes.
const LARGEST_PLAN: u64 = 1 << 30;
const PAUSE: Duration = Duration::from_millis(250);

/// A job as it arrives.
pub(super) struct Ordered {
    pub(super) ticket: Ticket,
    pub(super) run: String,
    pub(super) job: Job,
}

/// Result of the preparation of a job.
pub(super) enum Prepared {
    /// It can be played.
    Ready { ticket: Ticket, assignment: Arc<Assignment>, pairings: Vec<Pairing> },
    /// The run has no leader.
    NoLeader(Ticket),
    /// This build cannot play the match with this index, for this reason.
    Unplayable(Ticket, u64, String),
}

/// Cached plan of a run, and the time of the last answer from its leader.
struct CachedPlan {
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

impl From<String> for NoPlan {
    fn from(problem: String) -> Self {
        Self::Unplayable(problem)
    }
}

pub(super) struct Plans {
    nats: Connection,
    modules: Arc<ModuleCache>,
    plans: HashMap<String, CachedPlan>,
}

impl Plans {
    pub(super) fn new(nats: Connection, modules: Arc<ModuleCache>) -> Self {
        Self { nats, modules, plans: HashMap::new() }
    }

    /// Prepares jobs until the other side of a channel is gone.
    pub(super) async fn prepare(mut self, mut ordered: mpsc::Receiver<Ordered>, ready: mpsc::Sender<Prepared>) {
        while let Some(Ordered { ticket, run, job }) = ordered.recv().await {
            let prepared = match self.plan_of(&run).await {
                Ok(assignment) => {
                    let entrants = assignment.plan().map_or(0, |plan| plan.entrants.len());
                    match job.pairings(entrants) {
                        Some(pairings) => Prepared::Ready { ticket, assignment, pairings },
                        None => {
                            let problem = "its job cannot be read".to_owned();
                            Prepared::Unplayable(ticket, job.first().unwrap_or_default(), problem)
                        }
                    }
                }
                Err(NoPlan::NoLeader) => Prepared::NoLeader(ticket),
                Err(NoPlan::Unplayable(problem)) => {
                    Prepared::Unplayable(ticket, job.first().unwrap_or_default(), problem)
                }
            };
            if ready.send(prepared).await.is_err() {
                return;
            }
        }
    }

    /// Returns the plan of a run from the cache or from its leader. From time to time it checks that the leader still
    /// exists.
    async fn plan_of(&mut self, run: &str) -> Result<Arc<Assignment>, NoPlan> {
        self.plans.retain(|_, known| !known.assignment.is_over());
        if let Some(known) = self.plans.get(run) {
            if known.at.elapsed() < KNOWN_FOR {
                return Ok(Arc::clone(&known.assignment));
            }
            self.part(run, known.size.to_string()).await?;
        }
        if let Some(known) = self.plans.get_mut(run) {
            known.at = Instant::now();
            return Ok(Arc::clone(&known.assignment));
        }
        let this = &*self;
        let bytes = collect(LARGEST_PLAN, |from| this.part(run, from.to_string())).await?;
        let bytes = bytes.ok_or_else(|| "its plan cannot be read".to_owned())?;
        let body = AssignmentBody::read(&bytes)?;
        let module = |digest: String| collect(modules::LARGEST, move |from| this.part(run, format!("{from} {digest}")));
        let modules = this.modules.of(body.bots(), module).await?;
        let assignment = Arc::new(body.assignment(&modules)?);
        while self.plans.len() >= MOST_PLANS {
            let oldest = self.plans.iter().min_by_key(|(_, known)| known.at).map(|(run, _)| run.clone());
            self.plans.remove(&oldest.unwrap_or_default());
        }
        let known = CachedPlan { assignment: Arc::clone(&assignment), size: bytes.len(), at: Instant::now() };
        self.plans.insert(run.to_owned(), known);
        Ok(assignment)
    }

    /// Requests a part of a plan or of a module, as [`plan_subject`] describes. Retries while the server is unreachable.
    async fn part(&self, run: &str, asked: String) -> Result<impl AsRef<[u8]>, NoPlan> {
        let mut alone = None;
        loop {
            let answer = self.nats.client.request(plan_subject(run), asked.clone().into()).await;
            match answer.map_err(|error: RequestError| error.kind()) {
                Ok(message) => return Ok(message.payload),
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
