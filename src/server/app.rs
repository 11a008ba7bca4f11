//! What all parts of the server share.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::bot_service::BotService;
use super::edge::Edge;
use super::limits::ConnectionLimiter;
use super::lobby::Lobby;
use super::metrics::Metrics;
use super::names::BotNames;
use super::topics::Topics;
use super::tournaments::Tournaments;
use crate::settings::Settings;
use crate::store::Store;

/// The server's parts.
pub(super) struct App {
    /// Its settings.
    pub settings: Settings,
    /// What outlives it.
    pub store: Store,
    /// The running matches.
    pub lobby: Lobby,
    /// The bots.
    pub bots: Arc<BotService>,
    /// The tournaments.
    pub tournaments: Tournaments,
    /// Who is subscribed to what.
    pub topics: Arc<Topics>,
    /// Who gets in.
    pub limiter: Arc<ConnectionLimiter>,
    /// Who calls, and who of them is the operator.
    pub edge: Edge,
    /// Names that no person may have.
    pub bot_names: BotNames,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Every connection's task.
    pub connections: TaskTracker,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
}
