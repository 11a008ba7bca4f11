//! Streaming responses: one line of JSON per event, and an empty line every few seconds so that each side notices when
//! the other is gone. The number of streams per account and the queue of each stream are limited.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior};

use super::Lichess;
use arena_server::error::ApiError;
use arena_server::http::NDJSON;

/// Interval of the empty lines.
const ALIVE: Duration = Duration::from_secs(5);

/// Capacity of the queue of lines. Writers wait when it is full.
const ROOM: usize = 8;

/// Reason why a stream ends early.
pub(super) enum Ended {
    /// The client has closed the response.
    ResponseClosed,
    Failed(ApiError),
}

impl<E: Into<ApiError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Writer for the lines of a stream.
pub(super) struct Lines(mpsc::Sender<Bytes>);

impl Lines {
    /// Writes a line. Waits while the client does not read.
    pub(super) async fn send(&self, line: impl std::fmt::Display) -> Result<(), Ended> {
        self.0.send(format!("{line}\n").into()).await.map_err(|_| Ended::ResponseClosed)
    }

    /// Writes an empty line unless the queue is full.
    pub(super) fn keep_alive(&self) {
        let _ = self.0.try_send(Bytes::from_static(b"\n"));
    }

    /// Waits until the client closes the response.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// Creates a response whose lines are written by `work`. It ends when `work` does.
pub(super) fn answer<F>(app: &Lichess, work: impl FnOnce(Lines) -> F) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel::<Bytes>(ROOM);
    app.connections.spawn(work(Lines(sender)));
    let lines =
        futures::stream::poll_fn(move |context| receiver.poll_recv(context).map(|line| line.map(Ok::<_, Infallible>)));
    ([(CONTENT_TYPE, NDJSON)], Body::from_stream(lines)).into_response()
}

/// Interval of the empty lines. The first tick is immediate, so that the client receives the response at once.
pub(super) fn alive() -> Interval {
    let mut ticks = tokio::time::interval(ALIVE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
