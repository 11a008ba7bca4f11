//! Retention of finished matches.

use rusqlite::Connection;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::matches::maker;
use crate::values::{signed, unsigned};
use crate::writes::Write;

/// Number of matches to remove per write. It is small, so that moves do not wait for long.
const STEP: u32 = 50;

/// Number of players whose networks are removed per write.
const NETWORKS: u32 = 500;

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

    /// Returns the bytes of the database that are in use. Deleting rows makes them fewer, although the file does not shrink.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub fn used_bytes(&self) -> Result<u64, StoreError> {
        let pages = "SELECT (page_count - freelist_count) * page_size \
             FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
        let bytes: i64 = self.look_up(|connection| sql::value(connection, pages, []))?;
        unsigned(bytes, "the size of the database")
    }

    /// Removes a few matches that guests made without players who have a name, which ended from `from_ms` until before
    /// `before_ms`, in Unix milliseconds, oldest first. Matches of tournaments and of challenges stay. Returns when the
    /// last one ended, from which the next call continues; `None` if there are none.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read or written.
    pub async fn remove_of_guests(&self, from_ms: i64, before_ms: i64) -> Result<Option<i64>, StoreError> {
        let query = concat!(
            "SELECT matches.key, finished_ms FROM matches JOIN cards ON cards.match_key = matches.key \
             WHERE finished_ms >= ?1 AND finished_ms < ?2 AND matches.key < (SELECT MAX(key) FROM matches) \
             AND substr(hex(id), 13, 1) = '7' AND NOT EXISTS \
             (SELECT 1 FROM accounts WHERE player IN (first_player, second_player, ",
            maker!(),
            ")) ORDER BY finished_ms LIMIT ?3"
        );
        let read = move |connection: &Connection| {
            sql::readable(connection, query, [from_ms, before_ms, STEP.into()], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
            })
        };
        let (keys, ends): (Vec<i64>, Vec<i64>) = self.read_through(read).await?.into_iter().unzip();
        if !keys.is_empty() {
            self.write(Write::RemoveMatches(keys)).await?;
        }
        Ok(ends.last().copied())
    }

    /// Removes the networks of some of the players who were created before this time, in Unix milliseconds. Returns false
    /// if there are none.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read or written.
    pub async fn forget_networks(&self, before_ms: u64) -> Result<bool, StoreError> {
        let before_ms = signed(before_ms, "a moment")?;
        let some = "SELECT EXISTS (SELECT 1 FROM players WHERE networks IS NOT NULL AND created_ms < ?1)";
        let some = self.look_up(|connection| sql::value(connection, some, [before_ms]))?;
        if some {
            self.write(Write::ForgetNetworks { before_ms, most: NETWORKS }).await?;
        }
        Ok(some)
    }
}
