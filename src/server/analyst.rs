//! The extractor of requests for analyses.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::app::App;
use super::bot_service::BotService;
use super::edge::Caller;
use super::error::ApiError;
use super::fair_play::{AssistanceRequester, key_after};
use super::limits::ConnectionLimiter;
use super::lobby::Lobby;
use super::principals::Requester;
use arena_games::{GameId, Options};

/// The caller of an analysis, with the services that the analysis uses.
pub(super) struct Analyst {
    pub(super) caller: Caller,
    requester: AssistanceRequester,
    pub(super) bots: Arc<BotService>,
    pub(super) limiter: Arc<ConnectionLimiter>,
    lobby: Lobby,
}

impl FromRequestParts<App> for Analyst {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let requester = Option::<Requester>::from_request_parts(parts, app).await?;
        let requester = match requester {
            Some(requester) => AssistanceRequester::player(&app.bots.principals, requester.player.id),
            None => AssistanceRequester::unknown(caller.address),
        };
        Ok(Self {
            caller,
            requester,
            bots: Arc::clone(&app.bots),
            limiter: Arc::clone(&app.limiter),
            lobby: app.lobby.clone(),
        })
    }
}

impl Analyst {
    /// Rejects an analysis that would help the caller in a rated match. Invalid options and positions are left to the
    /// analysis, which reports them.
    ///
    /// # Errors
    /// An error with the code `rated_match`.
    pub(super) fn check(
        &self,
        (game, options): (GameId, &Options),
        position: Option<&str>,
        moves: &[String],
    ) -> Result<(), ApiError> {
        let key = |options: &Options| key_after(game, options, position, moves).into_iter().collect();
        self.requester.check(self.lobby.principals(), self.lobby.all(), (game, options), key)
    }
}
