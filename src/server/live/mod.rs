//! Tournaments that people, their programs, bots and engines enter while the server runs.
//!
//! Each is played by one task, the `runner`, which owns its state. Whatever happens is an entry of its log: it is stored
//! first, and then answered, told and acted upon. After a restart the log gives the state back, and the matches that
//! were under way are followed again. The matches themselves are matches like any other.

mod entering;
mod kept;
mod matches;
mod opening;
mod report;
mod runner;
mod view;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::bot_service::BotService;
use super::error::ApiError;
use super::lobby::Lobby;
use super::queue::Queue;
use super::topics::Topics;
use crate::play::Seat;
use crate::play::link::LinkId;
use crate::protocol::Reason;
use crate::protocol::live::{LiveView, SeasonView};
use crate::store::accounts::deleted_entrant;
use crate::store::{PlayerRow, Store, TournamentState};
use crate::tournament::Failure;
use crate::tournament::live::LiveState;
use opening::Openings;
use report::LiveReport;
pub(super) use report::shown;
use runner::{Command, Runner};

/// So many commands wait for a tournament; who asks for more waits.
const COMMANDS: usize = 1_024;

/// The tournaments that can be entered. Clones share them.
#[derive(Clone)]
pub struct Live {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    lobby: Lobby,
    bots: Arc<BotService>,
    topics: Arc<Topics>,
    running: Mutex<HashMap<Uuid, Arc<Running>>>,
    /// The matches that are under way.
    matches: Mutex<HashSet<Uuid>>,
    /// Held by whoever opens a tournament.
    opening: tokio::sync::Mutex<Openings>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

/// A tournament that is not over.
pub(super) struct Running {
    id: Uuid,
    created_ms: u64,
    /// The household of the player who opened it, since the server started.
    opened_at: Option<IpAddr>,
    commands: mpsc::Sender<Command>,
    /// Changed by the tournament's runner alone.
    state: Mutex<LiveState>,
    /// How many entries have led to it; changed in its lock.
    entries: AtomicU64,
    /// How many of them are stored.
    stored: watch::Sender<u64>,
    /// The newest connection of each entrant who is here.
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

    /// Asks the runner for something, and waits until it is stored.
    async fn ask(&self, command: impl FnOnce(runner::Reply) -> Command) -> Result<(), ApiError> {
        let (reply, answered) = oneshot::channel();
        let over = || ApiError::from(Reason::TournamentOver);
        self.commands.send(command(reply)).await.map_err(|_| over())?;
        answered.await.map_err(|_| ApiError::Unavailable("the server is shutting down".to_owned()))?
    }
}

impl Live {
    /// None yet.
    #[must_use]
    pub fn new(store: Store, lobby: Lobby, bots: Arc<BotService>, topics: Arc<Topics>) -> Self {
        let inner = Inner {
            store,
            lobby,
            bots,
            topics,
            running: Mutex::default(),
            matches: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Goes on with the tournaments that were not over when the server stopped.
    ///
    /// # Errors
    /// When the store cannot be read.
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
                    drop(self.run(id, known.row.created_ms, state, entries, None));
                }
                Err(reason) => {
                    tracing::error!(%id, reason, "a tournament cannot be gone on with");
                    let unread = Failure::Log { sentence: reason };
                    self.inner.store.set_tournament_state(id, TournamentState::blocked(unread)).await?;
                }
            }
        }
        Ok(())
    }

    fn run(
        &self,
        id: Uuid,
        created_ms: u64,
        state: LiveState,
        entries: u64,
        opened_at: Option<IpAddr>,
    ) -> Arc<Running> {
        let (commands, waiting) = mpsc::channel(COMMANDS);
        let running = Arc::new(Running {
            id,
            created_ms,
            opened_at,
            commands,
            state: Mutex::new(state),
            entries: AtomicU64::new(entries),
            stored: watch::Sender::new(entries),
            newest: Mutex::default(),
            report: tokio::sync::Mutex::default(),
            publishing: false.into(),
        });
        self.running().insert(id, Arc::clone(&running));
        let runner = Runner::new(self.clone(), Arc::clone(&running), entries);
        self.inner.tasks.spawn(runner.run(waiting));
        running
    }

    /// The tournament, if it can be entered at all and is not over.
    pub(super) fn get(&self, id: Uuid) -> Option<Arc<Running>> {
        self.running().get(&id).cloned()
    }

    /// Whether this is one that can be entered, and is not over.
    pub(super) fn is_running(&self, id: Uuid) -> bool {
        self.running().contains_key(&id)
    }

    /// The tournament with this id or this name, which is not over.
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
        found.ok_or_else(|| ApiError::NotFound(format!("no tournament {shown:?} can be entered here")))
    }

    /// Whether the match belongs to a tournament and is not over.
    pub(super) fn holds(&self, id: Uuid) -> bool {
        self.matches().contains(&id)
    }

    /// The tournament that the match belongs to, while it is being played.
    pub(super) fn tournament_of(&self, id: Uuid) -> Option<Uuid> {
        if !self.holds(id) {
            return None;
        }
        let running = self.running();
        running.values().find(|it| it.state().under_way().any(|one| one.id == id)).map(|it| it.id)
    }

    /// How a tournament that can be entered stands, or stood at its end.
    ///
    /// # Errors
    /// [`ApiError::NotFound`] when there is no such tournament.
    pub(super) async fn view(&self, id: Uuid) -> Result<LiveView, ApiError> {
        if let Some(running) = self.get(id) {
            let view = view::of(&running);
            running.kept().await;
            return Ok(view);
        }
        let (state, created_ms) = self.ended(id).await?;
        Ok(view::of_state(id, created_ms, &state))
    }

    /// The state of a tournament that is over, and when it was opened.
    async fn ended(&self, id: Uuid) -> Result<(LiveState, u64), ApiError> {
        let none = || ApiError::NotFound(format!("there is no tournament {id} that one can enter"));
        let log = self.inner.store.live_log(id).await?;
        let known = self.inner.store.tournament(id).await?.filter(|_| !log.is_empty()).ok_or_else(none)?;
        let state =
            LiveState::of_log(&log).map_err(|problem| ApiError::Internal(format!("tournament {id}: {problem}")))?;
        Ok((state, known.row.created_ms))
    }

    /// The seasons of a league that were closed.
    ///
    /// # Errors
    /// [`ApiError::NotFound`] when there is no such tournament.
    pub(super) async fn seasons(&self, id: Uuid) -> Result<Vec<SeasonView>, ApiError> {
        let seasons = match self.get(id) {
            Some(running) => running.state().seasons().to_vec(),
            None => self.ended(id).await?.0.seasons().to_vec(),
        };
        let view = |(number, (closed_ms, table))| SeasonView { number, closed_ms, table };
        Ok((1..).zip(seasons).map(view).collect())
    }

    /// A player enters, or comes back to, the tournament with this id or name; with a link, ready to play.
    ///
    /// # Errors
    /// When there is none, or the player may not enter.
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

    /// A player does not want to play for now, as far as this link is concerned.
    ///
    /// # Errors
    /// When there is no such tournament.
    pub(super) async fn rest(&self, tournament: &str, player: Uuid, link: LinkId) -> Result<(), ApiError> {
        self.named(tournament)?.ask(|reply| Command::Rest { player, link, reply }).await
    }

    /// A player leaves a tournament.
    ///
    /// # Errors
    /// When there is no such tournament, or the player has not entered it.
    pub(super) async fn quit(&self, tournament: &str, player: Uuid) -> Result<(), ApiError> {
        self.named(tournament)?.ask(|reply| Command::Quit { player, reply }).await
    }

    /// Takes a deleted account out of the tournaments that are not over: it has left them, and its name and version are
    /// forgotten. What is stored of them stays as it is.
    pub(super) async fn forget(&self, player: Uuid) {
        let running: Vec<Arc<Running>> = self.running().values().cloned().collect();
        for tournament in running {
            let is_known = {
                let state = tournament.state();
                state.entrant_of(player).is_some_and(|it| state.entrants()[it].name() != deleted_entrant(player))
            };
            // One that has just ended is read from the store the next time.
            if is_known && tournament.ask(|reply| Command::Forget { player, reply }).await.is_ok() {
                *tournament.report.lock().await = LiveReport::default();
            }
        }
    }

    /// Invites players, and lets bots and engines of the server enter.
    ///
    /// # Errors
    /// When there is no such tournament, player or bot.
    pub(super) async fn invite(&self, tournament: &str, players: Vec<Uuid>, bots: &[String]) -> Result<Uuid, ApiError> {
        let running = self.named(tournament)?;
        for player in &players {
            if self.inner.store.player(*player).await?.is_none() {
                return Err(ApiError::NotFound(format!("there is no player {player}")));
            }
        }
        let game = running.state().terms().game;
        let seats: Vec<Seat> = bots.iter().map(|name| self.inner.bots.named(name, game)).collect::<Result<_, _>>()?;
        running.ask(|reply| Command::Invite { players, seats, reply }).await?;
        Ok(running.id)
    }

    /// The player who opened a tournament that is not over; none where the operator did.
    pub(super) fn opener(&self, id: Uuid) -> Option<Uuid> {
        self.get(id)?.state().opener().map(|opener| opener.player)
    }

    /// The name of a tournament that is not over, by its id or name.
    pub(super) fn title(&self, tournament: &str) -> Result<String, ApiError> {
        Ok(self.named(tournament)?.state().terms().name.clone())
    }

    /// Ends registration and begins to play.
    ///
    /// # Errors
    /// When there is no such tournament, it has begun, or too few have entered.
    pub(super) async fn begin(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Begin { reply }).await
    }

    /// Closes the season of a league.
    ///
    /// # Errors
    /// When there is no such league.
    pub(super) async fn close_season(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Season { reply }).await
    }

    /// Pauses a tournament or goes on with it.
    ///
    /// # Errors
    /// When there is no such tournament.
    pub(super) async fn pause(&self, id: Uuid, paused: bool) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Pause { paused, reply }).await
    }

    /// Begins no other match, and ends when those that are being played are over.
    ///
    /// # Errors
    /// When there is no such tournament.
    pub(super) async fn stop(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Stop { reply }).await
    }

    /// At a shutdown: lets go of everything; the next start goes on.
    pub async fn halt(&self) {
        self.inner.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<Running>>> {
        self.inner.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn matches(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.inner.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a version is called, as it is shown.
fn shown_version(given: &str) -> String {
    let plain = given.chars().filter(|letter| !crate::bots::characters::is_hidden(*letter));
    let text: String = plain.take(crate::protocol::live::LONGEST_VERSION).collect();
    text.trim().to_owned()
}
