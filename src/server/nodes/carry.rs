//! Requests that belong to another node: they are made there, in the name of whoever asks.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, TRANSFER_ENCODING};
use axum::http::{HeaderName, Response};
use axum::middleware::Next;
use axum::response::IntoResponse;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;

use crate::protocol::Subject;
use crate::server::app::App;
use crate::server::edge::Caller;
use crate::server::front::beat::Reached;
use crate::server::inner::{self, Carried};
use crate::server::lichess;
use crate::server::relay::Carrier;

/// What every node answers of itself.
const OWN: [&str; 2] = ["/healthz", "/metrics"];
/// What has been understood here already, or is between this node and its client.
const NOT_PASSED_ON: [HeaderName; 6] = [
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("keep-alive"),
    CONNECTION,
];

/// Has a request answered where it belongs. A WebSocket belongs here; but whoever would have nobody to lead is told so first.
pub(in crate::server) async fn pass_on(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response<Body> {
    let path = request.uri().path();
    let ends_here = request.extensions().get::<Carrier>().is_some_and(|carrier| carrier.ends_here);
    let Some(nodes) = app.nodes.as_ref().filter(|_| !OWN.contains(&path)) else {
        return next.run(request).await;
    };
    let (is_socket, named) = (path == "/ws", match_in(path).map(str::to_owned));
    let subject = match named {
        Some(text) => lichess::match_of(&app, &text).await.map_or(Subject::Lobby, Subject::Match),
        None => Subject::Lobby,
    };
    let reached = match ends_here {
        // What is said on a WebSocket is looked at message by message.
        true if is_socket => Ok(None),
        true => nodes.await_here(subject).await.map(|()| None),
        false => nodes.reach(subject).await,
    };
    match reached {
        Err(error) => error.into_response(),
        Ok(Some(reached)) if !is_socket => {
            let carried = tokio::select! {
                carried = carry(&reached, &caller, request) => carried,
                // Perhaps it stands still, and does not answer before it is known to.
                () = nodes.is_lost(&reached) => None,
            };
            carried.unwrap_or_else(|| nodes.unreachable().into_response())
        }
        Ok(_) => next.run(request).await,
    }
}

/// The match that a path names.
fn match_in(path: &str) -> Option<&str> {
    let mut parts = path.strip_prefix('/')?.split('/');
    let mut next = || parts.next();
    match (next()?, next()?, next()?) {
        ("api", "matches", id) | ("game", "export", id) => Some(id),
        ("api", "operator", "matches") => next(),
        ("api", "bot", "game") => next().and_then(|id| if id == "stream" { next() } else { Some(id) }),
        _ => None,
    }
}

/// The answer of a node that is reached; none where it gives none.
async fn carry(reached: &Reached, caller: &Caller, mut request: Request) -> Option<Response<Body>> {
    let Caller { address: peer, secure, .. } = *caller;
    let carried = Carried { peer, secure, by: reached.number, ends_here: true };
    let stream = inner::connect(&reached.node, &carried).await.ok()?;
    let (mut sender, connection) = http1::handshake::<_, Body>(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(async move {
        // How it ended shows in the answer.
        connection.await.ok();
    });
    for name in NOT_PASSED_ON {
        request.headers_mut().remove(name);
    }
    let mut answer = sender.send_request(request).await.ok()?;
    for name in [CONNECTION, TRANSFER_ENCODING] {
        answer.headers_mut().remove(name);
    }
    Some(answer.map(Body::new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_matches_or_none() {
        for (path, id) in [
            ("/api/matches/m", Some("m")),
            ("/api/matches/m/record.pgn", Some("m")),
            ("/api/operator/matches/m/void", Some("m")),
            ("/api/bot/game/stream/m", Some("m")),
            ("/api/bot/game/m/move/e2e4", Some("m")),
            ("/game/export/m", Some("m")),
            ("/api/matches", None),
            ("/api/games/export/_ids", None),
            ("/", None),
        ] {
            assert_eq!(match_in(path), id, "{path}");
        }
    }
}
