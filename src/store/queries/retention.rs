//! Retention of finished matches.

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::values::{signed, unsigned};
use crate::writes::Write;

/// Number of matches to remove per write. It is small, so that moves do not wait for long.
const STEP: u32 = 50;

/// Which finished matches to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Keep matches that ended within this time; `None` for no limit.
    pub age_ms: Option<u64>,
    /// Keep this number of the newest matches; `None` for no limit.
    pub count: Option<u64>,
    /// Keep all matches that ended within this time, regardless of their number.
    pub at_least_ms: u64,
}

impl Store {
    /// Returns the time before which a match must have ended to be removed, in Unix milliseconds; `None` if all are
    /// kept.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn kept_since(&self, retention: Retention, now_ms: u64) -> Result<Option<i64>, StoreError> {
        let since = |ago_ms: u64| signed(now_ms.saturating_sub(ago_ms), "a moment");
        let mut until = retention.age_ms.map(since).transpose()?;
        if let Some(count) = retention.count {
            let query = "SELECT finished_ms FROM matches WHERE finished_ms IS NOT NULL \
                 ORDER BY finished_ms DESC LIMIT 1 OFFSET ?1";
            let before = signed(count, "a number of matches")?.saturating_sub(1);
            let first_kept = self.list(move |connection| sql::first(connection, query, [before], sql::column)).await?;
            until = until.max(first_kept);
        }
        let latest = since(retention.at_least_ms)?;
        Ok(until.map(|until| until.min(latest)))
    }

    /// Returns when the last match ended, in Unix milliseconds; `None` if none has.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub fn last_end_ms(&self) -> Result<Option<u64>, StoreError> {
        let query = "SELECT MAX(finished_ms) FROM matches WHERE finished_ms IS NOT NULL";
        let last: Option<i64> = self.look_up(|connection| sql::value(connection, query, []))?;
        last.map(|last| unsigned(last, "the end of a match")).transpose()
    }

    /// Removes a few of the matches that ended before this time, in Unix milliseconds. Returns false if there are none.
    /// Tallies, meetings and ratings keep their contribution.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read or written.
    pub async fn remove_ended_before(&self, before_ms: i64) -> Result<bool, StoreError> {
        let some =
            "SELECT EXISTS (SELECT 1 FROM matches WHERE finished_ms < ?1 AND key < (SELECT MAX(key) FROM matches))";
        let some = self.look_up(|connection| sql::value(connection, some, [before_ms]))?;
        if some {
            self.write(Write::Remove { before_ms, most: STEP }).await?;
        }
        Ok(some)
    }
}
