//! Matches that are not over and do not run: known by little more than their ids, and brought back when somebody comes to
//! them, or in time for what the server itself has to do in them.
//!
//! A start makes all unfinished matches dormant, so that it takes as long as one query, however many they are. What has to
//! happen without anybody coming, a bot's move, a clock that runs out, the end of a match whose players stay away, happens
//! when the match is brought back by [`Lobby::wake`], a few at a time. Nobody is charged for the time before.

use std::time::Duration;

use uuid::Uuid;

use super::{Lobby, MatchTable, row_summary};
use crate::play::host::HostTimeouts;
use crate::play::match_id;
use crate::protocol::view::MatchSummary;
use crate::server::error::ApiError;
use crate::store::{MatchFilter, MatchStatus, StoreError};

/// Between two matches that are brought back: at most fifty a second.
const PACE: Duration = Duration::from_millis(20);

/// So many of the newest open matches, and as many live ones, are listed while they are dormant; the first message of the
/// lobby has no room for more.
const NEWEST: u32 = 100;

/// Once this many of the matches that were brought back in this way run, the next ones are brought back at [`SLOW_PACE`].
const MOST_WOKEN: usize = 1_000;

/// The slower pace: one a second, since those that run may do so for days.
const SLOW_PACE: Duration = Duration::from_secs(1);

impl Lobby {
    /// Makes every match dormant that is not over, when the server starts.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn restore(&self) -> Result<usize, ApiError> {
        let unfinished = self.inner.store.unfinished_matches().await?;
        let count = unfinished.len();
        let mut newest = Vec::new();
        if count > 0 {
            for status in [MatchStatus::Open, MatchStatus::Live] {
                let filter = MatchFilter { status: Some(status), limit: NEWEST, ..MatchFilter::default() };
                newest.extend(self.inner.store.matches(&filter).await?.items);
            }
        }
        let mut table = self.table();
        table.newest.extend(newest.iter().map(|row| row_summary(row).brief()));
        for head in unfinished {
            // Of a rematch it is not known any more who made the first match.
            for player in head.seated.into_iter().filter(|_| match_id::is_of_a_maker(head.id)) {
                table.made.entry(player).or_default().insert(head.id);
            }
            if head.is_guests {
                table.guests.insert(head.id);
            }
            table.dormant.insert(head.id);
            table.to_wake.push_back(head.id);
        }
        Ok(count)
    }

    /// How many matches are dormant.
    #[must_use]
    pub fn dormant(&self) -> usize {
        self.table().dormant.len()
    }

    /// Whether the match is dormant.
    #[must_use]
    pub fn is_dormant(&self, id: Uuid) -> bool {
        self.table().dormant.contains(&id)
    }

    /// The newest of the dormant matches, as a list shows them.
    #[must_use]
    pub fn newest_dormant(&self) -> Vec<MatchSummary> {
        let mut table = self.table();
        let MatchTable { dormant, newest, .. } = &mut *table;
        newest.retain(|summary| dormant.contains(&summary.id));
        newest.clone()
    }

    /// Brings dormant matches back, the oldest first, until none is left.
    pub async fn wake(&self) {
        // Whoever holds a seat has had the time since the start to connect.
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
                    // It may have ended since, and been let go.
                    if table.running.contains_key(&id) {
                        table.woken.insert(id);
                    }
                }
                Err(ApiError::Store(StoreError::NotRead(problem))) => {
                    tracing::warn!(%id, problem = %problem, "a match cannot be brought back yet");
                    self.table().to_wake.push_back(id);
                    tokio::time::sleep(SLOW_PACE).await;
                }
                Err(error) => {
                    tracing::error!(%id, %error, "a match is left alone");
                    let mut table = self.table();
                    table.dormant.remove(&id);
                    table.left.push(id);
                }
            }
            let many = self.table().woken.len() >= MOST_WOKEN;
            tokio::time::sleep(if many { SLOW_PACE } else { PACE }).await;
        }
    }
}
