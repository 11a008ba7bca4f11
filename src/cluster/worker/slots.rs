//! The playing threads of a worker and their queue of jobs.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use tokio::sync::mpsc::Sender;

use super::{Assignment, Equipment};
use crate::message::{Results, program};
use crate::shift::Ticket;
use arena_bots::{Player, make_player};
use arena_games::GameError;
use arena_tournament::Pairing;
use arena_tournament::plan::Plan;
use arena_tournament::run::Control;
use arena_tournament::run::match_runner::MatchRunner;

pub(super) struct Work {
    pub(super) ticket: Ticket,
    pub(super) assignment: Arc<Assignment>,
    pub(super) pairings: Vec<Pairing>,
}

/// Queue of pending jobs.
struct SlotQueue {
    state: Mutex<SlotJobs>,
    moved: Condvar,
    threads: usize,
}

struct SlotJobs {
    /// `None` once the pool has been dropped.
    jobs: Option<VecDeque<Work>>,
    /// Number of threads that play.
    playing: usize,
    /// Number of searches for live servers, which come first.
    live: usize,
}

/// A running search for a live server. It is counted until it is dropped.
pub(super) struct LiveGuard(Arc<SlotQueue>);

impl Drop for LiveGuard {
    fn drop(&mut self) {
        self.0.lock().live -= 1;
        self.0.moved.notify_one();
    }
}

/// The playing threads. After this is dropped, each ends when it has finished its job.
pub(super) struct SlotPool(Arc<SlotQueue>);

impl SlotPool {
    /// Starts the threads. Each sends its results to `bring`.
    pub(super) fn open(equipment: &Equipment, bring: &Sender<(Ticket, Vec<Vec<u8>>)>) -> std::io::Result<Self> {
        let state = Mutex::new(SlotJobs { jobs: Some(VecDeque::new()), playing: 0, live: 0 });
        let waiting = Arc::new(SlotQueue { state, moved: Condvar::new(), threads: equipment.threads });
        let slots = Self(Arc::clone(&waiting));
        for number in 0..equipment.threads {
            let (waiting, bring, engines) = (Arc::clone(&waiting), bring.clone(), equipment.engines.clone());
            let play = move || play(&waiting, &bring, &engines);
            Builder::new().name(format!("match-{number}")).spawn(play)?;
        }
        Ok(slots)
    }

    pub(super) fn add(&self, work: Work) {
        if let Some(jobs) = self.0.lock().jobs.as_mut() {
            jobs.push_back(work);
        }
        self.0.moved.notify_one();
    }

    /// Counts a search for a live server. Meanwhile one thread fewer starts a new job.
    pub(super) fn live(&self) -> LiveGuard {
        self.0.lock().live += 1;
        LiveGuard(Arc::clone(&self.0))
    }

    /// Removes the jobs that no thread has started.
    pub(super) fn clear(&self) -> Vec<Ticket> {
        self.0.lock().jobs.iter_mut().flat_map(std::mem::take).map(|work| work.ticket).collect()
    }
}

impl Drop for SlotPool {
    fn drop(&mut self) {
        self.0.lock().jobs = None;
        self.0.moved.notify_all();
    }
}

impl SlotQueue {
    fn lock(&self) -> MutexGuard<'_, SlotJobs> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next job as soon as a processor is free; `None` once the pool has been dropped.
    fn take(&self) -> Option<Work> {
        let mut state = self.lock();
        loop {
            let free = state.playing + state.live < self.threads;
            let jobs = state.jobs.as_mut()?;
            if let Some(work) = if free { jobs.pop_front() } else { None } {
                state.playing += 1;
                return Some(work);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Records that a job is finished.
    fn finished(&self) {
        self.lock().playing -= 1;
        self.moved.notify_one();
    }
}

/// Runs the loop of a playing thread. The players are kept as long as consecutive jobs belong to the same run.
fn play(waiting: &SlotQueue, bring: &Sender<(Ticket, Vec<Vec<u8>>)>, engines: &BTreeMap<String, PathBuf>) {
    let control = Control::default();
    let mut next = waiting.take();
    while let Some(mut work) = next.take() {
        let assignment = Arc::clone(&work.assignment);
        let Some(plan) = assignment.plan() else { return };
        let players = |entrant: usize| player(plan, entrant, engines);
        let mut runner = MatchRunner::new(plan, &players, &control, assignment.notes());
        next = loop {
            let results = play_job(&mut runner, &work);
            waiting.finished();
            if bring.blocking_send((work.ticket, results.written())).is_err() {
                return;
            }
            match waiting.take() {
                Some(more) if Arc::ptr_eq(&more.assignment, &assignment) => work = more,
                other => break other,
            }
        };
    }
}

fn play_job(runner: &mut MatchRunner<'_>, work: &Work) -> Results {
    let began = Instant::now();
    let mut results = Results::default();
    for pairing in &work.pairings {
        if work.assignment.is_over() {
            break;
        }
        match runner.provide(pairing, || false).and_then(|_| runner.play(pairing)) {
            Ok(played) => results.played.push(played),
            Err(problem) => {
                results.failed = Some((pairing.index, problem));
                break;
            }
        }
    }
    results.micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    results
}

/// Creates the player of an entrant. An engine is started from its path on this machine.
fn player(plan: &Plan, entrant: usize, engines: &BTreeMap<String, PathBuf>) -> Result<Box<dyn Player>, GameError> {
    let mut spec = plan.entrants[entrant].spec.clone();
    if let Some(path) = program(&spec).map(|name| engines.get(name))
        && let Some(engine) = &mut spec.engine
    {
        let Some(path) = path else {
            let problem = format!("this worker has no engine {:?}", engine.command[0]);
            return Err(GameError::Options { game: plan.config.game.name(), problem: problem.into() });
        };
        engine.command[0] = path.to_string_lossy().into_owned();
    }
    make_player(&spec, &plan.config.options, None)
}
