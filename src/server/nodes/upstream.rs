//! What a client says that belongs to another node, and what it is told from there: a connection to that node, made for this
//! client.
//!
//! It is a WebSocket like any other, and the client is a player there as it is here. What happens in the matches that it
//! watches does not come over it, but once for all who watch at this node; asides say what of that the client is to be told
//! ([`relay`](crate::server::relay)). Here they are texts of their own: every message begins with a brace, and no aside does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::http::Request;
use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::sync::CancellationToken;

use super::{NodeAddress, Nodes, Subject};
use crate::play::feeds::{Delivery, Follows};
use crate::protocol::Dialect;
use crate::server::edge::Caller;
use crate::server::error::ApiError;
use crate::server::front::beat::Reached;
use crate::server::inner::{self, Carried};
use crate::server::queue::Queue;
use crate::server::socket::{MISSING, TOO_SLOW};

/// So long the other node has to take a client.
const TAKEN_WITHIN: Duration = Duration::from_secs(3);
/// So long it may read nothing of what it is told.
const READ_WITHIN: Duration = Duration::from_secs(30);
/// After a failure it is tried again so much later.
const AGAIN: Duration = Duration::from_millis(200);
/// What the client says waits here while the other node does not read.
const SAID: usize = 16;
/// Close codes: the server goes away, and the client may come again; and: the client did what it should not.
pub(in crate::server) const RESTART: u16 = 1012;
pub(in crate::server) const POLICY: u16 = 1008;

/// Why a client's connection ends, where another node has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::server) struct Goodbye {
    pub(in crate::server) code: u16,
    pub(in crate::server) reason: String,
}

impl Goodbye {
    /// The client may come again.
    pub(in crate::server) const fn for_now(reason: String) -> Self {
        Self { code: RESTART, reason }
    }
}

/// The client, as it is known here.
#[derive(Clone)]
pub(in crate::server) struct Speaker {
    pub(in crate::server) caller: Caller,
    pub(in crate::server) dialect: Dialect,
    /// By which it says who it is.
    pub(in crate::server) hello: String,
    /// Where it is told something, and how much may wait there.
    pub(in crate::server) queue: Queue,
    pub(in crate::server) room: usize,
    /// Ends its connection, for this reason.
    pub(in crate::server) cut: CancellationToken,
    pub(in crate::server) goodbye: Arc<OnceLock<Goodbye>>,
}

impl Speaker {
    /// Ends the connection.
    pub(in crate::server) fn say_goodbye(&self, goodbye: Goodbye) {
        // The first reason counts.
        let _ = self.goodbye.set(goodbye);
        self.cut.cancel();
    }
}

/// A client's connection to another node; it ends when this is dropped.
pub(in crate::server) struct Upstream {
    node: Arc<Mutex<NodeAddress>>,
    says: mpsc::Sender<String>,
    /// Whether the client has asked for anything there, so that something is lost with it.
    asked: Arc<AtomicBool>,
}

impl Upstream {
    /// Makes a connection to a node that is reached; none where that has failed, and may succeed in a moment.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] with what that node says, which does not take the client.
    pub(in crate::server) async fn open(
        nodes: &Arc<Nodes>,
        reached: Reached,
        speaker: Speaker,
    ) -> Result<Option<Self>, ApiError> {
        let Some(way) = nodes.watch(&reached.node) else { return Ok(None) };
        let socket = match begin(&reached, &speaker).await {
            Ok(socket) => socket,
            Err(Refused::Said(why)) => return Err(ApiError::Unavailable(why)),
            Err(Refused::Failed) => return Ok(None),
        };
        let ((says, said), asked) = (mpsc::channel(SAID), Arc::new(AtomicBool::new(false)));
        let node = Arc::new(Mutex::new(reached.node.clone()));
        let (nodes, to) = (Arc::clone(nodes), Arc::clone(&node));
        let line = Line { nodes, reached, way, to, speaker, asked: Arc::clone(&asked) };
        tokio::spawn(line.run(socket, said));
        Ok(Some(Self { node, says, asked }))
    }

    /// Whether it is one to this node.
    pub(in crate::server) fn is_to(&self, node: &NodeAddress) -> bool {
        *self.node.lock().unwrap_or_else(PoisonError::into_inner) == *node
    }

    /// Whether the client has asked for anything over it.
    pub(in crate::server) fn is_in_use(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether it has ended.
    pub(in crate::server) fn has_ended(&self) -> bool {
        self.says.is_closed()
    }

    /// Passes on what the client says; false where the connection has ended.
    pub(in crate::server) async fn say(&self, text: &str) -> bool {
        self.asked.store(true, Ordering::Relaxed);
        self.says.send(text.to_owned()).await.is_ok()
    }
}

/// Why a node does not take a client.
enum Refused {
    /// It says so.
    Said(String),
    Failed,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        match error {
            Error::Http(answer) => {
                #[derive(Deserialize)]
                struct Told {
                    message: String,
                }
                let body = answer.body().as_deref().unwrap_or_default();
                serde_json::from_slice(body).map_or(Self::Failed, |Told { message }| Self::Said(message))
            }
            _ => Self::Failed,
        }
    }
}

/// How messages begin that this node has to understand.
const WELCOME: &str = r#"{"type":"welcome""#;
const BYE: &str = r#"{"type":"bye""#;

/// Connects, and says who the client is, in time or not at all.
async fn begin(reached: &Reached, speaker: &Speaker) -> Result<WebSocketStream<TcpStream>, Refused> {
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
                #[derive(Deserialize)]
                struct Told {
                    message: Option<String>,
                }
                let told: Told = serde_json::from_str(&text).map_err(|_| Refused::Failed)?;
                return Err(told.message.map_or(Refused::Failed, Refused::Said));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(Refused::Failed),
        }
    }
}

/// Why such a connection ends.
enum End {
    /// The client says no more.
    Left,
    /// The other node is gone, or stops, or is not reached any more.
    Lost,
    /// It has closed the connection, for a reason of the client's.
    Closed(Goodbye),
}

/// The connection, as its task has it.
struct Line {
    nodes: Arc<Nodes>,
    reached: Reached,
    way: watch::Receiver<Option<Reached>>,
    /// Which node it is to, for those who say something.
    to: Arc<Mutex<NodeAddress>>,
    speaker: Speaker,
    asked: Arc<AtomicBool>,
}

impl Line {
    async fn run(mut self, mut socket: WebSocketStream<TcpStream>, mut said: mpsc::Receiver<String>) {
        let goodbye = loop {
            match self.talk(&mut socket, &mut said).await {
                End::Left => {
                    tokio::time::timeout(TAKEN_WITHIN, socket.close(None)).await.ok();
                    return;
                }
                End::Closed(goodbye) => break goodbye,
                End::Lost if self.asked.load(Ordering::Relaxed) => break Goodbye::for_now(self.nodes.farewell()),
                // Nothing is lost, and it is made again, so that the client is known to whoever leads.
                End::Lost => match self.again(&mut said).await {
                    Some(again) => socket = again,
                    // This node leads now, or nobody is there any more.
                    None if said.is_empty() => return,
                    None => break Goodbye::for_now(self.nodes.farewell()),
                },
            }
        };
        said.close();
        self.speaker.say_goodbye(goodbye);
    }

    /// The connection once more, to whoever leads; none where this node does, or the client is gone.
    async fn again(&mut self, said: &mut mpsc::Receiver<String>) -> Option<WebSocketStream<TcpStream>> {
        loop {
            if said.is_closed() {
                return None;
            }
            if let Ok(reached) = self.nodes.reach(Subject::Lobby).await {
                let reached = reached?;
                if let Some(way) = self.nodes.watch(&reached.node)
                    && let Ok(socket) = begin(&reached, &self.speaker).await
                {
                    *self.to.lock().unwrap_or_else(PoisonError::into_inner) = reached.node.clone();
                    (self.reached, self.way) = (reached, way);
                    return Some(socket);
                }
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Passes on what is said on either side until that ends.
    async fn talk(&mut self, socket: &mut WebSocketStream<TcpStream>, said: &mut mpsc::Receiver<String>) -> End {
        let (mut follows, mut delivered) = Follows::new(Arc::clone(&self.reached.feeds), self.speaker.room);
        let (way, reached) = (&mut self.way, &self.reached);
        let is_lost = |now: &Option<Reached>| now.as_ref().is_none_or(|now| !now.is_same(reached));
        let lost = async { drop(way.wait_for(is_lost).await) };
        let mut lost = std::pin::pin!(lost);
        loop {
            let ended = tokio::select! {
                biased;
                _ = &mut lost => Some(End::Lost),
                next = said.recv() => match next {
                    Some(text) => {
                        let sent = tokio::time::timeout(READ_WITHIN, socket.send(Message::text(text))).await;
                        if matches!(sent, Ok(Ok(()))) { None } else { Some(End::Lost) }
                    }
                    None => Some(End::Left),
                },
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        hear(text.as_str(), &self.speaker.queue, &mut follows);
                        None
                    }
                    Some(Ok(Message::Close(Some(frame)))) if u16::from(frame.code) != RESTART => {
                        Some(End::Closed(Goodbye { code: frame.code.into(), reason: frame.reason.to_string() }))
                    }
                    Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => None,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Some(End::Lost),
                },
                Some(delivery) = delivered.recv() => deliver(delivery, &self.speaker.queue, &follows).map(End::Closed),
            };
            if let Some(end) = ended {
                return end;
            }
        }
    }
}

/// Tells the client what the other node says, unless it is for this one.
fn hear(text: &str, queue: &Queue, follows: &mut Follows) {
    if !text.starts_with('{') {
        follows.hear(text);
    } else if !text.starts_with(BYE) {
        // What a farewell says, the close frame says as well.
        queue.send_text(text.into());
    }
}

/// Tells the client what has happened in a match that it watches; the end of its connection, where that cannot be.
fn deliver(delivery: Delivery, queue: &Queue, follows: &Follows) -> Option<Goodbye> {
    if follows.was_full() {
        return Some(Goodbye { code: POLICY, reason: TOO_SLOW.to_owned() });
    }
    match follows.admit(delivery) {
        Ok(Some(text)) => queue.send_text(text),
        Ok(None) => {}
        Err(_) => return Some(Goodbye::for_now(MISSING.to_owned())),
    }
    None
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::play::feeds::Feeds;
    use crate::server::queue::Outgoing;

    #[tokio::test]
    async fn a_client_is_told_what_is_for_it_and_follows_as_asides_say() {
        let feeds = Arc::new(Feeds::default());
        let (mut follows, mut delivered) = Follows::new(Arc::clone(&feeds), 8);
        let (queue, mut told, _full) = Queue::new(8);
        feeds.hear("open m", Instant::now()).unwrap();
        hear(r#"{"type":"snapshot"}"#, &queue, &mut follows);
        hear("follow m 0", &queue, &mut follows);
        hear(r#"{"type":"bye","reason":"for now"}"#, &queue, &mut follows);
        feeds.hear(r#"event m 1 {"type":"event"}"#, Instant::now()).unwrap();
        assert_eq!(deliver(delivered.recv().await.unwrap(), &queue, &follows), None);
        feeds.hear("event m 3 x", Instant::now()).unwrap();
        let end = deliver(delivered.recv().await.unwrap(), &queue, &follows).unwrap();
        assert!(end.code == RESTART && end.reason.contains("missing"), "{end:?}");
        let texts = std::iter::from_fn(|| match told.try_recv()? {
            Outgoing::Text(text) => Some(text.to_string()),
            other => panic!("{other:?} is no text"),
        });
        assert_eq!(texts.collect::<Vec<_>>(), [r#"{"type":"snapshot"}"#, r#"{"type":"event"}"#]);
    }
}
