//! What the calls share: the extractors of the requester and of forms, and answers.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::Form;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use arena_games::{FieldError, diagnostic};
use arena_server::app::App;
use arena_server::edge::Caller;
use arena_server::error::ApiError;
use arena_server::http::NDJSON;
use arena_server::principals::Requester;
use arena_server::request::StrictJson;
use arena_store::PlayerKind;

/// Response after a successful action.
pub(super) static OK: LazyLock<Value> = LazyLock::new(|| json!({"ok": true}));

pub(super) type Answer = arena_server::answer::Answer<Value>;

/// The error for a list with more than `most` entries.
pub(super) fn too_many(given: usize, most: usize) -> ApiError {
    ApiError::bad_request(diagnostic!(
        "long_list",
        "the list can have at most {most} entries, got {given}",
        given,
        most
    ))
}

/// Builds a response from complete lines of JSON.
pub(super) fn ndjson(lines: String) -> Response {
    ([(CONTENT_TYPE, NDJSON)], lines).into_response()
}

/// The requester, who has the account of a person or a bot.
pub(super) struct Account(pub(super) Requester);

impl FromRequestParts<App> for Account {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let requester = Requester::from_request_parts(parts, app).await?;
        requester.known()?;
        Ok(Self(requester))
    }
}

/// The requester, who has a bot account.
pub(super) struct BotAccount(pub(super) Requester);

impl FromRequestParts<App> for BotAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        bot(Requester::from_request_parts(parts, app).await?).map(Self)
    }
}

/// Base URL of this server as the client sees it, for links.
#[derive(Clone)]
pub(super) struct Base(pub(super) String);

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
pub(super) struct Fields(HashMap<String, String>);

impl Fields {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
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
                    status if status == StatusCode::PAYLOAD_TOO_LARGE => {
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

/// Returns the requester if it is a bot account.
///
/// # Errors
/// [`ApiError`] if it is not.
pub(super) fn bot(requester: Requester) -> Result<Requester, ApiError> {
    match requester.player.kind {
        PlayerKind::Bot { .. } => Ok(requester),
        _ => Err(ApiError::forbidden(diagnostic!("bots_only", "only bot accounts can do this; use the key of a bot"))),
    }
}
