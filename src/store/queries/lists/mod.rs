//! Lists of matches, the newest first, page by page.

pub(in crate::store) mod matches;
pub(in crate::store) mod page;
mod tournament_matches;
