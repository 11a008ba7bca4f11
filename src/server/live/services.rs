//! What all tournaments share.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::openings::Openings;
use super::running::Running;
use crate::bot_service::BotService;
use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::quota::{Permit, Quota};
use crate::topics::Topics;
use arena_store::Store;
use arena_tournament::live::LiveState;

/// The tournaments that can be entered. Clones share them.
#[derive(Clone)]
pub struct Live {
    pub(super) inner: Arc<LiveServices>,
}

pub(super) struct LiveServices {
    pub(super) store: Store,
    pub(super) lobby: Lobby,
    pub(super) bots: Arc<BotService>,
    pub(super) topics: Arc<Topics>,
    pub(super) running: Mutex<HashMap<Uuid, Arc<Running>>>,
    /// Counts the tournaments that players opened and that are not over, with their permits.
    pub(super) opened: Quota,
    pub(super) permits: Mutex<HashMap<Uuid, Permit>>,
    /// The ids of running tournament matches.
    pub(super) matches: Mutex<HashSet<Uuid>>,
    /// Held while a tournament is being opened.
    pub(super) opening: tokio::sync::Mutex<Openings>,
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
}

impl Live {
    /// Creates an empty set of tournaments.
    #[must_use]
    pub fn new(store: Store, lobby: Lobby, bots: Arc<BotService>, topics: Arc<Topics>) -> Self {
        let inner = LiveServices {
            store,
            lobby,
            bots,
            topics,
            running: Mutex::default(),
            opened: Quota::default(),
            permits: Mutex::default(),
            matches: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Returns the tournament if it can be entered and is not over.
    pub(crate) fn get(&self, id: Uuid) -> Option<Arc<Running>> {
        self.running().get(&id).cloned()
    }

    /// True if the tournament can be entered and is not over.
    pub(crate) fn is_running(&self, id: Uuid) -> bool {
        self.running().contains_key(&id)
    }

    /// Reads the state of a finished tournament and the time at which it was opened.
    pub(super) async fn ended(&self, id: Uuid) -> Result<(LiveState, u64), ApiError> {
        let none = || ApiError::no_such_tournament(id);
        let log = self.inner.store.live_log(id).await?;
        let known = self.inner.store.tournament(id).await?.filter(|_| !log.is_empty()).ok_or_else(none)?;
        let state =
            LiveState::of_log(&log).map_err(|problem| ApiError::internal(format!("tournament {id}: {problem}")))?;
        Ok((state, known.row.created_ms))
    }

    pub(super) fn running(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<Running>>> {
        self.inner.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn permits(&self) -> MutexGuard<'_, HashMap<Uuid, Permit>> {
        self.inner.permits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn matches(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.inner.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
