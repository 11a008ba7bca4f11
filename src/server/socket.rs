//! One WebSocket connection: upgrade, frames, pings, and an end with a reason.
//!
//! The upgrade is implemented here instead of using axum's, because limits, close codes and the wait for the client's
//! last bytes must be exact.

pub(super) mod close_reason;
mod handshake;
mod line;
mod stream;
mod wire;

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_PROTOCOL, UPGRADE};
use axum::http::{HeaderValue, Request, Response, StatusCode};
use hyper::upgrade::Upgraded;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::app::App;
use super::cheap_cancelled::cancelled;
use super::edge::Caller;
use super::error::ApiError;
use super::limits::ConnectionPermit;
use super::meter::Meter;
use super::queue::{Outgoing, Queue};
use super::session::Session;
use crate::settings::Settings;
use arena_games::diagnostic;
use arena_play::{burst, running_time};
use arena_protocol::{FromServer, SUBPROTOCOL};
use close_reason::{CloseReason, TOO_SLOW, close_reason};
use line::{SocketEvent, SocketTask};
use stream::Stream;
use wire::Wire;

/// Maximum size of an outgoing message. A larger one is replaced by an error.
const LARGEST_MESSAGE: usize = 4 << 20;

/// Timeout for sending the last messages to a client, and for waiting until it closes.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Time for which a stopping server still processes earlier requests.
const ANSWERED_WITHIN: Duration = Duration::from_millis(2_500);

/// At shutdown, a silence of this length means that no more answers will follow.
const PAUSE_AT_END: Duration = Duration::from_millis(100);

/// Shortest sleep after a timeout.
const BRIEFLY: Duration = Duration::from_millis(2);

/// Timeout of a connection's upgrade after the handshake was answered.
const UPGRADE_TIME: Duration = Duration::from_secs(10);

type Socket = SocketTask<Stream>;

/// Handles `GET /ws`.
///
/// # Errors
/// [`ApiError`] if the request is no valid upgrade, or there is no room for a connection.
pub(super) fn upgrade(app: &App, caller: Caller, mut request: Request<Body>) -> Result<Response<Body>, ApiError> {
    let accept = handshake::check(request.method(), request.headers())?;
    let is_named = handshake::names_subprotocol(request.headers())?;
    if app.stopping.is_cancelled() {
        return Err(ApiError::shutting_down());
    }
    let Some(permit) = app.limiter.enter(caller.address) else {
        app.metrics.sockets_refused.fetch_add(1, Ordering::Relaxed);
        return Err(ApiError::over_limit(diagnostic!("sockets", "too many connections; close one first")));
    };
    let upgrading = hyper::upgrade::on(&mut request);
    let shared = app.clone();
    app.connections.spawn(async move {
        if let Ok(Ok(upgraded)) = tokio::time::timeout(UPGRADE_TIME, upgrading).await {
            serve(shared, upgraded, caller, permit).await;
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    let accept = HeaderValue::from_str(&accept).map_err(ApiError::internal)?;
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    if is_named {
        headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL));
    }
    Ok(response)
}

struct Connection {
    app: App,
    settings: Arc<Settings>,
    socket: Arc<Socket>,
    session: Session,
    began: Instant,
    heard: Instant,
    pinged: bool,
}

async fn serve(app: App, upgraded: Upgraded, caller: Caller, permit: ConnectionPermit) {
    // These settings apply until the connection ends.
    let settings = app.settings.get();
    let limits = &settings.limits;
    let config = WebSocketConfig::default()
        .read_buffer_size(256)
        .write_buffer_size(0)
        .max_message_size(Some(limits.message_bytes))
        .max_frame_size(Some(limits.message_bytes));
    let wire = wire_of(upgraded, config);
    let meter = Meter::new(&app.limiter, caller.address);
    let (queue, outgoing, full) = Queue::new(limits.outgoing, meter);
    app.metrics.sockets.fetch_add(1, Ordering::Relaxed);
    let now = running_time::now();
    let session = Session::new(app.clone(), Arc::clone(&settings), caller, queue);
    let socket = SocketTask::new(wire, (outgoing, full), Arc::clone(session.writer()), Arc::clone(&app.metrics));
    let mut connection = Connection { app, settings, socket, session, began: now, heard: now, pinged: false };
    let ending = connection.converse().await;
    let Connection { socket, session, .. } = connection;
    // Stop accepting messages. The matches learn at once that the connection is gone.
    socket.close();
    session.end().await;
    if let Some(ending) = ending {
        // Boxed, so that the future takes memory only at the end of the connection.
        Box::pin(say_goodbye(&socket, ending)).await;
    }
    drop(permit);
}

/// Creates the wire over an upgraded connection. Bytes that HTTP has read ahead are copied, which releases HTTP's
/// buffer.
fn wire_of(upgraded: Upgraded, config: WebSocketConfig) -> Wire<Stream> {
    let (stream, read) = Stream::of(upgraded);
    Wire::new(stream, &read, config)
}

impl Connection {
    /// Serves the connection until one side ends it. Returns the ending to send to the client, or `None` if the client
    /// is gone.
    async fn converse(&mut self) -> Option<CloseReason> {
        let cut = self.session.cut();
        let mut cut = std::pin::pin!(cancelled(&cut));
        let mut planned = self.due();
        let mut timer = std::pin::pin!(tokio::time::sleep_until(planned.into()));
        loop {
            // An early timer does no harm. Resetting it with each message would cost more.
            let due = self.due();
            if planned > due {
                planned = due;
                timer.as_mut().reset(due.into());
            }
            let reads = self.session.reads_again().is_none();
            let step = tokio::select! {
                biased;
                () = &mut cut => {
                    if self.app.stopping.is_cancelled() {
                        self.finish_answers().await;
                        return Some(CloseReason::new(CloseCode::Restart, "the server is shutting down"));
                    }
                    let reason = self.session.why_out().await;
                    return Some(CloseReason { code: CloseCode::Library(4401), reason: reason.into(), bye: true });
                }
                Some(due) = self.socket.due() => {
                    if self.socket.was_full() {
                        self.app.metrics.slow_readers.fetch_add(1, Ordering::Relaxed);
                        return Some(CloseReason::new(CloseCode::Policy, TOO_SLOW));
                    }
                    match due {
                        SocketEvent::Outgoing(outgoing) => self.send(outgoing).await,
                        SocketEvent::Unsent => in_time(&self.app, self.socket.flush()).await,
                    }
                }
                frame = self.socket.next(), if reads => self.receive(frame).await,
                () = &mut timer => {
                    let step = self.pass_time().await;
                    // The running time may stand still while the process is starved, and must not be polled then.
                    planned = self.due();
                    timer.as_mut().reset(planned.max(Instant::now() + BRIEFLY).into());
                    step
                }
            };
            if let Err(ending) = step {
                if ending.is_some() {
                    self.send_what_waits().await;
                }
                return ending;
            }
        }
    }

    /// Returns the time of the next timeout.
    fn due(&self) -> Instant {
        let limits = &self.settings.limits;
        let silence = if self.pinged { limits.dead_ms } else { limits.ping_ms };
        let mut life = self.heard + Duration::from_millis(silence);
        if !self.session.is_known() {
            life = life.min(self.began + Duration::from_millis(limits.hello_ms));
        }
        let life = running_time::timer(life);
        self.session.reads_again().map_or(life, |at| at.min(life))
    }

    async fn pass_time(&mut self) -> Result<(), Option<CloseReason>> {
        if self.session.reads_again().is_some_and(|at| at <= running_time::now()) {
            self.session.read_again();
        }
        let limits = &self.settings.limits;
        // A client is not late if the server was stopped.
        let now = running_time::now();
        let has_passed = |since: Instant, ms| now.saturating_duration_since(since) >= Duration::from_millis(ms);
        if !self.session.is_known() && has_passed(self.began, limits.hello_ms) {
            return Err(Some(CloseReason::new(CloseCode::Library(4401), "hello did not come in time")));
        }
        if has_passed(self.heard, limits.dead_ms) {
            return Err(None);
        }
        if !self.pinged && has_passed(self.heard, limits.ping_ms) {
            self.pinged = true;
            return in_time(&self.app, self.socket.send(Message::Ping(Vec::new().into()))).await;
        }
        Ok(())
    }

    async fn receive(&mut self, frame: Option<Result<Message, Error>>) -> Result<(), Option<CloseReason>> {
        let message = match frame {
            None => return Err(None),
            Some(Err(error)) => return Err(CloseReason::of_error(&error)),
            Some(Ok(message)) => message,
        };
        self.heard = running_time::now();
        self.pinged = false;
        match message {
            Message::Text(text) => {
                let heard = self.session.on_message(text.as_str(), running_time::now()).await;
                // A client that does not read its answers can send no further requests.
                if self.session.is_heavy() {
                    burst::send_now();
                } else {
                    burst::send_much();
                }
                heard.map_err(Some)
            }
            Message::Binary(_) => {
                Err(Some(CloseReason::new(CloseCode::Unsupported, "binary frames mean nothing here; send text")))
            }
            // `tungstenite` has already queued the answer to a ping or close, which this sends.
            Message::Close(_) => in_time(&self.app, self.socket.flush()).await,
            Message::Ping(_) => {
                self.session.on_silent_frame().map_err(Some)?;
                in_time(&self.app, self.socket.flush()).await
            }
            Message::Pong(_) | Message::Frame(_) => self.session.on_silent_frame().map_err(Some),
        }
    }

    /// Sends a message, together with the others that wait, in one write.
    async fn send(&self, outgoing: Outgoing) -> Result<(), Option<CloseReason>> {
        self.socket.put(outgoing);
        in_time(&self.app, self.socket.flush()).await
    }

    /// At shutdown, waits a short time for pending requests of all connections to be answered.
    async fn finish_answers(&self) {
        let until = Instant::now() + ANSWERED_WITHIN;
        while Instant::now() < until && !self.socket.was_full() {
            let sent = match tokio::time::timeout(PAUSE_AT_END, self.socket.due()).await {
                Ok(Some(SocketEvent::Outgoing(outgoing))) => self.send(outgoing).await,
                Ok(Some(SocketEvent::Unsent)) => in_time(&self.app, self.socket.flush()).await,
                Ok(None) => return,
                Err(_) if self.app.acting.is_empty() => return,
                Err(_) => Ok(()),
            };
            if sent.is_err() {
                return;
            }
        }
    }

    /// Sends the waiting messages before the goodbye. They contain the reason for it.
    async fn send_what_waits(&self) {
        while let Some(outgoing) = self.socket.waiting() {
            if self.send(outgoing).await.is_err() {
                return;
            }
        }
    }
}

/// Writes within the time limit for slow readers.
async fn in_time(app: &App, writing: impl Future<Output = Result<(), Error>>) -> Result<(), Option<CloseReason>> {
    let mut writing = std::pin::pin!(writing);
    // Nearly all writes complete at once and need no timer.
    if let Poll::Ready(written) = futures::poll!(writing.as_mut()) {
        return written.map_err(|_| None);
    }
    let time = Duration::from_millis(app.settings.get().limits.write_ms);
    match tokio::time::timeout(time, writing).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => {
            app.metrics.slow_readers.fetch_add(1, Ordering::Relaxed);
            // Half a frame may have been sent and the peer does not read, so a goodbye would not arrive.
            Err(None)
        }
    }
}

/// Returns the text, or an error message in its place if it is too large for a frame.
pub(super) fn sendable(text: &str) -> Cow<'_, str> {
    if text.len() <= LARGEST_MESSAGE {
        return Cow::Borrowed(text);
    }
    let given = text.len();
    let message = diagnostic!(
        "large_message",
        "the answer has {given} bytes, too many for a message; request it over HTTP",
        given
    );
    Cow::Owned(ApiError::too_large(message).message(None).text())
}

/// Sends the reason, closes, and reads until the client closes. The system could discard the last messages if the
/// connection were closed with unread data.
async fn say_goodbye(socket: &Socket, ending: CloseReason) {
    let CloseReason { code, reason, bye } = ending;
    let words = async {
        if bye {
            let text = FromServer::Bye { reason: reason.clone().into_owned() }.text();
            socket.put_text(&text);
        }
        let reason = Utf8Bytes::from(close_reason(&reason));
        socket.send(Message::Close(Some(CloseFrame { code, reason }))).await
    };
    if !matches!(tokio::time::timeout(LAST_WORDS, words).await, Ok(Ok(()))) {
        return;
    }
    let hear_out = async {
        let mut rest = [0; 4_096];
        while matches!(socket.read(&mut rest).await, Ok(n) if n > 0) {}
    };
    let _ = tokio::time::timeout(LAST_WORDS, hear_out).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Size of the future of `serve`, which a connection holds for as long as it lasts.
    const fn bytes_of<F, T>(_: &F) -> usize
    where
        F: Fn(App, Upgraded, Caller, ConnectionPermit) -> T,
    {
        size_of::<T>()
    }

    #[test]
    fn connection_and_queued_messages_are_small() {
        let connection = bytes_of(&serve);
        assert!(connection <= 3_500, "{connection}");
        let waiting = size_of::<Outgoing>();
        assert!(waiting <= 96, "{waiting}");
    }
}
