//! What all parts of the server share.

use std::sync::Arc;
use std::time::Instant;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::accounts::Accounts;
use super::bot_service::BotService;
use super::bot_streams::BotStreams;
use super::challenges::Challenges;
use super::current::Current;
use super::edge::Edge;
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
use crate::store::Store;

/// The server's parts.
pub(super) struct App {
    /// The settings that hold now.
    pub settings: Arc<Current<Settings>>,
    /// What outlives it.
    pub store: Store,
    /// The running matches.
    pub lobby: Lobby,
    /// The bots.
    pub bots: Arc<BotService>,
    /// The tournaments.
    pub tournaments: Tournaments,
    /// The tournaments that people and programs enter.
    pub live: Live,
    /// Who is subscribed to what.
    pub topics: Arc<Topics>,
    /// Who gets in.
    pub limiter: Arc<ConnectionLimiter>,
    /// Who calls, and who of them is the operator.
    pub edge: Arc<Edge>,
    /// What connections are secured by, where they are.
    pub tls: Option<Tls>,
    /// Who everybody is.
    pub accounts: Arc<Accounts>,
    /// Who challenges whom.
    pub challenges: Challenges,
    /// The streams of clients of lichess.org.
    pub bot_streams: BotStreams,
    /// The threads for large answers.
    pub rendering: Rendering,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// When it began.
    pub began: Instant,
    /// Every connection's task.
    pub connections: TaskTracker,
    /// What is being done that clients have asked, of which others may have to be told as well.
    pub acting: TaskTracker,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
}

impl App {
    /// Counts a request of a player's, that others are told of, as a message.
    ///
    /// # Errors
    /// [`ApiError::RateLimited`] when there are too many, [`Reason::Banned`](crate::protocol::Reason::Banned) where the player may not come.
    pub(super) async fn admit(&self, requester: &Requester) -> Result<(), ApiError> {
        let player = &requester.player;
        self.limiter.rate_limit(player.id, player.kind).admit().map_err(|wait| ApiError::RateLimited { wait })?;
        self.accounts.ban(player).await?.map_or(Ok(()), Err)
    }
}
