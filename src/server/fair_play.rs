//! Fair play: no help of the server's bots for the players of a rated match.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use uuid::Uuid;

use super::app::App;
use super::bot_service::BotService;
use super::edge::Caller;
use super::error::ApiError;
use super::household::household;
use super::limits::ConnectionLimiter;
use super::lobby::Lobby;
use super::principals::Requester;
use arena_games::{GameId, Options, diagnostic};

/// The caller of an analysis: a player, or somebody who is known by the address only. It has the services that the
/// analysis uses.
pub(super) struct Analyst {
    pub(super) caller: Caller,
    /// The person to whom the token belongs. A bot stands for its person.
    person: Option<Uuid>,
    pub(super) bots: Arc<BotService>,
    pub(super) limiter: Arc<ConnectionLimiter>,
    lobby: Lobby,
}

impl FromRequestParts<App> for Analyst {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        // The operator's token is no player's, so a token that no player has is ignored.
        let requester = if parts.headers.contains_key(AUTHORIZATION) {
            Requester::from_request_parts(parts, app).await.ok()
        } else {
            None
        };
        Ok(Self {
            caller,
            person: requester.map(|requester| requester.player.owner()),
            bots: Arc::clone(&app.bots),
            limiter: Arc::clone(&app.limiter),
            lobby: app.lobby.clone(),
        })
    }
}

impl Analyst {
    /// Rejects every position of a game of which the caller plays a live rated match with a clock. A caller without a
    /// token is taken for the players last seen at the same address once both sides have moved, but only the current
    /// position of the match is rejected, because others at the address may look at other positions.
    ///
    /// # Errors
    /// An error with the code `rated_match`.
    pub(super) fn check(
        &self,
        (game, options): (GameId, &Options),
        position: Option<&str>,
        moves: &[String],
    ) -> Result<(), ApiError> {
        let principals = &self.bots.principals;
        let address = household(self.caller.address);
        let plays = |player: Uuid| match (self.person, principals.seen(player)) {
            (Some(person), Some((_, owner))) => owner == person,
            (Some(person), None) => player == person,
            (None, seen) => seen.is_some_and(|(at, _)| at == address),
        };
        let mut matches = self.lobby.all();
        matches.retain(|handle| {
            let setup = handle.setup();
            setup.rated
                && setup.clock.is_some()
                && setup.game == game
                && (self.person.is_some() || handle.both_have_moved())
                && handle.is_live_for(plays)
        });
        if matches.is_empty() {
            return Ok(());
        }
        if self.person.is_some() {
            return Err(plays_rated());
        }
        // An invalid position is reported by the analysis itself.
        let Ok(options) = game.complete_options(options) else { return Ok(()) };
        let Ok(mut board) = game.board(&options, position) else { return Ok(()) };
        for (ply, text) in moves.iter().enumerate() {
            let Some(mv) = board.read_move(text) else { return Ok(()) };
            if board.play(mv, ply).is_err() {
                return Ok(());
            }
        }
        let is_same = |handle: &arena_play::handle::MatchHandle| {
            handle.setup().options == options && handle.position_key() == board.key()
        };
        if matches.iter().any(is_same) { Err(plays_rated()) } else { Ok(()) }
    }
}

/// The error for help in a game of which the caller plays a rated match.
pub(super) fn plays_rated() -> ApiError {
    ApiError::forbidden(diagnostic!(
        "rated_match",
        "you are playing a rated match of this game; analyse, or start from a position, after the match"
    ))
}
