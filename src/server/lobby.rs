//! All matches on this server: creates, restores, finds and releases them.

mod dormant;
mod room;
mod seated;
mod summary;
mod wanted;
mod weight;

/// Returns true if a guest's match may be evicted although it was not left for long.
fn is_evictable(handle: &MatchHandle) -> bool {
    !handle.both_have_moved() || handle.has_bot()
}

#[cfg(test)]
pub(crate) use room::bounds;
pub(super) use seated::Seated;

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::bot_player;
use super::bot_service::BotService;
use super::byte_budget::ByteBudget;
use super::error::ApiError;
use super::fair_play::{AssistanceRequester, key_after};
use super::metrics::Metrics;
use super::origin::Origin;
use super::principals::Principals;
use super::quota::{Permit, Quota};
use super::rate::NetworkRate;
use super::reloadable::Reloadable;
use super::time::unix_ms;
use super::write_budget::WriteBudget;
use crate::settings::Settings;
use arena_games::{BySide, GameId, Options, Side};
use arena_play::handle::{Command, MatchHandle};
use arena_play::host::{self, HostTimeouts};
use arena_play::link::LinkId;
use arena_play::match_timer::{self, Rematches};
use arena_play::{Event, EventLog, Match, MatchSetup, Seat, Timeouts, match_id, running_time};
use arena_protocol::PlayerView;
use arena_protocol::from_client::Create;
use arena_protocol::new_match::{self, check_start};
use arena_protocol::view::MatchSummary;
use arena_store::Store;
pub use summary::{row_summary, summary};
use weight::Weight;

/// Interval at which the release of a match is checked.
const LET_GO: Duration = Duration::from_millis(10);

/// Number of matches that can be restored concurrently.
const WAKING: usize = 16;

/// The matches. Clones share them.
#[derive(Clone)]
pub struct Lobby {
    inner: Arc<LobbyState>,
}

struct LobbyState {
    store: Store,
    event_log: Arc<dyn EventLog>,
    bots: Arc<BotService>,
    metrics: Arc<Metrics>,
    settings: Arc<Reloadable<Settings>>,
    /// The budget of large positions.
    positions: Arc<ByteBudget>,
    table: Mutex<MatchTable>,
    seated: Seated,
    /// Locks for restoring matches, chosen by a hash of the match's id, so that only one task restores a match.
    waking: [tokio::sync::Mutex<()>; WAKING],
    links: AtomicU64,
    /// The time when the server started.
    started: Instant,
    /// Rate limit of new matches.
    making: NetworkRate,
    /// What the matches of a network may add to the database.
    writes: WriteBudget,
    tasks: TaskTracker,
    stop: CancellationToken,
}

#[derive(Default)]
struct MatchTable {
    running: HashMap<Uuid, MatchHandle>,
    /// The memory of running matches with a large position.
    weights: HashMap<Uuid, Weight>,
    /// Dormant matches: those that are neither over nor running.
    dormant: HashSet<Uuid>,
    /// Dormant matches that all players have left since the server started, and when they became dormant.
    rested: HashMap<Uuid, DormantMatch>,
    /// Summaries of the newest dormant matches. Some of them may have been restored since.
    newest: Vec<MatchSummary>,
    /// Dormant matches that the server has to restore itself. Some of them may have been restored since.
    to_wake: VecDeque<Uuid>,
    /// Running matches that the server restored by itself.
    woken: HashSet<Uuid>,
    /// Counts unfinished matches by their makers.
    quota: Quota,
    /// The permits of unfinished matches. Some of the matches may be over.
    permits: HashMap<Uuid, Permit>,
    /// Matches that are over and whose events are not counted yet, and where they were created.
    uncounted: Vec<(Uuid, Origin)>,
    /// Unfinished matches created by guests.
    guests: HashSet<Uuid>,
    /// Matches of `guests` in which a player with a claimed name has a seat, as far as that is known.
    named: HashSet<Uuid>,
    /// Matches that left since the topic was last published.
    left: Vec<Uuid>,
    /// True while players cannot create matches.
    is_draining: bool,
    /// True while the server stops. Disconnected players no longer count as away.
    keeps_seats: bool,
}

/// A dormant match that all people have left since the server started.
struct DormantMatch {
    /// Time when it was unloaded.
    since: Instant,
    /// True if it may be evicted without having been left for long.
    is_evictable: bool,
    /// True if a guest made it and no person has made a move.
    is_abandoned: bool,
}

impl Lobby {
    /// Creates an empty lobby. Its matches stop when `stop` is cancelled.
    #[must_use]
    pub(super) fn new(
        (settings, positions): (Arc<Reloadable<Settings>>, Arc<ByteBudget>),
        store: Store,
        event_log: Arc<dyn EventLog>,
        bots: Arc<BotService>,
        metrics: Arc<Metrics>,
        stop: CancellationToken,
    ) -> Self {
        let per_minute = settings.get().limits.matches_per_minute_per_address;
        let making = NetworkRate::new(per_minute, Duration::from_secs(60));
        let inner = LobbyState {
            store,
            event_log,
            bots,
            metrics,
            settings,
            positions,
            table: Mutex::default(),
            seated: Seated::default(),
            waking: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            links: AtomicU64::new(1),
            started: Instant::now(),
            making,
            writes: WriteBudget::default(),
            tasks: TaskTracker::new(),
            stop,
        };
        Self { inner: Arc::new(inner) }
    }

    fn timeouts(&self) -> Timeouts {
        self.inner.settings.get().matches.timeouts()
    }

    fn host_timeouts(&self) -> HostTimeouts {
        self.inner.settings.get().matches.host_timeouts()
    }

    /// Returns a unique link id.
    #[must_use]
    pub fn new_link(&self) -> LinkId {
        LinkId(self.inner.links.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the number of matches: running ones, including finished ones that are still watched, and dormant ones.
    #[must_use]
    pub fn held(&self) -> usize {
        let table = self.table();
        table.running.len() + table.dormant.len()
    }

    /// Returns every running match.
    #[must_use]
    pub fn all(&self) -> Vec<MatchHandle> {
        self.table().running.values().cloned().collect()
    }

    /// Returns the people who play a rated match with a clock, each with the game of the match. A bot's account stands
    /// for its person.
    pub(super) fn rated_people(&self) -> HashSet<(GameId, Uuid)> {
        let is_timed = |handle: &MatchHandle| handle.setup().rated && handle.setup().clock.is_some();
        let matches = self.all().into_iter().filter(is_timed);
        let people = matches.flat_map(|handle| handle.live_people().map(|player| (handle.setup().game, player)));
        people.filter_map(|(game, player)| Some((game, self.principals().owner(player?)))).collect()
    }

    /// Returns the identities of players.
    pub(super) fn principals(&self) -> &Principals {
        &self.inner.bots.principals
    }

    /// Returns the match if it is running.
    #[must_use]
    pub fn get(&self, id: Uuid) -> Option<MatchHandle> {
        self.table().running.get(&id).filter(|handle| !handle.is_stopped()).cloned()
    }

    /// Returns the ids of matches that have left since the last call.
    #[must_use]
    pub fn take_left(&self) -> Vec<Uuid> {
        std::mem::take(&mut self.table().left)
    }

    /// Creates the match that `player` asks for.
    ///
    /// # Errors
    /// [`ApiError`] if the request is invalid, a limit is reached, or the match cannot be stored.
    pub async fn create(&self, player: &PlayerView, wanted: Create) -> Result<MatchHandle, ApiError> {
        let setup = self.setup(player, wanted).await?;
        // A bot would play on from the position of a rated match.
        if setup.position.is_some() || !setup.opening.is_empty() {
            let MatchSetup { game, options, position, opening, .. } = &setup;
            let key = |options: &Options| key_after(*game, options, position.as_deref(), opening).into_iter().collect();
            AssistanceRequester::player(self.principals(), player.id).check(
                self.principals(),
                self.all(),
                (*game, options),
                key,
            )?;
        }
        self.make(player.id, setup).await
    }

    /// Creates a match that counts towards the limits of `maker`.
    ///
    /// # Errors
    /// [`ApiError`] if the match cannot begin this way, a limit is reached, or it cannot be stored.
    pub(super) async fn make(&self, maker: Uuid, setup: MatchSetup) -> Result<MatchHandle, ApiError> {
        let (permit, is_guests) = self.admit(maker)?;
        self.admit_making(maker)?;
        let handle = self.put(maker, setup).await?;
        self.count_made(handle.id(), permit, is_guests);
        Ok(handle)
    }

    /// Creates a match of a tournament, which counts towards no player's limit. Searches are charged to `charged`: the
    /// tournament, or the player who opened it.
    ///
    /// # Errors
    /// Like [`Self::make`].
    pub(super) async fn make_for_tournament(&self, charged: Uuid, setup: MatchSetup) -> Result<MatchHandle, ApiError> {
        let permit = self.admit_tournament()?;
        let handle = self.put(charged, setup).await?;
        self.count_made(handle.id(), permit, false);
        Ok(handle)
    }

    async fn put(&self, maker: Uuid, setup: MatchSetup) -> Result<MatchHandle, ApiError> {
        let setup = MatchSetup { made_by: Some(maker), ..setup };
        let core = host::fresh(&setup, self.timeouts(), running_time::now()).map_err(ApiError::in_start)?;
        check_start(&setup, &core)?;
        let weight = self.weigh(maker, &setup)?;
        let stored = self.inner.event_log.create(&setup).await;
        stored.map_err(|error| {
            tracing::warn!(id = %setup.id, %error, "a match was not made");
            ApiError::no_storage()
        })?;
        let handle = self.start(Arc::new(setup), core, self.host_timeouts(), weight);
        self.inner.metrics.matches_made.fetch_add(1, Ordering::Relaxed);
        Ok(handle)
    }

    /// Releases a finished match, so that the next reader loads it from the store.
    pub(super) async fn unload(&self, handle: &MatchHandle) {
        if handle.send(Command::Unload).is_err() {
            return;
        }
        for _ in 0..100 {
            if !self.table().running.contains_key(&handle.id()) {
                return;
            }
            tokio::time::sleep(LET_GO).await;
        }
    }

    /// The subscriptions of players to notices of their matches.
    pub fn seated(&self) -> &Seated {
        &self.inner.seated
    }

    /// Returns the match, and restores it from the store if it is not running.
    ///
    /// # Errors
    /// [`ApiError`] if there is none.
    pub async fn find(&self, id: Uuid) -> Result<MatchHandle, ApiError> {
        self.awake(id, self.host_timeouts()).await
    }

    /// Like [`Self::find`], with these timeouts if the match is restored.
    async fn awake(&self, id: Uuid, host_timeouts: HostTimeouts) -> Result<MatchHandle, ApiError> {
        if let Some(handle) = self.get(id) {
            return Ok(handle);
        }
        // Only one task restores a match. Otherwise two tasks could read the same events, and one of them could restore
        // a match in which the other has already made moves.
        let mut hash = DefaultHasher::new();
        id.hash(&mut hash);
        let _alone = self.inner.waking[hash.finish() as usize % WAKING].lock().await;
        if let Some(handle) = self.get(id) {
            return Ok(handle);
        }
        let store = &self.inner.store;
        let setup = store.setup(id).await?.ok_or_else(|| ApiError::no_such_match(id))?;
        let events = store.events(id).await?;
        // A dormant match is already counted. A finished match is counted separately and takes no room from matches in
        // play.
        let is_over = || events.iter().any(|numbered| matches!(numbered.event, Event::Ended { .. }));
        let permit = match self.is_dormant(id) {
            true => None,
            false if is_over() => {
                self.check_watched()?;
                None
            }
            false => Some(self.admit_tournament()?),
        };
        let weight = self.weigh_again(&setup)?;
        let events = events.into_iter().map(|numbered| numbered.event);
        let mut timeouts = self.timeouts();
        if self.is_from_before_the_start(id) {
            // Programs need longer to return after a restart of the server.
            timeouts.grace = timeouts.grace.saturating_mul(2);
        }
        let core = host::restored(&setup, events, timeouts, running_time::now())
            .map_err(|error| ApiError::internal(format!("match {id} cannot be brought back: {error}")))?;
        let handle = self.start(Arc::new(setup), core, host_timeouts, weight);
        if let Some(permit) = permit {
            self.count_made(id, permit, false);
        }
        Ok(handle)
    }

    /// True if the match has not run since the server started.
    fn is_from_before_the_start(&self, id: Uuid) -> bool {
        let table = self.table();
        table.dormant.contains(&id) && !table.rested.contains_key(&id)
    }

    /// Starts hosting a match unless it is already running.
    fn start(
        &self,
        setup: Arc<MatchSetup>,
        core: Match,
        host_timeouts: HostTimeouts,
        weight: Option<Weight>,
    ) -> MatchHandle {
        let mut table = self.table();
        if let Some(running) = table.running.get(&setup.id).filter(|running| !running.is_stopped()) {
            return running.clone();
        }
        let seats = core.seats().clone();
        let over = core.verdict().is_some();
        let (handle, timer) = match_timer::host(setup, core, Arc::clone(&self.inner.event_log), host_timeouts);
        if table.keeps_seats {
            handle.keep_seats();
        }
        table.running.insert(handle.id(), handle.clone());
        if let Some(weight) = weight {
            table.weights.insert(handle.id(), weight);
        }
        table.dormant.remove(&handle.id());
        table.rested.remove(&handle.id());
        drop(table);
        let (lobby, registered, stop) = (self.clone(), handle.clone(), self.inner.stop.clone());
        self.inner.tasks.spawn(async move {
            timer.run(lobby.clone(), stop.cancelled_owned()).await;
            lobby.forget(&registered);
        });
        self.inner.seated.tell(&handle, &seats);
        for (side, seat) in seats.iter() {
            if let Seat::Bot { spec, .. } = seat {
                self.seat_bot(&handle, side, spec, over);
            }
        }
        handle
    }

    fn seat_bot(&self, handle: &MatchHandle, side: Side, spec: &serde_json::Value, over: bool) {
        let link = self.new_link();
        let bots = Arc::clone(&self.inner.bots);
        match bot_player::seat(bots, handle.clone(), side, link, spec) {
            Ok(task) => {
                let stop = self.inner.stop.clone();
                self.inner.tasks.spawn(async move {
                    tokio::select! { () = stop.cancelled() => {}, () = task.run() => {} }
                });
            }
            // A stored bot may no longer be valid. It then loses its match.
            Err(error) if !over => bot_player::forfeit(handle, link, side, &error),
            Err(_) => {}
        }
    }

    fn forget(&self, handle: &MatchHandle) {
        let id = handle.id();
        let mut table = self.table();
        if table.running.get(&id).is_some_and(|running| running.is_same(handle)) {
            table.running.remove(&id);
            table.weights.remove(&id);
            table.woken.remove(&id);
            table.left.push(id);
            if !handle.is_over() && !self.inner.stop.is_cancelled() {
                table.dormant.insert(id);
                let is_guests = table.guests.contains(&id);
                let rested = DormantMatch {
                    since: Instant::now(),
                    is_evictable: is_evictable(handle),
                    is_abandoned: is_guests && handle.is_unbegun(),
                };
                table.rested.insert(id, rested);
                return;
            }
        }
        table.guests.remove(&id);
        table.named.remove(&id);
        if let Some(permit) = table.permits.remove(&id) {
            table.uncounted.extend(permit.holder().origin.map(|origin| (id, origin)));
        }
    }

    /// Stops counting disconnected players as away. The server stops, and they return when their matches resume.
    pub fn keep_seats(&self) {
        let mut table = self.table();
        table.keeps_seats = true;
        table.running.values().for_each(MatchHandle::keep_seats);
    }

    /// Waits until every match has stopped. Call it after `stop` was cancelled.
    pub async fn stopped(&self) {
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
    }

    fn table(&self) -> MutexGuard<'_, MatchTable> {
        self.inner.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rematches for Lobby {
    fn rematch<'a>(&'a self, setup: &'a MatchSetup, seats: BySide<Seat>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let id = match_id::rematch(setup.id);
            match self.inner.store.setup(id).await {
                Ok(None) => {}
                Ok(Some(_)) => return,
                Err(error) => tracing::warn!(%id, %error, "a rematch could not be looked for"),
            }
            let next = new_match::rematch(setup, seats, unix_ms());
            let Ok(core) = host::fresh(&next, self.timeouts(), running_time::now()) else { return };
            let Ok(weight) = self.weigh_again(&next) else { return };
            match self.inner.event_log.create(&next).await {
                Ok(()) => {
                    drop(self.start(Arc::new(next), core, self.host_timeouts(), weight));
                    self.count_rematch(setup, id);
                }
                // Nothing is lost: the next link to the first match tries to create the rematch again.
                Err(error) => tracing::warn!(%id, %error, "a rematch was not made"),
            }
        })
    }
}
