//! Lists of matches and tournaments, newest first, in pages.

pub(in crate::store) mod keys;
pub(super) mod matches;
pub(in crate::store) mod names;
pub(in crate::store) mod page;
mod tournament_matches;
pub(in crate::store) mod tournaments;
