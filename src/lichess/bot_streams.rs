//! Open streams of lichess.org Bot API clients, by account. Limits their number and finds the link that plays a match.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::short_id::ShortId;
use arena_games::diagnostic;
use arena_play::link::LinkId;
use arena_server::error::ApiError;
use arena_server::queue::Queue;

/// Subject of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamKind {
    /// Challenges, and the starts and ends of matches.
    Events,
    /// One match that the account plays.
    Match(Uuid),
}

struct Open {
    kind: StreamKind,
    link: LinkId,
    queue: Queue,
    cut: CancellationToken,
}

/// The open streams of bots, by account.
#[derive(Default)]
pub(super) struct BotStreams {
    open: Mutex<HashMap<Uuid, Vec<Open>>>,
}

impl BotStreams {
    /// Registers a stream of an account, and closes its previous stream of the same kind. Cancelling `cut` closes the
    /// stream.
    ///
    /// # Errors
    /// [`ApiError`] if the account has `most` streams.
    pub(super) fn open(
        &self,
        player: Uuid,
        kind: StreamKind,
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
            return Err(ApiError::over_limit(diagnostic!(
                "streams",
                "an account can have at most {most} open streams; close one first",
                most
            )));
        }
        own.push(Open { kind, link, queue: queue.clone(), cut: cut.clone() });
        Ok(())
    }

    /// Removes a stream that has ended.
    pub(super) fn close(&self, player: Uuid, link: LinkId) {
        let mut open = self.lock();
        if let Some(own) = open.get_mut(&player) {
            own.retain(|known| known.link != link);
            if own.is_empty() {
                open.remove(&player);
            }
        }
    }

    /// Returns the match with this id that an account plays through a stream.
    pub(super) fn playing(&self, player: Uuid, id: ShortId) -> Option<Uuid> {
        let open = self.lock();
        open.get(&player)?.iter().find_map(|known| match known.kind {
            StreamKind::Match(played) if id.is(played) => Some(played),
            _ => None,
        })
    }

    /// Returns the link and the queue of the stream through which an account plays a match.
    pub(super) fn of_match(&self, player: Uuid, id: Uuid) -> Option<(LinkId, Queue)> {
        let open = self.lock();
        let known = open.get(&player)?.iter().find(|known| known.kind == StreamKind::Match(id))?;
        Some((known.link, known.queue.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Open>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
