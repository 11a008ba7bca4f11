//! Answers that do not end: a line of JSON for each thing that happens, and an empty one every few seconds so that both
//! ends know that the other is there. How many an account has open is bounded, and so is what waits in each.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::super::app::App;
use super::super::error::ApiError;
use super::super::queue::Queue;
use super::NDJSON;
use super::ids::Id;
use crate::play::link::LinkId;

/// How often an empty line is sent.
const ALIVE: Duration = Duration::from_secs(5);

/// Lines on their way into one answer; what is more waits where it comes from.
const ROOM: usize = 8;

/// What a stream tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Challenges, and matches that begin and end.
    Events,
    /// One match that the account plays.
    Match(Uuid),
}

struct Open {
    kind: Kind,
    link: LinkId,
    queue: Queue,
    cut: CancellationToken,
}

/// The streams that are open, by account.
#[derive(Default)]
pub(in crate::server) struct Streams {
    open: Mutex<HashMap<Uuid, Vec<Open>>>,
}

impl Streams {
    /// Opens a stream of an account; one of the same kind ends. Cancelling `cut` ends it.
    ///
    /// # Errors
    /// [`ApiError::OverLimit`] when the account has `most` of them.
    pub(super) fn open(
        &self,
        player: Uuid,
        kind: Kind,
        link: LinkId,
        queue: &Queue,
        cut: &CancellationToken,
        most: usize,
    ) -> Result<(), ApiError> {
        let mut open = self.lock();
        let own = open.entry(player).or_default();
        own.retain(|known| {
            let is_other = known.kind != kind;
            if !is_other {
                known.cut.cancel();
            }
            is_other
        });
        if own.len() >= most {
            return Err(ApiError::OverLimit(format!("an account may have {most} streams open at once")));
        }
        own.push(Open { kind, link, queue: queue.clone(), cut: cut.clone() });
        Ok(())
    }

    /// A stream has ended.
    pub(super) fn close(&self, player: Uuid, link: LinkId) {
        let mut open = self.lock();
        if let Some(own) = open.get_mut(&player) {
            own.retain(|known| known.link != link);
            if own.is_empty() {
                open.remove(&player);
            }
        }
    }

    /// The match with this id that an account plays by a stream.
    pub(super) fn playing(&self, player: Uuid, id: Id) -> Option<Uuid> {
        let open = self.lock();
        open.get(&player)?.iter().find_map(|known| match known.kind {
            Kind::Match(played) if id.is(played) => Some(played),
            _ => None,
        })
    }

    /// The link and the queue of the stream by which an account plays a match.
    pub(super) fn of_match(&self, player: Uuid, id: Uuid) -> Option<(LinkId, Queue)> {
        let open = self.lock();
        let known = open.get(&player)?.iter().find(|known| known.kind == Kind::Match(id))?;
        Some((known.link, known.queue.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Open>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
