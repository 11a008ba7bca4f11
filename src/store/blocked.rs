//! Who has blocked somebody or is blocked. It is asked before each meeting of two players, so it is in memory, where nearly
//! everybody is found in no block.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use rusqlite::Connection;
use uuid::Uuid;

use super::error::StoreError;
use super::sql;

/// So many are held at most, some 8 MB; where there are more, everybody has to be looked up.
const MOST: usize = 1 << 18;

/// Those who have blocked somebody or are blocked, and perhaps some who were; none where they are too many.
pub(super) struct Blocked(RwLock<Option<HashSet<Uuid>>>);

impl Blocked {
    /// What the database says.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn load(connection: &Connection) -> Result<Self, StoreError> {
        let most = i64::try_from(MOST).unwrap_or(i64::MAX);
        let query = "SELECT player FROM blocks UNION SELECT blocked FROM blocks LIMIT ?1";
        let ids: Vec<Uuid> = sql::readable(connection, query, [most + 1], sql::column)?;
        Ok(Self(RwLock::new((ids.len() <= MOST).then(|| ids.into_iter().collect()))))
    }

    /// Takes in both sides of a block. Nobody is taken out: whoever is in no block any more is merely looked up.
    pub(super) fn add(&self, ids: [Uuid; 2]) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(set) = &mut *known {
            set.extend(ids);
            if set.len() > MOST {
                *known = None;
            }
        }
    }

    /// Whether the database may have a block with this player.
    pub(super) fn may_have(&self, player: Uuid) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().is_none_or(|set| set.contains(&player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_in_a_block_is_known_and_so_is_everybody_where_there_are_too_many() {
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
