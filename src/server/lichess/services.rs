//! The services of the server that the adapter uses.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accounts::Accounts;
use crate::bot_service::BotService;
use crate::bot_streams::BotStreams;
use crate::challenges::Challenges;
use crate::limits::ConnectionLimiter;
use crate::lobby::Lobby;
use crate::reloadable::Reloadable;
use crate::rendering::Rendering;
use crate::settings::Settings;
use arena_store::Store;

/// The services that the adapter uses.
pub(crate) struct Lichess {
    pub(crate) settings: Arc<Reloadable<Settings>>,
    pub(crate) store: Store,
    pub(crate) lobby: Lobby,
    pub(crate) bots: Arc<BotService>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) challenges: Arc<Challenges>,
    pub(crate) limiter: Arc<ConnectionLimiter>,
    pub(crate) rendering: Arc<Rendering>,
    pub(crate) bot_streams: BotStreams,
    /// The tasks of all connections.
    pub(crate) connections: TaskTracker,
    /// Cancelled when the server starts to shut down.
    pub(crate) stopping: CancellationToken,
}
