//! The parts of the server, and how handlers take them and their requesters.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::{FromRef, FromRequest, FromRequestParts, OptionalFromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::accounts::{Accounts, scopes_of};
use super::auth::check_origin;
use super::bot_service::BotService;
use super::challenges::Challenges;
use super::daily::Daily;
use super::edge::{Caller, CallerIdentity, Class};
use super::error::ApiError;
use super::extension::Extension;
use super::lectures::Lectures;
use super::limits::ConnectionLimiter;
use super::live::Live;
use super::lobby::Lobby;
use super::metrics::Metrics;
use super::modules::Modules;
use super::pictures::Pictures;
use super::principals::{Requester, scope_of};
use super::reloadable::Reloadable;
use super::rendering::Rendering;
use super::request::{OperatorOnly, StrictJson};
use super::tls::Tls;
use super::topics::Topics;
use super::tournaments::Tournaments;
use crate::settings::Settings;
use arena_games::{FieldError, diagnostic};
use arena_protocol::strict;
use arena_store::{Store, TokenHolder};

/// The state of the router. A handler takes only the parts that it needs, as in `State<Store>`. Clones share the parts.
#[derive(Clone)]
pub struct App(pub(super) Arc<Components>);

impl Deref for App {
    type Target = Components;

    fn deref(&self) -> &Components {
        &self.0
    }
}

/// The parts of the server.
pub struct Components {
    /// The settings that are in effect now.
    pub settings: Arc<Reloadable<Settings>>,
    /// The durable store.
    pub store: Store,
    /// The running matches.
    pub lobby: Lobby,
    /// The configured bots and their search threads.
    pub bots: Arc<BotService>,
    /// The modules that players handed in.
    pub(crate) modules: Modules,
    pub(crate) tournaments: Tournaments,
    /// The tournaments that people and programs enter.
    pub(crate) live: Live,
    /// The subscriptions of all connections.
    pub(crate) topics: Arc<Topics>,
    /// Limits on connections, new players, messages, requests and analyses.
    pub limiter: Arc<ConnectionLimiter>,
    /// Identification of callers and of the operator.
    pub(crate) edge: Arc<CallerIdentity>,
    /// TLS configuration, if TLS is enabled.
    pub(crate) tls: Option<Tls>,
    /// Players, credentials and open connections.
    pub accounts: Arc<Accounts>,
    /// Pending challenges.
    pub challenges: Arc<Challenges>,
    /// The lectures that classes follow.
    pub(crate) lectures: Lectures,
    /// The results of the position of the day.
    pub(crate) daily: Arc<Daily>,
    /// What other crates add.
    pub(crate) extensions: Vec<Box<dyn Extension>>,
    /// The OpenAPI document, once it has been asked for.
    pub(crate) description: OnceLock<Value>,
    /// The threads for large answers.
    pub rendering: Arc<Rendering>,
    /// The pictures for link previews, and animations of matches.
    pub(crate) pictures: Arc<Pictures>,
    /// What is counted.
    pub(crate) metrics: Arc<Metrics>,
    /// Start time of the server.
    pub(crate) began: Instant,
    /// The tasks of all connections.
    pub connections: TaskTracker,
    /// Client requests in progress that may notify other players. Shutdown waits for them.
    pub(crate) acting: TaskTracker,
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
    modules: Modules,
    tournaments: Tournaments,
    accounts: Arc<Accounts>,
    bots: Arc<BotService>,
    challenges: Arc<Challenges>,
    daily: Arc<Daily>,
    edge: Arc<CallerIdentity>,
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

impl FromRequestParts<App> for OperatorOnly {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
        match caller.class {
            Class::Operator(proof) => Ok(Self(proof)),
            Class::Guest => Err(ApiError::needs_operator()),
        }
    }
}

impl FromRequestParts<App> for Requester {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_origin(&parts.headers, &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
        let mut given = parts.headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (given.next(), given.next()) else { return Err(ApiError::no_token()) };
        let (scheme, token) =
            value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(ApiError::no_token)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(ApiError::no_token());
        }
        let TokenHolder { player, token, scopes, .. } = app
            .accounts
            .known(token.trim(), caller.address)
            .await
            .map_err(|error| if error.code() == "unknown_token" { ApiError::no_token() } else { error })?;
        app.bots.principals.arrives(&player, caller.address);
        let requester = Self { player, token, scopes: scopes.as_deref().map(scopes_of), caller };
        if let Some(scope) = scope_of(&parts.method, parts.uri.path()) {
            requester.check_scope(scope)?;
        }
        Ok(requester)
    }
}

impl OptionalFromRequestParts<App> for Requester {
    type Rejection = ApiError;

    /// Returns `None` without a token, and for a token that no player has, such as the operator's.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, ApiError> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(None);
        }
        Ok(<Self as FromRequestParts<App>>::from_request_parts(parts, app).await.ok())
    }
}

impl FromRequest<App> for StrictJson {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, app: &App) -> Result<Self, ApiError> {
        check_origin(request.headers(), &app.settings.get().server.origins).map_err(ApiError::foreign_origin)?;
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(ApiError::bad_request(diagnostic!("not_json", "Content-Type must be application/json")));
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                let most = app.settings.get().limits.body_bytes;
                ApiError::largest_body(most)
            } else {
                ApiError::bad_request(diagnostic!(
                    "body_incomplete",
                    "the body could not be read or arrived too slowly"
                ))
            }
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::not_utf8())?;
        let value = strict::parse(text).map_err(|problem| ApiError::bad_body(FieldError::whole(problem)))?;
        Ok(Self(value))
    }
}
