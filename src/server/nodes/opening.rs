//! How a connection to another node is made for a client.

use std::time::Duration;

use axum::http::Request;
use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::upstream::Speaker;
use crate::protocol::Code;
use crate::server::edge::Caller;
use crate::server::front::beat::Reached;
use crate::server::inner::{self, Carried};

/// So long the other node has to take a client.
const TAKEN_WITHIN: Duration = Duration::from_secs(3);

/// Why a node does not take a client.
pub(super) enum Refused {
    /// It says so.
    Said(String),
    Failed,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        match error {
            Error::Http(answer) => {
                let body = answer.body().as_deref().unwrap_or_default();
                serde_json::from_slice(body).map_or(Self::Failed, |refusal: Refusal| refusal.into())
            }
            _ => Self::Failed,
        }
    }
}

/// What a node says that does not take a client.
#[derive(Deserialize)]
struct Refusal {
    code: Code,
    message: String,
}

impl From<Refusal> for Refused {
    fn from(Refusal { code, message }: Refusal) -> Self {
        // It stops, and somebody else will have in a moment what it had.
        if code == Code::Unavailable { Self::Failed } else { Self::Said(message) }
    }
}

/// How the message begins by which a node takes a client.
const WELCOME: &str = r#"{"type":"welcome""#;

/// Connects, and says who the client is, in time or not at all.
pub(super) async fn begin(reached: &Reached, speaker: &Speaker) -> Result<WebSocketStream<TcpStream>, Refused> {
    tokio::time::timeout(TAKEN_WITHIN, connect(reached, speaker)).await.unwrap_or(Err(Refused::Failed))
}

async fn connect(reached: &Reached, speaker: &Speaker) -> Result<WebSocketStream<TcpStream>, Refused> {
    let Caller { address: peer, secure, .. } = speaker.caller;
    let carried = Carried { peer, secure, by: reached.number, ends_here: true };
    let stream = inner::connect(&reached.node, &carried).await.map_err(|_| Refused::Failed)?;
    let host = reached.node.inner.to_string();
    let request = Request::get(format!("ws://{host}/ws"))
        .header("Host", host)
        .header("Connection", "Upgrade")
        .header("Upgrade", "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", generate_key())
        .header("Sec-WebSocket-Protocol", speaker.dialect.subprotocol())
        .body(())
        .map_err(|_| Refused::Failed)?;
    let config =
        WebSocketConfig::default().read_buffer_size(4_096).write_buffer_size(0).max_write_buffer_size(usize::MAX);
    let (mut socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    socket.send(Message::text(speaker.hello.as_str())).await?;
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) if text.starts_with(WELCOME) => return Ok(socket),
            Some(Ok(Message::Text(text))) => {
                let refusal: Option<Refusal> = serde_json::from_str(&text).ok();
                return Err(refusal.map_or(Refused::Failed, Refused::from));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(Refused::Failed),
        }
    }
}
