//! Lists of matches and tournaments, newest first, in pages.

pub(crate) mod keys;
pub(super) mod matches;
pub(crate) mod names;
pub(crate) mod page;
mod tournament_matches;
pub(crate) mod tournaments;
