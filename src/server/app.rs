//! The parts of the server, and how handlers take them.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRef;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::accounts::Accounts;
use super::bot_service::BotService;
use super::challenges::Challenges;
use super::daily::Daily;
use super::edge::CallerIdentity;
use super::lectures::Lectures;
use super::lichess::Lichess;
use super::limits::ConnectionLimiter;
use super::live::Live;
use super::lobby::Lobby;
use super::metrics::Metrics;
use super::pictures::Pictures;
use super::reloadable::Reloadable;
use super::rendering::Rendering;
use super::tls::Tls;
use super::topics::Topics;
use super::tournaments::Tournaments;
use crate::settings::Settings;
use arena_store::Store;

/// The state of the router. A handler takes only the parts that it needs, as in `State<Store>`. Clones share the parts.
#[derive(Clone)]
pub(super) struct App(pub(super) Arc<Components>);

impl Deref for App {
    type Target = Components;

    fn deref(&self) -> &Components {
        &self.0
    }
}

/// The parts of the server.
pub(super) struct Components {
    /// The settings that are in effect now.
    pub settings: Arc<Reloadable<Settings>>,
    /// The durable store.
    pub store: Store,
    /// The running matches.
    pub lobby: Lobby,
    /// The configured bots and their search threads.
    pub bots: Arc<BotService>,
    /// The tournaments.
    pub tournaments: Tournaments,
    /// The tournaments that people and programs enter.
    pub live: Live,
    /// The subscriptions of all connections.
    pub topics: Arc<Topics>,
    /// Limits on connections, new players, messages, requests and analyses.
    pub limiter: Arc<ConnectionLimiter>,
    /// Identification of callers and of the operator.
    pub edge: Arc<CallerIdentity>,
    /// TLS configuration, if TLS is enabled.
    pub tls: Option<Tls>,
    /// Players, credentials and open connections.
    pub accounts: Arc<Accounts>,
    /// Pending challenges.
    pub challenges: Arc<Challenges>,
    /// The lectures that classes follow.
    pub lectures: Lectures,
    /// The results of the position of the day.
    pub daily: Arc<Daily>,
    /// The services of the lichess.org Bot API.
    pub lichess: Arc<Lichess>,
    /// The threads for large answers.
    pub rendering: Arc<Rendering>,
    /// The pictures for link previews, and animations of matches.
    pub pictures: Arc<Pictures>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Start time of the server.
    pub began: Instant,
    /// The tasks of all connections.
    pub connections: TaskTracker,
    /// Client requests in progress that may notify other players. Shutdown waits for them.
    pub acting: TaskTracker,
    /// Cancelled when the server starts to shut down.
    pub stopping: CancellationToken,
}

macro_rules! parts {
    ($($name:ident: $part:ty),+ $(,)?) => {
        $(impl FromRef<App> for $part {
            fn from_ref(app: &App) -> Self {
                app.$name.clone()
            }
        })+
    };
}

parts! {
    store: Store,
    lobby: Lobby,
    live: Live,
    tournaments: Tournaments,
    accounts: Arc<Accounts>,
    bots: Arc<BotService>,
    challenges: Arc<Challenges>,
    daily: Arc<Daily>,
    edge: Arc<CallerIdentity>,
    lichess: Arc<Lichess>,
    limiter: Arc<ConnectionLimiter>,
    metrics: Arc<Metrics>,
    pictures: Arc<Pictures>,
    rendering: Arc<Rendering>,
}

/// Several parts, as in `State<(Store, Lobby)>`.
impl<A: FromRef<App>, B: FromRef<App>> FromRef<App> for (A, B) {
    fn from_ref(app: &App) -> Self {
        (A::from_ref(app), B::from_ref(app))
    }
}

impl<A: FromRef<App>, B: FromRef<App>, C: FromRef<App>> FromRef<App> for (A, B, C) {
    fn from_ref(app: &App) -> Self {
        (A::from_ref(app), B::from_ref(app), C::from_ref(app))
    }
}

/// The settings that are in effect now.
impl FromRef<App> for Arc<Settings> {
    fn from_ref(app: &App) -> Self {
        app.settings.get()
    }
}
