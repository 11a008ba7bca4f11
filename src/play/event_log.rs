//! The port through which a match is kept: what this layer needs from a store.

use futures::future::BoxFuture;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{MatchSetup, NumberedEvent};
use crate::games::GameId;

/// Nothing was kept; trying again later may help.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the match could not be stored: {0}")]
pub struct EventLogError(pub String);

/// Who is told whether events are kept.
pub type Kept = Box<dyn FnOnce(Result<(), EventLogError>) + Send>;

/// Keeps matches. What it has answered with `Ok` survives the process being killed.
pub trait EventLog: Send + Sync + 'static {
    /// Keeps a new match. Keeping the same setup twice is no error.
    fn create(&self, setup: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>>;

    /// Keeps events of a match, the next ones after those that it has. Keeping the same events twice is no error. `kept` is
    /// told how it went, but never before this has returned: whoever asks holds a lock that the answer takes.
    fn log(&self, id: Uuid, game: GameId, events: &[NumberedEvent], kept: Kept);

    /// As [`log`](Self::log), for whoever wants to wait for the answer.
    fn append(&self, id: Uuid, game: GameId, events: Vec<NumberedEvent>) -> BoxFuture<'_, Result<(), EventLogError>> {
        let (answer, answered) = oneshot::channel();
        // Whoever asked may have stopped waiting.
        self.log(id, game, &events, Box::new(move |kept| drop(answer.send(kept))));
        Box::pin(async { answered.await.unwrap_or_else(|_| Err(EventLogError("the log has stopped".to_owned()))) })
    }
}
