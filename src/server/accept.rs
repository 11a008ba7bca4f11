//! Takes TCP connections and serves HTTP on them. A framework's own loop sets no time for the headers and gives up when
//! file descriptors run out; this one does neither.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use super::app::App;
use super::request::Peer;

/// The first pause after a connection could not be taken; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The buffer of a connection; it bounds the headers, too.
const BUFFER: usize = 16 * 1_024;

/// Takes connections until the server stops.
pub(super) async fn run(app: Arc<App>, listener: TcpListener, router: Router) {
    let sockets = usize::try_from(app.settings.limits.sockets).unwrap_or(usize::MAX);
    let room = Arc::new(Semaphore::new(sockets.min(Semaphore::MAX_PERMITS)));
    let mut pause = FIRST_PAUSE;
    loop {
        let next = async {
            // Those who find no room wait in the system's queue, not in our memory.
            let place = Arc::clone(&room).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, taken) = tokio::select! {
            biased;
            () = app.stopping.cancelled() => return,
            next = next => next,
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
        let (serving, router) = (Arc::clone(&app), router.clone());
        app.connections.spawn(async move {
            serve(serving, stream, peer, router).await;
            drop(place);
        });
    }
}

/// Errors that say nothing about the next connection.
fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as E;
    matches!(error.kind(), E::ConnectionAborted | E::ConnectionReset | E::ConnectionRefused | E::Interrupted)
}

async fn serve(app: Arc<App>, stream: TcpStream, peer: SocketAddr, router: Router) {
    // Moves are small and must not wait for more.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer.ip()));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_millis(app.settings.limits.header_ms))
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = app.stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection ended badly");
    }
}
