//! Matches that live at other nodes, as far as they are shown here, and those that come here when their node has died.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{Lobby, row_summary};
use crate::play::link::Snapshot;
use crate::play::{Event, MatchSetup, NumberedEvent, host, match_id};
use crate::protocol::Subject;
use crate::protocol::view::MatchSummary;
use crate::server::error::ApiError;
use crate::server::nodes::{HEARD_WITHIN, Nodes};
use crate::server::topics::Topics;
use crate::store::{MatchFilter, MatchStatus};

/// So long a match is waited for whose node has died.
const TAKEN_OVER: Duration = Duration::from_secs(5);
/// So often it is looked meanwhile.
const LOOK: Duration = Duration::from_millis(100);
/// So often the newest matches at other nodes are looked up while anybody sees the list.
const LIST_EVERY: Duration = Duration::from_secs(1);
/// So many of them that are open, and as many that are live.
const NEWEST: u32 = 100;

/// Whether a match to which this has happened is over.
pub(super) fn is_over(events: &[NumberedEvent]) -> bool {
    events.iter().any(|numbered| matches!(numbered.event, Event::Ended { .. }))
}

impl Lobby {
    /// An id for a match that is made here.
    pub(super) fn new_id(&self) -> Uuid {
        match_id::new(self.inner.nodes.as_deref().map(Nodes::tag))
    }

    /// Whether the match lives here.
    pub(in crate::server) fn is_here(&self, id: Uuid) -> bool {
        self.inner.nodes.as_ref().is_none_or(|nodes| nodes.is_here(Subject::Match(id)))
    }

    /// A match that lives here, or that is over, as it is stored. One whose node has died is waited for.
    ///
    /// # Errors
    /// [`ApiError::NoSuchMatch`] when there is none, [`ApiError::Unavailable`] when it lives elsewhere.
    pub(super) async fn stored_here(&self, id: Uuid) -> Result<(MatchSetup, Vec<NumberedEvent>), ApiError> {
        let began = Instant::now();
        loop {
            // First: what is read after it lives here is all that there is.
            let is_here = self.is_here(id);
            let setup = self.inner.store.setup(id).await?;
            if let Some(setup) = setup {
                let events = self.inner.store.events(id).await?;
                if is_here || is_over(&events) {
                    return Ok((setup, events));
                }
                if let Some(nodes) = &self.inner.nodes {
                    nodes.find_homes([id]).await?;
                    if self.is_here(id) {
                        continue;
                    }
                }
            } else if is_here || began.elapsed() >= HEARD_WITHIN {
                return Err(ApiError::NoSuchMatch(id.to_string()));
            }
            if began.elapsed() >= TAKEN_OVER {
                return Err(self.not_here());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// How a match stands that may live elsewhere, as far as it is stored here, unless it has just so many events.
    ///
    /// # Errors
    /// When the store cannot be read, or what it holds makes no match.
    pub(in crate::server) async fn stored(&self, id: Uuid, known: Option<u64>) -> Result<Option<Snapshot>, ApiError> {
        let Some(setup) = self.inner.store.setup(id).await? else { return Ok(None) };
        let events = self.inner.store.events(id).await?;
        if known == Some(events.len() as u64) {
            return Ok(None);
        }
        let (now, events) = (Instant::now(), events.into_iter().map(|numbered| numbered.event));
        let core = host::restored(&setup, events, self.timeouts(), now)?;
        Ok(Some(Snapshot::of(&Arc::new(setup), &core, now)))
    }

    fn not_here(&self) -> ApiError {
        let nodes = self.inner.nodes.as_ref();
        nodes.map_or_else(|| ApiError::Internal("there are no other nodes".to_owned()), |nodes| nodes.unreachable())
    }

    /// Keeps the newest matches at other nodes listed, as they are stored here, while this node leads and anybody sees the list.
    pub(in crate::server) async fn look_elsewhere(&self, topics: &Topics) {
        loop {
            tokio::time::sleep(LIST_EVERY).await;
            let leads = self.inner.nodes.as_ref().is_some_and(|nodes| nodes.leads());
            if !leads || !topics.has_lobby_viewers() {
                continue;
            }
            match self.newest_elsewhere().await {
                Ok(newest) => self.list_elsewhere(newest),
                Err(error) => tracing::warn!(%error, "matches at other nodes cannot be listed"),
            }
        }
    }

    async fn newest_elsewhere(&self) -> Result<HashMap<Uuid, MatchSummary>, ApiError> {
        let mut newest = HashMap::new();
        for status in [MatchStatus::Open, MatchStatus::Live] {
            let filter = MatchFilter { status: Some(status), limit: NEWEST, ..MatchFilter::default() };
            let rows = self.inner.store.matches(&filter).await?.items;
            let rows = rows.iter().filter(|row| !self.is_here(row.id));
            newest.extend(rows.map(|row| (row.id, row_summary(row).brief())));
        }
        Ok(newest)
    }

    fn list_elsewhere(&self, newest: HashMap<Uuid, MatchSummary>) {
        let mut table = self.table();
        let before = std::mem::replace(&mut table.elsewhere, newest);
        let gone: Vec<Uuid> = before.keys().filter(|id| !table.elsewhere.contains_key(id)).copied().collect();
        let changed = table.elsewhere.iter().filter(|(id, summary)| before.get(id) != Some(summary));
        let changed: Vec<Uuid> = changed.map(|(id, _)| *id).collect();
        table.left.extend(gone);
        table.changed_elsewhere.extend(changed);
    }

    /// The newest matches at other nodes.
    pub(in crate::server) fn elsewhere(&self) -> Vec<MatchSummary> {
        self.table().elsewhere.values().cloned().collect()
    }

    /// One of them.
    pub(in crate::server) fn listed_elsewhere(&self, id: Uuid) -> Option<MatchSummary> {
        self.table().elsewhere.get(&id).cloned()
    }

    /// Those of them that have changed since this was last asked.
    pub(in crate::server) fn take_changed_elsewhere(&self) -> Vec<Uuid> {
        std::mem::take(&mut self.table().changed_elsewhere)
    }
}
