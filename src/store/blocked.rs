//! In-memory set of the players who have blocked someone or are blocked. It is consulted before each pairing of two
//! players, and nearly all players are not in it.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use rusqlite::Connection;
use uuid::Uuid;

use super::error::StoreError;
use super::sql;

/// Maximum size of the set, about 8 MB. If there are more players, each of them is looked up in the database.
const MOST: usize = 1 << 18;

/// Players with a block in either direction, possibly including former ones; `None` if there are too many.
pub(super) struct Blocked(RwLock<Option<HashSet<Uuid>>>);

impl Blocked {
    /// Loads the set from the database.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub(super) fn load(connection: &Connection) -> Result<Self, StoreError> {
        let most = i64::try_from(MOST).unwrap_or(i64::MAX);
        let query = "SELECT player FROM blocks UNION SELECT blocked FROM blocks LIMIT ?1";
        let ids: Vec<Uuid> = sql::readable(connection, query, [most + 1], sql::column)?;
        Ok(Self(RwLock::new((ids.len() <= MOST).then(|| ids.into_iter().collect()))))
    }

    /// Adds both players of a block. Players are never removed: a player without a block costs only a database read.
    pub(super) fn add(&self, ids: [Uuid; 2]) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(set) = &mut *known {
            set.extend(ids);
            if set.len() > MOST {
                *known = None;
            }
        }
    }

    /// Returns true if the database may have a block with this player.
    pub(super) fn may_have(&self, player: Uuid) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().is_none_or(|set| set.contains(&player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treats_every_player_as_blocked_when_the_set_is_full() {
        let id = |n: usize| Uuid::from_u64_pair(3, n as u64);
        let blocked = Blocked(RwLock::new(Some(HashSet::new())));
        blocked.add([id(1), id(2)]);
        assert_eq!([1, 2, 3].map(|n| blocked.may_have(id(n))), [true, true, false]);
        for n in 2..=MOST {
            blocked.add([id(1), id(n)]);
        }
        assert!(!blocked.may_have(id(MOST + 1)));
        blocked.add([id(1), id(MOST + 1)]);
        assert!(blocked.may_have(id(MOST + 2)));
    }
}
