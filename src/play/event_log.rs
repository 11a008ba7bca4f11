//! The storage interface that a running match needs.

use futures::future::BoxFuture;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{MatchSetup, NumberedEvent};
use arena_games::GameId;

/// The match could not be stored. A retry may succeed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the match could not be stored: {0}")]
pub struct EventLogError(pub String);

/// A callback that receives the result of a write.
pub type OnStored = Box<dyn FnOnce(Result<(), EventLogError>) + Send>;

/// Stores matches. A write answered with `Ok` survives the process being killed.
pub trait EventLog: Send + Sync + 'static {
    /// Stores a new match. Storing the same setup twice is not an error.
    fn create(&self, setup: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>>;

    /// Appends events that follow the stored ones. Repeating stored events is not an error. `kept` is called with the
    /// result, but never before this function returns, because the caller holds a lock that `kept` takes.
    fn log(&self, id: Uuid, game: GameId, events: &[NumberedEvent], kept: OnStored);

    /// Does what [`log`](Self::log) does, for callers that wait for the result.
    fn append(&self, id: Uuid, game: GameId, events: Vec<NumberedEvent>) -> BoxFuture<'_, Result<(), EventLogError>> {
        let (answer, answered) = oneshot::channel();
        // The caller may no longer be waiting.
        self.log(id, game, &events, Box::new(move |kept| drop(answer.send(kept))));
        Box::pin(async { answered.await.unwrap_or_else(|_| Err(EventLogError("the log has stopped".to_owned()))) })
    }
}
