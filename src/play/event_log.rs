//! The port through which a match is kept: what this layer needs from a store.

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{MatchSetup, NumberedEvent};

/// Nothing was kept; trying again later may help.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the match could not be stored: {0}")]
pub struct EventLogError(pub String);

/// Keeps matches. What it has answered with `Ok` survives the process being killed.
pub trait EventLog: Send + Sync + 'static {
    /// Keeps a new match. Keeping the same setup twice is no error.
    fn create(&self, setup: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>>;

    /// Keeps events of a match, the next ones after those that it has. Keeping the same events twice is no error.
    fn append(
        &self,
        id: Uuid,
        game: crate::games::GameId,
        events: Vec<NumberedEvent>,
    ) -> BoxFuture<'_, Result<(), EventLogError>>;
}
