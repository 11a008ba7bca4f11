//! The Model Context Protocol, by which agents of language models play.
//!
//! The tools act over the server's own services, so accounts, limits and matches are those of all clients. A server offers
//! them at `/mcp` to players with a key, and `arena mcp` on standard input and output. A tournament starts agents as
//! entrants; each of them gets the tools of one seat. `docs/mcp.md` is the reference.

mod position;
mod requests;
mod seat;
mod seats;
mod server_tools;
mod toolbox;
mod tournaments;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::{Extension as RequestExtension, Router};
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

use arena_server::app::App;
use arena_server::error::{ApiError, ErrorBody};
use arena_server::extension::{Extension, Said};
use arena_server::principals::Requester;
use arena_server::{Running, routes};
use requests::Agent;
pub use seat::play as play_seat;
use seats::Seats;
use server_tools::ServerTools;
use toolbox::{Server, Toolbox};

routes! {
    "/mcp" => post mcp;
}

/// The protocol at `/mcp` as an extension of the server.
#[derive(Clone, Default)]
pub struct Mcp(Seats);

impl Extension for Mcp {
    fn routes(&self) -> Router<App> {
        routes().layer(RequestExtension(self.clone()))
    }

    fn description(&self) -> OpenApi {
        Description::openapi()
    }

    fn said(&self, _: &Said<'_>) {}
}

/// Answers a message of the Model Context Protocol (Streamable HTTP). Each request stands alone, also by the protocol
/// versions that have sessions.
#[utoipa::path(post, path = "/mcp", tag = "mcp", request_body = Value, responses(
    (status = 200, description = "the result, or an error of JSON-RPC", body = Value),
    (status = 202, description = "a notification was taken"),
    (status = 400, description = "not a message of the protocol"),
    (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, description = "the key lacks the scope play", body = ErrorBody),
    (status = 404, description = "there is no such method"),
    (status = 406, description = "the client must accept application/json and text/event-stream"),
    (status = 413, description = "the message is too large"),
    (status = 415, description = "the message must be JSON")))]
async fn mcp(
    State(app): State<App>,
    RequestExtension(Mcp(seats)): RequestExtension<Mcp>,
    _: Requester,
    request: Request,
) -> Result<Response<Body>, ApiError> {
    let most = app.settings.get().limits.body_bytes;
    let stopping = app.stopping.child_token();
    let tools = ServerTools { app, seats, agent: Agent::OfRequest };
    Ok(over_http(tools, most, stopping, request).await)
}

/// Answers a request over HTTP. Host names and origins are checked elsewhere.
async fn over_http(tools: impl Toolbox, most: usize, stop: CancellationToken, request: Request) -> Response<Body> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(most)
        .with_cancellation_token(stop)
        .disable_allowed_hosts();
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(Server(tools.clone())), sessions, config);
    service.handle(request).await.map(Body::new)
}

/// Serves the protocol on standard input and output, until the input ends. The agent plays as a new guest with this name
/// and is the operator of the server.
///
/// # Errors
/// If the player cannot be created or the client does not speak the protocol.
pub async fn serve_stdio(running: &Running, name: String) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (app, token) = running.owner(name).await?;
    let tools = ServerTools { app, seats: Seats::default(), agent: Agent::Owner { token } };
    let service = Server(tools).serve(rmcp::transport::io::stdio_pipes()).await?;
    service.waiting().await?;
    Ok(())
}
