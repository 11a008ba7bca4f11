//! WebAssembly modules that players hand in.
//!
//! A version is analysed like `arena check` does, then plays a few trial matches against bots of its game, and is a bot of
//! the server from then on. One task takes a version from its hand-in to its end, and begins again after a restart. The
//! analysis is a job of the search pool with the lowest priority, and the trial matches are matches like any others. Both
//! are charged to the owner.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::{Semaphore, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::bot_service::{BotService, HandedIn, Listing};
use super::error::ApiError;
use super::live::Live;
use super::principals::Requester;
use super::quota::{self, Holder, Permit, Quota, Scope};
use super::rate::Rate;
use super::time::unix_ms;
use crate::settings::Modules as Bounds;
use arena_bots::module::{self, CheckedModule, ModuleChecker};
use arena_bots::{Lease, PoolFull, Priority, Reach, Request};
use arena_games::{BySide, Diagnostic, GameId, Options, Side, diagnostic};
use arena_play::match_id::time_ordered;
use arena_play::{EndReason, GameResult, MatchSetup, ModuleState, Seat, Verdict};
use arena_protocol::INTEGER_LIMIT;
use arena_protocol::modules::{LONGEST_NAME, bot_name, is_name};
use arena_search::Turn;
use arena_store::Store;
use arena_store::moderation::AuditEntry;
use arena_store::modules::{ModuleChange, ModuleLimits, ModuleRow, NewModule};

/// Maximum size of a module in bytes.
pub(crate) const LARGEST: usize = 1 << 20;
/// The weakest bots of a game that a new version plays against, from both sides.
const OPPONENTS: usize = 2;
/// Delay before a job is submitted again to a full pool.
const AGAIN: Duration = Duration::from_secs(1);
/// Delay before a version is analysed and tested again after a failure of the server.
const RETRY: Duration = Duration::from_secs(30);
const HOUR: Duration = Duration::from_secs(3_600);

/// The modules that players handed in. Clones share them.
#[derive(Clone)]
pub(crate) struct Modules(Arc<ModuleServices>);

struct ModuleServices {
    store: Store,
    bots: Arc<BotService>,
    live: Live,
    /// `None` in a program that runs no modules.
    checker: Option<Arc<dyn ModuleChecker>>,
    /// The versions that play or are being tested, by their keys in the store.
    offered: Mutex<BTreeMap<i64, (ModuleRow, HandedIn)>>,
    /// Counts the versions that are being analysed or tested.
    waiting: Quota,
    rate: Rate<Uuid>,
    /// An analysis holds a compiled module of a stranger, so there is one at a time.
    analyses: Semaphore,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Modules {
    pub(super) fn new(
        store: Store,
        bots: Arc<BotService>,
        live: Live,
        checker: Option<Arc<dyn ModuleChecker>>,
        stop: CancellationToken,
    ) -> Self {
        let rate = Rate::new(bots.settings.get().modules.per_hour, HOUR);
        Self(Arc::new(ModuleServices {
            store,
            bots,
            live,
            checker,
            offered: Mutex::default(),
            waiting: Quota::default(),
            rate,
            analyses: Semaphore::new(1),
            tasks: TaskTracker::new(),
            stop,
        }))
    }

    /// Offers the accepted versions again after a restart. A version that this program cannot compile is logged and left
    /// out.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn restore(&self) -> Result<(), ApiError> {
        let Some(checker) = &self.0.checker else { return Ok(()) };
        for row in self.0.store.modules_in(&[ModuleState::Accepted]).await? {
            let (wasm, checker) = (self.0.store.module_file(row.key).await?, Arc::clone(checker));
            let compile = move || checker.compile(&wasm, module::ModuleLimits::default());
            let compiled = tokio::task::spawn_blocking(compile).await;
            match compiled.map_err(ApiError::internal)? {
                Ok(module) => drop(self.offered().insert(row.key, offer(row, module, Listing::Superseded))),
                Err(error) => {
                    tracing::error!(owner = row.owner, name = row.name, row.version, %error, "a module cannot be compiled");
                }
            }
        }
        self.relist();
        Ok(())
    }

    /// Continues with the versions that the last server was analysing or testing.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn resume(&self) -> Result<(), ApiError> {
        if self.0.checker.is_none() {
            return Ok(());
        }
        for row in self.0.store.modules_in(&[ModuleState::Waiting, ModuleState::Analysed]).await? {
            let permit = self.permit_again(&row);
            self.begin(row, permit);
        }
        Ok(())
    }

    /// Stores a version and begins to analyse it. Returns its row.
    ///
    /// # Errors
    /// If the name is invalid, a limit is reached, or the operator has refused the file.
    pub(crate) async fn hand_in(
        &self,
        requester: &Requester,
        game: GameId,
        name: String,
        wasm: Vec<u8>,
    ) -> Result<ModuleRow, ApiError> {
        let player = requester.person()?;
        let bounds = self.0.bots.settings.get().modules.clone();
        let has_memory = module_bytes() <= self.0.bots.memory.most();
        if bounds.per_player == 0 || self.0.checker.is_none() || !has_memory {
            return Err(ApiError::forbidden(diagnostic!(
                "operator_modules",
                "players cannot hand in modules on this server"
            )));
        }
        if !is_name(&name) {
            return Err(ApiError::bad_request(diagnostic!(
                "module_name",
                "the name of a module has at most {most} small letters, digits and hyphens and begins with a letter",
                most = LONGEST_NAME
            ))
            .of("name"));
        }
        let holder = Holder::new(player.id, Some(requester.caller.address));
        let permit = self.0.waiting.take(holder, 1, &waiting_bounds(&bounds)).map_err(refused)?;
        self.0.rate.take(&player.id, 1).map_err(ApiError::rate_limited)?;
        let digest = digest_of(&wasm);
        let new = NewModule { player: player.id, game: game.name().to_owned(), name, digest, at_ms: unix_ms(), wasm };
        let name = new.name.clone();
        let limits = ModuleLimits {
            modules: bounds.per_player,
            versions: bounds.versions_per_player,
            bytes: bounds.bytes_per_player,
            total_versions: bounds.versions,
            total_bytes: bounds.bytes,
        };
        self.0.store.hand_in_module(new, limits).await?;
        let row = self.0.store.module(player.id, game, &name).await?;
        let row = row.ok_or_else(|| ApiError::internal("a module was not stored"))?;
        if row.state == ModuleState::Waiting {
            self.begin(row.clone(), permit);
        }
        Ok(row)
    }

    /// Withdraws a module of a player from play.
    ///
    /// # Errors
    /// If there is none, or the store cannot be written.
    pub(crate) async fn withdraw(&self, player: Uuid, game: GameId, name: &str) -> Result<(), ApiError> {
        self.0.store.withdraw_module(player, game, name.to_owned()).await?;
        self.drop_offered(|row| row.player == player && row.game == game && row.name == name).await;
        Ok(())
    }

    /// Refuses a file for good.
    ///
    /// # Errors
    /// If nobody has handed it in, or the store cannot be written.
    pub(crate) async fn refuse(&self, digest: &str, reason: &str, entry: AuditEntry) -> Result<(), ApiError> {
        let failure = diagnostic!("module_refused", "the operator has refused it: {reason}", reason);
        self.0.store.refuse_module(digest.to_owned(), written(&failure), entry).await?;
        self.drop_offered(|row| row.digest == digest).await;
        Ok(())
    }

    /// Withdraws the modules of a deleted player, whom the store has forgotten already.
    pub(crate) async fn forget(&self, player: Uuid) {
        self.drop_offered(|row| row.player == player).await;
    }

    /// Enters the bot of a player's module into a tournament.
    ///
    /// # Errors
    /// If it is not the player's, or it may not enter.
    pub(crate) async fn enter(&self, requester: &Requester, tournament: &str, bot: &str) -> Result<(), ApiError> {
        self.check_owner(requester, bot)?;
        self.0.live.enter_module(tournament, &requester.player, bot).await
    }

    /// Withdraws the bot of a player's module from a tournament.
    ///
    /// # Errors
    /// If it is not the player's, or has not entered.
    pub(crate) async fn quit(&self, requester: &Requester, tournament: &str, bot: &str) -> Result<(), ApiError> {
        self.check_owner(requester, bot)?;
        self.0.live.quit_bot(tournament, bot).await
    }

    fn check_owner(&self, requester: &Requester, bot: &str) -> Result<(), ApiError> {
        let player = requester.person()?.id;
        let is_own = self.offered().values().any(|(row, it)| row.player == player && it.name == bot);
        let other =
            || ApiError::forbidden(diagnostic!("not_your_module", "this is not the bot of one of your modules"));
        is_own.then_some(()).ok_or_else(other)
    }

    /// Drops rate limiter state that is no longer needed.
    pub(super) fn tidy(&self) {
        self.0.rate.tidy();
    }

    /// Stops all tasks at shutdown. The next start begins the versions again that they were about.
    pub(super) async fn halt(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn offered(&self) -> MutexGuard<'_, BTreeMap<i64, (ModuleRow, HandedIn)>> {
        self.0.offered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops offering some versions, also in tournaments that go on.
    async fn drop_offered(&self, gone: impl Fn(&ModuleRow) -> bool) {
        let mut names = Vec::new();
        self.offered().retain(|_, (row, it)| {
            let stays = !gone(row);
            names.extend((!stays).then(|| it.name.clone()));
            stays
        });
        if !names.is_empty() {
            self.relist();
            self.0.live.withdraw_bots(&names).await;
        }
    }

    /// Tells the bots' service which versions are bots now. Only the newest version of a module is listed.
    fn relist(&self) {
        let mut offered = self.offered();
        let mut newest = BTreeMap::new();
        for (key, (row, _)) in offered.iter().filter(|(_, (_, it))| it.listing != Listing::Trial) {
            newest.insert((row.player, row.game, row.name.clone()), *key);
        }
        for (key, (_, it)) in offered.iter_mut().filter(|(_, (_, it))| it.listing != Listing::Trial) {
            it.listing = if newest.values().any(|it| it == key) { Listing::Newest } else { Listing::Superseded };
        }
        self.0.bots.set_modules(offered.values().map(|(_, it)| it.clone()).collect());
    }

    fn begin(&self, row: ModuleRow, permit: Permit) {
        let (modules, stop) = (self.clone(), self.0.stop.clone());
        self.0.tasks.spawn(stop.run_until_cancelled_owned(async move {
            let mut permit = Some(permit);
            while let Err(error) = modules.try_out(&row, &mut permit).await {
                if !modules.is_pending(&row).await {
                    break;
                }
                tracing::warn!(owner = row.owner, name = row.name, %error, "a module waits");
                permit.get_or_insert_with(|| modules.permit_again(&row));
                tokio::time::sleep(RETRY).await;
            }
        }));
    }

    /// False if a version was withdrawn or refused while it was being tested.
    async fn is_pending(&self, row: &ModuleRow) -> bool {
        let pending = [ModuleState::Waiting, ModuleState::Analysed];
        let known = self.0.store.modules_with(&row.digest).await;
        known.map_or(true, |known| known.iter().any(|it| it.key == row.key && pending.contains(&it.state)))
    }

    /// Counts a version again as being tested.
    fn permit_again(&self, row: &ModuleRow) -> Permit {
        self.0.waiting.restore(Holder { key: Some(row.player), origin: None }, 1)
    }

    /// Stores the end of the test. The owner, who sees it at once, may hand in the next version then.
    async fn end(&self, row: &ModuleRow, change: ModuleChange, permit: &mut Option<Permit>) -> Result<(), ApiError> {
        drop(permit.take());
        Ok(self.0.store.change_module(row.key, change).await?)
    }

    /// Analyses and tests a version.
    async fn try_out(&self, row: &ModuleRow, permit: &mut Option<Permit>) -> Result<(), ApiError> {
        let store = &self.0.store;
        let change = |state| ModuleChange { state, report: None, failure: None, trial: None };
        let refused =
            |failure: &Diagnostic| ModuleChange { failure: Some(written(failure)), ..change(ModuleState::Refused) };
        let wasm = store.module_file(row.key).await?;
        let CheckedModule { report, failure, module } = match self.analyse(row, wasm).await? {
            Ok(checked) => checked,
            Err(problem) => return self.end(row, refused(&problem), permit).await,
        };
        if failure.is_some() {
            let problem = diagnostic!("module_fails", "it fails in the analysis; the report says where");
            return self.end(row, ModuleChange { report: Some(report), ..refused(&problem) }, permit).await;
        }
        store.change_module(row.key, ModuleChange { report: Some(report), ..change(ModuleState::Analysed) }).await?;
        self.offered().insert(row.key, offer(row.clone(), module, Listing::Trial));
        self.relist();
        let passed = self.test(row).await;
        let end = match &passed {
            Ok(true) => change(ModuleState::Accepted),
            Ok(false) => refused(&diagnostic!("module_fails_trial", "its bot lost a trial match by a failure")),
            Err(_) => change(ModuleState::Analysed),
        };
        // Whoever sees that it is accepted may name it.
        if matches!(passed, Ok(true))
            && let Some((_, it)) = self.offered().get_mut(&row.key)
        {
            it.listing = Listing::Superseded;
        }
        self.relist();
        let stored = self.end(row, end, permit).await;
        // It may have been withdrawn or refused meanwhile.
        let is_accepted = store
            .modules_with(&row.digest)
            .await?
            .iter()
            .any(|it| it.key == row.key && it.state == ModuleState::Accepted);
        if !is_accepted {
            self.offered().remove(&row.key);
            self.relist();
        }
        passed?;
        stored
    }

    /// Runs the analysis on a search thread.
    async fn analyse(&self, row: &ModuleRow, wasm: Vec<u8>) -> Result<Result<CheckedModule, Diagnostic>, ApiError> {
        let Some(checker) = self.0.checker.clone() else { return Err(ApiError::internal("modules cannot be run")) };
        let _permit = self.0.analyses.acquire().await.map_err(ApiError::internal)?;
        let principal = self.0.bots.principals.charged(Some(row.player));
        let request = Request { principal, priority: Priority::Analysis, threads: 1, reach: Reach::Here };
        let (answer, answered) = oneshot::channel();
        let memory = loop {
            match self.0.bots.memory.lend_whole(module_bytes()) {
                Some(memory) => break memory,
                None => tokio::time::sleep(AGAIN).await,
            }
        };
        let game = row.game;
        let job = move |lease: &Lease| {
            let _of_module = memory;
            let mut proceed = || {
                if lease.may_be_over() {
                    lease.give_way(None);
                }
                !lease.stop_flag().load(Ordering::Relaxed)
            };
            // The task is gone when the server stops.
            drop(answer.send(checker.check(&wasm, game, &mut proceed)));
        };
        let mut job = job;
        let _search = loop {
            match self.0.bots.pool.submit(request, job) {
                Ok(search) => break search,
                Err(PoolFull { job: again }) => job = again,
            }
            tokio::time::sleep(AGAIN).await;
        };
        let crashed = |_| diagnostic!("module_crashes", "the analysis crashed, which is a fault of the server");
        Ok(answered.await.map_err(crashed).and_then(|checked| checked))
    }

    /// Plays the trial matches. Returns false if the bot of the module loses one by a failure.
    async fn test(&self, row: &ModuleRow) -> Result<bool, ApiError> {
        let services = &*self.0;
        let (own, others) = services.bots.trial(&bot_name(&row.owner, &row.name, row.version), row.game, OPPONENTS)?;
        let mut played = Vec::new();
        for other in others {
            for side in Side::BOTH {
                let seat = |at: Side| if at == side { own.clone() } else { other.clone() };
                let setup = trial_match(row.game, BySide::from_fn(seat))?;
                played.push(setup.id);
                let verdict = services.live.play_trial(row.player, setup).await?;
                let trial = Some(serde_json::to_string(&played).map_err(ApiError::internal)?);
                let change = ModuleChange { state: ModuleState::Analysed, report: None, failure: None, trial };
                services.store.change_module(row.key, change).await?;
                if has_failed(&verdict, side) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn trial_match(game: GameId, seats: BySide<Seat>) -> Result<MatchSetup, ApiError> {
    let random = u64::try_from(Uuid::new_v4().as_u128() >> 64).unwrap_or(0);
    Ok(MatchSetup {
        id: time_ordered(),
        game,
        options: game.complete_options(&Options::new())?,
        position: None,
        opening: Vec::new(),
        seats,
        clock: None,
        rated: false,
        seed: random % INTEGER_LIMIT,
        created_ms: unix_ms(),
        made_by: None,
        listed: false,
    })
}

/// True if the bot in this seat lost by a failure of its own, and not by the rules.
fn has_failed(verdict: &Verdict, side: Side) -> bool {
    let by = [EndReason::Crash, EndReason::Stall, EndReason::Illegal, EndReason::Timeout, EndReason::Forfeit];
    verdict.outcome.and_then(GameResult::winner) == Some(!side) && by.contains(&verdict.by)
}

fn offer(row: ModuleRow, module: Arc<dyn module::Module>, listing: Listing) -> (ModuleRow, HandedIn) {
    let name = bot_name(&row.owner, &row.name, row.version);
    let file = format!("{}{}", row.name, module::suffix(module.content()));
    let offered = HandedIn { name, file, game: row.game, module, listing };
    (row, offered)
}

fn written(failure: &Diagnostic) -> String {
    serde_json::to_string(failure).expect("a diagnostic is plain data")
}

/// The memory in bytes that a module of a player may use.
fn module_bytes() -> u64 {
    module::ModuleLimits::default().memory_bytes()
}

fn digest_of(wasm: &[u8]) -> String {
    Sha256::digest(wasm).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the limits on versions that are being analysed or tested.
pub(crate) fn waiting_bounds(bounds: &Bounds) -> quota::Bounds {
    quota::Bounds { per_key: 1, ..quota::Bounds::shared(bounds.waiting_per_address, bounds.waiting) }
}

fn refused(scope: Scope) -> ApiError {
    let problem = match scope {
        Scope::Key => diagnostic!("module_waits", "your last module is still being tested; wait until it is done"),
        Scope::Network | Scope::Total => {
            diagnostic!("modules_wait", "too many modules are being tested at the moment; try again later")
        }
    };
    ApiError::over_limit(problem).after(Duration::from_secs(10))
}
