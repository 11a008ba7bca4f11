//! The events of all matches, in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures::future::{BoxFuture, ready};
use uuid::Uuid;

use arena_games::GameId;
use arena_play::{Event, EventLog, EventLogError, MatchSetup, NumberedEvent, OnStored};

#[derive(Default)]
struct Stored {
    /// The matches by id, and so by the time when they were made.
    matches: BTreeMap<Uuid, (MatchSetup, Vec<Event>)>,
    /// Whom to tell that the events are stored.
    waiting: Vec<OnStored>,
}

/// Keeps the events of matches until the page is closed.
#[derive(Default)]
pub(crate) struct EventStore(Mutex<Stored>);

impl EventStore {
    fn lock(&self) -> MutexGuard<'_, Stored> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, setup: &MatchSetup) {
        self.lock().matches.entry(setup.id).or_insert_with(|| (setup.clone(), Vec::new()));
    }

    pub(crate) fn get(&self, id: Uuid) -> Option<(MatchSetup, Vec<Event>)> {
        self.lock().matches.get(&id).cloned()
    }

    /// Returns the ids of all matches, the newest first.
    pub(crate) fn ids(&self) -> Vec<Uuid> {
        let mut all: Vec<_> = self.lock().matches.iter().map(|(id, (setup, _))| (setup.created_ms, *id)).collect();
        all.sort_unstable();
        all.into_iter().rev().map(|(_, id)| id).collect()
    }

    /// Tells that the events are stored. Matches continue then, and may log more. Returns whether any were.
    pub(crate) fn confirm(&self) -> bool {
        let waiting = std::mem::take(&mut self.lock().waiting);
        let any = !waiting.is_empty();
        waiting.into_iter().for_each(|kept| kept(Ok(())));
        any
    }
}

impl EventLog for EventStore {
    fn create(&self, setup: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>> {
        self.add(setup);
        Box::pin(ready(Ok(())))
    }

    fn log(&self, id: Uuid, _: GameId, events: &[NumberedEvent], kept: OnStored) {
        let mut stored = self.lock();
        if let Some((_, all)) = stored.matches.get_mut(&id) {
            all.extend(
                events.iter().filter(|it| it.seq > all.len() as u64).map(|it| it.event.clone()).collect::<Vec<_>>(),
            );
        }
        stored.waiting.push(kept);
    }
}
