//! Answers that do not end: a line of JSON for each thing that happens, and an empty one every few seconds so that both
//! ends know that the other is there. How many an account has open is bounded, and so is what waits in each.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior};

use super::super::app::App;
use super::NDJSON;

/// How often an empty line is sent.
const ALIVE: Duration = Duration::from_secs(5);

/// Lines on their way into one answer; what is more waits where it comes from.
const ROOM: usize = 8;

/// Nobody reads the answer any more.
pub(super) struct Gone;

/// Where a stream's lines are written.
pub(super) struct Lines(mpsc::Sender<Bytes>);

impl Lines {
    /// Writes a line. Waits while the client does not read.
    pub(super) async fn send(&self, line: impl std::fmt::Display) -> Result<(), Gone> {
        self.0.send(format!("{line}\n").into()).await.map_err(|_| Gone)
    }

    /// Writes an empty line, unless there are others to be read.
    pub(super) fn keep_alive(&self) {
        let _ = self.0.try_send(Bytes::from_static(b"\n"));
    }

    /// Waits until nobody reads any more.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// An answer whose lines `work` writes; it ends when that does.
pub(super) fn answer<F>(app: &Arc<App>, work: impl FnOnce(Lines) -> F) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel::<Bytes>(ROOM);
    app.connections.spawn(work(Lines(sender)));
    let lines =
        futures::stream::poll_fn(move |context| receiver.poll_recv(context).map(|line| line.map(Ok::<_, Infallible>)));
    ([(CONTENT_TYPE, NDJSON)], Body::from_stream(lines)).into_response()
}

/// Ticks by which empty lines are sent; the first one comes at once, so that the client's request is answered.
pub(super) fn alive() -> Interval {
    let mut ticks = tokio::time::interval(ALIVE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
