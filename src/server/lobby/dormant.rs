//! Dormant matches: unfinished matches that are not running. Little more than their ids is kept in memory. They are
//! restored when a client opens them, or when the server itself has to act in them.
//!
//! At startup all unfinished matches become dormant, so startup takes one query, whatever their number. [`Lobby::wake`]
//! restores them a few at a time. Only then do events happen that need no client: a bot's move, a clock that runs out,
//! the end of a match whose players stay away. Clocks do not run while a match is dormant.

use axum::http::StatusCode;
use std::time::Duration;

use uuid::Uuid;

use super::{Lobby, MatchTable, row_summary};
use crate::error::ApiError;
use crate::origin::Origin;
use crate::quota::Holder;
use arena_play::host::HostTimeouts;
use arena_play::match_id;
use arena_protocol::view::MatchSummary;
use arena_store::{MatchFilter, MatchStatus};

/// Pause between two restored matches: at most fifty per second.
const PACE: Duration = Duration::from_millis(20);

/// Number of the newest open and of the newest live matches that are listed while they are dormant. The first message
/// of the lobby has no room for more.
const NEWEST: u32 = 100;

/// When this many matches restored by [`Lobby::wake`] are running, it continues at [`SLOW_PACE`].
const MOST_WOKEN: usize = 1_000;

/// The slower pace of one match per second, because the running ones may stay for days.
const SLOW_PACE: Duration = Duration::from_secs(1);

impl Lobby {
    /// Makes every unfinished match dormant at startup.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn restore(&self) -> Result<usize, ApiError> {
        let unfinished = self.inner.store.unfinished_matches().await?;
        let count = unfinished.len();
        let mut newest = Vec::new();
        if count > 0 {
            for status in [MatchStatus::Open, MatchStatus::Live] {
                let filter = MatchFilter { status: Some(status), limit: NEWEST, ..MatchFilter::default() };
                newest.extend(self.inner.store.matches(&filter).await?.items.into_iter().filter(|row| row.is_public));
            }
        }
        let mut table = self.table();
        table.newest.extend(newest.iter().map(|row| row_summary(row).brief()));
        for head in unfinished {
            // The maker of a tournament's match with a name is the player who opened the tournament, who is not charged.
            let maker = head.maker.filter(|_| head.is_guests || match_id::is_of_a_maker(head.id));
            let origin = maker.and(head.network).and_then(|network| Origin::from_bytes(&network));
            let permit = table.quota.restore(Holder { key: maker, origin }, 1);
            table.permits.insert(head.id, permit);
            if head.is_guests {
                table.guests.insert(head.id);
            }
            table.dormant.insert(head.id);
            table.to_wake.push_back(head.id);
        }
        Ok(count)
    }

    /// Returns the number of dormant matches.
    #[must_use]
    pub fn dormant(&self) -> usize {
        self.table().dormant.len()
    }

    /// True if the match is dormant.
    #[must_use]
    pub fn is_dormant(&self, id: Uuid) -> bool {
        self.table().dormant.contains(&id)
    }

    /// Returns summaries of the newest dormant matches.
    #[must_use]
    pub fn newest_dormant(&self) -> Vec<MatchSummary> {
        let mut table = self.table();
        let MatchTable { dormant, newest, .. } = &mut *table;
        newest.retain(|summary| dormant.contains(&summary.id));
        newest.clone()
    }

    /// Restores dormant matches, oldest first, until none is left.
    pub async fn wake(&self) {
        // Players with a seat have had the time since startup to connect.
        let began = tokio::time::Instant::now();
        loop {
            let Some(id) = self.table().to_wake.pop_front() else { return };
            if !self.is_dormant(id) {
                continue;
            }
            let timeouts = self.host_timeouts();
            let presence = timeouts.presence.saturating_sub(began.elapsed());
            match self.awake(id, HostTimeouts { presence, ..timeouts }).await {
                Ok(_) => {
                    let mut table = self.table();
                    // The match may have ended and been released since.
                    if table.running.contains_key(&id) {
                        table.woken.insert(id);
                    }
                }
                Err(error) if error.status() == StatusCode::SERVICE_UNAVAILABLE => {
                    tracing::warn!(%id, %error, "a match cannot be brought back yet");
                    self.table().to_wake.push_back(id);
                    tokio::time::sleep(SLOW_PACE).await;
                }
                Err(error) => {
                    tracing::error!(%id, %error, "a match is left alone");
                    let mut table = self.table();
                    table.dormant.remove(&id);
                    table.permits.remove(&id);
                    table.left.push(id);
                }
            }
            let many = self.table().woken.len() >= MOST_WOKEN;
            tokio::time::sleep(if many { SLOW_PACE } else { PACE }).await;
        }
    }
}
