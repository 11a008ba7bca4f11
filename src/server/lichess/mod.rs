//! The Bot API of lichess.org, following its public documentation, for chess. Programs written for it connect to this
//! server with another base URL and the key of a bot account.
//!
//! The module is an adapter. Accounts, challenges, limits and matches are the server's own, and an account's seat in a
//! match is held by a link, as for any other client. `docs/lichess-bots.md` lists the supported calls.

mod challenges;
mod events;
mod export;
mod game;
mod ids;
mod play;
mod seat;
mod services;
mod streams;
mod users;
mod words;

use arena_games::{FieldError, diagnostic};
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::Response;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::middleware;
use axum::response::{IntoResponse, Response as Answered};
use axum::{Form, Router};
use serde_json::{Value, json};

use super::app::App;
use super::edge::Caller;
use super::error::ApiError;
use super::principals::Requester;
use super::request::StrictJson;
use super::routes::routes;

/// Media type of newline-delimited JSON.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// Response after a successful action.
static OK: LazyLock<Value> = LazyLock::new(|| json!({"ok": true}));

type Answer = super::answer::Answer<Value>;

pub(super) use play::say;
pub(super) use services::Lichess;

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

/// Builds the router of the supported calls.
pub(super) fn router() -> Router<App> {
    routes().layer(middleware::map_response(with_error))
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

/// The error for a list with more than `most` entries.
fn too_many(given: usize, most: usize) -> ApiError {
    ApiError::bad_request(diagnostic!(
        "long_list",
        "the list can have at most {most} entries, got {given}",
        given,
        most
    ))
}

/// Builds a response from complete lines of JSON.
fn ndjson(lines: String) -> Answered {
    ([(CONTENT_TYPE, NDJSON)], lines).into_response()
}

/// The requester, who has the account of a person or a bot.
struct Account(Requester);

impl FromRequestParts<App> for Account {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let requester = Requester::from_request_parts(parts, app).await?;
        requester.known()?;
        Ok(Self(requester))
    }
}

/// The requester, who has a bot account.
struct BotAccount(Requester);

impl FromRequestParts<App> for BotAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        users::bot(Requester::from_request_parts(parts, app).await?).map(Self)
    }
}

/// Base URL of this server as the client sees it, for links.
#[derive(Clone)]
struct Base(String);

impl FromRequestParts<App> for Base {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        Ok(Self(format!("{}://{host}", if caller.secure { "https" } else { "http" })))
    }
}

/// The fields of a form, sent as a form, as JSON or not at all.
#[derive(Default)]
struct Fields(HashMap<String, String>);

impl Fields {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }
}

impl FromRequest<App> for Fields {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match kind.as_str() {
            "" => Ok(Self::default()),
            "application/json" => {
                let StrictJson(body) = StrictJson::from_request(request, app).await?;
                let Value::Object(fields) = body else {
                    return Err(ApiError::bad_body(FieldError::whole("expected an object")));
                };
                let field = |(name, value): (String, Value)| match value {
                    Value::String(text) => Ok((name, text)),
                    Value::Null => Ok((name, String::new())),
                    Value::Bool(_) | Value::Number(_) => Ok((name, value.to_string())),
                    Value::Array(_) | Value::Object(_) => {
                        Err(ApiError::bad_body(FieldError::new(name, "expected text, a number, true or false")))
                    }
                };
                fields.into_iter().map(field).collect::<Result<_, _>>().map(Self)
            }
            "application/x-www-form-urlencoded" => {
                let form = Form::<HashMap<String, String>>::from_request(request, app).await;
                let Form(fields) = form.map_err(|error| match error.status() {
                    status if status == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                        ApiError::largest_body(app.settings.get().limits.body_bytes)
                    }
                    _ => ApiError::bad_body(FieldError::whole(error.to_string())),
                })?;
                Ok(Self(fields))
            }
            _ => Err(ApiError::bad_request(diagnostic!(
                "not_a_form",
                "Content-Type must be application/x-www-form-urlencoded or application/json"
            ))),
        }
    }
}
