//! The store as a log like any other: its lock on the data directory is the ownership of every match in it.

use futures::future::{BoxFuture, join_all};
use uuid::Uuid;

use crate::play::{AppendError, DurableLog, EventLogError, LoggedMatch, NewEntry, Write};
use crate::store::additions::LogWrite;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::events::NewEvents;
use crate::store::tables::matches::NewMatch;

impl Store {
    async fn log_fenced(&self, write: Write) -> Result<(), AppendError> {
        let Write { id, epoch, entry } = write;
        if epoch != self.epoch() {
            return Err(AppendError::Stale);
        }
        let write = match entry {
            NewEntry::Match(setup) if setup.id != id => {
                return Err(AppendError::Refused(format!("the match {} is not {id}", setup.id)));
            }
            NewEntry::Match(setup) => NewMatch::new(&setup).map(|new| LogWrite::Match(Box::new(new))),
            NewEntry::Events { game, events } => NewEvents::new(id, game, &events).map(LogWrite::Events),
        };
        self.write_log(write.map_err(refused)?).await.map_err(refused)
    }
}

fn refused(error: StoreError) -> AppendError {
    match error {
        StoreError::NotWritten(_) | StoreError::NotRead(_) | StoreError::NotInTime => {
            AppendError::Unavailable(error.to_string())
        }
        // Whoever closed it has let the directory go.
        StoreError::Closed => AppendError::Stale,
        error => AppendError::Refused(error.to_string()),
    }
}

impl DurableLog for Store {
    fn append(&self, writes: Vec<Write>) -> BoxFuture<'_, Vec<Result<(), AppendError>>> {
        // All are asked for before the first is answered, in this order, and so share a group.
        Box::pin(join_all(writes.into_iter().map(|write| self.log_fenced(write))))
    }

    fn read(&self, id: Uuid, from: u64) -> BoxFuture<'_, Result<Option<LoggedMatch>, EventLogError>> {
        let unreadable = |error: StoreError| EventLogError(error.to_string());
        Box::pin(async move {
            let Some(setup) = self.setup(id).await.map_err(unreadable)? else { return Ok(None) };
            let mut events = self.events(id).await.map_err(unreadable)?;
            events.retain(|event| event.seq >= from);
            Ok(Some(LoggedMatch { setup, events }))
        })
    }
}
