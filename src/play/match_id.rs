//! Ids of matches.
//!
//! The id of a match that players made is a UUID of version 7 and begins with the time. A rematch has a digest of the
//! earlier match's id (version 5).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

/// A new UUID of version 7, which begins with the time. A clock before 1970 counts as one that reads 1970.
#[must_use]
pub fn time_ordered() -> Uuid {
    if SystemTime::now() < UNIX_EPOCH {
        return Uuid::new_v7(uuid::Timestamp::from_unix_time(0, 0, 0, 0));
    }
    Uuid::now_v7()
}

/// The id of the rematch of the match `id`: always the same, so that agreeing twice makes one match.
#[must_use]
pub fn rematch(id: Uuid) -> Uuid {
    Uuid::new_v5(&id, b"rematch")
}

/// Whether a player made the match. Rematches and matches of tournaments have ids of other versions.
#[must_use]
pub fn is_of_a_maker(id: Uuid) -> bool {
    id.get_version_num() == 7
}

/// Returns when a player made the match, in Unix milliseconds.
#[must_use]
pub fn made_ms(id: Uuid) -> Option<u64> {
    let time = id.as_bytes()[..6].iter().fold(0, |time, byte| time << 8 | u64::from(*byte));
    let is_a_time = UNIX_EPOCH.checked_add(Duration::from_millis(time)).is_some();
    (is_of_a_maker(id) && is_a_time).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_when_a_player_made_the_match() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        let id = time_ordered();
        assert!(is_of_a_maker(id) && made_ms(id).unwrap().abs_diff(now) < 60_000, "{id}");
        let rematch_id = rematch(id);
        assert_eq!(rematch(id), rematch_id);
        assert_ne!(rematch_id, id);
        assert_eq!((is_of_a_maker(rematch_id), made_ms(rematch_id)), (false, None));
    }
}
