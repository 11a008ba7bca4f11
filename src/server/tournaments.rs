//! Tournaments between bots. The operator starts them, and players do within limits. They are played on threads of
//! their own, resumed after a restart, and published while they run.

mod budget;
mod compose;
mod control;
mod outside;
pub(crate) mod players;
pub(super) mod report_cache;
mod reports;
mod shown;
mod turns;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use self::budget::Ledger;
use self::turns::Turns;
use super::bot_service::BotService;
use super::error::ApiError;
use super::live::Live;
use super::rendering::Rendering;
use super::time::unix_ms;
use super::topics::Topics;
use super::tournament_files::{Configured, Planned};
use super::tournament_results::{StoreSink, StoredResults};
use arena_bots::embedded::Files;
use arena_bots::{FileError, Source};
use arena_games::{Diagnostic, diagnostic};
use arena_play::match_id::time_ordered;

use arena_protocol::listing::{TournamentFileView, TournamentSummary};
use arena_store::{Charged, Store, Tournament, TournamentRow, TournamentState};
use arena_tournament::plan::Engines;
use arena_tournament::{Control, Plan, Progress, RunOptions, TournamentReport, run};
pub use outside::OutsideRun;
use report_cache::{REST, Reports};
use shown::message;

/// Minimum interval between two tables for the subscribers of a tournament.
const PUBLISH_EVERY: Duration = Duration::from_millis(250);

/// Largest field for which the live table has joint ratings and pairs. Their cost grows with the square of the field.
const LIVE_JOINT: usize = 40;

/// The configured tournaments that a new server plays: those that take seconds, the longest one last.
const SAMPLES: [&str; 4] = ["tree-ladder", "bones-ladder", "tictactoe-ladder", "connect4-ladder"];

/// The niceness of a tournament's threads relative to the other threads of the server.
#[cfg(target_os = "linux")]
const LOWER: i32 = 15;

/// Maximum size of a tournament file in bytes.
pub const LARGEST_FILE: usize = 60_000;

/// The tournaments. Clones share them.
#[derive(Clone)]
pub struct Tournaments {
    inner: Arc<TournamentServices>,
}

struct TournamentServices {
    store: Store,
    bots: Arc<BotService>,
    topics: Arc<Topics>,
    configured: Configured,
    live: Live,
    running: Mutex<HashMap<Uuid, Running>>,
    reports: Reports,
    rendering: Arc<Rendering>,
    /// The leaders of tournaments that have ended, with the number of matches that they are based on.
    leaders: Mutex<HashMap<Uuid, (u64, Option<String>)>>,
    /// The processor time that players' tournaments have used within a day.
    ledger: Mutex<Ledger>,
    /// The players' tournaments that are played or wait for their turn.
    turns: Mutex<Turns>,
    tasks: TaskTracker,
}

struct Running {
    control: Arc<Control>,
    /// True if it was stopped, and not only because the server stops.
    by_operator: bool,
    report: Option<Arc<TournamentReport>>,
    plan: Arc<Plan>,
}

impl Tournaments {
    /// Creates the service without running tournaments.
    pub(super) fn new(
        store: Store,
        bots: Arc<BotService>,
        topics: Arc<Topics>,
        rendering: Arc<Rendering>,
        files: Files,
        live: Live,
    ) -> Self {
        let inner = TournamentServices {
            store,
            configured: Configured::new(files, Arc::clone(&bots)),
            bots,
            topics,
            live,
            running: Mutex::default(),
            reports: Reports::default(),
            rendering,
            leaders: Mutex::default(),
            ledger: Mutex::default(),
            turns: Mutex::default(),
            tasks: TaskTracker::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Lists the configured tournaments. A file with errors is logged and skipped.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub async fn available(&self) -> Result<Vec<TournamentFileView>, ApiError> {
        let tournaments = self.clone();
        let read = tokio::task::spawn_blocking(move || tournaments.inner.configured.all()).await;
        read.map_err(|error| ApiError::internal(format!("the tournaments' files: {error}")))
    }

    /// Returns the plan of a tournament that has begun, and the number of concurrent matches that its file asks for.
    ///
    /// # Errors
    /// If the stored file cannot be read or is no longer valid.
    async fn plan_of(
        &self,
        known: &Tournament,
        engines: Engines,
    ) -> Result<Result<(Plan, Option<usize>), FileError>, ApiError> {
        let named = self.inner.store.tournament_files(known.row.id).await?;
        let (tournaments, text) = (self.clone(), known.row.source_toml.clone());
        // Blocking, because engines are started to check that they exist.
        let planned = tokio::task::spawn_blocking(move || {
            let source = Source { file: "the stored file", text: &text };
            tournaments.inner.configured.planned_before(&source, &named, engines)
        });
        let planned = planned.await.map_err(|error| ApiError::internal(format!("a tournament's file: {error}")))?;
        Ok(planned.map(|(mut plan, concurrency)| {
            plan.identity = known.row.id;
            (plan, concurrency)
        }))
    }

    /// Starts the configured tournament with this name.
    ///
    /// # Errors
    /// If it does not exist or cannot be stored.
    pub async fn start_file(&self, name: &str) -> Result<TournamentSummary, ApiError> {
        let (path, text) = self.inner.configured.named(name)?;
        self.start(&path, text, Engines::Probed).await
    }

    /// Starts the sample tournaments that are not stored yet, each with one match at a time, unless another tournament is
    /// stored. A sample that cannot start is logged and skipped.
    pub(super) async fn start_samples(&self) {
        let stored = match self.inner.store.tournaments().await {
            Ok(stored) => stored,
            Err(error) => return tracing::warn!(%error, "the sample tournaments cannot start"),
        };
        let samples = SAMPLES.map(|name| (name, self.inner.configured.named(name)));
        let is = |sample: &Result<(String, String), ApiError>, source: &str| {
            sample.as_ref().is_ok_and(|(_, text)| text == source)
        };
        if stored.iter().any(|known| !samples.iter().any(|(_, sample)| is(sample, &known.row.source_toml))) {
            return;
        }
        for (name, sample) in samples {
            if stored.iter().any(|known| is(&sample, &known.row.source_toml)) {
                continue;
            }
            let started = match sample {
                Ok((path, text)) => self.start_with(&path, text, Engines::Probed, Some(1)).await,
                Err(error) => Err(error),
            };
            if let Err(error) = started {
                tracing::warn!(name, %error, "a sample tournament cannot start");
            }
        }
    }

    /// Starts the tournament that a client describes in `text`.
    ///
    /// # Errors
    /// If it is invalid, exceeds a ceiling of the server, or cannot be stored.
    pub async fn start_described(&self, text: String) -> Result<TournamentSummary, ApiError> {
        self.start("the tournament", text, Engines::Refused).await
    }

    async fn start(&self, path: &str, text: String, engines: Engines) -> Result<TournamentSummary, ApiError> {
        self.start_with(path, text, engines, None).await
    }

    /// Starts a tournament. A file from a client must not name engines and must respect the ceilings. `concurrency`
    /// replaces the number of concurrent matches of the file.
    async fn start_with(
        &self,
        path: &str,
        text: String,
        engines: Engines,
        concurrency: Option<usize>,
    ) -> Result<TournamentSummary, ApiError> {
        if text.len() > LARGEST_FILE {
            return Err(ApiError::largest_file(LARGEST_FILE));
        }
        // Blocking, because engines are started to check that they exist.
        let (tournaments, path, file) = (self.clone(), path.to_owned(), text.clone());
        let planned = tokio::task::spawn_blocking(move || {
            tournaments.inner.configured.planned(&Source { file: &path, text: &file }, engines)
        });
        let planned = planned.await;
        let planned = planned.map_err(|error| ApiError::internal(format!("a tournament's file: {error}")))?;
        let mut planned = planned?;
        planned.concurrency = concurrency.or(planned.concurrency);
        let checked = match engines {
            Engines::Refused => self.check_sizes(&planned.plan),
            _ => self.check_memory(&planned.plan),
        };
        checked.map_err(ApiError::invalid)?;
        self.begin(time_ordered(), text, planned, None).await
    }

    /// Stores and runs a planned tournament. `by` is the player who is charged for it, if any.
    async fn begin(
        &self,
        id: Uuid,
        text: String,
        planned: Planned,
        by: Option<Charged>,
    ) -> Result<TournamentSummary, ApiError> {
        let Planned { mut plan, concurrency, named } = planned;
        plan.identity = id;
        let row = TournamentRow {
            id,
            name: plan.config.name.clone(),
            game: plan.config.game,
            format: plan.config.format.name().word().to_owned(),
            source_toml: text,
            seed: plan.config.seed,
            total: plan.schedule.len(),
            created_ms: unix_ms(),
            plan_hash: Some(plan.hash.clone()),
            by,
        };
        self.inner.store.create_tournament(row, named).await?;
        self.run(id, plan, self.concurrency_of(concurrency, by), (false, by.is_some()))?;
        self.summary(id).await
    }

    /// Resumes the tournaments that were running when the server stopped, and those that an earlier start could not
    /// resume.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn resume(&self) -> Result<(), ApiError> {
        self.load_ledger().await?;
        let live: HashSet<Uuid> = self.inner.store.live_tournaments().await?.into_iter().collect();
        for known in self.inner.store.tournaments().await? {
            let is_blocked = matches!(known.state, TournamentState::Blocked(_));
            if !known.state.is_under_way() && !is_blocked {
                continue;
            }
            let id = known.row.id;
            if live.contains(&id) {
                continue;
            }
            let planned = self.plan_of(&known, Engines::Probed).await?.map_err(Diagnostic::from);
            let fits = |(plan, concurrency): (Plan, _)| {
                same(&known, &plan)?;
                self.check_memory(&plan).map_err(|problem| diagnostic!("tournament_plan", "{problem}", problem))?;
                Ok((plan, concurrency))
            };
            match planned.and_then(fits) {
                Ok((plan, concurrency)) => {
                    if is_blocked {
                        self.inner.store.set_tournament_state(id, TournamentState::Running).await?;
                    }
                    let concurrency = self.concurrency_of(concurrency, known.row.by);
                    let is_paused = known.state == TournamentState::Paused;
                    self.run(id, plan, concurrency, (is_paused, known.row.by.is_some()))?;
                }
                Err(failure) => {
                    tracing::error!(%id, reason = %failure, "cannot resume a tournament");
                    self.inner.store.set_tournament_state(id, TournamentState::Blocked(failure)).await?;
                }
            }
        }
        Ok(())
    }

    /// Starts the thread of a tournament. One that a player started takes turns with others.
    fn run(
        &self,
        id: Uuid,
        plan: Plan,
        concurrency: usize,
        (paused, is_players): (bool, bool),
    ) -> Result<(), ApiError> {
        let control = Arc::new(
            Control::within(self.inner.bots.memory.clone()).with_tablebases(self.inner.bots.tablebases.clone()),
        );
        control.spectators().admit();
        if paused {
            control.pause();
        }
        let plan = Arc::new(plan);
        let running =
            Running { control: Arc::clone(&control), by_operator: false, report: None, plan: Arc::clone(&plan) };
        self.running().insert(id, running);
        control.set_concurrency(concurrency);
        if is_players {
            self.turns().enter(id, &control, Instant::now());
            self.take_turns();
        }
        let (tournaments, runtime) = (self.clone(), Handle::current());
        let token = self.inner.tasks.token();
        let spawned = std::thread::Builder::new().name("tournament".to_owned()).spawn(move || {
            yield_to_players();
            tournaments.play(id, &plan, concurrency, &control, &runtime);
            drop(token);
        });
        spawned.map(drop).map_err(|error| {
            self.end_turns(id);
            self.running().remove(&id);
            ApiError::internal(format!("no thread for a tournament: {error}"))
        })
    }

    /// Plays a tournament to its end, on this thread and on worker threads.
    fn play(&self, id: Uuid, plan: &Plan, concurrency: usize, control: &Control, runtime: &Handle) {
        let store = &self.inner.store;
        let setting = RunOptions { concurrency, records: false, timings: true, notes: false, affinity: false };
        let earlier = StoredResults::new(store, runtime, id);
        let mut sink = StoreSink { store, runtime, plan, id, spectators: control.spectators() };
        let with_ratings = plan.entrants.len() <= LIVE_JOINT;
        let mut display = Display { tournaments: self.clone(), id, with_ratings, next: Instant::now() };
        // Noted here, because budget may be free again when the running matches have ended.
        let mut spent = false;
        let mut show = |progress: &Progress<'_>| {
            if !self.charge(id, progress.tally) {
                spent = true;
                control.stop();
            }
            if display.is_due(progress) {
                display.show(plan, progress);
            }
        };
        let ended = run(plan, setting, earlier, &mut sink, &mut show, control);
        self.close(id, plan, ended, spent, runtime);
    }

    /// Stores the end of a tournament. `spent` is true if it was stopped because it exceeded a budget.
    fn close(
        &self,
        id: Uuid,
        plan: &Plan,
        ended: Result<arena_tournament::RunOutcome, Diagnostic>,
        spent: bool,
        runtime: &Handle,
    ) {
        self.end_turns(id);
        let by_operator = self.running().get(&id).is_some_and(|running| running.by_operator);
        let spent = ended.as_ref().is_ok_and(|outcome| !self.charge(id, &outcome.tally)) || spent;
        let state = match &ended {
            Ok(outcome) if outcome.complete => TournamentState::Finished,
            Ok(_) if spent => TournamentState::Failed(budget_spent(self.ledger().end(id))),
            Ok(_) if by_operator => TournamentState::Stopped,
            // The server stops. The next start resumes the tournament.
            Ok(_) => {
                self.running().remove(&id);
                return;
            }
            Err(error) => TournamentState::Failed(error.clone()),
        };
        if let Some(failure) = state.failure() {
            tracing::error!(%id, reason = failure.message, "a tournament failed");
        }
        self.ledger().end(id);
        let stored = runtime.block_on(self.inner.store.set_tournament_state(id, state.clone()));
        if let Err(error) = stored {
            tracing::error!(%id, %error, "a tournament's end was not stored; it goes on at the next start");
        }
        match &ended {
            Ok(outcome) => {
                let report = Arc::new(TournamentReport::new(plan, &outcome.tally, true));
                self.publish(id, &state, outcome.tally.played(), outcome.total, &report);
                self.keep_report(id, outcome.tally.played(), report);
            }
            Err(_) => runtime.block_on(self.publish_as_stored(id)),
        }
        self.running().remove(&id);
    }

    /// Gives the place of a tournament that is over to another one.
    fn end_turns(&self, id: Uuid) {
        self.turns().leave(id);
        self.take_turns();
    }

    fn publish(&self, id: Uuid, state: &TournamentState, played: u64, total: u64, report: &TournamentReport) {
        if self.inner.topics.has_subscribers(id) {
            self.inner.topics.publish_tournament(id, &message(id, state, played, total, report));
        }
    }

    /// Sends the stored state of a tournament to its subscribers.
    async fn publish_as_stored(&self, id: Uuid) {
        if self.inner.topics.has_subscribers(id) {
            match self.message(id).await {
                Ok(message) => self.inner.topics.publish_tournament(id, &message),
                Err(error) => tracing::warn!(%id, %error, "a tournament's state was not published"),
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Running>> {
        self.inner.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leaders(&self) -> MutexGuard<'_, HashMap<Uuid, (u64, Option<String>)>> {
        self.inner.leaders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the table of a running tournament up to date, for its subscribers and for requests.
struct Display {
    tournaments: Tournaments,
    id: Uuid,
    /// True if the table contains the ratings of the whole field before the end.
    with_ratings: bool,
    /// Time of the next update.
    next: Instant,
}

impl Display {
    fn is_due(&self, progress: &Progress<'_>) -> bool {
        progress.finished == progress.total || Instant::now() >= self.next
    }

    fn show(&mut self, plan: &Plan, progress: &Progress<'_>) {
        let last = progress.finished == progress.total;
        let began = Instant::now();
        let with_ratings = last || self.with_ratings;
        let report = match with_ratings {
            true => TournamentReport::new(plan, progress.tally, true),
            false => TournamentReport::live(plan, progress.tally),
        };
        let report = Arc::new(report);
        let is_stopped = self.tournaments.running().get_mut(&self.id).is_some_and(|running| {
            running.report = Some(Arc::clone(&report));
            running.by_operator
        });
        let state = match (last, is_stopped, progress.paused) {
            (true, ..) => TournamentState::Finished,
            (false, true, _) => TournamentState::Stopped,
            (false, false, true) => TournamentState::Paused,
            (false, false, false) => TournamentState::Running,
        };
        self.tournaments.publish(self.id, &state, progress.tally.played(), progress.total, &report);
        let done = Instant::now();
        self.next = done + PUBLISH_EVERY.max((done - began) * REST);
    }
}

/// Lowers the priority of this thread and of the threads that it will start, so that tournaments never slow down people's
/// matches. Other systems than Linux would lower the priority of the whole process.
fn yield_to_players() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(LOWER) {
        tracing::debug!(%error, "the priority of a tournament's thread stays as it is");
    }
}

/// Returns the number of concurrent matches if `requested` are requested. One processor is left for people's matches.
fn concurrency(requested: Option<usize>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    requested.unwrap_or(cores).min(cores.saturating_sub(1)).max(1)
}

/// Checks that a tournament's plan is unchanged since it began. Its bots may have been configured differently since.
fn same(known: &Tournament, plan: &Plan) -> Result<(), Diagnostic> {
    match &known.row.plan_hash {
        Some(hash) if *hash != plan.hash => Err(diagnostic!(
            "tournament_changed",
            "its file no longer means what it meant when it began, since a bot that it names has another configuration or book now; what it has played stays, and it goes on when the server starts with the old one"
        )),
        _ => Ok(()),
    }
}

/// Creates the failure of a tournament that has used `used_ms` of processor time.
fn budget_spent(used_ms: u64) -> Diagnostic {
    let used_s = used_ms / 1_000;
    diagnostic!(
        "tournament_budget",
        "today's processor time is used up after {used_s} s; finished matches are kept",
        used_ms
    )
}
