//! The server: HTTP and WebSocket access to matches, bots, tournaments and the store.

mod accept;
pub mod accounts;
mod analyst;
pub mod answer;
mod api;
mod api_accounts;
mod api_challenges;
mod api_live;
mod api_modules;
mod api_operations;
mod api_operator;
mod api_positions;
mod api_ratings;
mod api_tournaments;
pub mod app;
mod audit;
pub mod auth;
mod boards;
pub mod bot_player;
pub mod bot_service;
mod byte_budget;
mod catalog;
pub mod challenges;
mod cheap_cancelled;
mod daily;
pub mod edge;
pub mod error;
pub mod extension;
mod fair_play;
mod feed;
#[cfg(test)]
mod holdings;
pub mod http;
mod in_flight;
#[cfg(unix)]
mod inherited;
pub mod inside;
mod lectures;
pub mod limits;
pub mod linked;
pub mod live;
pub mod lobby;
mod machine;
pub mod match_history;
pub mod meter;
mod metered;
mod metrics;
mod min_rate;
pub mod moderation;
mod modules;
pub mod names;
mod open_connections;
mod openapi;
mod origin;
#[cfg(unix)]
mod owner_socket;
mod page;
mod pictures;
mod pooled_player;
mod previews;
pub mod principals;
mod probes;
mod process;
pub mod queue;
mod quota;
mod rate;
pub mod reloadable;
pub mod rendering;
pub mod request;
mod retention;
mod routes;
mod running;
mod search_capacity;
mod session;
pub mod settings;
mod socket;
mod start_error;
pub mod thinking;
pub mod time;
mod tls;
mod token_bucket;
pub mod topics;
mod tournament_files;
mod tournament_results;
pub mod tournaments;
mod turn_queue;
#[cfg(all(test, feature = "typescript"))]
mod typescript;
mod warm_engines;
mod write_budget;

#[cfg(unix)]
pub use inherited::inherited;
pub use machine::{address_space, memory};
pub use start_error::StartError;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use accounts::Accounts;
use app::{App, Components};
use arena_bots::embedded::Files;
use arena_bots::module::ModuleChecker;
use arena_bots::remote::Workers;
use arena_bots::{MakePlayer, Pool, Roster};
use arena_play::EventLog;
use arena_store::Store;
use arena_syzygy::Tablebases;
use bot_service::{BotParts, BotService};
use challenges::Challenges;
use edge::{CallerIdentity, token_file};
use extension::Extension;
use limits::ConnectionLimiter;
use live::Live;
use lobby::Lobby;
use metrics::Metrics;
use modules::Modules;
use reloadable::Reloadable;
use rendering::Rendering;
use settings::{Secret, Settings};
use thinking::Thinking;
use tls::Tls;
use topics::Topics;
use tournaments::Tournaments;

/// Interval at which unneeded state is dropped.
const TIDY: Duration = Duration::from_secs(60);

/// Interval at which freed memory is returned to the system.
const RETURN_MEMORY: Duration = Duration::from_secs(20);

/// Interval at which expired challenges and matches are closed.
const EXPIRE: Duration = Duration::from_secs(2);

/// The parts of a server in addition to its settings.
pub struct Parts {
    /// The configured bots.
    pub roster: Roster,
    /// The files that describe tournaments.
    pub files: Files,
    /// Creates players of bots.
    pub make: Box<MakePlayer>,
    /// Creates the event log for a store. Tests use it to inject failures.
    pub event_log: Box<dyn FnOnce(Store) -> Arc<dyn EventLog> + Send>,
    /// The listening socket, if another process has opened it. Otherwise the server opens one as the settings say.
    pub listener: Option<std::net::TcpListener>,
    /// The workers that make searches for this server.
    pub workers: Option<Arc<dyn Workers>>,
    /// What other crates add to the server.
    pub extensions: Vec<Box<dyn Extension>>,
    /// Checks the modules of players. Without it, none can be handed in.
    pub modules: Option<Arc<dyn ModuleChecker>>,
}

impl Parts {
    /// Creates the default parts.
    #[must_use]
    pub fn new(roster: Roster, files: Files) -> Self {
        Self {
            roster,
            files,
            make: Box::new(arena_bots::make_player),
            event_log: Box::new(|store| Arc::new(store)),
            listener: None,
            workers: None,
            extensions: Vec::new(),
            modules: None,
        }
    }
}

/// A running server.
pub struct Running {
    /// The address on which the server listens.
    pub address: SocketAddr,
    app: App,
    matches_stop: CancellationToken,
    background: TaskTracker,
}

/// Starts a server, which runs until [`Running::shut_down`].
///
/// # Errors
/// [`StartError`] if the address or the data directory cannot be used.
pub async fn start(settings: Settings, mut parts: Parts) -> Result<Running, StartError> {
    // Checked before the data directory is touched.
    check_start(&settings)?;
    let listener = match parts.listener.take() {
        Some(listener) => accept::adopt(listener, &settings.server)?,
        None => accept::listen(&settings.server)?,
    };
    let store = Store::open(&settings.server.data).await?;
    let tls = Tls::new(&settings.server).map_err(StartError::Tls)?;
    let unknown = |cause| StartError::Listen { address: settings.server.listen, cause };
    let address = listener.local_addr().map_err(unknown)?;
    store.limit_lists(Duration::from_millis(settings.limits.list_ms));
    let edge = CallerIdentity::new(&settings.server, operator_token(&settings)?.reveal(), address);
    #[cfg(unix)]
    let socket = owner_socket::listen(&settings.server)?;
    let matches_stop = CancellationToken::new();
    let claimed = store.accounts().await?;
    let anchors = api_ratings::anchors(&parts.files, &parts.roster);
    let app = assemble(settings, parts, store, (edge, tls), claimed, matches_stop.clone())?;
    let background = TaskTracker::new();
    let running = Running { address, app: app.clone(), matches_stop, background: background.clone() };
    running.restore(anchors).await?;
    if app.settings.get().tournaments.samples {
        running.until_stop(|app| async move { app.tournaments.start_samples().await });
    }
    let router = http::router(app.clone());
    #[cfg(unix)]
    if let Some(socket) = socket {
        background.spawn(owner_socket::run(app.clone(), socket, router.clone()));
    }
    if let Some(workers) = &app.bots.workers {
        let bots = Arc::downgrade(&app.bots);
        workers.watch(Box::new(move |worker, slots| {
            if let Some(bots) = bots.upgrade() {
                bots.pool.set_worker(worker, slots);
            }
        }));
    }
    background.spawn(accept::run(app, listener, router));
    running.until_stop(|app| async move { app.topics.run(&app.lobby).await });
    running.until_stop(|app| async move {
        loop {
            tokio::time::sleep(EXPIRE).await;
            app.lobby.tidy();
        }
    });
    running.until_stop(|app| async move {
        loop {
            tokio::time::sleep(TIDY).await;
            app.limiter.tidy();
            app.bots.principals.tidy(|player| app.accounts.online.is_here(player));
            app.accounts.tidy();
            app.modules.tidy();
        }
    });
    running.until_stop(|_| async move {
        loop {
            tokio::time::sleep(RETURN_MEMORY).await;
            tokio::task::spawn_blocking(machine::return_freed).await.ok();
        }
    });
    Ok(running)
}

/// Checks the settings before the data directory is opened: certificate and key, memory and threads, and the paths of
/// the operator's socket and token. Creates and opens nothing.
///
/// # Errors
/// The [`StartError`] that the start would return.
pub fn check_start(settings: &Settings) -> Result<(), StartError> {
    Tls::new(&settings.server).map(drop).map_err(StartError::Tls)?;
    search_capacity::of(&settings.bots, &settings.accounts)?;
    open_tablebases(&settings.bots.syzygy)?;
    let server = &settings.server;
    if let Some(path) = server.socket().filter(|_| server.unix_socket != settings::Server::default().unix_socket)
        && path.parent().is_some_and(|folder| folder != server.data && !folder.is_dir())
    {
        return Err(StartError::Socket { path, cause: std::io::ErrorKind::NotFound.into() });
    }
    let path = token_file::path(&server.data);
    if path.is_dir() {
        return Err(StartError::TokenFile { path, cause: std::io::ErrorKind::IsADirectory.into() });
    }
    Ok(())
}

/// Opens the configured folders of Syzygy tables. Damaged tables are logged.
fn open_tablebases(folders: &[PathBuf]) -> Result<Option<Arc<Tablebases>>, StartError> {
    if folders.is_empty() {
        return Ok(None);
    }
    let warn = Box::new(|warning: &str| tracing::warn!(warning, "a Syzygy table is damaged"));
    Ok(Some(Arc::new(Tablebases::open(folders, warn)?)))
}

/// Returns the configured operator token, or a new one, which is written to a file for the owner.
fn operator_token(settings: &Settings) -> Result<Secret, StartError> {
    let data = &settings.server.data;
    let given = &settings.server.operator_token;
    let unusable = |cause| StartError::TokenFile { path: token_file::path(data), cause };
    if !given.is_empty() {
        token_file::clear(data).map_err(unusable)?;
        return Ok(given.clone());
    }
    let token = Secret::from(auth::new_token().as_str());
    match token_file::write(data, token.reveal()) {
        // A full disk must not prevent the start. The Unix socket can replace the token.
        Err(cause) if cause.kind() == std::io::ErrorKind::StorageFull => {
            tracing::warn!(%cause, "the operator's token could not be written to a file: no space left");
        }
        written => written.map_err(unusable)?,
    }
    Ok(token)
}

fn assemble(
    settings: Settings,
    parts: Parts,
    store: Store,
    (edge, tls): (CallerIdentity, Option<Tls>),
    claimed: u64,
    matches_stop: CancellationToken,
) -> Result<App, StartError> {
    let (sharing, memory) = search_capacity::of(&settings.bots, &settings.accounts)?;
    let mib = memory.bound() >> 20;
    tracing::info!(mib, sharing.threads, sharing.suspended, "memory for all searches, and how many there can be");
    if let Some(bytes) = address_space() {
        tracing::warn!(
            mib = bytes >> 20,
            "the address space of this process is limited (ulimit -v or -d), and the server may abort when it is used up; \
             limit the memory by a control group instead, such as MemoryMax= of systemd"
        );
    }
    let (passwords, bytes) = accounts::passwords::capacity(&settings.accounts, machine::memory());
    tracing::info!(mib = bytes >> 20, passwords, "memory for hashing passwords, and how many at a time");
    let limits = settings.limits.clone();
    let tablebases = open_tablebases(&settings.bots.syzygy)?;
    if let Some(tablebases) = &tablebases {
        tracing::info!(%tablebases, "Syzygy tables for adjudication");
    }
    let settings = Arc::new(Reloadable::new(settings));
    let thinking = Arc::new(Thinking::default());
    let bots = Arc::new(BotService::new(BotParts {
        roster: parts.roster,
        pool: Pool::new(sharing).map_err(StartError::Threads)?,
        memory,
        tablebases,
        at_once: sharing.threads,
        workers: parts.workers,
        thinking: Arc::clone(&thinking),
        settings: Arc::clone(&settings),
        make: parts.make,
    }));
    let metrics = Arc::new(Metrics::default());
    let topics = Arc::new(Topics::new(limits.viewer_bytes, limits.lobby, thinking));
    let event_log = (parts.event_log)(store.clone());
    let limiter = ConnectionLimiter::new(&limits, settings.get().server.has_tls());
    let lobby = Lobby::new(
        (Arc::clone(&settings), Arc::clone(limiter.positions())),
        store.clone(),
        event_log,
        Arc::clone(&bots),
        Arc::clone(&metrics),
        matches_stop,
    );
    let (known, doors) = (Arc::clone(&bots), Arc::clone(&limiter));
    let accounts = Arc::new(Accounts::new(store.clone(), Arc::clone(&settings), known, doors, claimed));
    let live = Live::new(store.clone(), lobby.clone(), Arc::clone(&bots), Arc::clone(&topics));
    let challenges =
        Arc::new(Challenges::new(store.clone(), lobby.clone(), Arc::clone(&accounts), Arc::clone(&settings)));
    let rendering = Arc::new(Rendering::new(Arc::clone(&limiter)));
    let (connections, stopping) = (TaskTracker::new(), CancellationToken::new());
    let modules = Modules::new(store.clone(), Arc::clone(&bots), live.clone(), parts.modules, stopping.clone());
    let tournaments = Tournaments::new(
        store.clone(),
        Arc::clone(&bots),
        Arc::clone(&topics),
        Arc::clone(&rendering),
        parts.files,
        live.clone(),
    );
    Ok(App(Arc::new(Components {
        settings,
        store,
        lobby,
        bots,
        modules,
        tournaments,
        live,
        topics,
        lectures: lectures::Lectures::default(),
        daily: Arc::default(),
        pictures: Arc::default(),
        limiter,
        edge: Arc::new(edge),
        tls,
        accounts,
        challenges,
        extensions: parts.extensions,
        description: OnceLock::new(),
        rendering,
        metrics,
        began: Instant::now(),
        connections,
        acting: TaskTracker::new(),
        stopping,
    })))
}
