//! The Bot API of lichess.org, following its public documentation, for chess. Programs written for it connect to this
//! server with another base URL and the key of a bot account.
//!
//! The crate is an adapter. Accounts, challenges, limits and matches are the server's own, and an account's seat in a
//! match is held by a link, as for any other client. `docs/lichess-bots.md` lists the supported calls.

mod bot_streams;
mod challenges;
mod events;
mod export;
mod game;
mod ids;
mod play;
mod requests;
mod seat;
mod short_id;
mod streams;
mod users;
mod words;

use std::convert::Infallible;
use std::ops::Deref;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::Response;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::middleware;
use axum::response::{IntoResponse, Response as Answered};
use axum::{Extension as RequestExtension, Router};
use serde_json::{Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

use arena_server::app::{App, Components};
use arena_server::extension::{Extension, Said};
use arena_server::routes;
use bot_streams::BotStreams;

routes! {
    "/api/account" => get users::account;
    "/api/account/playing" => get events::playing;
    "/api/user/{username}" => get users::one;
    "/api/users" => post users::several;
    "/api/users/status" => get users::statuses;
    "/api/token/test" => post users::tokens;
    "/api/stream/event" => get events::events;
    "/api/bot/online" => get users::online;
    "/api/bot/account/upgrade" => post users::upgrade;
    "/api/bot/game/stream/{game}" => get play::stream;
    "/api/bot/game/{game}/move/{move}" => post play::make_move;
    "/api/bot/game/{game}/resign" => post play::resign;
    "/api/bot/game/{game}/abort" => post play::abort;
    "/api/bot/game/{game}/draw/{accept}" => post play::draw;
    "/api/bot/game/{game}/takeback/{accept}" => post play::takeback;
    "/api/bot/game/{game}/claim-victory" => post play::claim_victory;
    "/api/bot/game/{game}/claim-draw" => post play::claim_draw;
    "/api/bot/game/{game}/chat" => post play::chat, get play::said;
    "/api/challenge" => get challenges::mine;
    "/api/challenge/open" => post challenges::create_open;
    "/api/challenge/ai" => post challenges::create_ai;
    "/api/challenge/{id}" => post challenges::create;
    "/api/challenge/{id}/show" => get challenges::show;
    "/api/challenge/{id}/accept" => post challenges::accept;
    "/api/challenge/{id}/decline" => post challenges::decline;
    "/api/challenge/{id}/cancel" => post challenges::cancel;
    "/game/export/{game}" => get export::one;
    "/api/games/user/{username}" => get export::of_player;
    "/api/games/export/_ids" => post export::several;
}

/// The Bot API as an extension of the server.
#[derive(Clone, Default)]
pub struct BotApi(Arc<BotStreams>);

impl Extension for BotApi {
    fn routes(&self) -> Router<App> {
        routes().layer(middleware::map_response(with_error)).layer(RequestExtension(self.clone()))
    }

    fn description(&self) -> OpenApi {
        Description::openapi()
    }

    fn said(&self, said: &Said<'_>) {
        let line = json!({"type": "chatLine", "room": said.room, "username": said.name, "text": said.text});
        let line: Arc<str> = line.to_string().into();
        for reader in said.readers {
            if let Some((_, queue)) = self.0.of_match(*reader, said.id) {
                queue.send_text(Arc::clone(&line));
            }
        }
    }
}

/// What a call uses: the parts of the server, and the streams.
#[derive(Clone)]
struct Lichess {
    app: App,
    bot_streams: Arc<BotStreams>,
}

impl Deref for Lichess {
    type Target = Components;

    fn deref(&self) -> &Components {
        &self.app
    }
}

impl FromRequestParts<App> for Lichess {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let BotApi(bot_streams) = parts.extensions.get().cloned().expect("each route has this extension");
        Ok(Self { app: app.clone(), bot_streams })
    }
}

/// Adds the field `error`, where these clients expect the message, to error bodies.
async fn with_error(response: Response<Body>) -> Answered {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).map(|kind| kind.as_bytes().to_vec());
    if !(status.is_client_error() || status.is_server_error()) || kind.as_deref() != Some(b"application/json") {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, 1 << 16).await.unwrap_or_default();
    let Ok(mut error) = serde_json::from_slice::<Value>(&bytes) else { return (parts, bytes).into_response() };
    error["error"] = error["message"].clone();
    parts.headers.remove(CONTENT_LENGTH);
    (parts, error.to_string()).into_response()
}
