//! Tournaments that people, their programs, bots and engines enter while the server runs.
//!
//! Each tournament is played by one task, the `runner`, which owns its state. Each change is an entry of the
//! tournament's log. The runner stores an entry before it replies, notifies subscribers and acts on it. After a restart
//! the state is rebuilt from the log, and the runner follows the running matches again. The matches themselves are
//! ordinary matches.

mod entering;
mod matches;
mod opening;
mod report;
mod runner;
mod stored;
mod view;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::bot_service::BotService;
use super::error::ApiError;
use super::lobby::Lobby;
use super::origin::Origin;
use super::queue::Queue;
use super::quota::{Holder, Permit, Quota};
use super::topics::Topics;
use arena_games::diagnostic;
use arena_play::Seat;
use arena_play::link::LinkId;
use arena_play::tournament::TournamentFailure;
use arena_protocol::live::{LiveView, SeasonView};
use arena_store::accounts::deleted_entrant;
use arena_store::{PlayerRow, Store, StoreError, TournamentState};
use arena_tournament::live::LiveState;
use opening::Openings;
pub(crate) use opening::only_games;
#[cfg(test)]
pub(crate) use opening::quota_bounds;
use report::LiveReport;
pub(super) use report::shown;
use runner::{Command, Runner};

/// Capacity of a tournament's command queue. Senders wait when it is full.
const COMMANDS: usize = 1_024;

/// The tournaments that can be entered. Clones share them.
#[derive(Clone)]
pub struct Live {
    inner: Arc<LiveServices>,
}

struct LiveServices {
    store: Store,
    lobby: Lobby,
    bots: Arc<BotService>,
    topics: Arc<Topics>,
    running: Mutex<HashMap<Uuid, Arc<Running>>>,
    /// Counts the tournaments that players opened and that are not over, with their permits.
    opened: Quota,
    permits: Mutex<HashMap<Uuid, Permit>>,
    /// The ids of running tournament matches.
    matches: Mutex<HashSet<Uuid>>,
    /// Held while a tournament is being opened.
    opening: tokio::sync::Mutex<Openings>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

/// A tournament that is not over.
pub(super) struct Running {
    id: Uuid,
    created_ms: u64,
    commands: mpsc::Sender<Command>,
    /// Changed only by the tournament's runner.
    state: Mutex<LiveState>,
    /// Number of entries applied to `state`. Changed while its lock is held.
    entries: AtomicU64,
    /// Number of stored entries.
    stored: watch::Sender<u64>,
    /// The newest connection of each connected entrant.
    newest: Mutex<HashMap<usize, Queue>>,
    report: tokio::sync::Mutex<LiveReport>,
    publishing: std::sync::atomic::AtomicBool,
}

impl Running {
    pub(super) fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<usize, Queue>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn view(&self) -> LiveView {
        view::of_state(self.id, self.created_ms, &self.state())
    }

    /// Sends a command to the runner and waits until its effects are stored.
    async fn ask(&self, command: impl FnOnce(runner::Reply) -> Command) -> Result<(), ApiError> {
        let (reply, answered) = oneshot::channel();
        let over = || ApiError::forbidden(diagnostic!("tournament_over", "this tournament is over"));
        self.commands.send(command(reply)).await.map_err(|_| over())?;
        answered.await.map_err(|_| ApiError::shutting_down())?
    }
}

impl Live {
    /// Creates an empty set of tournaments.
    #[must_use]
    pub fn new(store: Store, lobby: Lobby, bots: Arc<BotService>, topics: Arc<Topics>) -> Self {
        let inner = LiveServices {
            store,
            lobby,
            bots,
            topics,
            running: Mutex::default(),
            opened: Quota::default(),
            permits: Mutex::default(),
            matches: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Resumes the tournaments that were not over when the server stopped.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn resume(&self) -> Result<(), ApiError> {
        for id in self.inner.store.live_tournaments().await? {
            let Some(known) = self.inner.store.tournament(id).await? else { continue };
            let is_blocked = matches!(known.state, TournamentState::Blocked(_));
            if !known.state.is_under_way() && !is_blocked {
                continue;
            }
            let read = match self.inner.store.live_log(id).await {
                Ok(log) => LiveState::of_log(&log).map(|state| (state, log.len() as u64)),
                Err(error) => Err(error.to_string()),
            };
            match read {
                Ok((state, entries)) => {
                    if is_blocked {
                        self.inner.store.set_tournament_state(id, TournamentState::Running).await?;
                    }
                    let opener = state.opener().map(|opener| opener.player);
                    let player = opener.map(|opener| self.inner.store.player_origin(opener)).transpose()?.flatten();
                    let origin = player.and_then(|it| Origin::from_bytes(&it.network?));
                    let holder = opener.map(|opener| Holder { key: Some(opener), origin });
                    drop(self.run(id, known.row.created_ms, state, entries, holder));
                }
                Err(reason) => {
                    tracing::error!(%id, reason, "cannot resume a tournament");
                    let unread = TournamentFailure::Log { sentence: reason };
                    self.inner.store.set_tournament_state(id, TournamentState::blocked(unread)).await?;
                }
            }
        }
        Ok(())
    }

    fn run(&self, id: Uuid, created_ms: u64, state: LiveState, entries: u64, opener: Option<Holder>) -> Arc<Running> {
        let (commands, waiting) = mpsc::channel(COMMANDS);
        let running = Arc::new(Running {
            id,
            created_ms,
            commands,
            state: Mutex::new(state),
            entries: AtomicU64::new(entries),
            stored: watch::Sender::new(entries),
            newest: Mutex::default(),
            report: tokio::sync::Mutex::default(),
            publishing: false.into(),
        });
        self.running().insert(id, Arc::clone(&running));
        self.permits().extend(opener.map(|opener| (id, self.inner.opened.restore(opener, 1))));
        let runner = Runner::new(self.clone(), Arc::clone(&running), entries);
        self.inner.tasks.spawn(runner.run(waiting));
        running
    }

    /// Returns the tournament if it can be entered and is not over.
    pub(super) fn get(&self, id: Uuid) -> Option<Arc<Running>> {
        self.running().get(&id).cloned()
    }

    /// True if the tournament can be entered and is not over.
    pub(super) fn is_running(&self, id: Uuid) -> bool {
        self.running().contains_key(&id)
    }

    /// Returns the unfinished tournament with this id or name.
    fn named(&self, text: &str) -> Result<Arc<Running>, ApiError> {
        let text = text.trim();
        let found = match text.parse::<Uuid>() {
            Ok(id) => self.get(id),
            Err(_) => {
                let running = self.running();
                running.values().find(|it| it.state().terms().name.eq_ignore_ascii_case(text)).cloned()
            }
        };
        let shown: String = text.chars().take(80).collect();
        found.ok_or_else(|| ApiError::no_such_tournament(format!("{shown:?}")))
    }

    /// True if the match belongs to a tournament and is not over.
    pub(super) fn holds(&self, id: Uuid) -> bool {
        self.matches().contains(&id)
    }

    /// Returns the tournament of a match that is being played.
    pub(super) fn tournament_of(&self, id: Uuid) -> Option<Uuid> {
        if !self.holds(id) {
            return None;
        }
        let running = self.running();
        running.values().find(|it| it.state().under_way().any(|one| one.id == id)).map(|it| it.id)
    }

    /// Returns the current or final state of a tournament that people enter.
    ///
    /// # Errors
    /// [`ApiError`] if there is no such tournament.
    pub(super) async fn view(&self, id: Uuid) -> Result<LiveView, ApiError> {
        if let Some(running) = self.get(id) {
            let view = running.view();
            running.wait_stored().await;
            return Ok(view);
        }
        let (state, created_ms) = self.ended(id).await?;
        Ok(view::of_state(id, created_ms, &state))
    }

    /// Reads the state of a finished tournament and the time at which it was opened.
    async fn ended(&self, id: Uuid) -> Result<(LiveState, u64), ApiError> {
        let none = || ApiError::no_such_tournament(id);
        let log = self.inner.store.live_log(id).await?;
        let known = self.inner.store.tournament(id).await?.filter(|_| !log.is_empty()).ok_or_else(none)?;
        let state =
            LiveState::of_log(&log).map_err(|problem| ApiError::internal(format!("tournament {id}: {problem}")))?;
        Ok((state, known.row.created_ms))
    }

    /// Returns the closed seasons of a league.
    ///
    /// # Errors
    /// [`ApiError`] if there is no such tournament.
    pub(super) async fn seasons(&self, id: Uuid) -> Result<Vec<SeasonView>, ApiError> {
        let seasons = match self.get(id) {
            Some(running) => running.state().seasons().to_vec(),
            None => self.ended(id).await?.0.seasons().to_vec(),
        };
        let view = |(number, (closed_ms, table))| SeasonView { number, closed_ms, table };
        Ok((1..).zip(seasons).map(view).collect())
    }

    /// Enters a player into the tournament with this id or name, or marks a returning player as present. With a link,
    /// the player is ready to play.
    ///
    /// # Errors
    /// If there is no such tournament, or the player may not enter.
    pub(super) async fn enter(
        &self,
        tournament: &str,
        player: &PlayerRow,
        version: Option<String>,
        link: Option<(LinkId, Queue)>,
    ) -> Result<Uuid, ApiError> {
        let running = self.named(tournament)?;
        let version = version.map(|version| shown_version(&version)).filter(|version| !version.is_empty());
        let player = player.clone();
        running.ask(|reply| Command::Enter { player, version, link, reply }).await?;
        Ok(running.id)
    }

    /// Marks a player as not ready on this link.
    ///
    /// # Errors
    /// If there is no such tournament, or the player has not entered it.
    pub(super) async fn rest(&self, tournament: &str, player: Uuid, link: LinkId) -> Result<(), ApiError> {
        self.named(tournament)?.ask(|reply| Command::Rest { player, link, reply }).await
    }

    /// Removes a player from a tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the player has not entered it.
    pub(super) async fn quit(&self, tournament: &str, player: Uuid) -> Result<(), ApiError> {
        self.named(tournament)?.ask(|reply| Command::Quit { player, reply }).await
    }

    /// Removes a deleted account from unfinished tournaments. The account leaves them, and its name and version are
    /// forgotten. Stored entries stay unchanged.
    async fn forget(&self, player: Uuid) {
        let running: Vec<Arc<Running>> = self.running().values().cloned().collect();
        for tournament in running {
            let is_known = {
                let state = tournament.state();
                state.entrant_of(player).is_some_and(|it| state.entrants()[it].name() != deleted_entrant(player))
            };
            // A tournament that has just ended is read from the store the next time.
            if is_known && tournament.ask(|reply| Command::Forget { player, reply }).await.is_ok() {
                *tournament.report.lock().await = LiveReport::default();
            }
        }
    }

    /// Removes the names of deleted accounts from their matches and tournaments where that is still pending.
    ///
    /// # Errors
    /// If the store fails. The next start of the server continues.
    pub(super) async fn finish_deletions(&self) -> Result<(), StoreError> {
        loop {
            let pending = self.inner.store.deletions().await?;
            if pending.is_empty() {
                return Ok(());
            }
            for player in pending {
                // Done first, so that no record with the name is written after the stored records have been changed.
                self.forget(player).await;
                self.inner.store.go_on_deleting(player).await?;
            }
        }
    }

    /// Invites players, and enters bots and engines of the server.
    ///
    /// # Errors
    /// If there is no such tournament, player or bot.
    pub(super) async fn invite(&self, tournament: &str, players: Vec<Uuid>, bots: &[String]) -> Result<Uuid, ApiError> {
        let running = self.named(tournament)?;
        for player in &players {
            if self.inner.store.player(*player).await?.is_none() {
                return Err(ApiError::no_such_player(player));
            }
        }
        let game = running.state().terms().game;
        let seats: Vec<Seat> = bots.iter().map(|name| self.inner.bots.named(name, game)).collect::<Result<_, _>>()?;
        running.ask(|reply| Command::Invite { players, seats, reply }).await?;
        Ok(running.id)
    }

    /// Returns the player who opened an unfinished tournament, or `None` if the operator did.
    pub(super) fn opener(&self, id: Uuid) -> Option<Uuid> {
        self.get(id)?.state().opener().map(|opener| opener.player)
    }

    /// Returns the name of an unfinished tournament, given its id or name.
    pub(super) fn title(&self, tournament: &str) -> Result<String, ApiError> {
        Ok(self.named(tournament)?.state().terms().name.clone())
    }

    /// Ends registration and starts play.
    ///
    /// # Errors
    /// If there is no such tournament, it has already begun, or too few players have entered.
    pub(super) async fn begin(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Begin { reply }).await
    }

    /// Closes the season of a league.
    ///
    /// # Errors
    /// If there is no such league.
    pub(super) async fn close_season(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Season { reply }).await
    }

    /// Pauses or resumes a tournament.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub(super) async fn pause(&self, id: Uuid, paused: bool) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Pause { paused, reply }).await
    }

    /// Starts no further matches. The tournament ends when the running ones are over.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub(super) async fn stop(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Stop { reply }).await
    }

    /// Stops all tasks at shutdown. The next start resumes the tournaments.
    pub async fn halt(&self) {
        self.inner.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<Running>>> {
        self.inner.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn permits(&self) -> MutexGuard<'_, HashMap<Uuid, Permit>> {
        self.inner.permits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn matches(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.inner.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sanitises the name of a version for display.
fn shown_version(given: &str) -> String {
    let plain = given.chars().filter(|letter| !arena_play::characters::is_hidden(*letter));
    let text: String = plain.take(arena_protocol::live::LONGEST_VERSION).collect();
    text.trim().to_owned()
}
