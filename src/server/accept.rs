//! Accepts TCP connections and serves HTTP on them. `axum::serve` has no timeouts for headers, bodies and slow readers
//! and does not limit the connections of an address, so this module has its own accept loop.

use arena_games::diagnostic;
use std::error::Error;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tower::ServiceExt;

use super::app::App;
use super::edge::Peer;
use super::error::ApiError;
use super::in_flight::{self, InFlight};
use super::limits::{Cost, SocketPermit};
use super::min_rate::{Credit, MinRateBody, MinRateStream};
use super::open_connections::OpenConnections;
use super::start_error::StartError;
use crate::settings::Server;

/// Pause after the first failed `accept`. It doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// At shutdown, a connection with no request in flight for this long is closed, even if it has sent part of a request.
const HALF_SENT: Duration = Duration::from_millis(250);

/// Read buffer of a connection. It also limits the size of the request headers.
const BUFFER: usize = 16 * 1_024;

/// How often a new connection for which there is no place looks for one that can be closed.
const MAKE_ROOM_EVERY: Duration = Duration::from_millis(100);

/// Number of connections that are closed at a time. One at a time would make each new connection wait for the end of
/// another one.
const MAKE_ROOM_FOR: usize = 32;

/// Maximum number of connections that are rejected with a response at a time, and the timeout of such a response.
/// Further connections over the limit of their address are closed without a response.
const TURNED_AWAY: usize = 64;
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Decision about a new connection.
enum Admission {
    /// Accepted and counted for its address until the permit is dropped.
    Counted(SocketPermit),
    /// Accepted and not counted for its address.
    Free,
    /// Rejected, because its address has too many connections.
    Refused,
}

/// Decides whether to accept a connection from `peer`. A trusted proxy forwards the connections of many people, so its
/// connections are not counted.
fn admit(app: &App, peer: IpAddr) -> Admission {
    if app.edge.trusts(peer) {
        return Admission::Free;
    }
    app.limiter.take_socket(peer).map_or(Admission::Refused, Admission::Counted)
}

/// Opens the listening socket that the settings name.
///
/// # Errors
/// [`StartError::Busy`] or [`StartError::Listen`] with the address.
pub(super) fn listen(server: &Server) -> Result<TcpListener, StartError> {
    let address = server.listen;
    bind(address, server.backlog).map_err(|cause| match cause.kind() {
        ErrorKind::AddrInUse => StartError::Busy { address },
        _ => StartError::Listen { address, cause },
    })
}

/// Uses a listening socket that another process opened, even if its address differs from the settings.
///
/// # Errors
/// [`StartError::Listen`] if the socket cannot be used.
pub(super) fn adopt(listener: std::net::TcpListener, server: &Server) -> Result<TcpListener, StartError> {
    let unusable = |cause| StartError::Listen { address: server.listen, cause };
    listener.set_nonblocking(true).map_err(unusable)?;
    let listener = TcpListener::from_std(listener).map_err(unusable)?;
    let address = listener.local_addr().map_err(unusable)?;
    if server.listen.port() != 0 && server.listen != address {
        tracing::warn!(%address, listen = %server.listen, "the inherited socket listens on another address than `listen`");
    }
    Ok(listener)
}

/// Binds and listens with room for `backlog` pending connections. All clients reconnect at once after a restart.
///
/// # Errors
/// The error of the operating system, for example that the address is in use.
fn bind(address: SocketAddr, backlog: u32) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Without this option the address stays in use for a while after the server stops. On Windows the option means
    // something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(backlog)
}

/// The places of connections. All connections together stay within their part of the memory.
struct Places {
    free: Arc<Semaphore>,
    open: OpenConnections,
}

impl Places {
    fn new(app: &App) -> Self {
        let most = app.limiter.sockets();
        if most < app.settings.get().limits.sockets {
            tracing::info!(most, "connections other than WebSockets that fit into the memory");
        }
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(most)), open: OpenConnections::default() }
    }

    /// Takes a place. If none is free, closes connections that have sent no complete request, and waits as long as there
    /// are none. The connections behind this one then wait in the system's queue and use no memory of this process.
    async fn take(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(place);
        }
        loop {
            self.open.make_room(MAKE_ROOM_FOR);
            let free = Arc::clone(&self.free).acquire_owned();
            if let Ok(place) = tokio::time::timeout(MAKE_ROOM_EVERY, free).await {
                return place.ok();
            }
        }
    }
}

/// Accepts connections until the server stops.
pub(super) async fn run(app: App, listener: TcpListener, router: Router) {
    let places = Places::new(&app);
    let words = Arc::new(Semaphore::new(TURNED_AWAY));
    let mut pause = FIRST_PAUSE;
    loop {
        let taken = tokio::select! {
            biased;
            () = app.stopping.cancelled() => return,
            taken = listener.accept() => taken,
        };
        let (stream, peer) = match taken {
            Ok(taken) => taken,
            Err(error) => {
                if !is_of_one_connection(&error) {
                    tracing::warn!(%error, "no connection can be taken for now");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                continue;
            }
        };
        pause = FIRST_PAUSE;
        app.metrics.connections.fetch_add(1, Ordering::Relaxed);
        let counted = match admit(&app, peer.ip()) {
            Admission::Counted(counted) => Some(counted),
            Admission::Free => None,
            Admission::Refused => {
                app.metrics.sockets_refused.fetch_add(1, Ordering::Relaxed);
                // A TLS client could not read a plain-text response.
                if app.tls.is_none()
                    && let Ok(word) = Arc::clone(&words).try_acquire_owned()
                {
                    app.connections.spawn(async move {
                        turn_away(stream).await;
                        drop(word);
                    });
                }
                continue;
            }
        };
        // A handshake costs the server much more than the client.
        if counted.is_some() && app.tls.is_some() && app.limiter.admit_request(peer.ip(), Cost::Handshake).is_err() {
            app.metrics.sockets_refused.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let place = tokio::select! {
            biased;
            () = app.stopping.cancelled() => return,
            place = places.take() => place,
        };
        let open = places.open.add(peer.ip());
        let (serving, router) = (app.clone(), router.clone());
        let settings = app.settings.get();
        let (rest, rate) = (Duration::from_millis(settings.limits.write_ms), settings.limits.slowest_rate);
        let reader = Credit::new(rest, rate);
        let handshake = Duration::from_millis(settings.limits.header_ms);
        let taken = Instant::now();
        app.connections.spawn(async move {
            // Moves are small and must be sent without delay.
            let _ = stream.set_nodelay(true);
            let stream = MinRateStream::new(stream, reader);
            let served = async {
                match &serving.tls {
                    None => serve(serving.clone(), stream, Peer::Tcp(peer.ip()), router, &open.in_flight).await,
                    Some(tls) => {
                        let secured = tokio::select! {
                            () = stops(&serving, taken) => None,
                            secured = tls.accept(stream, handshake) => secured,
                        };
                        if let Some(secured) = secured {
                            serve(serving.clone(), secured, Peer::Tls(peer.ip()), router, &open.in_flight).await;
                        }
                    }
                }
            };
            tokio::select! {
                biased;
                () = served => {}
                () = open.closed.cancelled() => {
                    serving.metrics.sockets_refused.fetch_add(1, Ordering::Relaxed);
                }
            }
            drop((open, place, counted));
        });
    }
}

/// True for errors that concern a single connection and say nothing about the next one.
fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as E;
    matches!(error.kind(), E::ConnectionAborted | E::ConnectionReset | E::ConnectionRefused | E::Interrupted)
}

/// Sends status 429, then reads until the client closes. The system could discard the response if the connection were
/// closed with unread data.
async fn turn_away(mut stream: TcpStream) {
    let message = diagnostic!("connections", "too many connections from your address; close one first");
    let body = ApiError::over_limit(message).after(Duration::from_secs(1)).body();
    let body = serde_json::to_string(&body).unwrap_or_default();
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Retry-After: 1\r\nConnection: close\r\n\r\n{body}"
    );
    let words = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 4_096];
        while stream.read(&mut rest).await? > 0 {}
        Ok::<(), std::io::Error>(())
    };
    let _ = tokio::time::timeout(LAST_WORDS, words).await;
}

/// True if the connection was closed because the peer read too slowly.
fn is_slow_reader(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<std::io::Error>());
    cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::TimedOut)
}

/// Waits until the server stops, and at least [`HALF_SENT`] after the connection was accepted. The client of a new
/// connection would take a close without a response for a refusal, and another process may be about to take over the
/// socket.
async fn stops(app: &App, taken: Instant) {
    app.stopping.cancelled().await;
    tokio::time::sleep_until(taken + HALF_SENT).await;
}

/// Waits until the connection has had no request in flight for [`HALF_SENT`].
async fn owes_nothing(in_flight: &InFlight) {
    let mut before = true;
    loop {
        let now = in_flight.are_waiting();
        if !now && !before {
            return;
        }
        before = now;
        tokio::time::sleep(HALF_SENT).await;
    }
}

/// Serves one connection until either side closes it.
pub(super) async fn serve<S>(app: App, stream: S, peer: Peer, router: Router, in_flight: &InFlight)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let taken = Instant::now();
    let settings = app.settings.get();
    let limits = &settings.limits;
    let sender = Credit::new(Duration::from_millis(limits.header_ms), limits.slowest_rate);
    let asked = in_flight.clone();
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let counted = asked.request();
        let mut request = request.map(|body| asked.body(Body::new(MinRateBody::new(body, sender))));
        request.extensions_mut().insert(peer);
        let answered = router.clone().oneshot(request);
        async move {
            // Lets other connections run between pipelined requests. hyper alone would continue with the next request
            // as long as there is one.
            tokio::task::yield_now().await;
            answered.await.map(|response| in_flight::answer(response, counted))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_millis(limits.header_ms))
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stops(&app, taken) => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                ended = connection.as_mut() => ended,
                () = owes_nothing(in_flight) => Ok(()),
            }
        }
    };
    if let Err(error) = ended {
        if is_slow_reader(&error) {
            app.metrics.slow_readers.fetch_add(1, Ordering::Relaxed);
        }
        tracing::debug!(?peer, %error, "a connection ended badly");
    }
}
