//! Functions for callers of the store, one file per subject. Reads use connections of their own. Writes are passed to
//! the writer as rows of [`super::tables`].

pub(super) mod accounts;
pub(super) mod challenges;
pub(super) mod check;
pub(super) mod daily;
pub(super) mod lists;
pub(super) mod live;
pub(super) mod matches;
pub(super) mod moderation;
pub(super) mod modules;
pub(super) mod own_data;
pub(super) mod players;
pub(super) mod ratings;
pub(super) mod replay;
pub(super) mod results;
pub(super) mod retention;
pub(super) mod saved_bots;
pub(super) mod tallies;
pub(super) mod tournaments;
