//! The server: HTTP and WebSocket in front of matches, bots, tournaments and the store.

mod accept;
mod accounts;
mod answer;
mod api;
mod api_live;
mod api_operator;
mod api_positions;
mod api_ratings;
mod api_tournaments;
mod app;
pub mod auth;
mod boards;
pub mod bot_player;
mod bot_service;
mod catalog;
mod challenges;
mod current;
mod deeds;
pub mod edge;
pub mod error;
mod feed;
mod http;
mod in_flight;
mod lichess;
pub mod limits;
pub mod live;
pub mod lobby;
mod machine;
mod match_history;
pub mod metrics;
mod min_rate;
mod names;
mod openapi;
#[cfg(unix)]
mod owner_socket;
mod page;
mod peace;
mod pooled_player;
pub mod principals;
mod probes;
mod process;
mod queue;
mod request;
mod retention;
mod search_capacity;
mod seldom;
mod session;
mod socket;
mod start_error;
mod time;
mod tls;
mod token_bucket;
pub mod topics;
mod tournament_files;
mod tournament_results;
pub mod tournaments;
#[cfg(test)]
mod typescript;
mod warm_engines;

pub use machine::memory;
pub use start_error::StartError;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

#[cfg(unix)]
use tokio::net::UnixListener;
use tokio::net::{TcpListener, TcpSocket};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bots::embedded::Files;
use crate::bots::{Pool, Roster};
use crate::play::EventLog;
use crate::settings::reload::Reloaded;
use crate::settings::{self, Secret, Settings, SettingsError};
use crate::store::{Store, StoreError};
use crate::tournament::{Control, Plan};
use accounts::Accounts;
use app::App;
use bot_service::{BotService, Listed, MakePlayer};
use challenges::Challenges;
use current::Current;
use edge::{Edge, token_file};
use limits::ConnectionLimiter;
use live::Live;
use lobby::Lobby;
use metrics::Metrics;
use principals::Principals;
use tls::Tls;
use topics::Topics;
use tournaments::Tournaments;
use warm_engines::WarmEngines;

/// How often what is no longer needed is forgotten.
const TIDY: Duration = Duration::from_secs(60);

/// How often challenges and matches that have expired are looked for.
const EXPIRE: Duration = Duration::from_secs(2);

/// What a server is made of besides its settings.
pub struct Parts {
    /// The bots.
    pub roster: Roster,
    /// Where tournaments are configured.
    pub files: Files,
    /// How a bot's player is made.
    pub make: Box<MakePlayer>,
    /// Puts something between the matches and the store; tests make it fail.
    pub event_log: Box<dyn FnOnce(Store) -> Arc<dyn EventLog> + Send>,
}

impl Parts {
    /// The usual parts.
    #[must_use]
    pub fn new(roster: Roster, files: Files) -> Self {
        Self { roster, files, make: Box::new(crate::bots::make_player), event_log: Box::new(|store| Arc::new(store)) }
    }
}

/// A running server.
pub struct Running {
    /// The address that it listens on.
    pub address: SocketAddr,
    app: Arc<App>,
    matches_stop: CancellationToken,
    background: TaskTracker,
}

/// Starts a server. It runs until [`Running::shut_down`].
///
/// # Errors
/// [`StartError`] when the address or the data directory cannot be used.
pub async fn start(settings: Settings, parts: Parts) -> Result<Running, StartError> {
    let address = settings.server.listen;
    let listener = listen(address, settings.server.backlog).map_err(|cause| match cause.kind() {
        std::io::ErrorKind::AddrInUse => StartError::Busy { address },
        _ => StartError::Listen { address, cause },
    })?;
    let address = listener.local_addr().map_err(|cause| StartError::Listen { address, cause })?;
    let tls = Tls::new(&settings.server).map_err(StartError::Tls)?;
    let store = Store::open(&settings.server.data).await?;
    store.limit_lists(Duration::from_millis(settings.limits.list_ms));
    let edge = Edge::new(&settings.server, operator_token(&settings)?.reveal(), address);
    #[cfg(unix)]
    let socket = operator_socket(&settings.server)?;
    let matches_stop = CancellationToken::new();
    store.set_anchors(api_ratings::anchors(&parts.files, &parts.roster)).await?;
    let claimed = store.accounts().await?;
    let app = Arc::new(assemble(settings, parts, store, (edge, tls), claimed, matches_stop.clone())?);
    let restored = app.lobby.restore().await.map_err(|error| StartError::Restore(error.to_string()))?;
    app.challenges.restore().await?;
    app.live.resume().await.map_err(|error| StartError::Restore(error.to_string()))?;
    app.tournaments.resume().await.map_err(|error| StartError::Restore(error.to_string()))?;
    if restored > 0 {
        tracing::info!(restored, "matches go on");
    }
    let background = TaskTracker::new();
    let router = http::router(Arc::clone(&app));
    #[cfg(unix)]
    if let Some(socket) = socket {
        background.spawn(owner_socket::run(Arc::clone(&app), socket, router.clone()));
    }
    background.spawn(accept::run(Arc::clone(&app), listener, router));
    background.spawn(until_stop(Arc::clone(&app), |app| async move { app.topics.run(&app.lobby).await }));
    background.spawn(until_stop(Arc::clone(&app), |app| async move { app.lobby.wake().await }));
    background.spawn(until_stop(Arc::clone(&app), |app| async move { app.challenges.pool.run(&app).await }));
    background.spawn(until_stop(Arc::clone(&app), |app| async move {
        loop {
            tokio::time::sleep(EXPIRE).await;
            app.challenges.expire().await;
            app.lobby.tidy();
        }
    }));
    background.spawn(until_stop(Arc::clone(&app), |app| async move {
        loop {
            tokio::time::sleep(TIDY).await;
            app.limiter.tidy();
            app.bots.principals.tidy();
            app.accounts.tidy();
        }
    }));
    background.spawn(until_stop(Arc::clone(&app), |app| async move {
        if let Err(error) = app.accounts.finish_deletions(&app.live).await {
            tracing::warn!(%error, "names of deleted accounts still stand in matches; the next start goes on with it");
        }
    }));
    background.spawn(until_stop(Arc::clone(&app), retention::run));
    Ok(Running { address, app, matches_stop, background })
}

/// Whether certificate and key of these settings can be used, where there are any.
///
/// # Errors
/// [`SettingsError::File`] naming the file that cannot.
pub fn check_certificate(settings: &settings::Server) -> Result<(), SettingsError> {
    Tls::new(settings).map(drop)
}

/// The operator's token: the one that is configured, or a new one, which then stands in a file for its owner.
fn operator_token(settings: &Settings) -> Result<Secret, StartError> {
    let data = &settings.server.data;
    let given = &settings.server.operator_token;
    let unusable = |cause| StartError::TokenFile { path: token_file::path(data), cause };
    if !given.is_empty() {
        token_file::clear(data).map_err(unusable)?;
        return Ok(given.clone());
    }
    let token = Secret::from(auth::new_token().as_str());
    token_file::write(data, token.reveal()).map_err(unusable)?;
    Ok(token)
}

/// The operator's Unix socket. Where it cannot be made in its usual place, as on a file system without sockets or under
/// a very long path, the server does without: the token does the same.
#[cfg(unix)]
fn operator_socket(server: &settings::Server) -> Result<Option<UnixListener>, StartError> {
    let Some(path) = server.socket() else { return Ok(None) };
    match owner_socket::bind(&path) {
        Ok(listener) => Ok(Some(listener)),
        Err(cause) if server.unix_socket == settings::Server::default().unix_socket => {
            tracing::warn!(path = %path.display(), %cause, "the operator has no Unix socket; the token file does instead");
            Ok(None)
        }
        Err(cause) => Err(StartError::Socket { path, cause }),
    }
}

/// Listens with room for `backlog` connections that wait to be taken: after a restart everybody comes at once.
fn listen(address: SocketAddr, backlog: u32) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that was just stopped leaves its address in use for a while; on Windows this would mean something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(backlog)
}

fn assemble(
    settings: Settings,
    parts: Parts,
    store: Store,
    (edge, tls): (Edge, Option<Tls>),
    claimed: u64,
    matches_stop: CancellationToken,
) -> Result<App, StartError> {
    let (sharing, memory) = search_capacity::of(&settings.bots)?;
    let limits = settings.limits.clone();
    let settings = Arc::new(Current::new(settings));
    let bots = Arc::new(BotService {
        listed: Current::new(Listed::of(parts.roster)),
        pool: Pool::new(sharing).map_err(StartError::Threads)?,
        principals: Principals::default(),
        memory,
        engines: WarmEngines::new(sharing.threads),
        settings: Arc::clone(&settings),
        make: parts.make,
    });
    let metrics = Arc::new(Metrics::default());
    let topics = Arc::new(Topics::new(limits.viewer_bytes, limits.lobby));
    let event_log = (parts.event_log)(store.clone());
    let lobby = Lobby::new(
        Arc::clone(&settings),
        store.clone(),
        event_log,
        Arc::clone(&bots),
        Arc::clone(&metrics),
        matches_stop,
    );
    let limiter = ConnectionLimiter::new(&limits);
    let (known, doors) = (Arc::clone(&bots), Arc::clone(&limiter));
    let accounts = Accounts::new(store.clone(), Arc::clone(&settings), known, doors, claimed);
    let live = Live::new(store.clone(), lobby.clone(), Arc::clone(&bots), Arc::clone(&topics));
    Ok(App {
        challenges: Challenges::new(store.clone(), lobby.clone()),
        tournaments: Tournaments::new(store.clone(), Arc::clone(&bots), Arc::clone(&topics), parts.files, live.clone()),
        live,
        limiter,
        accounts,
        edge: Arc::new(edge),
        tls,
        lichess: lichess::Streams::default(),
        connections: TaskTracker::new(),
        stopping: CancellationToken::new(),
        settings,
        store,
        lobby,
        bots,
        topics,
        metrics,
    })
}

/// Runs work of the background until the server stops.
async fn until_stop<F: Future<Output = ()>>(app: Arc<App>, work: impl FnOnce(Arc<App>) -> F) {
    let stopping = app.stopping.clone();
    tokio::select! { () = stopping.cancelled() => {}, () = work(app) => {} }
}

impl Running {
    /// Shows a tournament on the page that this process plays without the server; see [`tournaments::OutsideRun`].
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn show(
        &self,
        plan: Arc<Plan>,
        file: String,
        control: &Arc<Control>,
    ) -> Result<tournaments::OutsideRun, error::ApiError> {
        self.app.tournaments.show(plan, file, control).await
    }

    /// Where programs on this machine reach it.
    #[must_use]
    pub fn url(&self) -> String {
        self.app.edge.url()
    }

    /// A link that makes the browser that opens it the operator's; it counts once, and not for long.
    #[must_use]
    pub fn operator_link(&self) -> String {
        self.app.edge.link().0
    }

    /// From now on `read` holds, as far as settings can change while the server runs, and `roster` has the bots of new
    /// matches; those that are under way keep theirs.
    ///
    /// # Errors
    /// When the settings do not go together with those that stay as they are, or the certificate cannot be used; then
    /// nothing is changed.
    pub fn reload(&self, read: &Settings, roster: Roster) -> Result<Reloaded, SettingsError> {
        let app = &self.app;
        let identity = app.tls.as_ref().map(Tls::read).transpose()?;
        let mut reloaded = app.settings.get().reload(read)?;
        if let (Some(tls), Some(identity)) = (&app.tls, identity)
            && tls.set(identity)
        {
            reloaded.changed.push("the certificate".to_owned());
        }
        let Settings { server, limits, .. } = &reloaded.settings;
        app.edge.reload(server);
        app.limiter.reload(limits);
        app.topics.reload(limits.viewer_bytes, limits.lobby);
        app.store.limit_lists(Duration::from_millis(limits.list_ms));
        app.settings.set(reloaded.settings.clone());
        app.bots.listed.set(Listed::of(roster));
        Ok(reloaded)
    }

    /// Stops admitting, lets what is under way end within the time of the settings, and closes the store.
    ///
    /// # Errors
    /// When the store could not be closed in order; nothing that was answered is lost.
    pub async fn shut_down(self) -> Result<(), StoreError> {
        let Self { app, matches_stop, background, .. } = self;
        let drain = Duration::from_millis(app.settings.get().server.drain_ms);
        app.stopping.cancel();
        #[cfg(unix)]
        if let Some(path) = app.settings.get().server.socket() {
            owner_socket::remove(&path);
        }
        background.close();
        app.connections.close();
        let drained = async {
            background.wait().await;
            // The connections end first, so that what they asked is still answered.
            app.connections.wait().await;
            matches_stop.cancel();
            tokio::join!(app.lobby.stopped(), app.tournaments.halt(), app.live.halt());
        };
        if tokio::time::timeout(drain, drained).await.is_err() {
            tracing::warn!("not everything ended in time");
            matches_stop.cancel();
        }
        app.store.close().await
    }
}
