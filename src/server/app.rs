//! State that all parts of the server share.

use std::sync::Arc;
use std::time::Instant;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::accounts::Accounts;
use super::bot_service::BotService;
use super::bot_streams::BotStreams;
use super::challenges::Challenges;
use super::current::Current;
use super::edge::{Caller, Edge};
use super::error::ApiError;
use super::limits::ConnectionLimiter;
use super::live::Live;
use super::lobby::Lobby;
use super::metrics::Metrics;
use super::principals::Requester;
use super::rendering::Rendering;
use super::tls::Tls;
use super::topics::Topics;
use super::tournaments::Tournaments;
use crate::settings::Settings;
use arena_store::Store;

/// The parts of the server.
pub(super) struct App {
    /// The settings that are in effect now.
    pub settings: Arc<Current<Settings>>,
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
    pub edge: Arc<Edge>,
    /// TLS configuration, if TLS is enabled.
    pub tls: Option<Tls>,
    /// Players, credentials and open connections.
    pub accounts: Arc<Accounts>,
    /// Pending challenges.
    pub challenges: Challenges,
    /// The streams of lichess.org bot clients.
    pub bot_streams: BotStreams,
    /// The threads for large answers.
    pub rendering: Rendering,
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

impl App {
    /// Counts an HTTP request that other players are notified of as a message of the player.
    ///
    /// # Errors
    /// [`ApiError`] if there are too many, or if the player is banned.
    pub(super) async fn admit(&self, requester: &Requester) -> Result<(), ApiError> {
        let player = &requester.player;
        self.limiter.rate_limit(player.id, player.kind).admit().map_err(ApiError::rate_limited)?;
        self.accounts.ban(player).await?.map_or(Ok(()), Err)
    }

    /// Renders an answer for the caller. Checks the rate of the address again after the wait.
    ///
    /// # Errors
    /// Like [`Rendering::run`], and [`ApiError`].
    pub(super) async fn render<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.rendering.turn(caller.address).await;
        if !caller.is_operator() {
            self.limiter.admit_answer(None, caller.address).map_err(ApiError::too_much_sent)?;
        }
        self.rendering.run(work).await
    }
}
